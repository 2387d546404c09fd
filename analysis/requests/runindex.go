package requests

import "iter"

// numbers are what tells runs apart, with their names.
type numbers struct {
	replicas int
	repeat   float64
}

// runIndex finds the runs of one table of a package in another. The tables spell
// the names apart at times: a run is the one of its name, or else the only one
// with its number of replicas and repeat.
type runIndex struct {
	exact    map[runID]bool
	byNumber map[numbers][]runID // at most two: that it is not the only one is enough
}

func newRunIndex(runs iter.Seq[runID]) runIndex {
	x := runIndex{exact: make(map[runID]bool), byNumber: make(map[numbers][]runID)}
	for run := range runs {
		if x.exact[run] {
			continue
		}
		x.exact[run] = true
		n := numbers{run.replicas, run.repeat}
		if list := x.byNumber[n]; run.repeat != noRepeat && len(list) < 2 {
			x.byNumber[n] = append(list, run)
		}
	}
	return x
}

// find returns what the run is in the table.
func (x runIndex) find(run runID) (runID, bool) {
	if x.exact[run] {
		return run, true
	}
	if list := x.byNumber[numbers{run.replicas, run.repeat}]; len(list) == 1 {
		return list[0], true
	}
	return run, false
}

// of returns the entry for a run of another table.
func of[T any](entries map[runID]T, x runIndex, run runID) (T, bool) {
	if at, ok := x.find(run); ok {
		v, ok := entries[at]
		return v, ok
	}
	var none T
	return none, false
}
