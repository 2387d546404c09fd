package requests

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"scaledeck/analysis"
)

// TestKeptFigures holds that figures come back from a series as they went in,
// and that a selected percentile is that of the sorted figures.
func TestKeptFigures(t *testing.T) {
	value := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, 5_000_000_000), func(i int) float64 { return float64(i) / 1e6 }),
		rapid.Float64Range(0, 1e9), rapid.Map(rapid.IntRange(0, 3), func(i int) float64 { return float64(i) }), rapid.Float64Range(-5, 5))
	rapid.Check(t, func(r *rapid.T) {
		values := rapid.SliceOfN(value, 1, 400).Draw(r, "values")
		var s series
		for part := range slices.Chunk(values, rapid.IntRange(1, 100).Draw(r, "part")) {
			var c column
			for _, v := range part {
				c.add(v)
			}
			s.take(&c)
		}
		got := s.appendTo(nil)
		sorted := slices.Sorted(slices.Values(values))
		if !slices.Equal(slices.Sorted(slices.Values(got)), sorted) {
			r.Fatalf("%v came back as %v", values, got)
		}
		for _, q := range []float64{0.01, 0.5, 0.95, 0.99, 1} {
			want, _ := analysis.Percentile(sorted, q)
			if v, ok := percentile(got, q); !ok || v != want {
				r.Fatalf("percentile %v of %v is %v, expected %v", q, values, v, want)
			}
		}
	})
}

func TestPercentileOfNothing(t *testing.T) {
	if v, ok := percentile(nil, 0.95); ok {
		t.Errorf("no figures have a percentile: %v", v)
	}
}
