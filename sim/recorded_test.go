package sim

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"scaledeck/model"
)

// TestFromTimelineReadsItsInputsBack: what a run was made from is found again in
// the timeline it gave.
func TestFromTimelineReadsItsInputsBack(t *testing.T) {
	odd := ReferenceLeading()
	odd.ReplicaCapacity, odd.InitialReady, odd.Min, odd.Standby, odd.ColdStart = 23_500, 5, 5, 4, ColdStartOf(37)
	hpa := ReferenceReactive()
	hpa.Policy = DefaultHPA(OnGPU, 0.8)
	for name, want := range map[string]Config{"reactive": ReferenceReactive(), "leading": ReferenceLeading(), "odd": odd, "hpa": hpa} {
		r := mustRun(t, want)
		tl := r.Timeline("run")
		got, assumed, err := FromTimeline(&tl, nil, 500)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		numbers := map[string]string{
			"reactive": "GPU threshold 85 %; target demand/capacity 0.8",
			"leading":  "look ahead 42 s; cold boots an interval 3; target demand/capacity 0.8",
			"odd":      "look ahead 57 s; cold boots an interval 3; target demand/capacity 0.8",
			"hpa":      "HPA target 80 %; scale-down window 300 s; HPA tolerance 10 %",
		}
		if got := strings.Join(assumed, "; "); got != numbers[name] {
			t.Errorf("%s: assumed %s, want the policy's numbers only: %s", name, got, numbers[name])
		}
		want.ColdStart = ColdStartOf(want.ColdStart.Seconds) // no profiles were given
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestFromTimelineTakesTheProfile(t *testing.T) {
	r := mustRun(t, ReferenceLeading())
	tl := r.Timeline("run")
	profiles := &model.Startup{Profiles: []model.Profile{
		{Name: "slow", Total: model.Of(180)},
		{Name: "fast", Total: model.Of(22), Phases: []model.Phase{{Name: "one", Seconds: model.Of(20)}, {Name: "two", Seconds: model.Of(2)}}},
	}}
	c, _, err := FromTimeline(&tl, profiles, 500)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(coldStartPhases("fast", Phase{"one", 20}, Phase{"two", 2}), c.ColdStart); diff != "" {
		t.Error(diff)
	}
	profiles.Profiles = append(profiles.Profiles, model.Profile{Name: "as fast", Total: model.Of(22)})
	if c, _, err = FromTimeline(&tl, profiles, 500); err != nil || c.ColdStart.Name != "" {
		t.Errorf("of two profiles of 22 s one was picked: %+v, %v", c.ColdStart, err)
	}
}

// TestFromTimelineSaysWhatItAssumes: a timeline of times and demand alone can be
// run, and everything else is named.
func TestFromTimelineSaysWhatItAssumes(t *testing.T) {
	tl := model.Timeline{Pointer: "/x", Mode: "of_our_own", Seconds: model.SeriesOf(0, 30)}
	tl.Set(model.Demand, model.SeriesOf(1000, 2000))
	c, assumed, err := FromTimeline(&tl, nil, 500)
	if err != nil {
		t.Fatal(err)
	}
	if c.Interval != 30 || c.Policy.Name() != "none" {
		t.Errorf("interval %v, policy %s", c.Interval, c.Policy.Name())
	}
	want := "policy none; a cold start of 180 s; 18000 tokens a replica; 4 ready at the start; no standby"
	if got := strings.Join(assumed, "; "); got != want {
		t.Errorf("assumed %q, want %q", got, want)
	}
	tl.Set(model.Demand, model.SeriesOf(1000))
	if _, _, err := FromTimeline(&tl, nil, 500); err == nil || !strings.Contains(err.Error(), "/x/timeline/1") {
		t.Errorf("a sample without demand: %v", err)
	}
	if _, _, err := FromTimeline(&model.Timeline{}, nil, 500); err == nil {
		t.Error("a timeline without samples was run")
	}
}

func TestCapacityOf(t *testing.T) {
	for _, tt := range []struct {
		demand, ready, ratio float64
		want                 float64
		ok                   bool
	}{
		{48_000, 4, 0.6667, 18_000, true}, // 17 997.75 … 18 000.45: the multiple of 1 000
		{1_000, 1, 0.5, 2_000, true},
		{100, 3, 0.4, 83.33, true}, // 83.32 … 83.34 holds no whole number: its middle
		{1_000, 1, 0, 0, false},
		{1, 1, 5, 0, false}, // less than a token
	} {
		tl := model.Timeline{Seconds: model.SeriesOf(0)}
		tl.Set(model.Demand, model.SeriesOf(tt.demand))
		tl.Set(model.Ready, model.SeriesOf(tt.ready))
		tl.Set(model.DemandRatio, model.SeriesOf(tt.ratio))
		got, ok := capacityOf(&tl)
		if ok != tt.ok || ok && (got < tt.want-0.01 || got > tt.want+0.01) {
			t.Errorf("%v / (%v × %v): %v, %v, want %v, %v", tt.demand, tt.ready, tt.ratio, got, ok, tt.want, tt.ok)
		}
	}
}
