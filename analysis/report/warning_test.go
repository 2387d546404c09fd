package report

import (
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// warned is a canary that is promoted and breaks one limit that only warns.
func warned() *analysis.Findings {
	rules := []analysis.Rule{
		{ID: "own.errors", Name: "error rate", Kind: analysis.KindCanary, Metric: "canary_error_rate", Statistic: "value", Limit: 0.5, Unit: model.Ratio, MinSamples: 1},
		{ID: "own.tpot", Name: "slow tokens", Kind: analysis.KindCanary, Metric: "tpot_delta_ms", Statistic: "value", Limit: 1, Unit: model.Milliseconds, MinSamples: 1, Warn: true},
	}
	c := &model.RolloutSet{Rollouts: []model.Rollout{{Name: "b", Stages: []model.Stage{{
		Percent: model.Of(100), Requests: model.Of(500), Figures: model.Values{model.ErrorRate: model.Of(0.1), model.TPOTDelta: model.Of(4)},
	}}}}}
	snap := &model.Snapshot{Files: []model.File{{Key: "f", Name: "f.json", Doc: &model.Document{File: "f.json", Parts: []model.Part{c}}}}}
	return analysis.Judge(snap, analysis.Options{Policy: analysis.Policy{Name: "own", Rules: rules}})
}

// TestWarningIsSeen holds that a limit which only warns changes no verdict and
// is named in every form all the same.
func TestWarningIsSeen(t *testing.T) {
	f := warned()
	if f.Verdict != analysis.Pass {
		t.Fatalf("%v", f.Verdict)
	}
	forms := map[string]string{
		"text":     "! WARN   slow tokens",
		"brief":    "WARNS: slow tokens +4 ms (limit 1 ms) at stage 100 %",
		"markdown": "! WARN | slow tokens",
		"json":     `"warned": true`,
		"junit":    `<skipped message="WARN: slow tokens +4 ms`,
	}
	write := map[string]func(*strings.Builder) error{
		"text":     func(b *strings.Builder) error { return Text(b, f, Options{}) },
		"brief":    func(b *strings.Builder) error { return Brief(b, f, Options{}) },
		"markdown": func(b *strings.Builder) error { return Markdown(b, f, Options{}) },
		"json":     func(b *strings.Builder) error { return JSON(b, f, Options{}) },
		"junit":    func(b *strings.Builder) error { return JUnit(b, f, Options{}) },
	}
	for form, want := range forms {
		var b strings.Builder
		if err := write[form](&b); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s does not say %q:\n%s", form, want, b.String())
		}
	}
}
