package startup

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/model"
)

func TestSavings(t *testing.T) {
	profile := func(phases ...model.Phase) *model.Profile { return &model.Profile{Phases: phases} }
	phase := func(name string, seconds float64) model.Phase {
		return model.Phase{Name: name, Seconds: model.Of(seconds)}
	}
	tests := []struct {
		name   string
		p, o   *model.Profile
		others []string
		saved  []string
	}{
		{"by name, wherever it stands", profile(phase("pull", 75), phase("load", 70)), profile(phase("load", 12), phase("pull", 4)), []string{"pull", "load"}, []string{"71 s", "58 s"}},
		{"by position where no name is shared", profile(phase("a", 75), phase("b", 35)), profile(phase("c", 4), phase("d", 36)), []string{"c", "d"}, []string{"71 s", "−1 s"}},
		{"one shared name leaves the others alone", profile(phase("a", 75), phase("b", 35)), profile(phase("b", 5), phase("c", 1)), []string{"", "b"}, []string{"–", "30 s"}},
		{"no pairs of unequal lengths", profile(phase("a", 75)), profile(phase("c", 4), phase("d", 6)), []string{""}, []string{"–"}},
		{"a missing figure saves nothing", profile(model.Phase{Name: "a"}, phase("b", 1)), profile(phase("a", 4), model.Phase{Name: "b"}), []string{"a", "b"}, []string{"–", "–"}},
	}
	for _, tt := range tests {
		var others, saved []string
		for _, s := range Savings(tt.p, tt.o) {
			other := ""
			if s.Other != nil {
				other = s.Other.Name
			}
			others, saved = append(others, other), append(saved, s.Saved.Text(model.Seconds))
		}
		if diff := cmp.Diff([][]string{tt.others, tt.saved}, [][]string{others, saved}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
