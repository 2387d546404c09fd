package comparison

import (
	"testing"

	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// TestOwnPolicy judges by rules that are not the built-in ones: the same code
// must carry any metric, statistic and relation.
func TestOwnPolicy(t *testing.T) {
	rule := func(metric, statistic string, op gate.Op, limit float64, how gate.Relation) gate.Rule {
		return gate.Rule{ID: "own." + metric, Name: "own rule", Kind: gate.KindScaleOut, Metric: metric, Statistic: statistic, Op: op, Limit: limit, Unit: model.Milliseconds, Relation: how, MinSamples: 1}
	}
	missing := func(s *model.Comparison) { s.Rows[8].Figures[model.PremiumBurstP99TTFT] = model.Missing(model.Null) }
	tests := []struct {
		name     string
		rule     gate.Rule
		edit     func(s *model.Comparison)
		cells    []gate.Verdict
		observed model.Figure // at 4 replicas
	}{
		// p99 TTFT at 4 replicas: 711.494, 538, 426.212; at 1: 713.929, 520.643, 501.625.
		{"largest", rule("premium_burst_p99_ttft_ms", "max", gate.AtMost, 712, gate.Absolute), nil, []gate.Verdict{gate.Fail, gate.Pass, gate.Pass}, model.Of(711.494)},
		{"smallest", rule("premium_burst_p99_ttft_ms", "min", gate.AtLeast, 450, gate.Absolute), nil, []gate.Verdict{gate.Pass, gate.Pass, gate.Fail}, model.Of(426.212)},
		{"difference", rule("premium_burst_p99_ttft_ms", "median", gate.Below, 10, gate.Difference), nil, []gate.Verdict{gate.Info, gate.Pass, gate.Fail}, model.Of(538.0 - 520.643)},
		{"a statistic that is not known", rule("premium_burst_p99_ttft_ms", "mode", gate.AtMost, 1, gate.Absolute), nil, []gate.Verdict{gate.Undecided, gate.Undecided, gate.Undecided}, model.Figure{}},
		{"a metric that is not known", rule("cache_hits", "median", gate.AtMost, 1, gate.Absolute), nil, []gate.Verdict{gate.Undecided, gate.Undecided, gate.Undecided}, model.Figure{}},
		{"the largest of what is there breaks", rule("premium_burst_p99_ttft_ms", "max", gate.AtMost, 700, gate.Absolute), missing, []gate.Verdict{gate.Fail, gate.Pass, gate.Fail}, model.Of(711.494)},
		{"the largest of what is there decides nothing", rule("premium_burst_p99_ttft_ms", "max", gate.AtMost, 800, gate.Absolute), missing, []gate.Verdict{gate.Pass, gate.Pass, gate.Undecided}, model.Of(711.494)},
		{"a difference to nothing", rule("premium_burst_p99_ttft_ms", "median", gate.Below, 10, gate.Difference), func(s *model.Comparison) {
			for i := range 3 {
				s.Rows[i].Figures[model.PremiumBurstP99TTFT] = model.Missing(model.Null)
			}
		}, []gate.Verdict{gate.Info, gate.Undecided, gate.Undecided}, model.Figure{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := known.FreeOfErrors()
			if tt.edit != nil {
				tt.edit(s)
			}
			f, _ := scaleOutOf(known.FileOf(s), gate.Options{Policy: gate.Policy{Name: "own", Rules: []gate.Rule{tt.rule}}})
			var got []gate.Verdict
			for _, g := range ScaleOutOf(f.Outcome).Criteria[0].Cells {
				got = append(got, g.Verdict)
				if g.Verdict == gate.Undecided && g.Reason.String() == "" {
					t.Error("no reason")
				}
			}
			if d := cmp.Diff(tt.cells, got); d != "" {
				t.Error(d)
			}
			if o := ScaleOutOf(f.Outcome).Criteria[0].Cells[2].Observed; o.State != tt.observed.State || model.Settle(o.Value, tt.observed.Value) != tt.observed.Value {
				t.Errorf("observed %v, want %v", o, tt.observed)
			}
			if f.Verdict != gate.Worst(tt.cells...) {
				t.Errorf("verdict %v: %s", f.Verdict, f.Sentence)
			}
		})
	}
}

func TestMinSamples(t *testing.T) {
	r, _ := gate.BuiltIn().Rule(gate.RulePremiumTTFT)
	r.MinSamples = 4
	f, _ := scaleOutOf(known.FileOf(known.FreeOfErrors()), gate.Options{Policy: gate.Policy{Name: "own", Rules: []gate.Rule{r}}})
	if f.Verdict != gate.Undecided {
		t.Errorf("%v", f.Verdict)
	}
	known.AssertContains(t, f.Sentence, "UNDECIDED: 1 of 1 criterion cannot be decided. Premium burst p95 TTFT: undecided at 2×, 3 of at least 4 repeats, undecided at 4×")
}

// TestManyTopologies keeps words short and the number of allocations in
// proportion to the rows, however many topologies a file has.
func TestManyTopologies(t *testing.T) {
	wide := func(n int) *model.Comparison {
		s := &model.Comparison{Decision: model.Decision{Criteria: known.Criteria}}
		for i := range n {
			r := known.Rows()[0]
			r.Replicas = model.Of(float64(i + 1))
			s.Rows = append(s.Rows, r)
			claimed := known.Topologies()[0]
			claimed.Pointer, claimed.Replicas, claimed.Runs = "/topologies/x", r.Replicas, model.Of(1)
			s.Topologies = append(s.Topologies, claimed)
			s.Decision.Comparisons = append(s.Decision.Comparisons, model.ClaimedChange{Pointer: "/c", Replicas: r.Replicas, Pass: model.FlagOf(true),
				OfferedChange: model.Of(0), LoadMatched: model.FlagOf(true), ServedChange: model.Of(0), TTFTChange: model.Of(0)})
			s.Decision.DataPublishable, s.Decision.ScaleOutPass = model.FlagOf(true), model.FlagOf(true)
		}
		return s
	}
	allocations := func(n int) float64 {
		file := known.FileOf(wide(n))
		return testing.AllocsPerRun(2, func() { scaleOutOf(file, gate.Options{}) })
	}
	few, many := allocations(50), allocations(500)
	if many > 11*few {
		t.Errorf("%v allocations for 500 topologies, %v for 50", many, few)
	}
	f, _ := scaleOutOf(known.FileOf(wide(500)), gate.Options{})
	for _, text := range []string{f.Title, f.Why, f.Sentence} {
		if len(text) > 700 {
			t.Errorf("%d bytes: %s", len(text), text)
		}
	}
}

func TestListed(t *testing.T) {
	tests := []struct {
		items []string
		limit int
		want  string
	}{
		{nil, 3, ""}, {[]string{"a"}, 3, "a"}, {[]string{"a", "b"}, 3, "a and b"}, {[]string{"a", "b", "c"}, 3, "a, b and c"},
		{[]string{"a", "b", "c", "d"}, 2, "a, b and 2 more"},
	}
	for _, tt := range tests {
		if got := text.Listed(tt.items, tt.limit); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.items, got, tt.want)
		}
	}
	if got := text.Capital("équipe"); got != "Équipe" || text.Capital("") != "" {
		t.Errorf("capital: %q", got)
	}
	if got := text.Shortened("äöüß", 3); got != "äö…" || text.Shortened("äöü", 3) != "äöü" {
		t.Errorf("shortened: %q", got)
	}
}
