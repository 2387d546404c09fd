package seed

import (
	"cmp"
	"slices"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// scaleOutPart decodes one held value of a scale-out analysis.
func (d *decoder) scaleOutPart(h held) {
	s := d.scaleOut
	switch h.key {
	case "rows":
		if h.conflict {
			lose(&s.Lost, d.Pointer(), model.Duplicated)
			return
		}
		d.rows(&s.Rows)
	case "topologies":
		if h.conflict {
			lose(&s.Lost, d.Pointer(), model.Duplicated)
			return
		}
		d.topologies(&s.Topologies)
	case "decision":
		s.Decision.Pointer = d.Pointer()
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
		*dst = d.ScanText("text")
	}
}

// finishScaleOut looks at what only shows once all parts are there.
func (d *decoder) finishScaleOut(r *root, begin int) {
	for _, part := range [...]struct {
		key, words string
		needed     bool // without claims a file can still be judged
	}{
		{"rows", "a list of runs", true}, {"topologies", "an object of topologies", false}, {"decision", "an object", false},
	} {
		if !r.holds(part.key) {
			d.Missing(begin, part.key, part.words)
			d.scaleOut.Lost = append(d.scaleOut.Lost, model.Measured{Expected: part.needed, Origin: model.Origin{At: "/" + part.key}})
		}
	}
}

// rows decodes the runs.
func (d *decoder) rows(dst *[]model.Run) {
	begin := d.Pos()
	if !d.array(&d.scaleOut.Lost, "a list of runs") {
		return
	}
	type identity struct{ replicas, repeat float64 }
	first := make(map[identity]string)
	n, left := 0, 0
	for l := d.List(); d.Element(&l); n++ {
		if d.Full(len(*dst), &left) || !d.object(&d.scaleOut.Lost, "a run") {
			continue
		}
		run := d.run()
		if run.Replicas.OK() && run.Repeat.OK() {
			id := identity{run.Replicas.Value, run.Repeat.Value}
			if at, ok := first[id]; ok {
				d.Issue(l.At, model.Warning, model.CodeDuplicate, "the same replicas and repeat as %s: expected every run once", at)
			} else {
				first[id] = run.Pointer
			}
		}
		*dst = append(*dst, run)
	}
	d.TellLeft(begin, left)
	if n == 0 {
		d.Issue(begin, model.Warning, model.CodeMissing, "no runs: expected at least one")
		lose(&d.scaleOut.Lost, d.Pointer(), model.Absent)
	}
}

// runFields are the keys of a run, its metrics aside.
var runFields = []jsonscan.Field[model.Run]{
	{Key: "run_name", Text: func(r *model.Run) *string { return &r.Name }},
	{Key: "replicas", Domain: &model.AtLeastOne, Figure: func(r *model.Run) *model.Figure { return &r.Replicas }},
	{Key: "repeat", Domain: &model.Counted, Figure: func(r *model.Run) *model.Figure { return &r.Repeat }},
	{Key: "epp_restarted", Flag: func(r *model.Run) *model.Flag { return &r.EPPRestarted }},
}

func (d *decoder) run() model.Run {
	run := model.Run{Pointer: d.Pointer(), Figures: make(model.Values, len(d.metrics))}
	begin := d.Pos()
	jsonscan.Fields(&d.Reader, runFields, &run, d.values(d.metrics, run.Figures))
	for _, m := range d.metrics {
		d.Require(begin, m.ID, run.Figures[m], &m.Domain)
	}
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
	begin := d.Pos()
	if !d.object(&d.scaleOut.Lost, "an object of topologies") {
		return
	}
	left := 0
	for o := d.Object(); d.Member(&o); {
		switch d.Repeat(&o) {
		case jsonscan.Same:
		case jsonscan.Differs:
			if i, ok := d.Earlier(&o); ok {
				distrust(&(*dst)[i])
			}
		default:
			if d.Full(len(*dst), &left) {
				continue
			}
			t := model.Topology{Pointer: d.Pointer(), Key: jsonscan.Clean(o.Key), Replicas: d.keyNumber(&o), Figures: make(model.Values, len(d.metrics))}
			if d.object(&d.scaleOut.Lost, "a topology") {
				d.topology(&t)
			}
			d.Put(&o, len(*dst))
			*dst = append(*dst, t)
		}
	}
	d.TellLeft(begin, left)
	if len(*dst) == 0 {
		d.Issue(begin, model.Warning, model.CodeMissing, "no topologies: expected at least one")
		lose(&d.scaleOut.Lost, d.Pointer(), model.Absent)
	}
	slices.SortStableFunc(*dst, func(a, b model.Topology) int { return byReplicas(a.Replicas, b.Replicas) })
	for i := 1; i < len(*dst); i++ {
		a, b := &(*dst)[i-1], &(*dst)[i]
		if a.Replicas.OK() && a.Replicas == b.Replicas {
			d.Issue(begin, model.Warning, model.CodeDuplicate, "%s and %s are the same number of replicas: neither is trusted", jsonscan.Quote([]byte(a.Key)), jsonscan.Quote([]byte(b.Key)))
			distrust(a)
			distrust(b)
		}
	}
}

// distrust takes the figures out of a topology that is there twice.
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
func (d *decoder) keyNumber(o *jsonscan.Object) model.Figure {
	if v, exactly, ok := jsonscan.Number(o.Key); ok {
		if exactly && model.AtLeastOne.Holds(v) {
			return model.Of(v)
		}
		d.Issue(o.KeyAt, model.Warning, model.CodeOutOfRange, "the key %s is out of range: expected a number of replicas", jsonscan.Quote(o.Key))
		return model.Missing(model.OutOfRange)
	}
	d.Issue(o.KeyAt, model.Warning, model.CodeWrongType, "the key %s is no number: expected a number of replicas", jsonscan.Quote(o.Key))
	return model.Missing(model.WrongType)
}

// topologyFields are the keys of a topology, its metrics aside.
var topologyFields = []jsonscan.Field[model.Topology]{
	{Key: "runs", Domain: &model.Counted, Figure: func(t *model.Topology) *model.Figure { return &t.Runs }},
	{Key: "epp_restarted_runs", Domain: &model.Counted, Figure: func(t *model.Topology) *model.Figure { return &t.EPPRestartedRuns }},
}

func (d *decoder) topology(t *model.Topology) {
	begin := d.Pos()
	jsonscan.Fields(&d.Reader, topologyFields, t, func(o *jsonscan.Object) bool {
		m := d.topologyMetric(o.Key)
		if m != nil {
			d.Value(o, t.Figures, m)
		}
		return m != nil
	})
	for _, m := range d.metrics {
		if m != model.HTTP200 {
			d.Require(begin, topologyKey(m), t.Figures[m], &m.Domain)
		}
	}
}
