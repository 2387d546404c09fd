package sim

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/model"
	"scaledeck/model/format"
)

func TestDemosDecodeWithoutIssues(t *testing.T) {
	scaleOut, issues := format.Decode("demo/scale-out.json", DemoScaleOut(), format.Options{})
	if scaleOut == nil || scaleOut.Comparison() == nil {
		t.Fatalf("the scale-out demo is not recognised: %v", issues)
	}
	autoscaling, more := format.Decode("demo/autoscaling.json", DemoAutoscaling(), format.Options{})
	if autoscaling == nil || autoscaling.Timelines() == nil || autoscaling.Rollouts() == nil || autoscaling.Startup() == nil {
		t.Fatalf("the autoscaling demo is not recognised: %v", more)
	}
	if scaleOut.Simulated || !autoscaling.Simulated {
		t.Errorf("simulated: scale-out %v, autoscaling %v; want false, true", scaleOut.Simulated, autoscaling.Simulated)
	}
	for _, d := range []struct {
		name    string
		unknown int
		issues  any
	}{
		{"scale-out", scaleOut.UnknownCount, append(issues, scaleOut.Issues...)},
		{"autoscaling", autoscaling.UnknownCount, append(more, autoscaling.Issues...)},
	} {
		if s, err := json.Marshal(d.issues); err != nil || string(s) != "null" && string(s) != "[]" || d.unknown > 0 {
			t.Errorf("%s: %d unknown keys, issues %s, %v", d.name, d.unknown, s, err)
		}
	}
}

func TestWrittenRunIsReadAsItWas(t *testing.T) {
	b := DemoAutoscaling()
	doc, _ := format.Decode("demo.json", b, format.Options{})
	for i, c := range []Config{ReferenceReactive(), ReferenceLeading()} {
		r := mustRun(t, c)
		got := doc.Timelines().Timelines[i]
		want := r.Timeline(got.Name)
		want.Pointer = got.Pointer
		if d := cmp.Diff(timelineRows(&want), timelineRows(&got)); d != "" {
			t.Errorf("%s (-run +decoded):\n%s", got.Name, d)
		}
		back, err := TraceFrom(&got)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(Trace{Interval: c.Interval, Demand: c.Demand}, back); d != "" {
			t.Errorf("%s: demand (-run +decoded):\n%s", got.Name, d)
		}
	}
}

func TestDemoScaleOutByFile(t *testing.T) {
	raw := sharedFile(t, "results", "multi-replica-scaling.json")
	var want, got map[string]any
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(DemoScaleOut(), &got); err != nil {
		t.Fatal(err)
	}
	for _, m := range []map[string]any{want, got} {
		delete(m, "business_question")
		delete(m, "answer")
		delete(m, "claim_boundary")
		delete(m["decision"].(map[string]any), "criteria")
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("figures (-file +demo):\n%s", d)
	}
}

func TestDemoScaleOutComputed(t *testing.T) {
	ts := scaleOutTopologies()
	if len(ts) != 3 || ts[2].replicas != 4 || ts[2].runs != 3 {
		t.Fatalf("topologies: %+v", ts)
	}
	// 321.926 is the middle one of 348.565, 321.926 and 306.126, and
	// (321.926 / 374.167 − 1) × 100 = −13.9619…
	c := ts[2].compare(&ts[0])
	want := scaleOutChange{offered: -0.3, served: 0.21, ttft: -13.96, matched: true, pass: false}
	if d := cmp.Diff(want, c, cmp.AllowUnexported(scaleOutChange{})); d != "" {
		t.Errorf("four replicas (-want +got):\n%s", d)
	}
	clean := ts[0]
	clean.figures = maps.Clone(clean.figures)
	clean.figures[model.HTTPNon200] = 0 // without the five 429s of one replica, four replicas pass
	if !ts[2].compare(&clean).pass {
		t.Errorf("four replicas must pass against a baseline without rejections")
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("median of four = %v, want 2.5", got)
	}
}
