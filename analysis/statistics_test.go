package analysis

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"scaledeck/analysis/stats"
	"scaledeck/model"
)

func TestMedian(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		name   string
		values []float64
		want   float64
		ok     bool
	}{
		{"odd, unsorted", []float64{30, 10, 20}, 20, true},
		{"even is the mean of the two middles", []float64{10, 20, 30, 40}, 25, true},
		{"one", []float64{42}, 42, true},
		{"two", []float64{10, 20}, 15, true},
		{"ties", []float64{5, 5, 5, 9}, 5, true},
		{"NaN is left out", []float64{10, nan, 30, 20}, 20, true},
		{"all NaN", []float64{nan, nan}, 0, false},
		{"none", nil, 0, false},
		{"negative", []float64{-10, 10, -5, 5}, 0, true},
		{"huge does not overflow", []float64{1.2e308, 1.5e308}, 1.35e308, true},
		{"huge and negative", []float64{-1.2e308, -1.5e308}, -1.35e308, true},
		{"smallest numbers do not vanish", []float64{5e-324, 5e-324}, 5e-324, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := slices.Clone(tt.values)
			got, ok := stats.Median(tt.values)
			if got != tt.want || ok != tt.ok {
				t.Errorf("Median = %v %v, want %v %v", got, ok, tt.want, tt.ok)
			}
			for i := range before {
				if math.Float64bits(before[i]) != math.Float64bits(tt.values[i]) {
					t.Fatal("the values were changed")
				}
			}
		})
	}
}

func TestSpread(t *testing.T) {
	of := model.Of
	gone := model.Missing(model.Null)
	tests := []struct {
		name              string
		values            []model.Figure
		median, low, high model.Figure
		sum, ratio        model.Figure
		n                 int
		unstable          bool
	}{
		{"three", []model.Figure{of(3), of(1), of(2)}, of(2), of(1), of(3), of(6), of(3), 3, true},
		{"three of four", []model.Figure{of(10), gone, of(30), of(20)}, of(20), of(10), of(30), gone, of(3), 3, true},
		{"two of three", []model.Figure{of(15), gone, of(25)}, of(20), of(15), of(25), gone, of(25.0 / 15), 2, true},
		{"exactly 1.5 is stable", []model.Figure{of(2), of(3)}, of(2.5), of(2), of(3), of(5), of(1.5), 2, false},
		{"none there", []model.Figure{gone, gone}, gone, gone, gone, gone, gone, 0, false},
		{"no repeats", nil, model.Figure{}, model.Figure{}, model.Figure{}, model.Figure{}, model.Figure{}, 0, false},
		{"one has no ratio", []model.Figure{of(4)}, of(4), of(4), of(4), of(4), model.Figure{}, 1, false},
		{"no ratio to zero", []model.Figure{of(0), of(4)}, of(2), of(0), of(4), of(4), model.Figure{}, 2, true},
		{"nothing but zeros is stable", []model.Figure{of(0), of(0)}, of(0), of(0), of(0), of(0), model.Figure{}, 2, false},
		{"no ratio to a negative", []model.Figure{of(-1), of(4)}, of(1.5), of(-1), of(4), of(3), model.Figure{}, 2, true},
		{"a sum over the range of numbers is missing", []model.Figure{of(1.5e308), of(1.5e308)}, of(1.5e308), of(1.5e308), of(1.5e308), model.Missing(model.NotFinite), of(1), 2, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := stats.SpreadOf(tt.values, nil)
			if s.Median != tt.median || s.Min != tt.low || s.Max != tt.high || s.Sum != tt.sum || s.Ratio != tt.ratio {
				t.Errorf("median %v min %v max %v sum %v ratio %v", s.Median, s.Min, s.Max, s.Sum, s.Ratio)
			}
			if s.N != tt.n || s.Of != len(tt.values) || s.Unstable != tt.unstable {
				t.Errorf("n %d of %d, unstable %v", s.N, s.Of, s.Unstable)
			}
		})
	}
}

func TestPercentile(t *testing.T) {
	ten := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(i + 1)
	}
	tests := []struct {
		name   string
		sorted []float64
		q      float64
		want   float64
		ok     bool
	}{
		{"p50 of ten", ten, 0.5, 5, true},
		{"p95 of ten", ten, 0.95, 10, true},
		{"p90 of ten is exact", ten, 0.9, 9, true},
		{"p95 of hundred", hundred, 0.95, 95, true},
		{"dust: 0.07 × 100 is rank 7", hundred, 0.07, 7, true},
		{"p99.9 of hundred", hundred, 0.999, 100, true},
		{"p100", ten, 1, 10, true},
		{"tiny q is the smallest", ten, 1e-12, 1, true},
		{"one value", []float64{42}, 0.99, 42, true},
		{"none", nil, 0.5, 0, false},
		{"zero", ten, 0, 0, false},
		{"over one", ten, 1.01, 0, false},
		{"not a number", ten, math.NaN(), 0, false},
	}
	for _, tt := range tests {
		if got, ok := stats.Percentile(tt.sorted, tt.q); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %v %v, want %v %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestSupported(t *testing.T) {
	tests := []struct {
		n    int
		q    float64
		want bool
	}{
		{20, 0.95, true}, {19, 0.95, false}, {100, 0.99, true}, {99, 0.99, false}, {10, 0.9, true}, {9, 0.9, false},
		{2, 0.5, true}, {1, 0.5, false}, {1000, 0.999, true}, {999, 0.999, false}, {0, 0, false}, {1, 0, true},
		{1000, 1, false}, {1000, math.NaN(), false}, {1000, -1, false},
	}
	for _, tt := range tests {
		if got := stats.Supported(tt.n, tt.q); got != tt.want {
			t.Errorf("Supported(%d, %v) = %v", tt.n, tt.q, got)
		}
	}
}

func TestMannWhitney(t *testing.T) {
	tests := []struct {
		name string
		a, b []float64
		u, p float64
		tied bool
		none bool
	}{
		// 20 ways to deal six ranks to three: one at each end.
		{"three apart from three", []float64{1, 2, 3}, []float64{4, 5, 6}, 0, 2.0 / 20, false, false},
		{"the other way round", []float64{4, 5, 6}, []float64{1, 2, 3}, 9, 2.0 / 20, false, false},
		{"four apart from four", []float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}, 0, 2.0 / 70, false, false},
		// rank sum 1+2+4 = 7: sums 6, 7 and 14, 15 are as far out: 4 of 20.
		{"one step in", []float64{1, 2, 4}, []float64{3, 5, 6}, 1, 4.0 / 20, false, false},
		// rank sum 1+4+6 = 11, nearest to the middle 10.5: everything is as far out.
		{"in between", []float64{1, 4, 6}, []float64{2, 3, 5}, 5, 1, false, false},
		{"all equal", []float64{7, 7}, []float64{7, 7, 7}, 3, 1, true, false},
		// Pool 1, 2, 2, 3 has ranks 1, 2.5, 2.5, 4; pairs sum to 3.5, 3.5, 5, 5, 6.5, 6.5; 3.5 and 6.5 are four of six.
		{"a tie across", []float64{1, 2}, []float64{2, 3}, 0.5, 4.0 / 6, true, false},
		{"one against one", []float64{1}, []float64{2}, 0, 1, false, false},
		{"an empty side", nil, []float64{1}, 0, 0, false, true},
		{"not a number", []float64{math.NaN()}, []float64{1}, 0, 0, false, true},
		{"too many", make([]float64, 60), []float64{1}, 0, 0, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := stats.MannWhitney(tt.a, tt.b)
			if (r.Reason != "") != tt.none {
				t.Fatalf("reason %q", r.Reason)
			}
			if r.U != tt.u || math.Abs(r.P-tt.p) > 1e-12 || r.Tied != tt.tied {
				t.Errorf("U %v p %v tied %v, want %v %v %v", r.U, r.P, r.Tied, tt.u, tt.p, tt.tied)
			}
		})
	}
}

// TestMannWhitneyEnumerated holds the counted distribution against plain
// enumeration of every dealing of the pooled values.
func TestMannWhitneyEnumerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 5), func(i int) float64 { return float64(i) }), 1, 5)
		a, b := small.Draw(t, "a"), small.Draw(t, "b")
		pool := slices.Concat(a, b)
		n := len(a)
		u := func(in func(i int) bool) float64 {
			sum := 0.0
			for i, x := range pool {
				for k, y := range pool {
					if in(i) && !in(k) {
						if x > y {
							sum++
						} else if x == y {
							sum += 0.5
						}
					}
				}
			}
			return sum
		}
		centre := float64(n*len(b)) / 2
		seen := math.Abs(u(func(i int) bool { return i < n }) - centre)
		ways, extreme := 0, 0
		for set := range 1 << len(pool) {
			in := func(i int) bool { return set>>i&1 == 1 }
			size := 0
			for i := range pool {
				if in(i) {
					size++
				}
			}
			if size != n {
				continue
			}
			ways++
			if math.Abs(u(in)-centre) >= seen-1e-9 {
				extreme++
			}
		}
		if got, want := stats.MannWhitney(a, b).P, float64(extreme)/float64(ways); math.Abs(got-want) > 1e-9 {
			t.Fatalf("p = %v, want %v for %v against %v", got, want, a, b)
		}
	})
}

func TestSmallestPAndNotes(t *testing.T) {
	tests := []struct {
		n, m int
		p    float64
		note string
	}{
		{3, 3, 2.0 / 20, "no difference test can reach 0.05 with 3 a side, 4 are needed"},
		{4, 4, 2.0 / 70, ""},
		{3, 4, 2.0 / 35, "no difference test can reach 0.05 with 3 and 4, 4 are needed"},
		{3, 5, 2.0 / 56, ""},
		{0, 3, 1, "no difference test can reach 0.05 with 0 and 3, 4 are needed"},
		{1, 1, 1, "no difference test can reach 0.05 with 1 a side, 4 are needed"},
	}
	for _, tt := range tests {
		if got := stats.SmallestP(tt.n, tt.m); math.Abs(got-tt.p) > 1e-12 {
			t.Errorf("SmallestP(%d, %d) = %v, want %v", tt.n, tt.m, got, tt.p)
		}
		if got := stats.DifferenceNote(tt.n, tt.m); got != tt.note {
			t.Errorf("DifferenceNote(%d, %d) = %q, want %q", tt.n, tt.m, got, tt.note)
		}
	}
	if stats.RepeatsForTest(0.05) != 4 || stats.RepeatsForTest(0) != -1 {
		t.Errorf("%d repeats for 0.05, %d for 0", stats.RepeatsForTest(0.05), stats.RepeatsForTest(0))
	}
	if got, want := stats.IntervalNote(3), "with 3 repeats no 95 % interval of a median exists, 6 are needed"; got != want {
		t.Errorf("IntervalNote(3) = %q, want %q", got, want)
	}
	if stats.IntervalNote(6) != "" || stats.RepeatsForInterval(0.95) != 6 || stats.RepeatsForInterval(1) != -1 || stats.RepeatsForInterval(math.NaN()) != -1 {
		t.Error("six repeats are enough for 95 %")
	}
}

func TestMedianInterval(t *testing.T) {
	up := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(i + 1)
		}
		return v
	}
	tests := []struct {
		n                   int
		low, high, coverage float64
		ok                  bool
	}{
		{5, 0, 0, 0, false},             // 1 − 2/32 = 93.75 %
		{6, 1, 6, 1 - 2.0/64, true},     // 96.875 %
		{8, 1, 8, 1 - 2.0/256, true},    // k = 2: 1 − 2·9/256 = 92.97 %
		{9, 2, 8, 1 - 2*10.0/512, true}, // 96.09 %
		{0, 0, 0, 0, false},
	}
	for _, tt := range tests {
		low, high, c, ok := stats.MedianInterval(up(tt.n), 0.95)
		if low != tt.low || high != tt.high || math.Abs(c-tt.coverage) > 1e-12 || ok != tt.ok {
			t.Errorf("n = %d: %v to %v, %v, %v", tt.n, low, high, c, ok)
		}
	}
	s := stats.SpreadOf([]model.Figure{model.Of(3), model.Of(1), model.Of(2)}, nil)
	if _, _, _, ok := s.Interval(); ok {
		t.Error("three repeats have no interval")
	}
}

func TestStatisticsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64(), 1, 30).Draw(t, "values")
		m, ok := stats.Median(values)
		if !ok {
			if slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) }) {
				t.Fatal("no median although there are numbers")
			}
			return
		}
		known := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
		if lo, hi := slices.Min(known), slices.Max(known); m < lo || m > hi {
			t.Fatalf("median %v outside %v to %v", m, lo, hi)
		}
		shuffled := rapid.Permutation(values).Draw(t, "shuffled")
		if again, _ := stats.Median(shuffled); again != m {
			t.Fatalf("median depends on the order: %v, %v", m, again)
		}
		slices.Sort(known)
		q := rapid.Float64Range(0.001, 1).Draw(t, "q")
		if p, ok := stats.Percentile(known, q); !ok || !slices.Contains(known, p) {
			t.Fatalf("percentile %v is none of the values", p)
		}
	})
}
