package requests

import (
	"fmt"

	"scaledeck/model/format/csvscan"
)

// losses are the rows of a table that could not be read so far as to count them.
// What they say is not known, so that their run has no figures but those that no
// row can change.
type losses struct {
	runs    map[runID]int
	nowhere int // rows of which not even the run can be told
}

// add counts one row, of a run that is known or not.
func (l *losses) add(run runID, known bool) {
	if !known {
		l.nowhere++
		return
	}
	if l.runs == nil {
		l.runs = make(map[runID]int)
	}
	l.runs[run]++
}

func (l *losses) merge(o *losses) {
	l.nowhere += o.nowhere
	for run, n := range o.runs {
		if l.runs == nil {
			l.runs = make(map[runID]int)
		}
		l.runs[run] += n
	}
}

// settle moves the rows of runs that are not there to those of no run: a broken
// row can name a run that does not exist.
func (l *losses) settle(there func(runID) bool) {
	for run, n := range l.runs {
		if !there(run) {
			l.nowhere += n
			delete(l.runs, run)
		}
	}
}

// lose counts a broken record. It is one of the run that it names where its
// columns are among the whole cells and the run has a name: numbers alone can be
// those of other columns that moved.
func (s *requestSink) lose(sc *csvscan.Scanner, r *csvscan.Record, whole int) {
	c := s.columns.run
	if c[runName] == absent || max(c[runName], c[runReplicas], c[runRepeat]) >= whole {
		s.lost.add(runID{}, false)
		return
	}
	id := s.newRun(sc, r, nil)
	s.lost.add(id.run, id.column == absent)
}

// mix scatters the bits of a number, so that sums over mixed numbers are equal
// for equal sets of numbers and hardly ever else.
func mix(x uint64) uint64 {
	x = (x + 1) * 0x9e3779b97f4a7c15
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return x ^ x>>32
}

// consecutive says why the numbers of the requests are not first to last, each
// of them once; "" where they are or there are none. Requests without a number
// may be in any gap.
func (c *counts) consecutive() string {
	if c.numbered == 0 {
		return ""
	}
	span := c.last - c.first + 1
	switch {
	case span > float64(c.requests):
		return fmt.Sprintf("requests are missing: the file has %d of the numbers %.0f to %.0f", c.numbered, c.first, c.last)
	case span < float64(c.numbered):
		return fmt.Sprintf("requests are missing or stand twice: the file has %d with the numbers %.0f to %.0f", c.numbered, c.first, c.last)
	case c.numbered < c.requests:
		return ""
	}
	mixed := uint64(0)
	for i := range uint64(c.numbered) {
		mixed += mix(uint64(c.first) + i)
	}
	if mixed != c.mixed {
		return fmt.Sprintf("requests are missing and others stand twice: not every number from %.0f to %.0f is there once", c.first, c.last)
	}
	return ""
}
