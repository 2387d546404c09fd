package analysis

import (
	"slices"
	"strings"

	"scaledeck/model"
)

// carries reports whether a document gives elsewhere what a key that it lacks
// would hold: the same figure of another run, sample or stage, or another claim
// of the same sort. A file that never measures or never claims a thing lacks
// nothing, until strict asks for all that its kind can carry; one that does so
// everywhere but here has lost a figure.
func carries(doc *model.Document, pointer string) bool {
	key := pointer[strings.LastIndexByte(pointer, '/')+1:]
	switch part, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/"); "/" + part {
	case autoscalingPointer:
		return doc.Autoscaling != nil && timelinesCarry(doc.Autoscaling.Timelines, key)
	case coldStartPointer:
		return doc.ColdStart != nil && slices.ContainsFunc(doc.ColdStart.Profiles, func(p model.Profile) bool { return given(p.Total) })
	case rolloutsPointer:
		return pointer == rolloutsPointer || doc.Canary != nil && rolloutsCarry(doc.Canary.Rollouts, key)
	case gatePolicyPointer:
		return doc.Canary != nil && limitCarried(doc.Canary, key)
	default:
		return doc.ScaleOut != nil && scaleOutCarries(doc.ScaleOut, "/"+part, pointer, key)
	}
}

// given reports whether the file has the key, with a figure or without.
func given(figures ...model.Figure) bool {
	return slices.ContainsFunc(figures, func(f model.Figure) bool { return f.State != model.Absent })
}

func flagged(flags ...model.Flag) bool {
	return slices.ContainsFunc(flags, func(f model.Flag) bool { return f.State != model.Absent })
}

func scaleOutCarries(s *model.ScaleOut, part, pointer, key string) bool {
	switch {
	case pointer == part:
		return part == "/rows" // without claims a file can still be judged, without rows not
	case part == "/rows":
		return slices.ContainsFunc(s.Rows, func(r model.Run) bool { return runCarries(&r, key) })
	case part == "/topologies":
		return slices.ContainsFunc(s.Topologies, func(t model.Topology) bool {
			return given(t.Runs, t.EPPRestartedRuns) || given(t.Figures[:]...)
		})
	default:
		d := &s.Decision
		return flagged(d.DataPublishable, d.ScaleOutPass) || slices.ContainsFunc(d.Comparisons, func(c model.Comparison) bool {
			return given(c.OfferedChange, c.ServedChange, c.TTFTChange) || flagged(c.LoadMatched, c.Pass)
		})
	}
}

func runCarries(r *model.Run, key string) bool {
	switch key {
	case "replicas":
		return given(r.Replicas)
	case "repeat":
		return given(r.Repeat)
	case restartsKey:
		return flagged(r.EPPRestarted)
	}
	for m := range model.NumRunMetrics {
		if m.Metric().Key == key {
			return given(r.Figures[m])
		}
	}
	return false
}

func timelinesCarry(timelines []model.Timeline, key string) bool {
	return slices.ContainsFunc(timelines, func(t model.Timeline) bool {
		claims := given(t.PeakKVUtilization, t.PeakP99TTFT, t.MaxReady, t.BreachWindows)
		switch key {
		case "peak_kv_utilization", "peak_p99_ttft_ms", "max_ready_replicas", "slo_breach_windows":
			return claims
		case "cold_start_seconds":
			return claims || given(t.ColdStartSeconds)
		case "slo_breached":
			return flagged(t.Breached...)
		}
		for m := range model.NumSampleMetrics {
			if m.Metric().Key == key {
				return seriesGiven(t.Figures[m])
			}
		}
		return true // the time of a sample, or the samples: nothing is judged without
	})
}

func seriesGiven(s model.Series) bool {
	for i := range s.Len() {
		if given(s.At(i)) {
			return true
		}
	}
	return false
}

func rolloutsCarry(rollouts []model.Rollout, key string) bool {
	return slices.ContainsFunc(rollouts, func(r model.Rollout) bool {
		switch key {
		case "completed_100_percent", "rolled_back", "final_canary_traffic_percent":
			return given(r.FinalPercent) || flagged(r.Completed, r.RolledBack)
		case "stages":
			return true
		}
		return slices.ContainsFunc(r.Stages, func(s model.Stage) bool { return stageCarries(&s, key) })
	})
}

func stageCarries(s *model.Stage, key string) bool {
	switch key {
	case "passed":
		return flagged(s.Passed)
	case "tpot_delta_ms":
		return given(s.TPOTDelta)
	case "quality_drop":
		return given(s.QualityDrop)
	case "canary_error_rate":
		return given(s.ErrorRate)
	case "canary_tpot_ms":
		return given(s.TPOT)
	default:
		return given(s.Percent, s.Requests)
	}
}

// gateLimits are the limits that a file can state for its canary stages, and the
// figure that each is for.
var gateLimits = [...]struct{ key, metric, rule string }{
	{"max_tpot_regression_ms", "tpot_delta_ms", RuleTPOTRegression},
	{"max_tpot_ceiling_ms", "canary_tpot_ms", RuleTPOTCeiling},
	{"max_quality_drop", "quality_drop", RuleQualityDrop},
	{"max_error_rate", "canary_error_rate", RuleErrorRate},
}

// limitCarried reports whether a file that states limits has none for a figure
// that its stages give. One that states no limit leaves them to the policy.
func limitCarried(c *model.Canary, key string) bool {
	p := &c.Policy
	if !given(p.MaxTPOTRegression, p.MaxTPOT, p.MaxQualityDrop, p.MaxErrorRate) {
		return false
	}
	for _, l := range gateLimits {
		if l.key == key {
			return rolloutsCarry(c.Rollouts, l.metric)
		}
	}
	return false
}
