package requests

import (
	"math"

	"scaledeck/model/format/csvscan"
)

// span of a run on the traffic clock, in seconds. NaN where it is not known.
type span struct{ windowStart, windowEnd, duration float64 }

// counts are what is counted of the requests of one run and tenant.
type counts struct {
	requests, ok, served int
	unended              int     // 200s whose end is not known, so that served is not either
	noTTFT, noTPOT       int     // 200s of the window, or that may lie in it, without the figure
	first, last          float64 // the lowest and highest number of a request; +Inf, −Inf without numbers
	numbered             int     // requests with a number
	mixed                uint64  // sum over mix of the numbers, see consecutive
}

// noCounts are the counts of no request.
func noCounts() counts { return counts{first: math.Inf(1), last: math.Inf(-1)} }

func (c *counts) add(o *counts) {
	c.requests += o.requests
	c.ok += o.ok
	c.served += o.served
	c.unended += o.unended
	c.noTTFT += o.noTTFT
	c.noTPOT += o.noTPOT
	c.first, c.last = min(c.first, o.first), max(c.last, o.last)
	c.numbered += o.numbered
	c.mixed += o.mixed
}

// group is the requests of one run and tenant in one chunk.
type group struct {
	run    runID
	tenant tenantID
	counts
	ttft, tpot column // ms, of the 200s that arrived in the window
}

// requestSink takes the requests of one chunk.
type requestSink struct {
	columns requestColumns
	spans   func(replicas int) span

	runs, tenants    []identified
	runAt, tenantAt  map[string]int
	lastRun, lastTen int // index of the one that the row before had, or −1
	groups           map[[2]int]*group
	used, spare      []*group
	lastPair         [2]int
	lastGroup        *group
	scratch          []byte
	lost             losses

	runAdjacent, tenantAdjacent bool
	leading                     bool // the run's columns are the first ones, so that the scanner compares them
	seenLead, seenRun           int  // the record that the scanner compares with, and its run
}

func newRequestSink(c requestColumns, spans func(int) span) *requestSink {
	s := &requestSink{columns: c, spans: spans, runAt: make(map[string]int), tenantAt: make(map[string]int), groups: make(map[[2]int]*group)}
	s.reset()
	return s
}

func (s *requestSink) reset() int {
	s.runs, s.tenants = s.runs[:0], s.tenants[:0]
	clear(s.runAt)
	clear(s.tenantAt)
	clear(s.groups)
	s.spare = append(s.spare, s.used...)
	s.used = s.used[:0]
	s.lost = losses{}
	s.lastRun, s.lastTen, s.lastGroup, s.seenLead = absent, absent, nil, absent
	s.runAdjacent, s.tenantAdjacent = adjacent(s.columns.run), adjacent(s.columns.tenant)
	if s.leading = s.columns.run[0] == 0 && s.runAdjacent; s.leading {
		return len(s.columns.run)
	}
	return 0
}

// Numbers as messages call them.
const (
	wantNumber   = "a number"
	wantPositive = "a number of 0 or more"
	wantStatus   = "an HTTP status such as 200, or nothing"
	wantReplicas = "a number of replicas"
	wantWhole    = "a whole number of 0 or more"
	wantArrival  = "the arrival of a request with status 200, in seconds"
)

// take adds one request. A row of which a figure cannot be read is malformed and
// none of its figures are used; where run, tenant and status can be read it counts
// as a request with that status all the same, since a response that came did come.
// Otherwise it is lost.
func (s *requestSink) take(sc *csvscan.Scanner, r *csvscan.Record) (int, string) {
	run, ten := s.identify(sc, r)
	if run.column != absent {
		s.lost.add(runID{}, false)
		return run.column, run.want
	}
	if ten.column != absent {
		s.lost.add(run.run, true)
		return ten.column, ten.want
	}
	status, how := s.figure(sc, r, s.columns.status)
	if how == csvscan.Bad || how == csvscan.Good && (status < 0 || status > 999 || status != math.Trunc(status)) {
		s.lost.add(run.run, true)
		return s.columns.status, wantStatus
	}
	g := s.group(run, ten)
	g.requests++
	if status == 200 {
		g.ok++
	}
	column, want := s.measure(sc, r, g, run.span, status == 200)
	if column != absent && status == 200 {
		s.spoil(sc, r, g, run.span)
	}
	return column, want
}

// spoil counts a malformed request with status 200 among those whose end is not
// known and, unless its arrival says that it lies outside the window, among those
// whose TTFT and TPOT are not either.
func (s *requestSink) spoil(sc *csvscan.Scanner, r *csvscan.Record, g *group, at span) {
	g.unended++
	arrival, how := s.figure(sc, r, s.columns.arrival)
	arrival *= s.columns.arrivalX
	if how == csvscan.Good && (arrival < at.windowStart || arrival >= at.windowEnd) {
		return
	}
	g.noTTFT++
	g.noTPOT++
}

// measure adds the figures of a request to its group.
func (s *requestSink) measure(sc *csvscan.Scanner, r *csvscan.Record, g *group, at span, ok bool) (int, string) {
	c := &s.columns
	switch number, how := s.figure(sc, r, c.number); {
	case how == csvscan.Bad, how == csvscan.Good && (number < 0 || number > 1e15 || number != math.Trunc(number)):
		return c.number, wantWhole
	case how == csvscan.Good:
		g.first, g.last = min(g.first, number), max(g.last, number)
		g.numbered++
		g.mixed += mix(uint64(number))
	}
	arrival, howArrival := s.figure(sc, r, c.arrival)
	if howArrival == csvscan.Bad {
		return c.arrival, wantNumber
	}
	sent, howSent := s.figure(sc, r, c.sent)
	if howSent == csvscan.Bad {
		return c.sent, wantNumber
	}
	var ms [3]float64
	var how [3]csvscan.Reading
	for i, column := range [...]int{c.ttft, c.e2e, c.tpot} {
		ms[i], how[i] = s.figure(sc, r, column)
		if how[i] == csvscan.Bad || ms[i] < 0 {
			return column, wantPositive
		}
	}
	if !ok {
		return absent, ""
	}
	arrival, sent = arrival*c.arrivalX, sent*c.sentX
	if howArrival != csvscan.Good {
		arrival = sent
	}
	if howSent != csvscan.Good {
		sent = arrival
	}
	if howArrival != csvscan.Good && howSent != csvscan.Good {
		return max(c.arrival, c.sent), wantArrival
	}
	switch end := sent + ms[1]*c.e2eX/1e3; {
	case how[1] != csvscan.Good:
		g.unended++
	case end <= at.duration+timeDust:
		g.served++
	}
	if arrival >= at.windowStart && arrival < at.windowEnd {
		g.ttft.figure(ms[0]*c.ttftX, how[0], &g.noTTFT)
		g.tpot.figure(ms[2]*c.tpX, how[2], &g.noTPOT)
	}
	return absent, ""
}

// timeDust is how far a sum of times may lie over a limit and still mean it, in
// seconds: evidence has microseconds.
const timeDust = 1e-9

func (c *column) figure(v float64, how csvscan.Reading, missing *int) {
	if how == csvscan.Good {
		c.add(v)
	} else {
		*missing++
	}
}

// figure reads a cell as a number; a column that is not there is blank.
func (s *requestSink) figure(sc *csvscan.Scanner, r *csvscan.Record, column int) (float64, csvscan.Reading) {
	if column == absent {
		return 0, csvscan.Blank
	}
	return csvscan.Number(sc.Cell(r, column))
}

func (s *requestSink) group(run, ten *identified) *group {
	pair := [2]int{s.lastRun, s.lastTen}
	if s.lastGroup != nil && s.lastPair == pair {
		return s.lastGroup
	}
	g := s.groups[pair]
	if g == nil {
		if n := len(s.spare); n > 0 {
			g, s.spare = s.spare[n-1], s.spare[:n-1]
		} else {
			g = new(group)
		}
		g.run, g.tenant, g.counts = run.run, ten.tenant, noCounts()
		g.ttft.reset()
		g.tpot.reset()
		s.groups[pair] = g
		s.used = append(s.used, g)
	}
	s.lastPair, s.lastGroup = pair, g
	return g
}
