package rollout

import (
	"math"
	"testing"

	"scaledeck/model"
)

// TestStagesCountEveryRequest: the samples behind a stage are the number in the
// file, past 2^31 too, and none where there is no number.
func TestStagesCountEveryRequest(t *testing.T) {
	for v, want := range map[float64]int{0: 0, -1: 0, 250: 250, 2147483647: 2147483647, 2147483648: 2147483648, 3e9: 3_000_000_000, 9007199254740991: 9007199254740991} {
		if got := samples(model.Of(v)); got != want {
			t.Errorf("%v requests are %d samples, want %d", v, got, want)
		}
	}
	if got := samples(model.Of(1e300)); got <= math.MaxInt32 {
		t.Errorf("1e300 requests are %d samples", got)
	}
	if got := samples(model.Missing(model.Null)); got != 0 {
		t.Errorf("no number is %d samples", got)
	}
}
