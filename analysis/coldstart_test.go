package analysis

import (
	"testing"

	"scaledeck/analysis/known"
	"scaledeck/analysis/startup"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestKnownColdStart(t *testing.T) {
	f, checks := coldStartOf(known.AutoscalingFile(), gate.Options{})
	if want := "180 s → 22 s, 8.2× shorter; largest saving: image pull −71 s"; f.Why != want {
		t.Errorf("why %q, want %q", f.Why, want)
	}
	if want := "INFO: cold start 180 s → 22 s, 8.2× shorter; largest saving: image pull −71 s."; f.Sentence != want {
		t.Errorf("sentence %q, want %q: phases and ties stand in the tables", f.Sentence, want)
	}
	if f.Verdict != gate.Info || f.Kind != gate.KindColdStart || f.Title != "cold start" || !f.Simulated {
		t.Errorf("%+v", f)
	}
	c := startup.ColdStartOf(f.Outcome)
	if c.Saved != model.Of(158) || c.Factor != model.Of(180.0/22) || c.Profiles[0].Total != model.Of(180) || c.Profiles[1].Total != model.Of(22) {
		t.Errorf("saved %v factor %v", c.Saved, c.Factor)
	}
	// The first start of the leading policy comes from standby; the first cold
	// ones, three at 40 s, take 22 s and so are ready at the sample of 80 s.
	want := []string{
		"reactive_gpu_util: a replica asked for at 40 s was ready at 220 s; the surge peaked at 120 s",
		"leading_kv_and_velocity: a replica asked for at 40 s was ready at 80 s; the surge peaked at 120 s",
	}
	if diff := cmp.Diff(want, c.Tie); diff != "" {
		t.Error(diff)
	}
	if len(checks) != 2 {
		t.Errorf("%d checks, want 2", len(checks))
	}
	for _, c := range checks {
		if c.Result != finding.Reproduced {
			t.Errorf("%+v", c)
		}
	}
}

func TestColdStartTexts(t *testing.T) {
	null := model.Phase{Name: "pull", Seconds: model.Missing(model.Null)}
	tests := []struct {
		name     string
		profiles []model.Profile
		why      string
		results  []finding.CheckResult
	}{
		{"none", nil, "no profiles", nil},
		{"one", []model.Profile{known.ProfileOf("a", 9, known.PhaseOf("pull", 4), known.PhaseOf("load", 5))}, "9 s in 2 phases", []finding.CheckResult{finding.Reproduced}},
		{"longest first, phases by name", []model.Profile{
			known.ProfileOf("short", 5, known.PhaseOf("load", 1), known.PhaseOf("pull", 4)), known.ProfileOf("long", 30, known.PhaseOf("pull", 10), known.PhaseOf("load", 20)),
		}, "30 s → 5 s, 6.0× shorter; largest saving: load −19 s", []finding.CheckResult{finding.Reproduced, finding.Reproduced}},
		{"phases by position", []model.Profile{
			known.ProfileOf("long", 30, known.PhaseOf("a_b_c", 10), known.PhaseOf("d_e_f", 20)), known.ProfileOf("short", 29, known.PhaseOf("x", 1), known.PhaseOf("y", 28)),
		}, "30 s → 29 s, 1.03× shorter; largest saving: b c −9 s", []finding.CheckResult{finding.Reproduced, finding.Reproduced}},
		{"phases that do not pair", []model.Profile{
			known.ProfileOf("long", 30, known.PhaseOf("a", 10), known.PhaseOf("b", 20)), known.ProfileOf("short", 15, known.PhaseOf("x", 15)),
		}, "30 s → 15 s, 2.0× shorter", []finding.CheckResult{finding.Reproduced, finding.Reproduced}},
		{"the same", []model.Profile{known.ProfileOf("a", 5, known.PhaseOf("x", 5)), known.ProfileOf("b", 5, known.PhaseOf("x", 5))}, "all profiles take 5 s", []finding.CheckResult{finding.Reproduced, finding.Reproduced}},
		{"down to nothing", []model.Profile{known.ProfileOf("a", 5, known.PhaseOf("x", 5)), known.ProfileOf("b", 0, known.PhaseOf("x", 0))}, "5 s → 0 s; largest saving: x −5 s", []finding.CheckResult{finding.Reproduced, finding.Reproduced}},
		{"a wrong total", []model.Profile{known.ProfileOf("a", 10, known.PhaseOf("x", 5), known.PhaseOf("y", 4))}, "9 s in 2 phases", []finding.CheckResult{finding.Differs}},
		{"a phase missing is no short start", []model.Profile{known.ProfileOf("a", 10, known.PhaseOf("x", 5), null), known.ProfileOf("b", 9, known.PhaseOf("x", 9))}, "9 s in 1 phase; 1 profile cannot be summed", []finding.CheckResult{finding.NotCheckable, finding.Reproduced}},
		{"no phases at all", []model.Profile{known.ProfileOf("a", 10)}, "no profile has a figure for every phase", []finding.CheckResult{finding.NotCheckable}},
		{"dust", []model.Profile{known.ProfileOf("a", 0.3, known.PhaseOf("x", 0.1), known.PhaseOf("y", 0.2))}, "0.3 s in 2 phases", []finding.CheckResult{finding.Reproduced}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, checks := coldStartOf(&model.File{Name: "f", Doc: &model.Document{Parts: []model.Part{&model.Startup{Profiles: tt.profiles}}}}, gate.Options{})
			if f.Why != tt.why || f.Verdict != gate.Info {
				t.Errorf("%v %q, want %q", f.Verdict, f.Why, tt.why)
			}
			var got []finding.CheckResult
			for _, c := range checks {
				got = append(got, c.Result)
			}
			if diff := cmp.Diff(tt.results, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTie(t *testing.T) {
	tests := []struct {
		name string
		c    known.Columns
		want string
	}{
		{"never ready", known.Columns{Seconds: []float64{0, 20, 40}, Demand: []float64{1, 3, 2}, Ready: []float64{1, 1, 1}, Booting: []float64{0, 1, 1}},
			"a replica asked for at 20 s was not ready by the end of the run at 40 s; the surge peaked at 20 s"},
		{"nothing started", known.Columns{Seconds: []float64{0, 20}, Ready: []float64{1, 1}, Booting: []float64{0, 0}}, ""},
		{"only from standby", known.Columns{Seconds: []float64{0, 20, 40}, Ready: []float64{1, 1, 2}, Booting: []float64{0, 1, 0}, Standby: []float64{1, 0, 0}}, ""},
		{"no demand", known.Columns{Seconds: []float64{0, 20, 40}, Ready: []float64{1, 1, 2}, Booting: []float64{0, 1, 0}}, "a replica asked for at 20 s was ready at 40 s"},
		{"no samples", known.Columns{}, ""},
	}
	for _, tt := range tests {
		tl := tt.c.Timeline("t")
		if got := tie(&tl); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestFilesWithoutAPart(t *testing.T) {
	for _, f := range []*model.File{nil, {}, {Doc: &model.Document{}}} {
		a, ca := autoscalingOf(f, gate.Options{})
		c, cc := canaryOf(f, gate.Options{})
		s, cs := coldStartOf(f, gate.Options{})
		if len(a)+len(ca)+len(c)+len(cc)+len(cs) > 0 || startup.ColdStartOf(s.Outcome) != nil {
			t.Errorf("%v: something was found in nothing", f)
		}
	}
}
