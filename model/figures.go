package model

import (
	"cmp"
	"slices"
	"strings"
)

// figure returns the flag as a figure: 1, 0, or missing for the same reason.
func (f Flag) figure() Figure {
	switch {
	case !f.OK():
		return Missing(f.State)
	case f.Value:
		return Of(1)
	default:
		return Of(0)
	}
}

// below returns the origin of a key of the thing at an origin.
func below(at, key string) Origin {
	if at == "" || strings.HasPrefix(at, "/") {
		return Origin{At: at + "/" + key}
	}
	return Origin{At: at + ", " + key}
}

// walker hands out figures until its reader has enough.
type walker struct {
	yield func(Measured) bool
	done  bool
}

func (w *walker) put(m Measured) {
	if !w.done {
		w.done = !w.yield(m)
	}
}

// figure hands out one figure of the thing at an origin.
func (w *walker) figure(at, key string, f Figure, expected bool) {
	w.put(Measured{Figure: f, Expected: expected, Origin: below(at, key)})
}

func (w *walker) all(list []Measured) {
	for _, m := range list {
		w.put(m)
	}
}

// given reports whether the file has any of the figures, present or not.
func given(figures ...Figure) bool {
	return slices.ContainsFunc(figures, func(f Figure) bool { return f.State != Absent })
}

// Figures returns the figures of the comparison: those of the runs, then what the
// file claims of them. A figure is expected where another run, or another claim of
// the same sort, has it.
func (c *Comparison) Figures() Figures {
	return func(yield func(Measured) bool) {
		w := &walker{yield: yield}
		w.all(c.Lost)
		c.runFigures(w)
		c.claimFigures(w)
	}
}

// runFigures hands out what the runs give. A run that is compared by another axis
// than its number of replicas has none, and one without repeats no number.
func (c *Comparison) runFigures(w *walker) {
	carried := make(map[*Metric]bool)
	arms, repeats, restarts := false, false, false
	for i := range c.Rows {
		r := &c.Rows[i]
		for m, f := range r.Figures {
			carried[m] = carried[m] || f.State != Absent
		}
		arms, repeats = arms || given(r.Replicas), repeats || given(r.Repeat)
		restarts = restarts || r.EPPRestarted.State != Absent
	}
	for i := range c.Rows {
		r := &c.Rows[i]
		at := r.Pointer
		w.figure(at, "replicas", r.Replicas, arms)
		w.figure(at, "repeat", r.Repeat, repeats)
		for _, m := range c.Metrics() {
			w.put(Measured{Metric: m, Scope: r.Name, Figure: r.Figures[m], Expected: carried[m], Origin: r.Where(m)})
		}
		w.put(Measured{Metric: EPPRestarts, Scope: r.Name, Figure: r.EPPRestarted.figure(), Expected: restarts, Origin: below(at, EPPRestarts.ID)})
	}
}

// Where returns where the run has the figure of a metric.
func (r *Run) Where(m *Metric) Origin {
	if key, ok := r.Keys[m]; ok {
		return below(r.Pointer, key)
	}
	return below(r.Pointer, m.ID)
}

// Metrics returns what the runs of the comparison can have, in the order in which
// it is shown.
func (c *Comparison) Metrics() []*Metric {
	if len(c.Measures) > 0 {
		return c.Measures
	}
	return RunMetrics()
}

func (c *Comparison) claimFigures(w *walker) {
	claimed := false
	for i := range c.Topologies {
		t := &c.Topologies[i]
		claimed = claimed || given(t.Runs, t.EPPRestartedRuns) || t.Figures.Any()
	}
	for i := range c.Topologies {
		t := &c.Topologies[i]
		w.put(Measured{Figure: t.Replicas, Expected: true, Origin: Origin{At: t.Pointer}})
		w.figure(t.Pointer, "runs", t.Runs, claimed)
		w.figure(t.Pointer, "epp_restarted_runs", t.EPPRestartedRuns, claimed)
		for _, m := range c.Metrics() {
			key := "median_" + m.ID
			if m.Summed() {
				key = m.ID
			}
			// The known files leave the 200s out of what they claim.
			if f := t.Figures[m]; m != HTTP200 || f.State != Absent {
				w.put(Measured{Metric: m, Scope: t.Key, Figure: f, Expected: claimed, Origin: below(t.Pointer, key)})
			}
		}
	}
	d := &c.Decision
	decided := given(d.DataPublishable.figure(), d.ScaleOutPass.figure())
	for i := range d.Comparisons {
		decided = decided || d.Comparisons[i].given()
	}
	at := d.Pointer
	if at == "" {
		at = "/decision"
	}
	w.figure(at, "data_publishable", d.DataPublishable.figure(), decided)
	w.figure(at, "scale_out_pass", d.ScaleOutPass.figure(), decided)
	for i := range d.Comparisons {
		ch := &d.Comparisons[i]
		w.put(Measured{Figure: ch.Replicas, Expected: true, Origin: Origin{At: ch.Pointer}})
		for _, f := range ch.figures() {
			w.figure(ch.Pointer, f.key, f.figure, decided)
		}
	}
}

// keyed is a figure and the key that files give it.
type keyed struct {
	key    string
	figure Figure
}

func (ch *ClaimedChange) figures() []keyed {
	return []keyed{
		{"offered_rps_per_gpu_change_pct", ch.OfferedChange},
		{"offered_load_matched", ch.LoadMatched.figure()},
		{"served_rps_per_gpu_change_pct", ch.ServedChange},
		{"premium_burst_p95_ttft_change_pct", ch.TTFTChange},
		{"pass", ch.Pass.figure()},
	}
}

func (ch *ClaimedChange) given() bool {
	return slices.ContainsFunc(ch.figures(), func(k keyed) bool { return given(k.figure) })
}

// Figures returns the figures of rollout i: what the file claims of it, its stages,
// and the limits that the file states. A figure is expected where another stage has
// it, or another rollout the claim; a limit where the file states others and a stage
// gives what it is for.
func (s *RolloutSet) Figures(i int) Figures {
	return func(yield func(Measured) bool) {
		w := &walker{yield: yield}
		w.all(s.Lost)
		r := &s.Rollouts[i]
		w.all(r.Lost)
		claims, decided := false, false
		carried := make(map[*Metric]bool)
		for j := range s.Rollouts {
			o := &s.Rollouts[j]
			claims = claims || given(o.FinalPercent, o.Completed.figure(), o.RolledBack.figure())
			for k := range o.Stages {
				decided = decided || o.Stages[k].Passed.State != Absent
				for m, f := range o.Stages[k].Figures {
					carried[m] = carried[m] || f.State != Absent
				}
			}
		}
		w.figure(r.Pointer, "completed_100_percent", r.Completed.figure(), claims)
		w.figure(r.Pointer, "rolled_back", r.RolledBack.figure(), claims)
		w.figure(r.Pointer, "final_canary_traffic_percent", r.FinalPercent, claims)
		for j := range r.Stages {
			r.Stages[j].figures(w, carried, decided)
		}
		for _, m := range StageMetrics() {
			f := s.Policy.Limits[m]
			w.put(Measured{Metric: m, Limit: true, Figure: f, Expected: s.Policy.Limits.Any() && carried[m], Origin: below(cmp.Or(s.Policy.Pointer, "/canary_gate_policy"), m.Limit)})
		}
	}
}

func (s *Stage) figures(w *walker, carried map[*Metric]bool, decided bool) {
	w.figure(s.Pointer, "stage_percent", s.Percent, true)
	w.figure(s.Pointer, "requests_evaluated", s.Requests, true)
	w.figure(s.Pointer, "passed", s.Passed.figure(), decided)
	for _, m := range StageMetrics() {
		if f := s.Figures[m]; !m.Optional || f.State != Absent { // a gate on an absent one is undecided by itself
			w.put(Measured{Metric: m, Scope: s.Percent.Text(Percent), Figure: f, Expected: carried[m], Origin: below(s.Pointer, m.ID)})
		}
	}
}

// Figures returns the figures of all profiles: their phases and totals.
func (s *Startup) Figures() Figures {
	return func(yield func(Measured) bool) {
		w := &walker{yield: yield}
		w.all(s.Lost)
		totals := slices.ContainsFunc(s.Profiles, func(p Profile) bool { return p.Total.State != Absent })
		for i := range s.Profiles {
			p := &s.Profiles[i]
			for _, phase := range p.Phases {
				w.put(Measured{Scope: p.Name, Figure: phase.Seconds, Expected: true, Origin: Origin{At: phase.Pointer}})
			}
			w.figure(p.Pointer, "total_seconds", p.Total, totals)
		}
	}
}
