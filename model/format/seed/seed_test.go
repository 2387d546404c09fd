package seed

import "testing"

func TestSimulated(t *testing.T) {
	cases := []struct {
		mode string
		want bool
	}{
		{"", false}, {"measured", false}, {"real GPUs", false}, {"Simulated, not measured", true},
		{"any coefficients are assumptions", true}, {"assumed coefficients", true}, {"synthetic load", true},
		{"measured, not simulated", false}, {"no assumptions", false}, {"not simulated, but some figures are assumed", true},
	}
	for _, c := range cases {
		if got := simulated(c.mode); got != c.want {
			t.Errorf("%q: %v", c.mode, got)
		}
	}
}
