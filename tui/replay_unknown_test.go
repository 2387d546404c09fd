package tui

import "testing"

// noObjective is a run of which nobody says what it had to hold.
const noObjective = `{"autoscaling_comparison": {"steady": {"timeline": [
 {"sec": 0, "p99_ttft_ms": 100, "slo_breached": false}, {"sec": 20, "p99_ttft_ms": 999, "slo_breached": false}]}}}`

// TestReplayWithoutAnObjective: where no SLO is stated and no sample is flagged,
// nothing is called within it.
func TestReplayWithoutAnObjective(t *testing.T) {
	r := plots(t, 120, 40, file(t, "steady.json", []byte(noObjective)))
	wants(t, r.Frame(), "SLO ≥ 999 ms", "? steady")
	lacks(t, r.Frame(), "SLO over")
	r.Press("enter")
	wants(t, flat(r.Frame()), "cannot be judged; the file does not state it")
	lacks(t, flat(r.Frame()), "within the SLO")
}
