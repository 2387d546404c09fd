package sim_test

import (
	"bytes"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/sim"
)

// Whatever this package writes, analysis must recompute: no claim of a written
// document may differ from what its own figures give.
func TestAnalysisReproducesWhatIsWritten(t *testing.T) {
	c := sim.ReferenceReactive()
	c.Policy, c.Interval, c.SLO, c.ColdStart = sim.DefaultHPA(sim.OnKV, 0.8), 7.5, 437.3, sim.ColdStartOf(31.25)
	c = c.Scaled(1.0 / 3)
	r, err := sim.Run(c)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := sim.WriteDocument(&b, sim.Document{Scope: "one run", Runs: []sim.NamedRun{{Name: "odd numbers", Result: r}}}); err != nil {
		t.Fatal(err)
	}
	var snap model.Snapshot
	for _, f := range []struct {
		name string
		raw  []byte
	}{{"scale-out", sim.DemoScaleOut()}, {"autoscaling", sim.DemoAutoscaling()}, {"run", b.Bytes()}} {
		doc, issues := format.Decode(f.name, f.raw, format.Options{})
		if doc == nil || len(issues) > 0 {
			t.Fatalf("%s: %v", f.name, issues)
		}
		snap.Files = append(snap.Files, model.File{Key: f.name, Name: f.name, Doc: doc})
	}
	found := analysis.Judge(&snap, analysis.Options{})
	for _, i := range found.Issues {
		t.Errorf("issue: %s", i)
	}
	reproduced := 0
	for _, c := range found.Checks {
		switch c.Result {
		case analysis.Differs:
			t.Errorf("%s%s: claimed %s, recomputed %s by %s", c.File, c.Pointer, c.Claimed, c.Recomputed, c.Rule)
		case analysis.Reproduced:
			reproduced++
		}
	}
	if reproduced < 40 {
		t.Errorf("%d claims reproduced, want 40 at least", reproduced)
	}
}
