package comparison

import (
	"math"
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

func TestChangePercent(t *testing.T) {
	of := model.Of
	tests := []struct {
		name        string
		value, base model.Figure
		want        model.Figure // to two decimals
		why         string
	}{
		{"offered, 2", of(4.33), of(4.319), of(0.25), ""},
		{"offered, 4", of(4.306), of(4.319), of(-0.3), ""},
		{"served, 2", of(4.317), of(4.293), of(0.56), ""},
		{"served, 4", of(4.302), of(4.293), of(0.21), ""},
		{"TTFT, 2", of(340.03), of(374.167), of(-9.12), ""},
		{"TTFT, 4", of(321.926), of(374.167), of(-13.96), ""},
		{"nothing to nothing", of(0), of(0), of(0), ""},
		{"from zero", of(1), of(0), model.Figure{}, "baseline is 0, relative change undefined"},
		{"from a negative", of(1), of(-1), model.Figure{}, "baseline is negative, relative change undefined"},
		{"to zero", of(0), of(2), of(-100), ""},
		{"no figure", model.Missing(model.Null), of(2), model.Missing(model.Null), "no figure: null"},
		{"no baseline", of(2), model.Figure{}, model.Figure{}, "no baseline figure: absent"},
		{"out of range", of(1e308), of(1e-308), model.Missing(model.NotFinite), "the change is too large for a number"},
	}
	for _, tt := range tests {
		got, why := stats.ChangePercent(tt.value, tt.base)
		if got.Round2() != tt.want || why != tt.why {
			t.Errorf("%s: %v %q, want %v %q", tt.name, got.Round2(), why, tt.want, tt.why)
		}
	}
}

// TestRound2 holds both ways to round a tie against the figures of the known
// file: they agree on all of them, since none is exactly halfway.
func TestRound2(t *testing.T) {
	for _, pair := range [][2]float64{{4.33, 4.319}, {4.306, 4.319}, {4.317, 4.293}, {4.302, 4.293}, {340.03, 374.167}, {321.926, 374.167}} {
		c, _ := stats.ChangePercent(model.Of(pair[0]), model.Of(pair[1]))
		away := math.Round(c.Value*100) / 100
		if got := c.Round2(); got.Value != away {
			t.Errorf("%v: %v to even, %v away from zero", pair, got.Value, away)
		}
	}
	for in, want := range map[float64]float64{0.125: 0.12, 0.375: 0.38, -0.125: -0.12, 2.675: 2.67, 1e300: 1e300} {
		if got := model.Of(in).Round2(); got != model.Of(want) {
			t.Errorf("%v.Round2() = %v, want %v", in, got, want)
		}
	}
	if got := model.Missing(model.Null).Round2(); got.State != model.Null {
		t.Errorf("a missing figure rounds to %v", got)
	}
}

func TestChangeWord(t *testing.T) {
	spread := func(values ...float64) stats.Spread {
		figures := make([]model.Figure, len(values))
		for i, v := range values {
			figures[i] = model.Of(v)
		}
		return stats.SpreadOf(figures, nil)
	}
	tests := []struct {
		name      string
		now, base stats.Spread
		better    model.Better
		word      string
		basis     string
	}{
		{"apart and lower is better", spread(1, 2, 3), spread(4, 5, 6), model.Lower, "better", "do not overlap; no difference test can reach 0.05"},
		{"apart and lower is worse", spread(4, 5, 6), spread(1, 2, 3), model.Lower, "worse", "3 and 3 repeats do not overlap"},
		{"apart and higher is better", spread(4, 5, 6), spread(1, 2, 3), model.Higher, "better", "do not overlap"},
		{"apart, neither way good", spread(4, 5, 6), spread(1, 2, 3), model.Neither, "higher", "do not overlap"},
		{"apart, neither way good, down", spread(1, 2, 3), spread(4, 5, 6), model.Neither, "lower", "do not overlap"},
		{"overlap", spread(1, 3, 5), spread(2, 4, 6), model.Lower, "within noise", "overlap"},
		{"touching is overlap", spread(1, 2, 3), spread(3, 4, 5), model.Lower, "within noise", "overlap"},
		{"equal medians", spread(1, 2, 3), spread(0, 2, 9), model.Lower, "no change", "equal"},
		{"one repeat says nothing", spread(1), spread(2, 3), model.Lower, "", ""},
		{"no repeats", spread(), spread(2, 3), model.Lower, "", ""},
		{"four a side are tested", spread(1, 2, 3, 4), spread(5, 6, 7, 8), model.Lower, "better", "exact p = 0.029"},
		{"apart, but by less than the loads may differ", spread(100, 100.1, 100.2), spread(101, 101.1, 101.2), model.Lower, "within noise", "within the ±1 % to which loads are matched, though the ranges of 3 and 3 repeats do not overlap"},
		{"by as much as the loads may differ", spread(198, 198, 198), spread(200, 200, 200), model.Lower, "within noise", "±1 %"},
		{"by a little more", spread(197.9, 197.9, 197.9), spread(200, 200, 200), model.Lower, "better", "do not overlap"},
		{"tested, but by less than the loads may differ", spread(100, 100, 100, 100), spread(101, 101, 101, 101), model.Lower, "within noise", "though Mann–Whitney"},
		{"from zero there is no percentage to be small", spread(4, 5, 6), spread(0, 0, 0), model.Lower, "worse", "do not overlap"},
		{"tested, no difference", spread(1, 3, 5, 7), spread(2, 4, 6, 8), model.Lower, "within noise", "exact p = 0.69"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := stats.ChangeOf(tt.now, tt.base, &model.Metric{Unit: model.Milliseconds, Better: tt.better})
			if c.Word != tt.word || !strings.Contains(c.Basis, tt.basis) {
				t.Errorf("word %q by %q, want %q by %q", c.Word, c.Basis, tt.word, tt.basis)
			}
			if c.Word == "" && c.Reason == "" {
				t.Error("no word and no reason")
			}
		})
	}
}

func TestChangeOfKnownTopologies(t *testing.T) {
	f, _ := scaleOutOf(known.FileOf(known.ScaleOut()), gate.Options{})
	tests := []struct {
		m    *model.Metric
		at   int
		word string
	}{
		{model.PremiumBurstP95TTFT, 1, "better"},       // 332–349 below 366–416
		{model.PremiumBurstP95TTFT, 2, "better"},       // 306–349
		{model.PremiumBurstP99TTFT, 2, "within noise"}, // 426–711 over 502–714
		{model.ServedRPSPerGPU, 1, "within noise"},     // 4.317–4.319 over 4.293–4.296, but by 0.56 % only
		{model.ServedRPSPerGPU, 2, "within noise"},     // by 0.21 %
		{model.OfferedRPSPerGPU, 2, "within noise"},    // by 0.3 %
		{model.Requests, 2, "higher"},
		{model.Preemptions, 2, "no change"},
		{model.StandardBurstP95TTFT, 2, "within noise"}, // 715–886 meets 666–716
	}
	for _, tt := range tests {
		if got := ScaleOutOf(f.Outcome).Change(tt.m, tt.at, 0); got.Word != tt.word {
			t.Errorf("%s at %d: %q (%s), want %q", tt.m.ID, tt.at, got.Word, got.Basis, tt.word)
		}
	}
	if c := ScaleOutOf(f.Outcome).Change(model.Requests, 7, 0); c.Reason == "" || c.Percent.OK() {
		t.Errorf("an index outside: %+v", c)
	}
}

// TestToleranceIsItsOwn: no limit of a file or a flag makes a measurement coarser.
func TestToleranceIsItsOwn(t *testing.T) {
	for _, limit := range []float64{0, 1, 20, 60} {
		data := known.ScaleOut()
		data.Decision.Criteria = strings.Replace(known.Criteria, "within 1%", "within 60%", 1)
		f, _ := scaleOutOf(known.FileOf(data), gate.Options{Limits: map[string]float64{gate.RuleOfferedLoad: limit}})
		if c := ScaleOutOf(f.Outcome).Change(model.PremiumBurstP95TTFT, 1, 0); c.Word != "better" || c.Ground != stats.RangesOfFew {
			t.Errorf("limit %v %%: %q (%s)", limit, c.Word, c.Basis)
		}
		if c := ScaleOutOf(f.Outcome).Change(model.ServedRPSPerGPU, 1, 0); c.Word != "within noise" || c.Ground != stats.SmallChange {
			t.Errorf("limit %v %%: %q (%s)", limit, c.Word, c.Basis)
		}
	}
}

// TestChangeFromZero holds what is said of spreads that have no ratio.
func TestChangeFromZero(t *testing.T) {
	spread := func(values ...float64) stats.Spread {
		figures := make([]model.Figure, len(values))
		for i, v := range values {
			figures[i] = model.Of(v)
		}
		return stats.SpreadOf(figures, nil)
	}
	tests := []struct {
		name      string
		now, base stats.Spread
		unit      model.Unit
		word      string
		ground    stats.Ground
		unstable  string // of now
	}{
		{"0–1 against 2–5", spread(1, 0, 1), spread(5, 2, 2), model.Count, "within noise", stats.NearZero, "UNSTABLE, ratio undefined (min 0)"},
		{"0–1 against 4", spread(1, 0, 1), spread(4, 4, 4), model.Count, "better", stats.RangesOfFew, "UNSTABLE, ratio undefined (min 0)"},
		{"0 against 2", spread(0, 0, 0), spread(2, 2, 2), model.Count, "within noise", stats.NearZero, ""},
		{"3 against 0", spread(3, 3, 3), spread(0, 0, 0), model.Count, "worse", stats.RangesOfFew, ""},
		{"0 against 2 ms", spread(0, 0, 0), spread(2, 2, 2), model.Milliseconds, "better", stats.RangesOfFew, ""},
		{"0–2 ms against 3 ms", spread(0, 2, 2), spread(3, 3, 3), model.Milliseconds, "within noise", stats.NearZero, "UNSTABLE, ratio undefined (min 0)"},
		{"above zero counts as before", spread(1, 1, 1), spread(2, 2, 2), model.Count, "better", stats.RangesOfFew, ""},
		{"tested", spread(1, 0, 1, 1), spread(2, 2, 2, 2), model.Count, "within noise", stats.NearZero, "UNSTABLE, ratio undefined (min 0)"},
		{"with a ratio", spread(1, 2, 2), spread(4, 4, 4), model.Count, "better", stats.RangesOfFew, "UNSTABLE 2×"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := stats.ChangeOf(tt.now, tt.base, &model.Metric{Unit: tt.unit, Better: model.Lower})
			if c.Word != tt.word || c.Ground != tt.ground || c.Basis == "" {
				t.Errorf("%q on %d: %s", c.Word, c.Ground, c.Basis)
			}
			if got := tt.now.Instability(); got != tt.unstable {
				t.Errorf("%q", got)
			}
		})
	}
}
