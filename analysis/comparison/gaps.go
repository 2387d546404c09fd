package comparison

import (
	"slices"

	"scaledeck/model"
	"scaledeck/model/text"
)

// gaps returns what the evidence lacks so that a finding cannot be PASS.
func gaps(s *ScaleOut) []string {
	var list []string
	switch len(s.Topologies) {
	case 0:
		list = append(list, "no rows that could be judged")
	case 1:
		if s.Reference != "" {
			break
		}
		list = append(list, "runs at "+s.Topologies[0].Label+" only: nothing to compare with")
	}
	stray := 0
	for i := range s.Data.Rows {
		if _, ok := replicas(s.Data.Rows[i].Replicas); !ok {
			stray++
		}
	}
	if stray > 0 {
		list = append(list, text.Counted(stray, "row")+" left out: no usable number of replicas")
	}
	for _, n := range repeated(s.Data) {
		list = append(list, "the same repeat twice at "+text.Counted(n, "replica"))
	}
	return list
}

// repeated returns the numbers of replicas at which a repeat stands twice:
// counted twice, a run would pull the median to itself.
func repeated(data *model.Comparison) []int {
	type run struct {
		replicas int
		repeat   float64
	}
	seen := make(map[run]bool)
	var twice []int
	for i := range data.Rows {
		n, ok := replicas(data.Rows[i].Replicas)
		repeat, numbered := data.Rows[i].Repeat.Get()
		if !ok || !numbered {
			continue
		}
		if r := (run{n, repeat}); seen[r] {
			twice = append(twice, n)
		} else {
			seen[r] = true
		}
	}
	slices.Sort(twice)
	return slices.Compact(twice)
}
