package format_test

import (
	"fmt"
	"strconv"
	"testing"

	"scaledeck/model/format"
)

// TestEveryPowerOfTen reads numbers with each exponent that float64 holds exactly,
// and some beyond, as the standard library does.
func TestEveryPowerOfTen(t *testing.T) {
	for exponent := -30; exponent <= 30; exponent++ {
		for _, mantissa := range []string{"1", "3", "7.25", "123456789012345", "900719925474099", "0.000001"} {
			text := fmt.Sprintf("%se%d", mantissa, exponent)
			want, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			data := `{"cold_start_breakdown_seconds": {"p": {"phase": ` + text + `, "total_seconds": 1}}}`
			doc, issues := format.Decode("p.json", []byte(data), format.Options{})
			if doc == nil {
				t.Fatalf("%s: %v", text, issues)
			}
			got, ok := doc.Startup().Profiles[0].Phases[0].Seconds.Get()
			if !ok || got != want {
				t.Errorf("%s: %v, %v, want %v", text, got, ok, want)
			}
		}
	}
}
