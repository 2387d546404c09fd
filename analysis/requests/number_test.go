package requests

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"scaledeck/analysis"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		cell string
		v    float64
		how  reading
	}{
		{"", 0, blank}, {"  ", 0, blank}, {`""`, 0, blank}, {"0", 0, good}, {"-0.105", -0.105, good}, {"713.928699", 713.928699, good},
		{"5.", 5, good}, {`"12.5"`, 12.5, good}, {" 7 ", 7, good}, {"0.000001", 0.000001, good}, {"999999999.999999", 999999999.999999, good}, {"1.23456a", 0, bad}, {"x.234567", 0, bad}, {"1..34567", 0, bad}, {"+3", 3, good}, {"1e3", 1000, good}, {".5", 0.5, good}, {"-", 0, bad},
		{"1e400", 0, bad}, {"nan", 0, bad}, {"inf", 0, bad}, {"0x10", 0, bad}, {"1_0", 0, bad}, {"1,5", 0, bad}, {"1.2.3", 0, bad}, {"12ms", 0, bad},
		{"9007199254740993", 9007199254740992, good}, {"0.1234567890123456789012345", 0.1234567890123456789012345, good},
		{"123456789012345678901234567890", 123456789012345678901234567890, good},
	} {
		if v, how := number([]byte(c.cell)); v != c.v || how != c.how {
			t.Errorf("number(%q) = %v, %v, expected %v, %v", c.cell, v, how, c.v, c.how)
		}
	}
}

// FuzzNumber holds that whatever is accepted is what strconv reads, to the last bit.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1", "-1.5", "1e5", "123.456789", "00.10", "1e-320", "12.345678", "0.000000", "1:.345678", "1.34567:", "123456789.000001", "4503599627370497.5", " 1", `"1"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, how := number([]byte(s))
		if how != good || s[0] == '"' || s[0] == ' ' || s[0] == '\t' || s[len(s)-1] == ' ' || s[len(s)-1] == '\t' {
			return
		}
		want, err := strconv.ParseFloat(s, 64)
		if err != nil || math.Float64bits(want) != math.Float64bits(v) {
			t.Errorf("number(%q) = %v, strconv has %v, %v", s, v, want, err)
		}
	})
}

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
