package sim

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAblateReference(t *testing.T) {
	a, err := AblateReference()
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
	sentence := "The cold start of 22 s instead of 180 s does most: averaged over the other two changes, it saves 110 s of breach, " +
		"the signal leading_kv_and_velocity instead of reactive_gpu_util saves 40 s of breach and the standby of 2 instead of 0 saves 10 s of breach; " +
		"all three together take the time over the SLO from 180 s to 20 s, worst p99 TTFT from 5182 ms to 502.3 ms and what is held from 3480 replica·s to 4480 replica·s, " +
		"to which the signal adds most, +1290 replica·s on average."
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
	if !strings.HasPrefix(s, "No single change does most") || strings.Count(s, "changes no breach time") != 3 {
		t.Errorf("without any breach: %s", s)
	}

	back, err := Ablate(ReferenceLeading(), ReferenceReactive())
	if err != nil {
		t.Fatal(err)
	}
	s = back.Sentence()
	if !strings.HasPrefix(s, "No single change does most") || !strings.Contains(s, "the cold start of 180 s instead of 22 s adds 110 s of breach") {
		t.Errorf("the other way round: %s", s)
	}
	bad := ReferenceLeading()
	bad.Standby = -1
	if _, err := Ablate(ReferenceReactive(), bad); err == nil || !strings.Contains(err.Error(), "Standby: -1") {
		t.Errorf("error %v does not name the standby", err)
	}
}
