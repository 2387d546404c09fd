// Package arms compares runs that differ by their settings: concurrency, request
// rate, builds. Such files state no limits, so there is nothing to pass and the
// verdict is INFO, with the failures first.
//
// Start reading at Kind, then Judge.
package arms

import (
	"fmt"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/analysis/stats"
	"scaledeck/model"
	"scaledeck/model/text"
)

// Kind returns the kind of comparisons of arms.
func Kind() finding.Kind {
	return finding.Kind{
		ID: model.KindArms,
		Judge: func(f *model.File, p model.Part, o gate.Options) finding.Judged {
			return finding.Judged{List: []finding.Finding{Judge(f, p.(*model.Comparison), o)}}
		},
		Page:    pageOf,
		Compare: compare,
	}
}

// Outcome is what a comparison of arms measured.
type Outcome struct {
	Data    *model.Comparison
	Metrics []*model.Metric // those that any run has, in the order in which they are shown
	Arms    []Arm           // in the file's order
}

// Arm is the runs with one setting.
type Arm struct {
	Name    string
	Runs    int
	Metrics map[*model.Metric]stats.Spread
}

// Of returns the outcome of a finding of this kind, nil for any other.
func Of(outcome any) *Outcome { return finding.As[Outcome](outcome) }

// shown are the metrics that the sentence and the table lead with.
func shown() []*model.Metric {
	return []*model.Metric{
		model.FailedRequests, model.ServedRate, model.OutputRate,
		model.Latency(model.TTFT, model.Median, 0), model.P99TTFT, model.Latency(model.TPOT, model.Median, 0),
	}
}

// Judge says what a comparison of arms measured, and holds every arm to the rules of
// the policy.
func Judge(f *model.File, c *model.Comparison, opts gate.Options) finding.Finding {
	o := &Outcome{Data: c}
	for i, a := range c.Arms {
		arm := Arm{Name: a.Name, Metrics: make(map[*model.Metric]stats.Spread)}
		for _, m := range shown() {
			values, places := valuesOf(c, i, m)
			arm.Runs, arm.Metrics[m] = len(values), stats.SpreadOf(values, places)
		}
		o.Arms = append(o.Arms, arm)
	}
	for _, m := range shown() {
		for _, a := range o.Arms {
			if !a.Metrics[m].Unmeasured() {
				o.Metrics = append(o.Metrics, m)
				break
			}
		}
	}
	fd := finding.Finding{
		Key: finding.FindingKey(f, model.KindArms, ""), Kind: model.KindArms, Title: "comparison " + c.Schema, File: f,
		Simulated: f.Doc.Simulated, Gates: o.gates(f, opts), Outcome: o,
	}
	for _, g := range fd.Gates {
		fd.Verdict = gate.Worst(fd.Verdict, g.Verdict)
	}
	parts := o.broken(fd.Gates)
	if failed := o.failures(); failed != "" {
		parts = append(parts, failed)
	}
	limits := "no limits in the file"
	if len(fd.Gates) > 0 {
		limits = "limits of policy " + opts.InForce().Name
	}
	fd.Why = strings.Join(append(parts, text.Counted(len(o.Arms), "arm")+", "+limits), " · ")
	fd.Sentence = o.sentence(fd.Verdict, limits)
	if broken := o.broken(fd.Gates); len(broken) > 0 {
		fd.Sentence += " " + text.Capital(strings.Join(broken, "; ")) + "."
	}
	fd.Warn()
	return fd
}

// gates holds every arm to every rule of the policy that is about arms.
func (o *Outcome) gates(f *model.File, opts gate.Options) []gate.Gate {
	var list []gate.Gate
	for _, r := range opts.InForce().For(model.KindArms) {
		m := model.MetricOf(model.LoadMetrics(), r.Metric)
		for i, a := range o.Arms {
			values, places := valuesOf(o.Data, i, m)
			s := stats.SpreadOf(values, places)
			g := gate.Gate{Rule: r, Scope: a.Name, File: f.Name, Provenance: gate.Derived, N: s.N, ValueUnit: r.Unit, Pointers: places}
			g.Limit, g.LimitSource = gate.LimitOf(r, opts, model.Figure{}, "")
			g.Observed = s.Statistic(r.Statistic)
			g.Value = g.Observed
			g.NotInFile = r.Optional && s.Unmeasured()
			var e gate.Evidence
			if s.N < s.Of || s.Of == 0 {
				e = gate.Unbounded(gate.Reason{Code: gate.Incomplete, N: s.Of - s.N, Of: s.Of, State: stats.FirstMissing(values).State})
			}
			list = append(list, gate.Apply(g, e, opts.Strict))
		}
	}
	return list
}

// broken names the gates that decide against the comparison, with their limits.
func (o *Outcome) broken(gates []gate.Gate) []string {
	var parts []string
	for _, g := range gates {
		switch g.Verdict {
		case gate.Fail:
			parts = append(parts, g.Rule.Name+" "+gate.ObservedAgainst(g)+" at "+g.Scope)
		case gate.Undecided:
			parts = append(parts, g.Rule.Name+" undecided at "+g.Scope+", "+g.Reason.String())
		}
	}
	return parts
}

// valuesOf returns a metric of the runs of one arm, and where they have it.
func valuesOf(c *model.Comparison, arm int, m *model.Metric) (values []model.Figure, places []string) {
	for i := range c.Rows {
		if r := &c.Rows[i]; r.Arm == arm {
			values, places = append(values, r.Figures[m]), append(places, r.Where(m).At)
		}
	}
	return values, places
}

// failures names the arms in which requests failed.
func (o *Outcome) failures() string {
	var parts []string
	for _, a := range o.Arms {
		if n, ok := a.Metrics[model.FailedRequests].Sum.Get(); ok && n > 0 {
			parts = append(parts, text.Counted(int(n), "failed request")+" at "+a.Name)
		}
	}
	return text.Listed(parts, maxNamed)
}

const (
	maxNamed = 4 // arms that the one line names
	maxArms  = 8 // arms that the sentence names
)

func (o *Outcome) sentence(v gate.Verdict, limits string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s, %s.", v, text.Counted(len(o.Arms), "arm"), o.Data.Schema, limits)
	for _, a := range o.Arms[:min(len(o.Arms), maxArms)] {
		var parts []string
		for _, m := range shown() {
			parts = append(parts, m.Label+" "+a.figure(m).Text(m.Unit))
		}
		fmt.Fprintf(&b, " %s: %s.", a.Name, strings.Join(parts, ", "))
	}
	if more := len(o.Arms) - maxArms; more > 0 {
		fmt.Fprintf(&b, " And %s.", text.Counted(more, "more arm"))
	}
	return b.String()
}

// figure returns the sum or the median of a metric over the runs of an arm; none
// where a run lacks it, since of some runs alone it would not be the arm's.
func (a Arm) figure(m *model.Metric) model.Figure {
	s := a.Metrics[m].Whole()
	if m.Summed() {
		return s.Sum
	}
	return s.Median
}

// pageOf is one row an arm and one column a metric, each with its range where the
// arm has several runs.
func pageOf(s *page.Section, f finding.Finding) {
	o := Of(f.Outcome)
	t := page.NewTable("arm", "runs").Numbers(1)
	for _, m := range o.Metrics {
		t.Columns = append(t.Columns, page.Column{Head: m.Label, Short: m.Short, Right: true})
	}
	for _, a := range o.Arms {
		cells := []page.Cell{page.Text(a.Name), page.Value(model.Of(float64(a.Runs)), model.Count)}
		for _, m := range o.Metrics {
			cells = append(cells, page.Value(a.figure(m), m.Unit))
		}
		t.Add(cells...)
	}
	s.Table("medians and sums over the runs of each arm", t)
	var ranges []string
	for _, a := range o.Arms {
		for _, m := range o.Metrics {
			if sp := a.Metrics[m]; sp.N > 1 && sp.Min != sp.Max {
				ranges = append(ranges, a.Name+", "+m.Label+": "+page.Span(sp.Min, sp.Max, m.Unit)+fmt.Sprintf(", n %d", sp.N))
			}
		}
	}
	s.List("ranges of the runs", ranges)
	gate.Page(s, f.Gates, f.Simulated)
}

// compare matches the arms of two comparisons by name.
func compare(c *finding.Compared, a, b []finding.Finding) {
	fa, fb := finding.OfKind(a, model.KindArms), finding.OfKind(b, model.KindArms)
	left := make(map[string]*Arm)
	for _, f := range fb {
		o := Of(f.Outcome)
		for i := range o.Arms {
			left[o.Arms[i].Name] = &o.Arms[i]
		}
	}
	for _, f := range fa {
		o := Of(f.Outcome)
		for i := range o.Arms {
			x := &o.Arms[i]
			y := left[x.Name]
			if y == nil {
				c.OnlyA = append(c.OnlyA, "arm "+x.Name)
				continue
			}
			delete(left, x.Name)
			c.Groups = append(c.Groups, pairArms(x, y))
		}
	}
	for _, f := range fb {
		for _, arm := range Of(f.Outcome).Arms {
			if left[arm.Name] != nil {
				c.OnlyB = append(c.OnlyB, "arm "+arm.Name)
			}
		}
	}
}

func pairArms(x, y *Arm) finding.Group {
	g := finding.Group{Kind: model.KindArms, Name: x.Name}
	for _, m := range shown() {
		sx, sy := x.Metrics[m], y.Metrics[m]
		if sx.Unmeasured() && sy.Unmeasured() {
			continue
		}
		p := finding.Pair{Key: m.ID, Label: m.Label, Statistic: "median", Unit: m.Unit, Metric: m, SpreadA: &sx, SpreadB: &sy, A: sx.Median, B: sy.Median}
		p.Delta, p.Change = stats.Difference(p.A, p.B), stats.ChangeOf(sy, sx, m)
		g.Pairs = append(g.Pairs, p)
	}
	return g
}
