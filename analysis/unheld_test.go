package analysis

import (
	"strings"
	"testing"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/known"
	"scaledeck/model"
)

// TestUnheld keeps what is not green though every gate passes.
func TestUnheld(t *testing.T) {
	file := func(edit func(*model.Document)) []model.File {
		d := &model.Document{File: "x.json", Parts: []model.Part{known.FreeOfErrors()}}
		edit(d)
		return []model.File{{Key: "k", Name: "x.json", Doc: d}}
	}
	claim := func(by float64) func(*model.Document) {
		return func(d *model.Document) {
			c := d.Parts[0].(*model.Comparison).Topologies[1].Figures
			f := c[model.Preemptions]
			c[model.Preemptions] = model.Of(f.Value + by)
		}
	}
	unknown := func(key string) func(*model.Document) {
		return func(d *model.Document) { d.Unknown, d.UnknownCount = []string{key}, 1 }
	}
	cut := func(s model.Severity) []model.Issue {
		return []model.Issue{{Severity: s, Code: model.CodeTruncated, Message: "the rest is not read"}}
	}
	tests := []struct {
		name string
		snap model.Snapshot
		want gate.Verdict
		why  string // of the first finding
	}{
		{"all holds", model.Snapshot{Files: file(claim(0))}, gate.Pass, "5 of 5"},
		{"a claim above its rows", model.Snapshot{Files: file(claim(3))}, gate.Undecided, "the file claims 3 median preemptions"},
		{"a limit of a metric nobody knows", model.Snapshot{Files: file(unknown("/canary_gate_policy/max_error_ratio"))}, gate.Undecided, "max_error_ratio: did you mean max_error_rate?"},
		{"a key elsewhere", model.Snapshot{Files: file(unknown("/note"))}, gate.Pass, "5 of 5"},
		{"cut off at a limit", model.Snapshot{Files: file(claim(0)), Issues: cut(model.Warning)}, gate.Undecided, "5 of 5"},
		{"a list of others cut short", model.Snapshot{Files: file(claim(0)), Issues: cut(model.Note)}, gate.Pass, "5 of 5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := Judge(&tt.snap, gate.Options{})
			if j.Verdict != tt.want || !strings.Contains(j.List[0].Why, tt.why) {
				t.Errorf("%v, %q; want %v, %q", j.Verdict, j.List[0].Why, tt.want, tt.why)
			}
		})
	}
}
