package comparison

import (
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestStatedLimits(t *testing.T) {
	of := model.Of
	tests := []struct {
		name   string
		text   string
		limits map[string]model.Figure
		unread int
	}{
		{"the known sentence", known.Criteria, map[string]model.Figure{
			gate.RuleOfferedLoad: of(1), gate.RuleServed: of(-15), gate.RulePremiumTTFT: of(20), gate.RuleNon200: of(0), gate.RuleRestarts: of(0),
		}, 0},
		{"other numbers", "Per-GPU offered load within 2.5 %, no more than 7.25% served-RPS-per-GPU loss, no more than 3 EPP restarts.", map[string]model.Figure{
			gate.RuleOfferedLoad: of(2.5), gate.RuleServed: of(-7.25), gate.RuleRestarts: of(3),
		}, 0},
		{"more words are another rule", "no more than 15% served-RPS-per-GPU loss at 4 replicas, zero non-200 responses", map[string]model.Figure{gate.RuleNon200: of(0)}, 1},
		{"a rule twice is not understood", "zero non-200 responses, no more than 5 non-200 responses", map[string]model.Figure{}, 1},
		{"negative numbers are not understood", "per-GPU offered load within -1%", map[string]model.Figure{}, 1},
		{"a number too long", "per-GPU offered load within 12345678%", map[string]model.Figure{}, 1},
		{"nothing", "", map[string]model.Figure{}, 0},
		{"commas only", ", , .", map[string]model.Figure{}, 0},
		{"other prose", "it should feel fast", map[string]model.Figure{}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			limits, unread := statedLimits(tt.text)
			if d := cmp.Diff(tt.limits, limits); d != "" {
				t.Error(d)
			}
			if len(unread) != tt.unread {
				t.Errorf("not understood: %q", unread)
			}
		})
	}
}

func TestCriteriaNotes(t *testing.T) {
	s := known.ScaleOut()
	if notes := criteriaNotes("f", s, gate.Options{}); len(notes) != 0 {
		t.Errorf("notes on the known sentence: %v", notes)
	}
	s.Decision.Criteria = "Per-GPU offered load within 1%, and " + strings.Repeat("long ", 40) + "."
	notes := criteriaNotes("f", s, gate.Options{})
	if len(notes) != 1 || notes[0].Severity != model.Note || notes[0].Pointer != criteriaPointer || notes[0].File != "f" {
		t.Fatalf("notes %v", notes)
	}
	known.AssertContains(t, notes[0].Message, "served throughput, premium burst p95 TTFT, zero non-200 responses and zero EPP restarts")
	known.AssertContains(t, notes[0].Message, "the limits of policy built-in are used")
	if len(notes[0].Message) > 400 {
		t.Errorf("a note of %d bytes", len(notes[0].Message))
	}
	all := map[string]float64{gate.RuleServed: 1, gate.RulePremiumTTFT: 1, gate.RuleNon200: 1, gate.RuleRestarts: 1}
	if notes := criteriaNotes("f", s, gate.Options{Limits: all}); len(notes) != 0 {
		t.Errorf("limits set by flag need no note: %v", notes)
	}
}

func TestLimitsComeFromFileFlagOrPolicy(t *testing.T) {
	s := known.FreeOfErrors()
	s.Decision.Criteria = "Per-GPU offered load within 0.1%, no more than 15% served-RPS-per-GPU loss"
	f, _ := scaleOutOf(known.FileOf(s), gate.Options{Limits: map[string]float64{gate.RuleServed: -1}})
	want := map[string][2]string{
		gate.RuleOfferedLoad: {"±0.1 %", statedInCriteria}, gate.RuleServed: {"−1 %", "set by flag"}, gate.RulePremiumTTFT: {"+20 %", "policy built-in"},
		gate.RuleNon200: {"0", "policy built-in"}, gate.RuleRestarts: {"0", "policy built-in"},
	}
	got := make(map[string][2]string)
	for _, c := range ScaleOutOf(f.Outcome).Criteria {
		got[c.Rule.ID] = [2]string{gate.LimitText(c.Cells[1]), c.Cells[1].LimitSource}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if f.Verdict != gate.Undecided { // 0.25 % is over 0.1 %: another load
		t.Errorf("verdict %v", f.Verdict)
	}
}
