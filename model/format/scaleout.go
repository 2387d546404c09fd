package format

import (
	"cmp"
	"slices"
	"strings"

	"scaledeck/model"
)

// scaleOutPart decodes one held value of a scale-out analysis.
func (d *decoder) scaleOutPart(h held) {
	s := d.scaleOut
	switch h.key {
	case "rows":
		if !h.conflict {
			d.rows(&s.Rows)
		}
	case "topologies":
		if !h.conflict {
			d.topologies(&s.Topologies)
		}
	case "decision":
		s.Decision.Pointer = d.pointer()
		if h.conflict {
			s.Decision.DataPublishable.State = model.Duplicated
			s.Decision.ScaleOutPass.State = model.Duplicated
			return
		}
		d.decision(&s.Decision)
	case "business_question":
		d.heldText(h, &s.BusinessQuestion)
	case "answer":
		d.heldText(h, &s.Answer)
	case "claim_boundary":
		d.heldText(h, &s.ClaimBoundary)
	}
}

func (d *decoder) heldText(h held, dst *string) {
	if !h.conflict {
		*dst = d.scanText("text")
	}
}

// finishScaleOut looks at what only shows once all parts are there.
func (d *decoder) finishScaleOut(r *root, begin int) {
	for _, part := range [...]struct{ key, words string }{
		{"rows", "a list of runs"}, {"topologies", "an object of topologies"}, {"decision", "an object"},
	} {
		if !r.holds(part.key) {
			d.missing(begin, part.key, part.words)
		}
	}
}

// rows decodes the runs.
func (d *decoder) rows(dst *[]model.Run) {
	begin := d.pos
	if !d.wantArray("a list of runs") {
		return
	}
	type identity struct{ replicas, repeat float64 }
	first := make(map[identity]string)
	n, left := 0, 0
	for l := d.list(); d.element(&l); n++ {
		if d.full(len(*dst), &left) || !d.wantObject("a run") {
			continue
		}
		run := d.run()
		if run.Replicas.OK() && run.Repeat.OK() {
			id := identity{run.Replicas.Value, run.Repeat.Value}
			if at, ok := first[id]; ok {
				d.issue(l.at, model.Warning, model.CodeDuplicate, "the same replicas and repeat as %s: expected every run once", at)
			} else {
				first[id] = run.Pointer
			}
		}
		*dst = append(*dst, run)
	}
	d.tellLeft(begin, left)
	if n == 0 {
		d.issue(begin, model.Warning, model.CodeMissing, "no runs: expected at least one")
	}
}

func (d *decoder) run() model.Run {
	run := model.Run{Pointer: d.pointer(), Figures: make(model.Values, len(d.metrics))}
	begin := d.pos
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "run_name":
			d.text(&o, &run.Name)
		case "replicas":
			d.figure(&o, &run.Replicas, &model.AtLeastOne)
		case "repeat":
			d.figure(&o, &run.Repeat, &model.Counted)
		case "epp_restarted":
			d.flag(&o, &run.EPPRestarted)
		default:
			if m := model.MetricOf(d.metrics, string(o.key)); m != nil {
				d.value(&o, run.Figures, m)
			} else {
				d.unknown(&o)
			}
		}
	}
	d.require(begin, "replicas", run.Replicas, &model.AtLeastOne)
	d.require(begin, "repeat", run.Repeat, &model.Counted)
	for _, m := range d.metrics {
		d.require(begin, m.ID, run.Figures[m], &m.Domain)
	}
	d.requireFlag(begin, "epp_restarted", run.EPPRestarted)
	return run
}

// medianPrefix is what a topology puts before the key of a metric that it gives
// the median of.
const medianPrefix = "median_"

// topologyKey returns what a topology calls the metric.
func topologyKey(m *model.Metric) string {
	if m.Summed() {
		return m.ID
	}
	return medianPrefix + m.ID
}

// topologyMetric returns the metric that a topology calls key. The 200s, which
// the known files leave out, are taken as a sum.
func (d *decoder) topologyMetric(key []byte) *model.Metric {
	name, median := strings.CutPrefix(string(key), medianPrefix)
	if m := model.MetricOf(d.metrics, name); m != nil && median == !m.Summed() {
		return m
	}
	return nil
}

// topologies decodes what the file says of all runs at each number of replicas.
func (d *decoder) topologies(dst *[]model.Topology) {
	begin := d.pos
	if !d.wantObject("an object of topologies") {
		return
	}
	left := 0
	for o := d.object(); d.member(&o); {
		switch d.repeat(&o) {
		case same:
		case differs:
			if i, ok := d.earlier(&o); ok {
				distrust(&(*dst)[i])
			}
		default:
			if d.full(len(*dst), &left) {
				continue
			}
			t := model.Topology{Pointer: d.pointer(), Key: clean(o.key), Replicas: d.keyNumber(&o), Figures: make(model.Values, len(d.metrics))}
			if d.wantObject("a topology") {
				d.topology(&t)
			}
			d.put(&o, len(*dst))
			*dst = append(*dst, t)
		}
	}
	d.tellLeft(begin, left)
	if len(*dst) == 0 {
		d.issue(begin, model.Warning, model.CodeMissing, "no topologies: expected at least one")
	}
	slices.SortStableFunc(*dst, func(a, b model.Topology) int { return byReplicas(a.Replicas, b.Replicas) })
	for i := 1; i < len(*dst); i++ {
		a, b := &(*dst)[i-1], &(*dst)[i]
		if a.Replicas.OK() && a.Replicas == b.Replicas {
			d.issue(begin, model.Warning, model.CodeDuplicate, "%s and %s are the same number of replicas: neither is trusted", quote([]byte(a.Key)), quote([]byte(b.Key)))
			distrust(a)
			distrust(b)
		}
	}
}

// distrust takes the figures out of a topology that stands twice.
func distrust(t *model.Topology) {
	t.Runs, t.EPPRestartedRuns = model.Missing(model.Duplicated), model.Missing(model.Duplicated)
	for _, m := range model.RunMetrics() {
		t.Figures[m] = model.Missing(model.Duplicated)
	}
}

// byReplicas orders by the number of replicas; what has none comes last.
func byReplicas(a, b model.Figure) int {
	if a.OK() != b.OK() {
		if a.OK() {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.Value, b.Value)
}

// keyNumber reads the current key as a number of replicas.
func (d *decoder) keyNumber(o *object) model.Figure {
	s := scanner{data: o.key}
	if len(o.key) > 0 && s.peek() == kindNumber && s.pos == 0 {
		v, exactly := s.number()
		if !s.failed && s.pos == len(o.key) {
			if exactly && model.AtLeastOne.Holds(v) {
				return model.Of(v)
			}
			d.issue(o.keyAt, model.Warning, model.CodeOutOfRange, "the key %s is out of range: expected a number of replicas", quote(o.key))
			return model.Missing(model.OutOfRange)
		}
	}
	d.issue(o.keyAt, model.Warning, model.CodeWrongType, "the key %s is no number: expected a number of replicas", quote(o.key))
	return model.Missing(model.WrongType)
}

func (d *decoder) topology(t *model.Topology) {
	begin := d.pos
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "runs":
			d.figure(&o, &t.Runs, &model.Counted)
		case "epp_restarted_runs":
			d.figure(&o, &t.EPPRestartedRuns, &model.Counted)
		default:
			if m := d.topologyMetric(o.key); m != nil {
				d.value(&o, t.Figures, m)
			} else {
				d.unknown(&o)
			}
		}
	}
	d.require(begin, "runs", t.Runs, &model.Counted)
	d.require(begin, "epp_restarted_runs", t.EPPRestartedRuns, &model.Counted)
	for _, m := range d.metrics {
		if m != model.HTTP200 {
			d.require(begin, topologyKey(m), t.Figures[m], &m.Domain)
		}
	}
}
