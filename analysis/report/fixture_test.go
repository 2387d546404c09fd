package report

import (
	"slices"
	"time"

	gates "scaledeck/analysis/gate"

	"scaledeck/analysis"
	"scaledeck/model"
)

// The fixture is a fleet of our own making: every kind of finding, every
// verdict, and figures that are missing.

func ms(v float64) model.Figure { return model.Of(v) }

func rule(id string) analysis.Rule {
	r, ok := analysis.BuiltIn().Rule(id)
	if !ok {
		panic("no rule " + id)
	}
	return r
}

func gateOn(id, scope string, v analysis.Verdict, observed, limit, margin model.Figure, n int) analysis.Gate {
	return analysis.Gate{
		Rule: rule(id), Scope: scope, Verdict: v, Observed: observed, Limit: limit, LimitSource: "stated by the file",
		LimitPtr: "/canary_gate_policy", Margin: margin, N: n, File: "fleet.json", Pointer: "/canary_rollouts/int8/stages/1",
	}
}

func spread(median, lo, hi float64, n int) analysis.Spread {
	s := analysis.Spread{Median: ms(median), Min: ms(lo), Max: ms(hi), Sum: ms(float64(n) * median), N: n, Of: n, Ratio: model.Of(hi / lo)}
	s.Unstable = hi/lo > 1.5
	return s
}

func scaleOutFinding(f *model.File) analysis.Finding {
	one := analysis.Topology{Replicas: 1, Label: "1 replica", Runs: 3, Verdict: analysis.Fail, Own: analysis.Fail}
	two := analysis.Topology{
		Replicas: 2, Label: "2 replicas", Runs: 3, Verdict: analysis.Fail, Own: analysis.Pass,
		Reason: "fails on the baseline's non-200 responses",
	}
	for i, t := range []*analysis.Topology{&one, &two} {
		d := float64(i)
		t.Metrics = make(map[*model.Metric]analysis.Spread)
		t.Metrics[model.Requests] = spread(1000*(d+1), 990*(d+1), 1010*(d+1), 3)
		t.Metrics[model.PremiumBurstP95TTFT] = spread(400-40*d, 380-40*d, 410-40*d, 3)
		t.Metrics[model.PremiumBurstP99TTFT] = spread(600+10*d, 400, 700, 3)
		t.Metrics[model.OfferedRPSPerGPU] = analysis.Spread{Median: ms(4.25), Min: ms(4.25), Max: ms(4.25), N: 2, Of: 3, Ratio: ms(1)}
		t.Metrics[model.EPPRestarts] = analysis.Spread{Sum: ms(0), Min: ms(0), Max: ms(0), Median: ms(0), N: 3, Of: 3}
	}
	own := gateOn(analysis.RuleNon200, "1 replica", analysis.Fail, ms(5), ms(0), ms(-5), 3)
	own.LimitSource, own.Pointer = "policy built-in", "/rows/0/http_non_200"
	borrowed := own
	borrowed.Scope, borrowed.Whose, borrowed.Reason = "2 replicas", "1 replica (baseline)", gates.Reason{Code: gates.Borrowed, Detail: "fails on the baseline's 5"}
	load := gateOn(analysis.RuleOfferedLoad, "2 replicas", analysis.Pass, ms(-0.3), ms(1), ms(0.7), 3)
	load.Value, load.Baseline, load.ValueUnit, load.BaselineOf = ms(4.306), ms(4.319), model.RequestsPerGPU, "1 replica"
	load.Provenance, load.LimitSource = analysis.Derived, "policy built-in"
	return analysis.Finding{
		Key: "fleet.json#scale-out", Kind: analysis.KindScaleOut, Title: "scale-out 1 → 2 replicas", Verdict: analysis.Fail,
		Why:      "non-200 responses 5 at 1× (limit 0) · 1 of 2 criteria hold",
		Sentence: "FAIL: 1 of 2 criteria. Zero non-200 responses: 5 at 1×. Offered load holds.", File: f,
		Gates: []analysis.Gate{load, own, borrowed},
		Outcome: &analysis.ScaleOut{
			Data: &model.Comparison{
				BusinessQuestion: "Does the pool scale?", Answer: "It does, but it rejects.", ClaimBoundary: "One picker only.",
			},
			Topologies: []analysis.Topology{one, two}, Holding: 1,
			Criteria: []analysis.Criterion{
				{Rule: rule(analysis.RuleOfferedLoad), Cells: []analysis.Gate{{Rule: rule(analysis.RuleOfferedLoad), Limit: ms(1), Observed: ms(0), Verdict: analysis.Pass}, load}, Verdict: analysis.Pass},
				{Rule: rule(analysis.RuleNon200), Cells: []analysis.Gate{own, borrowed}, Verdict: analysis.Fail},
			},
		},
	}
}

func canaryFinding(f *model.File) analysis.Finding {
	tpot := gateOn(analysis.RuleTPOTRegression, "stage 25 %", analysis.Fail, ms(19.6), ms(6), ms(-13.6), 1200)
	ceiling := gateOn(analysis.RuleTPOTCeiling, "stage 25 %", analysis.Info, model.Figure{}, ms(45), model.Figure{}, 0)
	ceiling.NotInFile, ceiling.Reason, ceiling.LimitSource = true, gates.Reason{Code: gates.NotInFile}, "policy built-in"
	errs := gateOn(analysis.RuleErrorRate, "stage 25 %", analysis.Pass, ms(0.002), ms(0.005), ms(0.003), 1200)
	early := gateOn(analysis.RuleTPOTRegression, "stage 5 %", analysis.Pass, ms(2.8), ms(6), ms(3.2), 250)
	return analysis.Finding{
		Key: "fleet.json#canary/int8", Kind: analysis.KindCanary, Title: "canary int8", Verdict: analysis.Fail, File: f,
		Why:      "rolled back at 25 %: TPOT +19.6 ms (limit +6)",
		Sentence: "FAIL: rolled back at 25 %. TPOT regression +19.6 ms against at most 6 ms. 1 gate is not in the file.",
		Gates:    []analysis.Gate{early, tpot, ceiling, errs},
		Outcome: &analysis.Canary{
			Outcome: analysis.RolledBack, Stopped: 1,
			Stages: []analysis.Stage{
				{Percent: 5, Requests: ms(250), Gates: []analysis.Gate{early}, Verdict: analysis.Pass, Reached: true, Data: &model.Stage{Decision: "promote"}},
				{Percent: 25, Requests: ms(1200), Gates: []analysis.Gate{tpot, ceiling, errs}, Verdict: analysis.Fail, Reached: true,
					Data: &model.Stage{Decision: "rollback", Reasons: []string{"tpot_slo_regression"}}},
				{Percent: 100, Verdict: analysis.Info},
			},
		},
	}
}

func autoscalingFinding(f *model.File) analysis.Finding {
	tl := &model.Timeline{Name: "reactive", ColdStartSeconds: ms(180), Seconds: model.SeriesOf(0, 20, 40, 60)}
	tl.Set(model.P99TTFT, model.SeriesOf(300, 1200, 5182.36, 400))
	g := gateOn(analysis.RuleSLOWindows, "reactive", analysis.Fail, ms(2), ms(0), ms(-2), 4)
	g.Provenance, g.LimitSource = analysis.Simulated, "policy built-in"
	return analysis.Finding{
		Key: "fleet.json#autoscaling/reactive", Kind: analysis.KindAutoscaling, Title: "autoscaling reactive", Verdict: analysis.Fail,
		Why:      "p99 TTFT over SLO in 2 of 4 windows, worst 5182 ms at 40 s",
		Sentence: "FAIL: p99 TTFT was over the SLO in 2 of 4 windows.", Simulated: true, File: f, Gates: []analysis.Gate{g},
		Outcome: &analysis.Autoscaling{
			Data: tl, SLO: analysis.SLO{Low: ms(409.01), High: ms(502.27)},
			Windows: []analysis.Window{{First: 1, Last: 2, Start: 20, End: 60}}, Breach: 2, Samples: 4,
			Worst: analysis.Peak{Figure: ms(5182.36), Index: 2, Second: 40}, Demand: analysis.Peak{Index: -1},
			Events: []analysis.Event{
				{Kind: analysis.BreachBegan, Index: 1, Second: 20, Text: "p99 TTFT over SLO"},
				{Kind: analysis.ScaledUp, Index: 1, Second: 20, Count: 2, Text: "+2 started"},
			},
		},
	}
}

func coldStartFinding(f *model.File) analysis.Finding {
	return analysis.Finding{
		Key: "fleet.json#cold-start", Kind: analysis.KindColdStart, Title: "cold start", Verdict: analysis.Info, File: f,
		Why: "180 s → 22 s, 8.2× shorter", Sentence: "INFO: a replica is ready after 22 s instead of 180 s.",
		Outcome: &analysis.ColdStart{
			Profiles: []analysis.Profile{
				{Data: &model.Profile{Name: "plain", Phases: []model.Phase{{Name: "pull", Seconds: ms(75)}, {Name: "load", Seconds: ms(105)}}}, Total: ms(180), Known: true},
				{Data: &model.Profile{Name: "warm", Phases: []model.Phase{{Name: "load", Seconds: ms(22)}, {Name: "graph", Seconds: model.Missing(model.Null)}}}, Total: ms(22)},
			},
			Saved: ms(158), Factor: model.Of(180.0 / 22), Tie: []string{"A replica asked for at 20 s was ready at 200 s."},
		},
	}
}

func runningFinding(f *model.File) analysis.Finding {
	g := gateOn(analysis.RuleTPOTRegression, "stage 5 %", analysis.Running, model.Figure{}, ms(6), model.Figure{}, 12)
	g.Reason = gates.Reason{Code: gates.Borrowed, Detail: "12 of at least 250 samples so far"}
	return analysis.Finding{
		Key: "fleet.json#canary/fp8", Kind: analysis.KindCanary, Title: "canary fp8", Verdict: analysis.Running, File: f,
		Why: "stage 5 % has 12 requests", Sentence: "RUNNING: evidence is still coming.", Gates: []analysis.Gate{g},
		Outcome: &analysis.Canary{Stages: []analysis.Stage{{Percent: 5, Requests: ms(12), Verdict: analysis.Running, Reached: true}}, Stopped: -1},
	}
}

func undecidedFinding(f *model.File) analysis.Finding {
	return analysis.Finding{
		Key: "broken.json#file", Kind: analysis.KindFile, Title: "file broken.json", Verdict: analysis.Undecided, File: f,
		Why: "ends in the middle of row 3", Sentence: "UNDECIDED: the file cannot be read.",
	}
}

func passFinding(f *model.File) analysis.Finding {
	g := gateOn(analysis.RuleQualityDrop, "stage 100 %", analysis.Pass, ms(0.004), ms(0.015), ms(0.011), 5000)
	return analysis.Finding{
		Key: "fleet.json#canary/bf16", Kind: analysis.KindCanary, Title: "canary bf16", Verdict: analysis.Pass, File: f,
		Why: "promoted to 100 %", Sentence: "PASS: promoted to 100 %.", Gates: []analysis.Gate{g},
		Outcome: &analysis.Canary{Outcome: analysis.Promoted, Stopped: -1,
			Stages: []analysis.Stage{{Percent: 100, Requests: ms(5000), Gates: []analysis.Gate{g}, Verdict: analysis.Pass, Reached: true}}},
	}
}

var fixtureNow = time.Date(2026, 3, 4, 3, 12, 0, 0, time.UTC)

func fixture() *analysis.Findings {
	snap := &model.Snapshot{Label: "results/", Files: []model.File{
		{Key: "b", Name: "broken.json", State: model.Unusable, Since: fixtureNow.Add(-5 * time.Minute), Modified: fixtureNow.Add(-6 * time.Minute)},
		{Key: "f", Name: "fleet.json", Modified: fixtureNow.Add(-90 * time.Second), Size: 4096, Doc: &model.Document{
			File: "fleet.json", Schema: "own-fleet-v1", Simulated: true,
			ExecutionMode: "controlled inputs; coefficients are assumptions", ScenarioScope: "mixes two changes",
		}},
	}}
	broken, fleet := &snap.Files[0], &snap.Files[1]
	f := &analysis.Findings{
		Snap: snap, Verdict: analysis.Fail,
		List: []analysis.Finding{
			scaleOutFinding(fleet), canaryFinding(fleet), autoscalingFinding(fleet), undecidedFinding(broken),
			runningFinding(fleet), passFinding(fleet), coldStartFinding(fleet),
		},
		Issues: []model.Issue{
			{Severity: model.Note, Code: model.CodeClaim, File: "fleet.json", Pointer: "/peak", Message: "peak_kv_utilization is demand over capacity"},
			{Severity: model.Error, Code: model.CodeIncomplete, File: "broken.json", Line: 3, Column: 14, Message: "ends in the middle of a row"},
		},
		Checks: []analysis.Check{
			{File: "fleet.json", Pointer: "/peak", Claim: "peak p99 TTFT", Claimed: "5182.36 ms", Recomputed: "5182.36 ms", Rule: "largest sample"},
			{File: "fleet.json", Pointer: "/windows", Claim: "windows over SLO", Claimed: "3", Recomputed: "2", Rule: "samples flagged", Result: analysis.Differs},
		},
	}
	for _, fd := range f.List {
		f.Counts[fd.Verdict]++
	}
	return f
}

// hostile returns the fixture with every name replaced by one made to break out
// of a table, a tag, a line or a terminal.
func hostile(name string) *analysis.Findings {
	f := fixture()
	for i := range f.List {
		fd := &f.List[i]
		fd.Title, fd.Why, fd.Sentence = fd.Kind.String()+" "+name, "why "+name, name
		fd.Gates = slices.Clone(fd.Gates)
		for g := range fd.Gates {
			fd.Gates[g].Scope, fd.Gates[g].Rule.Name, fd.Gates[g].Reason = name, name, gates.Reason{Code: gates.Borrowed, Detail: name}
			fd.Gates[g].Pointer, fd.Gates[g].LimitSource = "/"+name, name
		}
	}
	for i := range f.Snap.Files {
		f.Snap.Files[i].Name = name
	}
	f.Issues[0].Message, f.Checks[1].Claim = name, name
	return f
}
