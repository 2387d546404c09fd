package sim

import (
	"fmt"
	"math"
)

// HPA is the algorithm of the Kubernetes Horizontal Pod Autoscaler on the mean
// of one figure over the pods. The replicas of a run are the pods; the control
// interval of the run is the controller's sync period. In each interval:
//
//  1. With ratio = metric / target over the ready pods, nothing is done where
//     |1 − ratio| ≤ Tolerance; else the recommendation is ⌈ready × ratio⌉.
//  2. A booting pod is one that is not yet ready: it has no part in the ratio of
//     step 1 and damps the way up only. Where that ratio is over 1, the ratio is
//     taken again with every booting pod at nothing, and nothing is done where it
//     is now within the tolerance or under 1. On the way down the booting pods
//     do not count: the recommendation is that of the ready ones, however many
//     boot. (A pod that runs and for which no figure arrives is another thing to
//     Kubernetes, which takes it to be exactly at the target on the way down. A
//     boot of the model is one stretch and does not tell the two apart; a pod
//     without an address or a loaded model is mostly the former.)
//  3. Above the present number of pods the recommendation is the lowest of the
//     scale-up window, below it the highest of the scale-down window.
//  4. The rate limits bound the change, then Min and Max do.
//
// A scale-down gives up booting pods before it drains ready ones, as a ReplicaSet
// deletes pods that are not ready first.
//
// KV use saturates at 1, so with a target of 0.8 the recommendation is never more
// than a quarter over the ready pods, however large the demand.
//
// Source: kubernetes.io, "Horizontal Pod Autoscaling": algorithm details and
// configurable scaling behaviour; where the page is silent (how a period's limit
// counts, rounding, what comes of pods that are not yet ready on the way down),
// pkg/controller/podautoscaler of kubernetes/kubernetes.
type HPA struct {
	Metric    HPAMetric
	Target    float64 // mean over the pods that is aimed at, share, over 0 and at most 1
	Tolerance float64 // 0–1; 0.1 by default
	ScaleUp   Scaling
	ScaleDown Scaling
}

// HPAMetric is the figure an HPA scales on.
type HPAMetric uint8

// The figures.
const (
	OnKV  HPAMetric = iota // KV cache use
	OnGPU                  // GPU compute utilisation
)

// Scaling is how fast an HPA may follow its recommendations in one direction.
type Scaling struct {
	Stabilisation float64     // s, ≥ 0 and at most an hour
	Limits        []RateLimit // at least one, unless Select is SelectNone
	Select        Select
}

// RateLimit bounds the change within a period.
type RateLimit struct {
	Percent bool    // Value is percent of the pods at the period's start, else pods
	Value   int     // > 0
	Period  float64 // s, over 0 and at most half an hour
}

// maxStabilisation is the longest window that Kubernetes takes, s.
const maxStabilisation = 3600

// Select says which of several rate limits counts.
type Select uint8

// The selections. SelectMost is Kubernetes' Max, SelectLeast its Min, SelectNone
// its Disabled: no change in this direction at all.
const (
	SelectMost Select = iota
	SelectLeast
	SelectNone
)

// DefaultHPA returns an HPA with the defaults of Kubernetes: tolerance 10 %; up
// without a window by 4 pods or 100 % in 15 s, whichever is more; down by the
// highest recommendation of 300 s, by all pods in 15 s if need be.
func DefaultHPA(metric HPAMetric, target float64) HPA {
	return HPA{
		Metric: metric, Target: target, Tolerance: 0.1,
		ScaleUp:   Scaling{Limits: []RateLimit{{Percent: true, Value: 100, Period: 15}, {Value: 4, Period: 15}}},
		ScaleDown: Scaling{Stabilisation: 300, Limits: []RateLimit{{Percent: true, Value: 100, Period: 15}}},
	}
}

// Name returns "hpa_kv_utilization" or "hpa_gpu_utilization".
func (p HPA) Name() string {
	if p.Metric == OnGPU {
		return "hpa_gpu_utilization"
	}
	return "hpa_kv_utilization"
}

// Validate returns an error that names the first parameter out of range.
func (p HPA) Validate() error {
	switch {
	case p.Metric > OnGPU:
		return invalid("Metric", "%d is not a known metric", p.Metric)
	case !(p.Target > 0 && p.Target <= 1):
		return invalid("Target", "%v is not over 0 and at most 1", p.Target)
	case !(p.Tolerance >= 0 && p.Tolerance <= 1):
		return invalid("Tolerance", "%v is not between 0 and 1", p.Tolerance)
	}
	if err := p.ScaleUp.validate(); err != nil {
		return within("ScaleUp", err)
	}
	if err := p.ScaleDown.validate(); err != nil {
		return within("ScaleDown", err)
	}
	return nil
}

func (s *Scaling) validate() error {
	switch {
	case !(s.Stabilisation >= 0 && s.Stabilisation <= maxStabilisation):
		return invalid("Stabilisation", "%v s is not between 0 and %v", s.Stabilisation, maxStabilisation)
	case s.Select > SelectNone:
		return invalid("Select", "%d is not a known choice", s.Select)
	case len(s.Limits) == 0 && s.Select != SelectNone:
		return invalid("Limits", "none is given")
	}
	for i, l := range s.Limits {
		if l.Value < 1 || l.Value > maxReplicaCount {
			return invalid(fmt.Sprintf("Limits[%d].Value", i), "%d is not between 1 and %d", l.Value, maxReplicaCount)
		}
		if !(l.Period > 0 && l.Period <= 1800) {
			return invalid(fmt.Sprintf("Limits[%d].Period", i), "%v s is not over 0 and at most 1800", l.Period)
		}
	}
	return nil
}

// recommend returns the pods that the metric asks for, before any limit.
func (p *HPA) recommend(metric float64, ready, booting int) int {
	pods := ready + booting
	ratio := metric / p.Target
	judged := ratio
	if ratio > 1 {
		judged *= float64(ready) / float64(pods)
	}
	if p.tolerated(judged) || ratio > 1 && judged < 1 {
		return pods
	}
	// Over the pods it was judged by, either ratio asks for the same number.
	return replicas(ratio * float64(ready))
}

// tolerated reports whether a ratio is too near 1 to act on. Dust must not turn
// a ratio of exactly 1.1 into a start.
func (p *HPA) tolerated(ratio float64) bool { return math.Abs(1-ratio) <= p.Tolerance+dust }
