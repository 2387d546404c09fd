package analysis

import (
	"strings"
	"testing"

	"scaledeck/analysis/comparison"
	"scaledeck/analysis/known"
	"scaledeck/analysis/rollout"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/policy"
	"scaledeck/model"
)

func TestNeeds(t *testing.T) {
	rate := gate.Rule{Kind: gate.KindCanary, Metric: model.ErrorRate.ID}
	tests := []struct {
		name  string
		rule  gate.Rule
		limit float64
		want  int
	}{
		{"one in 200", rate, 0.005, 200},
		{"one in 1000", rate, 0.001, 1000},
		{"not a whole number of requests", rate, 0.003, 334},
		{"a wide limit takes what every gate takes", rate, 0.5, 30},
		{"a limit of none takes what the built-in one does", rate, 0, 200},
		{"one in a trillion, less dust", rate, 1e-12, 999_999_999_000},
		{"more than there are", rate, 1e-30, gate.MaxSamples},
		{"what the policy says goes first", gate.Rule{Metric: model.ErrorRate.ID, MinSamples: 7}, 0.005, 7},
		{"another metric", gate.Rule{Metric: "rps"}, 0.005, 1},
	}
	for _, tt := range tests {
		if got := tt.rule.Needs(tt.limit); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
	for id, want := range map[string]int{
		gate.RuleOfferedLoad: 3, gate.RuleServed: 3, gate.RulePremiumTTFT: 3, gate.RuleNon200: 1, gate.RuleRestarts: 1, gate.RuleSLOWindows: 1,
		gate.RuleTPOTRegression: 30, gate.RuleTPOTCeiling: 30, gate.RuleQualityDrop: 30, gate.RuleErrorRate: 200,
	} {
		r, _ := gate.BuiltIn().Rule(id)
		if got := r.Needs(r.Limit); got != want {
			t.Errorf("%s needs %d, want %d", id, got, want)
		}
	}
}

func TestTooFewRequestsDecideNothing(t *testing.T) {
	at := func(requests, errors float64) model.Rollout {
		return changed(func(r *model.Rollout) {
			r.Stages[2].Requests, r.Stages[2].Figures[model.ErrorRate] = model.Of(requests), model.Of(errors)
		})
	}
	policy := func(set func(r *gate.Rule)) gate.Options {
		p := gate.BuiltIn()
		for i := range p.Rules {
			if p.Rules[i].Kind == gate.KindCanary {
				set(&p.Rules[i])
			}
		}
		p.Name = "own"
		return gate.Options{Policy: p}
	}
	tests := []struct {
		name string
		r    model.Rollout
		o    gate.Options
		want gate.Verdict
		why  string
	}{
		{"three", at(3, 0), gate.Options{}, gate.Undecided,
			"blocked at 100 %: TPOT regression and quality drop: 3 of at least 30 requests; error rate: 3 of at least 200 requests"},
		{"enough for all but the error rate", at(199, 0), gate.Options{}, gate.Undecided, "blocked at 100 %: error rate: 199 of at least 200 requests"},
		{"enough", at(200, 0.005), gate.Options{}, gate.Pass, "promoted to 100 %"},
		{"a limit by flag takes its own number", at(5000, 0), gate.Options{Limits: map[string]float64{gate.RuleErrorRate: 0.002}}, gate.Undecided,
			"blocked at 5 %: error rate: 250 of at least 500 requests"},
		{"a wider one fewer", at(60, 0), gate.Options{Limits: map[string]float64{gate.RuleErrorRate: 0.02}}, gate.Pass, "promoted to 100 %"},
		// One error in 100 could be one in 200; two cannot.
		{"one error in 100", at(100, 0.01), gate.Options{}, gate.Undecided, "blocked at 100 %: error rate: 100 of at least 200 requests"},
		{"two errors in 100", at(100, 0.02), gate.Options{}, gate.Fail, "error rate 0.02 (limit 0.005)"},
		{"a policy that asks for less", at(3, 0), policy(func(r *gate.Rule) { r.MinSamples = 1 }), gate.Pass, "promoted to 100 %"},
		{"a policy that asks for more", at(5000, 0), policy(func(r *gate.Rule) { r.MinSamples = 300 }), gate.Undecided,
			"blocked at 5 %: TPOT regression, quality drop and error rate: 250 of at least 300 requests"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fs, _ := canaryOf(known.FileOfRollouts(tt.r), tt.o)
			if f := fs[0]; f.Verdict != tt.want || !strings.Contains(f.Why, tt.why) {
				t.Errorf("%v %q, want %v %q", f.Verdict, f.Why, tt.want, tt.why)
			}
		})
	}
	fs, _ := canaryOf(known.FileOfRollouts(at(100, 0.02)), gate.Options{})
	g := rollout.CanaryOf(fs[0].Outcome).Stages[2].Gates[3]
	if want := "100 of at least 200 requests, over the limit even if all others succeed"; g.Verdict != gate.Fail || g.Reason.String() != want || g.Rule.MinSamples != 200 {
		t.Errorf("%v %q, %d needed", g.Verdict, g.Reason, g.Rule.MinSamples)
	}
}

func TestTooFewRepeatsDecideNoChange(t *testing.T) {
	without := func(replicas float64, n int) *model.Comparison {
		s := known.FreeOfErrors()
		var rows []model.Run
		for _, r := range s.Rows {
			if r.Replicas.Value == replicas && n > 0 {
				n--
				continue
			}
			rows = append(rows, r)
		}
		s.Rows = rows
		return s
	}
	tests := []struct {
		name    string
		s       *model.Comparison
		cells   []gate.Verdict // of the offered load at 1, 2 and 4 replicas
		reasons []string
	}{
		{"three of each", without(0, 0), []gate.Verdict{gate.Info, gate.Pass, gate.Pass}, []string{"", "", ""}},
		{"two at 2 replicas", without(2, 1), []gate.Verdict{gate.Info, gate.Undecided, gate.Pass}, []string{"", "2 of at least 3 repeats", ""}},
		{"one at the baseline", without(1, 2), []gate.Verdict{gate.Info, gate.Undecided, gate.Undecided},
			[]string{"", "1 of at least 3 repeats at 1 replica (baseline)", "1 of at least 3 repeats at 1 replica (baseline)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, _ := scaleOutOf(known.FileOf(tt.s), gate.Options{})
			for i, g := range comparison.ScaleOutOf(f.Outcome).Criteria[0].Cells {
				if g.Verdict != tt.cells[i] || i > 0 && g.Reason.String() != tt.reasons[i] {
					t.Errorf("%s: %v %q, want %v %q", g.Scope, g.Verdict, g.Reason, tt.cells[i], tt.reasons[i])
				}
			}
			for _, g := range comparison.ScaleOutOf(f.Outcome).Criteria[3].Cells { // a count decides on one repeat
				if g.Verdict != gate.Pass {
					t.Errorf("%s of %s: %v %q", g.Rule.Name, g.Scope, g.Verdict, g.Reason)
				}
			}
		})
	}
}

// TestNeedsSurvivesAPolicyFile: printed and read back, the error rate still takes
// what its limit takes; what a policy file says of it goes first.
func TestNeedsSurvivesAPolicyFile(t *testing.T) {
	if y := policy.YAML(gate.BuiltIn()); !strings.Contains(y, "# min_samples: as many as the limit takes, 200 for this one\n") || strings.Contains(y, "min_samples: 0") {
		t.Error(y)
	}
	entry := func(more ...func(e *model.PolicyRule)) gate.Rule {
		e := model.PolicyRule{ID: model.Given[string]{Value: "own.errors", Set: true}, Metric: model.Given[string]{Value: model.ErrorRate.ID, Set: true},
			Operator: model.Given[string]{Value: "at_most", Set: true}, Limit: model.Given[float64]{Value: 0.01, Set: true}}
		for _, f := range more {
			f(&e)
		}
		p, issues := policy.PolicyOf(&model.PolicyFile{Rules: []model.PolicyRule{e}})
		if len(issues) > 0 {
			t.Fatal(issues)
		}
		return p.Rules[0]
	}
	if r := entry(); r.Needs(r.Limit) != 100 {
		t.Errorf("a rule of one's own needs %d, want 100", r.Needs(r.Limit))
	}
	if r := entry(func(e *model.PolicyRule) { e.MinSamples = model.Given[int]{Value: 5, Set: true} }); r.Needs(r.Limit) != 5 {
		t.Errorf("it needs %d, want the 5 it says", r.Needs(r.Limit))
	}
}
