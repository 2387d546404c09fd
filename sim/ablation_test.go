package sim

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAblateReference(t *testing.T) {
	a, err := Ablate(ReferenceReactive(), ReferenceLeading())
	if err != nil {
		t.Fatal(err)
	}
	type figures struct{ Breach, TTFT, Replicas float64 }
	near := cmp.Comparer(func(x, y float64) bool { return math.Abs(x-y) < 1e-9 })

	// In the order of the bits: signal, cold start, standby. The first and the
	// last are the file's two timelines.
	var runs []figures
	for i, r := range a.Runs {
		if r.Changed != Factors(i) {
			t.Errorf("run %d has changed %s", i, r.Changed)
		}
		runs = append(runs, figures{r.Summary.BreachSeconds, round(r.Summary.WorstTTFT, 2), r.Summary.ReplicaSeconds})
	}
	want := []figures{
		{180, 5182.36, 3480}, {160, 5182.36, 5180}, {80, 1754.97, 3480}, {40, 931.68, 4360},
		{180, 2159.4, 3560}, {140, 2159.4, 5220}, {80, 1225.78, 3560}, {20, 502.27, 4480},
	}
	if d := cmp.Diff(want, runs, near); d != "" {
		t.Fatalf("runs (-want +got):\n%s", d)
	}

	// From the table above, for breach time: signal (160+40+140+20 −180−80−180−80)/4
	// = −40, cold start (80+40+80+20 −180−160−180−140)/4 = −110, standby
	// (180+140+80+20 −180−160−80−40)/4 = −10; the interactions likewise.
	effects := map[Factors]figures{
		FactorSignal:                                   {-40, -386.70, 1290},
		FactorColdStart:                                {-110, -2567.20, -390},
		FactorStandby:                                  {-10, -1751.13, 80},
		FactorSignal | FactorColdStart:                 {-10, -386.70, -390},
		FactorSignal | FactorStandby:                   {-10, 24.95, 0},
		FactorColdStart | FactorStandby:                {0, 1271.83, 20},
		FactorSignal | FactorColdStart | FactorStandby: {0, 24.95, 20},
	}
	for of, want := range effects {
		e := a.Effect(of)
		if d := cmp.Diff(want, figures{e.BreachSeconds, round(e.WorstTTFT, 2), e.ReplicaSeconds}, near); d != "" {
			t.Errorf("%s (-want +got):\n%s", of, d)
		}
	}
	sentence := "The cold start of 22 s instead of 180 s does most: on average −110 s over the SLO and −2567 ms of worst p99 TTFT; " +
		"the signal −40 s and −386.7 ms, the standby −10 s but −1751 ms. " +
		"All three take 180 s over the SLO to 20 s and worst p99 TTFT from 5182 ms to 502.3 ms, for +1000 replica·s: " +
		"the signal +1290, the standby +80, the cold start −390 on average."
	if d := cmp.Diff(sentence, a.Sentence()); d != "" {
		t.Errorf("sentence (-want +got):\n%s", d)
	}
}

func TestAblationSentenceFollowsTheFigures(t *testing.T) {
	idle := ReferenceReactive()
	idle.Demand = []float64{0, 0, 0}
	a, err := Ablate(idle, ReferenceLeading())
	if err != nil {
		t.Fatal(err)
	}
	s := a.Sentence()
	if !strings.HasPrefix(s, "No single change does most") || !strings.Contains(s, "the signal 0 s over the SLO and 0 ms of worst p99 TTFT; the cold start 0 s and 0 ms, the standby 0 s and 0 ms.") {
		t.Errorf("without any breach: %s", s)
	}

	back, err := Ablate(ReferenceLeading(), ReferenceReactive())
	if err != nil {
		t.Fatal(err)
	}
	s = back.Sentence()
	if !strings.HasPrefix(s, "No single change does most") || !strings.Contains(s, "the cold start +110 s and +2567 ms") {
		t.Errorf("the other way round: %s", s)
	}
	bad := ReferenceLeading()
	bad.Standby = -1
	if _, err := Ablate(ReferenceReactive(), bad); err == nil || !strings.Contains(err.Error(), "Standby: -1") {
		t.Errorf("error %v does not name the standby", err)
	}
}

func TestAblationPremises(t *testing.T) {
	a, err := Ablate(ReferenceReactive(), ReferenceLeading())
	if err != nil {
		t.Fatal(err)
	}
	r, ok := a.Across(ReferenceSLOLow, ReferenceSLOHigh)
	if !ok {
		t.Fatal("sixteen samples are too many")
	}
	want := []string{
		"Counted against a p99 TTFT SLO of 500 ms, our reading. Whatever it is between 409.01 ms and 502.26 ms, the effects are " +
			"signal −40 to −25 s, cold start −115 to −105 s, standby −15 to −10 s: their order stays.",
		"leading_kv_and_velocity looks ahead by the cold start and one interval: 200 s with 180 s, 42 s with 22 s. " +
			"Held at 42 s it makes the signal's effect −30 s over the SLO, −386.7 ms of worst p99 TTFT and +900 replica·s.",
		"One change alone takes the first run's 180 s over the SLO: cold start to 80 s, signal to 160 s, standby to 180 s.",
		effectPremise,
	}
	if d := cmp.Diff(want, a.Premises("our reading", &r)); d != "" {
		t.Errorf("premises (-want +got):\n%s", d)
	}
	// With nothing read in between and nothing that looks ahead there is less to say.
	to := ReferenceLeading()
	to.Policy = None{}
	b, err := Ablate(ReferenceReactive(), to)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Premises("", nil); len(got) != 3 || got[0] != "Counted against a p99 TTFT SLO of 500 ms." {
		t.Errorf("premises %q", got)
	}
}

// TestAblationAcrossSLOs holds the range to runs that were really made by other
// SLOs, and its bounds to what the file's own flags leave.
func TestAblationAcrossSLOs(t *testing.T) {
	a, err := Ablate(ReferenceReactive(), ReferenceLeading())
	if err != nil {
		t.Fatal(err)
	}
	r, _ := a.Across(150, 6000)
	if r.SameOrder {
		t.Error("from 150 to 6000 ms the order is said to stay")
	}
	least, most := r.Least, r.Most
	for slo := 150.0; slo <= 6000; slo += 37.5 {
		from, to := ReferenceReactive(), ReferenceLeading()
		from.SLO = slo
		again, err := Ablate(from, to)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range again.Effects[:3] {
			if e.BreachSeconds < least[i] || e.BreachSeconds > most[i] {
				t.Errorf("at %v ms the effect of the %s is %v s, not within %v to %v", slo, e.Of, e.BreachSeconds, least[i], most[i])
			}
		}
	}
	low, high := 0.0, math.Inf(1)
	for _, c := range []Config{ReferenceReactive(), ReferenceLeading()} {
		for _, s := range mustRun(t, c).Samples {
			if v := s.Printed().TTFT; s.Breached {
				high = min(high, v)
			} else {
				low = max(low, v)
			}
		}
	}
	if low != ReferenceSLOLow || math.Abs(high-0.01-ReferenceSLOHigh) > 1e-9 {
		t.Errorf("the flags leave %v to less than %v ms", low, high)
	}
	long := ReferenceReactive()
	long.Demand = longDemand(5000)
	b, err := Ablate(long, ReferenceLeading())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := b.Across(1, 2); ok {
		t.Error("a long trace was gone through")
	}
}
