package rollout

import (
	"maps"
	"math"
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestKnownRollouts(t *testing.T) {
	fs, _ := canaryOf(known.AutoscalingFile(), gate.Options{})
	tests := []struct {
		title, why string
		verdict    gate.Verdict
		outcome    Outcome
		stopped    int
		reached    []bool
		verdicts   []gate.Verdict
	}{
		{
			"canary defective_int4_build", "rolled back at 25 %: TPOT +19.6 ms (limit +6.0), quality −0.028 (limit −0.015)",
			gate.Fail, RolledBack, 1, []bool{true, true, false}, []gate.Verdict{gate.Pass, gate.Fail, gate.Info},
		},
		{
			"canary validated_fp8_build", "promoted to 100 %; nearest limit: quality drop 0.004 of 0.015 · TPOT ceiling not in file",
			gate.Pass, Promoted, -1, []bool{true, true, true}, []gate.Verdict{gate.Pass, gate.Pass, gate.Pass},
		},
	}
	for i, tt := range tests {
		f, c := fs[i], CanaryOf(fs[i].Outcome)
		if f.Title != tt.title || f.Why != tt.why || f.Verdict != tt.verdict || f.Kind != gate.KindCanary || !f.Simulated {
			t.Errorf("%v %s: %q", f.Verdict, f.Title, f.Why)
		}
		if c.Outcome != tt.outcome || c.Stopped != tt.stopped || len(c.Stages) != 3 {
			t.Fatalf("%s: %v stopped %d, %d stages", f.Title, c.Outcome, c.Stopped, len(c.Stages))
		}
		for j, percent := range []float64{5, 25, 100} {
			s := c.Stages[j]
			if s.Percent != percent || s.Reached != tt.reached[j] || s.Verdict != tt.verdicts[j] || (s.Data != nil) != s.Reached {
				t.Errorf("%s stage %d: %v %v %v", f.Title, j, s.Percent, s.Reached, s.Verdict)
			}
		}
	}
	type row struct {
		ID       string
		Observed string
		Limit    string
		Margin   string
		N        int
		Verdict  gate.Verdict
		NotIn    bool
		Source   string
		Ptr      string
		Pointer  string
	}
	var got []row
	for _, g := range CanaryOf(fs[0].Outcome).Stages[1].Gates {
		got = append(got, row{g.Rule.ID, g.Observed.Text(g.Rule.Unit), g.Limit.Text(g.Rule.Unit), g.Margin.Signed(g.Rule.Unit), g.N, g.Verdict, g.NotInFile, g.LimitSource, g.LimitPtr, g.Pointer})
	}
	const at, stated, policy = "/canary_rollouts/defective_int4_build/stages/1/", "stated in canary_gate_policy", "/canary_gate_policy/"
	want := []row{
		{gate.RuleTPOTRegression, "19.6 ms", "6 ms", "−13.6 ms", 1200, gate.Fail, false, stated, policy + "max_tpot_regression_ms", at + "tpot_delta_ms"},
		{gate.RuleTPOTCeiling, "–", "45 ms", "–", 1200, gate.Info, true, stated, policy + "max_tpot_ceiling_ms", at + "canary_tpot_ms"},
		{gate.RuleQualityDrop, "0.028", "0.015", "−0.013", 1200, gate.Fail, false, stated, policy + "max_quality_drop", at + "quality_drop"},
		{gate.RuleErrorRate, "0.002", "0.005", "+0.003", 1200, gate.Pass, false, stated, policy + "max_error_rate", at + "canary_error_rate"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(fs[1].Sentence, "9 gates held, 0 broken, 0 undecided; 3 not in file (TPOT ceiling)") {
		t.Errorf("sentence: %s", fs[1].Sentence)
	}
	strict, _ := canaryOf(known.AutoscalingFile(), gate.Options{Strict: true})
	if strict[0].Verdict != gate.Fail || strict[1].Verdict != gate.Undecided || CanaryOf(strict[1].Outcome).Outcome != Blocked {
		t.Errorf("strict: %v and %v, want FAIL and UNDECIDED", strict[0].Verdict, strict[1].Verdict)
	}
}

// Changed returns the promoted rollout of the known file after a change.
func changed(f func(r *model.Rollout)) model.Rollout {
	r := known.Validated()
	f(&r)
	return r
}

func TestRolloutVerdicts(t *testing.T) {
	unclaimed := func(r *model.Rollout) { r.Completed, r.RolledBack = model.Flag{}, model.Flag{} }
	tests := []struct {
		name    string
		r       model.Rollout
		want    gate.Verdict
		outcome Outcome
		why     string
	}{
		{"a NaN is no verdict", changed(func(r *model.Rollout) { r.Stages[1].Figures[model.QualityDrop] = model.Of(math.NaN()) }), gate.Undecided, Blocked,
			"blocked at 25 %: quality drop: no figure: not finite"},
		{"a null is no verdict", changed(func(r *model.Rollout) { r.Stages[0].Figures[model.TPOTDelta] = model.Missing(model.Null) }), gate.Undecided, Blocked,
			"blocked at 5 %: TPOT regression: no figure: null"},
		{"no requests is no verdict", changed(func(r *model.Rollout) { r.Stages[2].Requests = model.Of(0) }), gate.Undecided, Blocked,
			"blocked at 100 %: no samples: requests_evaluated is 0"},
		{"unknown requests are no verdict", changed(func(r *model.Rollout) { r.Stages[2].Requests = model.Figure{} }), gate.Undecided, Blocked,
			"blocked at 100 %: no samples: requests_evaluated is absent"},
		{"no share of traffic", changed(func(r *model.Rollout) { r.Stages[1].Percent = model.Missing(model.WrongType) }), gate.Undecided, Blocked,
			"blocked at a stage without a share of traffic: stage_percent is not a number"},
		{"a break is a break without one", changed(func(r *model.Rollout) {
			r.Stages[1].Percent, r.Stages[1].Figures[model.ErrorRate] = model.Figure{}, model.Of(0.5)
		}), gate.Fail, RolledBack, "gates break at a stage without a share of traffic: error rate 0.5 (limit 0.005) ≠ the file says promoted to 100 %"},
		{"on every limit", changed(func(r *model.Rollout) {
			r.Stages[1].Figures[model.TPOTDelta], r.Stages[1].Figures[model.QualityDrop], r.Stages[1].Figures[model.ErrorRate] = model.Of(6), model.Of(0.015), model.Of(0.005)
		}), gate.Pass, Promoted, "promoted to 100 %; nearest limit: TPOT regression 6 ms of 6 ms · TPOT ceiling not in file"},
		{"floating-point dust over a limit", changed(func(r *model.Rollout) {
			r.Stages[1].Figures[model.QualityDrop] = model.Of(0.0150000000000000003 + 2e-18)
		}), gate.Pass, Promoted,
			"promoted to 100 %; nearest limit: quality drop 0.015 of 0.015 · TPOT ceiling not in file"},
		{"just over a limit shows that it is", changed(func(r *model.Rollout) { r.Stages[1].Figures[model.TPOTDelta] = model.Of(6.00004) }), gate.Fail, RolledBack,
			"gates break at 25 %: TPOT +6.00004 ms (limit +6.00000) ≠ the file says promoted to 100 %"},
		{"one of three stages", changed(func(r *model.Rollout) { unclaimed(r); r.Stages = r.Stages[:1] }), gate.Running, InProgress,
			"1 of 3 stages passed, 25 % and 100 % not reached; nearest limit: quality drop 0.003 of 0.015 · TPOT ceiling not in file"},
		{"completed without its last stage", changed(func(r *model.Rollout) { r.Stages = r.Stages[:2] }), gate.Undecided, Blocked,
			"gates hold ≠ the file says it was completed, and has no stage for 100 %"},
		{"rolled back without a reason", changed(func(r *model.Rollout) {
			r.Stages, r.Completed, r.RolledBack = r.Stages[:2], model.FlagOf(false), model.FlagOf(true)
		}), gate.Undecided, Blocked, "gates hold ≠ the file says it was rolled back"},
		{"rolled back from 100 %", changed(func(r *model.Rollout) { r.Completed, r.RolledBack = model.FlagOf(false), model.FlagOf(true) }), gate.Undecided, Blocked,
			"gates hold ≠ the file says it was rolled back"},
		{"a stage that the file failed", changed(func(r *model.Rollout) { r.Stages[1].Passed = model.FlagOf(false) }), gate.Undecided, Blocked,
			"gates hold ≠ at 25 %: the file says it did not pass"},
		{"not completed at 100 %", changed(func(r *model.Rollout) { r.Completed = model.FlagOf(false) }), gate.Undecided, Blocked,
			"gates hold ≠ the file says it was not completed"},
		{"less traffic than its last stage", changed(func(r *model.Rollout) { r.FinalPercent = model.Of(0) }), gate.Undecided, Blocked,
			"gates hold ≠ the file says that 0 % of traffic was left"},
		{"a decision against the gates", changed(func(r *model.Rollout) {
			r.Stages[2].Passed, r.Stages[2].Decision = model.Flag{}, "rollback_to_0_percent"
		}), gate.Undecided, Blocked, "gates hold ≠ at 100 %: the file says it did not pass"},
		{"nothing said of the ending", changed(func(r *model.Rollout) { unclaimed(r); r.FinalPercent = model.Figure{} }), gate.Pass, Promoted,
			"gates hold up to 100 %; nearest limit: quality drop 0.004 of 0.015 · TPOT ceiling not in file"},
		{"a stage left out", changed(func(r *model.Rollout) { r.Stages = append(r.Stages[:1:1], r.Stages[2]) }), gate.Undecided, Blocked,
			"blocked: no stage at 25 %, which the plan has before 100 %"},
		{"no stages", changed(func(r *model.Rollout) { r.Stages = nil }), gate.Undecided, Blocked, "blocked: no stages"},
		{"a second try at a stage", changed(func(r *model.Rollout) {
			r.Stages = append(r.Stages, known.StageOf("/x", 25, 9, 0, 0, 0.9))
		}), gate.Fail, RolledBack, "gates break at 25 %: error rate 0.9 (limit 0.005) ≠ the file says promoted to 100 %"},
		{"a TPOT over the ceiling", changed(func(r *model.Rollout) {
			for i := range r.Stages {
				r.Stages[i].Figures[model.CanaryTPOT] = model.Of(44 + float64(i))
			}
		}), gate.Fail, RolledBack, "gates break at 100 %: TPOT 46 ms (limit 45) ≠ the file says promoted to 100 %"},
		{"a TPOT that only some stages have", changed(func(r *model.Rollout) { r.Stages[0].Figures[model.CanaryTPOT] = model.Of(30) }), gate.Undecided, Blocked,
			"blocked at 25 %: TPOT ceiling: no figure: absent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			other := known.Defective() // gives the plan its 25 %
			fs, _ := canaryOf(known.FileOfRollouts(tt.r, changed(func(r *model.Rollout) { r.Name = "whole"; unclaimed(r) }), other), gate.Options{})
			f := fs[0]
			if f.Verdict != tt.want || CanaryOf(f.Outcome).Outcome != tt.outcome || f.Why != tt.why {
				t.Errorf("%v %v %q\nwant %v %v %q", f.Verdict, CanaryOf(f.Outcome).Outcome, f.Why, tt.want, tt.outcome, tt.why)
			}
			if (CanaryOf(f.Outcome).Stopped >= 0) != (tt.outcome == RolledBack) {
				t.Errorf("stopped at %d", CanaryOf(f.Outcome).Stopped)
			}
			if !strings.HasPrefix(f.Sentence, f.Verdict.String()+": ") {
				t.Errorf("sentence %q", f.Sentence)
			}
		})
	}
}

func TestPartOfAPlanIsRunning(t *testing.T) {
	alone := changed(func(r *model.Rollout) {
		r.Stages = r.Stages[:2]
		r.Completed, r.RolledBack = model.FlagOf(false), model.FlagOf(false)
	})
	c := JudgeRollout(nil, &alone, known.Policy(), gate.Options{})
	if c.Verdict() != gate.Running || len(c.Stages) != 2 {
		t.Errorf("%v with %d stages, want RUNNING: its plan ends before 100 %%", c.Verdict(), len(c.Stages))
	}
	if want := "2 stages passed, 100 % not reached; nearest limit: quality drop 0.004 of 0.015 · TPOT ceiling not in file"; c.why() != want {
		t.Errorf("why %q, want %q", c.why(), want)
	}
}

func TestRolloutFromElsewhereAndTooManyPlans(t *testing.T) {
	d := known.AutoscalingFile().Doc
	other := changed(func(r *model.Rollout) { r.Stages[1].Percent = model.Of(50) })
	c := JudgeRollout(d, &other, known.Policy(), gate.Options{})
	var shares []float64
	for _, s := range c.Stages {
		shares = append(shares, s.Percent)
	}
	if diff := cmp.Diff([]float64{5, 25, 50, 100}, shares); diff != "" || c.Outcome != Blocked {
		t.Errorf("%v %s", c.Outcome, diff)
	}

	many := []model.Rollout{known.Validated()}
	for i := range 100 {
		many = append(many, model.Rollout{Name: "r", Stages: []model.Stage{known.StageOf("/x", 30+float64(i)/10, 1, 0, 0, 0)}})
	}
	fs, _ := canaryOf(known.FileOfRollouts(many...), gate.Options{})
	if fs[0].Verdict != gate.Pass || len(CanaryOf(fs[0].Outcome).Stages) != 3 {
		t.Errorf("%v with %d stages: a hundred plans are none", fs[0].Verdict, len(CanaryOf(fs[0].Outcome).Stages))
	}
}

func TestCanaryLimits(t *testing.T) {
	d := known.AutoscalingFile().Doc
	r := &d.Rollouts().Rollouts[0]
	find := func(c Canary, id string) gate.Gate {
		t.Helper()
		for _, g := range c.Stages[1].Gates {
			if g.Rule.ID == id {
				return g
			}
		}
		t.Fatalf("no gate %s", id)
		return gate.Gate{}
	}
	edited := d.Rollouts().Policy
	edited.Limits = maps.Clone(edited.Limits)
	edited.Limits[model.TPOTDelta], edited.Limits[model.QualityDrop] = model.Of(20), model.Of(0.03)
	before := cmp.Diff(known.Defective(), *r)
	c := JudgeRollout(d, r, edited, gate.Options{})
	if g := find(c, gate.RuleTPOTRegression); g.Verdict != gate.Pass || g.LimitSource != "what-if" || g.LimitPtr != "" {
		t.Errorf("edited limit: %+v", g)
	}
	if g := find(c, gate.RuleErrorRate); g.LimitSource != "stated in canary_gate_policy" || g.LimitPtr == "" {
		t.Errorf("limit left alone: %+v", g)
	}
	// All it has passes now, yet it ended at 25 %: nothing more is coming.
	if c.Outcome != Blocked || c.Verdict() != gate.Undecided {
		t.Errorf("what-if: %v", c.Outcome)
	}
	if after := cmp.Diff(known.Defective(), *r); before != "" || after != "" {
		t.Errorf("a what-if changed the document: %s", after)
	}

	flagged := JudgeRollout(d, r, d.Rollouts().Policy, gate.Options{Limits: map[string]float64{gate.RuleTPOTRegression: 30}})
	if g := find(flagged, gate.RuleTPOTRegression); g.Limit != model.Of(30) || g.LimitSource != "set by flag" || g.LimitPtr != "" {
		t.Errorf("limit by flag: %+v", g)
	}
	broken := d.Rollouts().Policy
	broken.Limits = maps.Clone(broken.Limits)
	broken.Limits[model.ErrorRate] = model.Missing(model.Null)
	if g := find(JudgeRollout(nil, r, broken, gate.Options{}), gate.RuleErrorRate); g.Verdict != gate.Undecided || g.Reason.String() != "no limit: null" {
		t.Errorf("a limit of null: %v %q", g.Verdict, g.Reason)
	}
	if g := find(JudgeRollout(nil, r, model.GatePolicy{}, gate.Options{}), gate.RuleErrorRate); g.Limit != model.Of(0.005) || g.LimitSource != "policy built-in" {
		t.Errorf("a file without a policy: %v %q", g.Limit, g.LimitSource)
	}
	few := gate.BuiltIn()
	for i := range few.Rules {
		few.Rules[i].MinSamples = 300
	}
	if s := JudgeRollout(d, r, d.Rollouts().Policy, gate.Options{Policy: few}).Stages[0]; s.Verdict != gate.Undecided || s.Gates[0].Reason.String() != "250 of at least 300 requests" {
		t.Errorf("too few requests: %v %q", s.Verdict, s.Gates[0].Reason)
	}
	none := JudgeRollout(d, r, d.Rollouts().Policy, gate.Options{Policy: gate.Policy{Name: "own", Rules: []gate.Rule{{ID: "x", Kind: gate.KindScaleOut}}}})
	if none.Verdict() != gate.Info || none.why() != "the policy has no canary gate" {
		t.Errorf("no gates: %v %q", none.Verdict(), none.why())
	}
	unknown := gate.Policy{Name: "own", Rules: []gate.Rule{{ID: "x", Name: "throughput", Kind: gate.KindCanary, Metric: "rps", MinSamples: 0, Op: gate.AtMost}}}
	if v := JudgeRollout(d, r, d.Rollouts().Policy, gate.Options{Policy: unknown}).Verdict(); v != gate.Undecided {
		t.Errorf("a metric that no stage has: %v", v)
	}
}

func TestNoPolicyMakesNothingPass(t *testing.T) {
	r := changed(func(r *model.Rollout) {
		for i := range r.Stages {
			r.Stages[i].Requests = model.Of(0)
		}
	})
	own := func(rules ...gate.Rule) gate.Options {
		return gate.Options{Policy: gate.Policy{Name: "own", Rules: rules}}
	}
	lax := gate.Rule{ID: "x", Name: "error rate", Kind: gate.KindCanary, Metric: "canary_error_rate", Op: gate.AtMost, Limit: 1}
	if v := JudgeRollout(nil, &r, known.Policy(), own(lax)).Verdict(); v != gate.Undecided {
		t.Errorf("a rule that needs no samples, on none: %v", v)
	}
	whole := known.Validated()
	ceiling, _ := gate.BuiltIn().Rule(gate.RuleTPOTCeiling)
	c := JudgeRollout(nil, &whole, known.Policy(), own(ceiling))
	if c.Verdict() != gate.Undecided || c.why() != "blocked at 5 %: no gate has a figure in the file" {
		t.Errorf("a rule that the file has no figure for, alone: %v %q", c.Verdict(), c.why())
	}
}

func TestMissingFigureIsNeverPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := known.Validated()
		s := &r.Stages[rapid.IntRange(0, 2).Draw(t, "stage")]
		why := model.Missing(model.Presence(rapid.SampledFrom([]int{int(model.Absent), int(model.Null), int(model.NotFinite), int(model.WrongType), int(model.Duplicated), int(model.OutOfRange)}).Draw(t, "why")))
		lose := []func(){
			func() { s.Figures[model.TPOTDelta] = why }, func() { s.Figures[model.QualityDrop] = why }, func() { s.Figures[model.ErrorRate] = why },
			func() { s.Requests = why }, func() { s.Percent = why },
		}
		lose[rapid.IntRange(0, len(lose)-1).Draw(t, "figure")]()
		fs, _ := canaryOf(known.FileOfRollouts(r, known.Defective()), gate.Options{})
		if fs[0].Verdict == gate.Pass || fs[0].Verdict == gate.Info {
			t.Fatalf("%v without a figure: %s", fs[0].Verdict, fs[0].Why)
		}
	})
}

func TestWorseFigureNeverImproves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := known.Validated()
		for i := range r.Stages {
			r.Stages[i].Figures[model.TPOTDelta] = model.Of(rapid.Float64Range(-10, 12).Draw(t, "tpot"))
		}
		before := JudgeRollout(nil, &r, known.Policy(), gate.Options{})
		at := rapid.IntRange(0, 2).Draw(t, "at")
		r.Stages = append([]model.Stage(nil), r.Stages...)
		r.Stages[at].Figures = maps.Clone(r.Stages[at].Figures)
		r.Stages[at].Figures[model.TPOTDelta] = model.Of(r.Stages[at].Figures[model.TPOTDelta].Value + rapid.Float64Range(0, 20).Draw(t, "more"))
		after := JudgeRollout(nil, &r, known.Policy(), gate.Options{})
		if after.Verdict() < before.Verdict() {
			t.Fatalf("%v became %v", before.Verdict(), after.Verdict())
		}
		if before.Outcome == RolledBack && after.Stopped > before.Stopped {
			t.Fatalf("went on to stage %d instead of %d", after.Stopped, before.Stopped)
		}
	})
}
