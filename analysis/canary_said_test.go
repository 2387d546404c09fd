package analysis

import (
	"strings"
	"testing"

	"scaledeck/analysis/known"
	"scaledeck/analysis/rollout"

	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// TestEndings sets what the file says of a rollout against what its gates give:
// what the gates find is never told as what was done.
func TestEndings(t *testing.T) {
	yes, no, none := model.FlagOf(true), model.FlagOf(false), model.Flag{}
	defective := func(completed, rolledBack model.Flag, final model.Figure, passed model.Flag, decision string) model.Rollout {
		r := known.Defective()
		r.Completed, r.RolledBack, r.FinalPercent = completed, rolledBack, final
		r.Stages[1].Passed, r.Stages[1].Decision = passed, decision
		return r
	}
	later := known.Defective()
	later.Stages[1].Passed, later.Stages[1].Decision = yes, "promote"
	later.Stages = append(later.Stages, known.StageOf("/x", 100, 5000, 1, 0, 0, "error_rate_exceeded"))
	const broke = ": TPOT +19.6 ms (limit +6.0), quality −0.028 (limit −0.015)"
	tests := []struct {
		name     string
		r        model.Rollout
		why      string
		sentence string
	}{
		{"the file says the same", known.Defective(), "rolled back at 25 %" + broke, "is rolled back at 25 % of traffic"},
		{"the stage alone says it", defective(none, none, model.Figure{}, none, "rollback_to_0_percent"), "rolled back at 25 %" + broke, "is rolled back"},
		{"the rollout alone says it", defective(none, yes, model.Figure{}, none, ""), "rolled back at 25 %" + broke, "is rolled back"},
		{"nothing says anything", defective(none, none, model.Figure{}, none, ""), "gates break at 25 %" + broke, "breaks its gates at 25 % of traffic"},
		{"promoted", defective(yes, no, model.Of(100), yes, "promote"), "gates break at 25 %" + broke + " ≠ the file says promoted to 100 %", "breaks its gates"},
		{"completed and rolled back", defective(yes, yes, model.Of(0), no, ""), "gates break at 25 %" + broke + " ≠ the file says both completed and rolled back", "breaks its gates"},
		{"passed at that stage", defective(no, none, model.Of(25), yes, "promote"), "gates break at 25 %" + broke + " ≠ the file says passed at 25 %", "breaks its gates"},
		{"not rolled back", defective(no, no, model.Of(25), none, ""), "gates break at 25 %" + broke + " ≠ the file says not rolled back", "breaks its gates"},
		{"rolled back later", later, "gates break at 25 %" + broke + " ≠ the file says rolled back at 100 %", "breaks its gates"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fs, _ := canaryOf(known.FileOfRollouts(tt.r), gate.Options{})
			f := fs[0]
			if f.Verdict != gate.Fail || f.Why != tt.why || !strings.Contains(f.Sentence, tt.sentence) {
				t.Errorf("%v %q\n%s\nwant %q", f.Verdict, f.Why, f.Sentence, tt.why)
			}
			if _, said, ok := strings.Cut(tt.why, "≠"); ok && !strings.Contains(f.Sentence, said) {
				t.Errorf("the sentence does not say %q: %s", said, f.Sentence)
			}
			if c := *rollout.CanaryOf(f.Outcome); !strings.HasPrefix(f.Why, c.Ended()) || !strings.HasPrefix(c.Ended(), c.Ending()) {
				t.Errorf("%q does not begin with %q and %q", f.Why, c.Ended(), c.Ending())
			}
		})
	}
}

// TestLimitsThatNoFileStates: a rollout judged by limits that nobody stated says so.
func TestLimitsThatNoFileStates(t *testing.T) {
	without := func(edit func(p *model.GatePolicy)) *model.File {
		f := known.FileOfRollouts(known.Validated(), known.Defective())
		edit(&f.Doc.Rollouts().Policy)
		return f
	}
	none := func(p *model.GatePolicy) { *p = model.GatePolicy{} }
	own := gate.BuiltIn()
	own.Name = "gates"
	for i := range own.Rules {
		own.Rules[i].OwnLimit = true
	}
	tests := []struct {
		name       string
		edit       func(p *model.GatePolicy)
		o          gate.Options
		said, note string
	}{
		{"all stated", func(*model.GatePolicy) {}, gate.Options{}, "", ""},
		{"none stated", none, gate.Options{}, "limits of policy built-in: the file states none",
			"canary_gate_policy states no limit for TPOT regression, quality drop and error rate: the limits of policy built-in are used"},
		{"one not stated", func(p *model.GatePolicy) { p.Limits[model.ErrorRate] = model.Figure{} }, gate.Options{}, "limits of policy built-in for error rate: the file states none",
			"canary_gate_policy states no limit for error rate: the limits of policy built-in are used"},
		{"one that is never judged", func(p *model.GatePolicy) { p.Limits[model.CanaryTPOT] = model.Figure{} }, gate.Options{}, "", ""},
		{"set by flag", func(p *model.GatePolicy) { p.Limits[model.ErrorRate] = model.Figure{} }, gate.Options{Limits: map[string]float64{gate.RuleErrorRate: 0.005}}, "", ""},
		{"a policy that means it", none, gate.Options{Policy: own}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := without(tt.edit)
			fs, _ := canaryOf(f, tt.o)
			for _, fd := range fs {
				if got := strings.HasSuffix(fd.Why, " · "+tt.said); tt.said != "" && !got || tt.said == "" && strings.Contains(fd.Why, "limits of") {
					t.Errorf("%s: %q", fd.Title, fd.Why)
				}
				if !strings.HasSuffix(fd.Sentence, text.Capital(tt.said)+".") || tt.said == "" && strings.Contains(fd.Sentence, "imits of") {
					t.Errorf("%s: %s", fd.Title, fd.Sentence)
				}
			}
			found := Judge(&model.Snapshot{Files: []model.File{*f}}, tt.o)
			var notes []string
			for _, i := range found.Issues {
				if i.Severity == model.Note && strings.HasPrefix(i.Message, "canary_gate_policy") {
					notes = append(notes, i.Message)
				}
			}
			if got := strings.Join(notes, "; "); got != tt.note {
				t.Errorf("notes %q, want %q", got, tt.note)
			}
		})
	}
}
