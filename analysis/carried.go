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
		return doc.Timelines() != nil && timelinesCarry(doc.Timelines().Timelines, key)
	case coldStartPointer:
		return doc.Startup() != nil && slices.ContainsFunc(doc.Startup().Profiles, func(p model.Profile) bool { return given(p.Total) })
	case rolloutsPointer:
		return pointer == rolloutsPointer || doc.Rollouts() != nil && rolloutsCarry(doc.Rollouts().Rollouts, key)
	case gatePolicyPointer:
		return doc.Rollouts() != nil && limitCarried(doc.Rollouts(), key)
	default:
		return doc.Comparison() != nil && scaleOutCarries(doc.Comparison(), "/"+part, pointer, key)
	}
}

// given reports whether the file has the key, with a figure or without.
func given(figures ...model.Figure) bool {
	return slices.ContainsFunc(figures, func(f model.Figure) bool { return f.State != model.Absent })
}

func flagged(flags ...model.Flag) bool {
	return slices.ContainsFunc(flags, func(f model.Flag) bool { return f.State != model.Absent })
}

func scaleOutCarries(s *model.Comparison, part, pointer, key string) bool {
	switch {
	case pointer == part:
		return part == "/rows" // without claims a file can still be judged, without rows not
	case part == "/rows":
		return slices.ContainsFunc(s.Rows, func(r model.Run) bool { return runCarries(&r, key) })
	case part == "/topologies":
		return slices.ContainsFunc(s.Topologies, func(t model.Topology) bool {
			return given(t.Runs, t.EPPRestartedRuns) || t.Figures.Any()
		})
	default:
		d := &s.Decision
		return flagged(d.DataPublishable, d.ScaleOutPass) || slices.ContainsFunc(d.Comparisons, func(c model.ClaimedChange) bool {
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
	case model.EPPRestarts.ID:
		return flagged(r.EPPRestarted)
	}
	return given(r.Figures[model.MetricOf(model.RunMetrics(), key)])
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
		for _, m := range model.SampleMetrics() {
			if m.ID == key {
				return seriesGiven(t.Column(m))
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
	}
	if m := model.MetricOf(model.StageMetrics(), key); m != nil {
		return given(s.Figures[m])
	}
	return given(s.Percent, s.Requests)
}

// limitCarried reports whether a file that states limits has none for a figure
// that its stages give. One that states no limit leaves them to the policy.
func limitCarried(c *model.RolloutSet, key string) bool {
	p := &c.Policy
	if !p.Limits.Any() {
		return false
	}
	for _, m := range model.StageMetrics() {
		if m.Limit == key {
			return rolloutsCarry(c.Rollouts, m.ID)
		}
	}
	return false
}
