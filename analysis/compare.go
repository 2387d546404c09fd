package analysis

import (
	"fmt"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// Compare puts the findings of two documents side by side. Topologies are
// matched by their number of replicas, timelines, rollouts and profiles by name;
// where a name is there twice, the first belongs to the first. a and b must hold
// at most one document of a kind each: see OneOfEach.
func Compare(nameA, nameB string, a, b []finding.Finding) *finding.Compared {
	c := &finding.Compared{A: nameA, B: nameB}
	for _, k := range kinds {
		k.Compare(c, a, b)
	}
	return c
}

// OneOfEach returns an error where more than one file holds a kind of analysis:
// then it cannot be known which of them to compare.
func OneOfEach(list []finding.Finding) error {
	of := make(map[gate.Kind]*model.File)
	for i := range list {
		f := &list[i]
		if f.Kind == gate.KindFile || f.File == nil {
			continue
		}
		if first := of[f.Kind]; first != nil && first != f.File {
			return fmt.Errorf("%s and %s both hold %s results: name one of them", first.Name, f.File.Name, f.Kind)
		}
		of[f.Kind] = f.File
	}
	return nil
}
