package requests

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
)

// result computes rows, topologies and decision. Sums, medians, changes and
// verdicts are those of package analysis: a written document must not say
// anything else than its readers.
func (a *analyser) result(dir string) (*Result, error) {
	data := &model.Comparison{Schema: model.ScaleOutSchema}
	for _, run := range a.requests.runs() {
		row := a.row(run)
		row.Pointer = fmt.Sprintf("/rows/%d", len(data.Rows))
		data.Rows = append(data.Rows, row)
	}
	if n := a.requests.warmups(); n > 0 {
		a.notes = append(a.notes, note(model.Note, a.tables[requestResults][0].name, counted(n, "request")+" of warm-up tenants left out"))
	}
	data.Decision.Criteria = a.config.criteria()
	doc := &model.Document{File: dir, Schema: model.ScaleOutSchema, Parts: []model.Part{data}}
	snap := &model.Snapshot{Files: []model.File{{Name: dir, Doc: doc}}}
	for _, f := range analysis.Judge(snap, analysis.Options{}).List {
		if analysis.ScaleOutOf(f.Outcome) != nil {
			topologies(data, analysis.ScaleOutOf(f.Outcome))
			decide(data, analysis.ScaleOutOf(f.Outcome))
		}
	}
	a.unmeasured()
	data.Decision.DataPublishable = a.publishable(data)
	found := analysis.Judge(snap, analysis.Options{})
	for _, f := range found.List {
		if analysis.ScaleOutOf(f.Outcome) != nil {
			data.Answer = f.Sentence
		}
	}
	data.BusinessQuestion = "Do premium requests keep their speed, and is every request served, as model replicas are added?"
	data.ClaimBoundary = a.boundary()
	a.sayAll()
	t := a.requests.tally
	r := &Result{Doc: doc, Verdict: found.Verdict, Notes: a.notes, Rows: t.rows, Malformed: t.nbad, Bad: t.bad, Taken: a.takings(), raw: a.raw, rules: a.rules()}
	r.requestFile, r.metricFiles = a.rawFiles()
	return r, nil
}

// topologies fills in what is claimed of each number of replicas.
func topologies(data *model.Comparison, s *analysis.ScaleOut) {
	for i := range s.Topologies {
		t := &s.Topologies[i]
		key := fmt.Sprint(t.Replicas)
		out := model.Topology{Pointer: "/topologies/" + key, Key: key, Replicas: model.Of(float64(t.Replicas)),
			Runs: model.Of(float64(t.Runs)), EPPRestartedRuns: t.Metrics[model.EPPRestarts].Sum, Figures: make(model.Values)}
		for _, m := range model.RunMetrics() {
			if m == model.HTTP200 { // the known files claim none
				continue
			}
			if m.Summed() {
				out.Figures[m] = t.Metrics[m].Sum
			} else {
				out.Figures[m] = t.Metrics[m].Median
			}
		}
		data.Topologies = append(data.Topologies, out)
	}
}

// decide fills in the comparisons with one replica and the decision.
func decide(data *model.Comparison, s *analysis.ScaleOut) {
	d := &data.Decision
	d.ScaleOutPass = model.Flag{State: model.Null}
	if len(s.Topologies) == 0 || s.Topologies[s.Baseline].Replicas != 1 {
		return
	}
	for t := range s.Topologies {
		if t == s.Baseline {
			continue
		}
		n := s.Topologies[t].Replicas
		c := model.ClaimedChange{
			Pointer:       fmt.Sprintf("/decision/comparisons_to_one_replica/%d", n),
			Key:           fmt.Sprint(n),
			Replicas:      model.Of(float64(n)),
			OfferedChange: s.Change(model.OfferedRPSPerGPU, t, s.Baseline).Percent,
			LoadMatched:   matched(s, t),
			ServedChange:  s.Change(model.ServedRPSPerGPU, t, s.Baseline).Percent,
			TTFTChange:    s.Change(model.PremiumBurstP95TTFT, t, s.Baseline).Percent,
		}
		c.Pass = passes(s.Topologies[t].Verdict, c.LoadMatched)
		d.Comparisons = append(d.Comparisons, c)
		switch {
		case len(d.Comparisons) == 1 || c.Pass == model.FlagOf(false):
			d.ScaleOutPass = c.Pass
		case d.ScaleOutPass == model.FlagOf(true):
			d.ScaleOutPass = c.Pass
		}
	}
}

// matched reports whether a topology was offered the load of the baseline.
func matched(s *analysis.ScaleOut, t int) model.Flag {
	for _, c := range s.Criteria {
		if g := c.Cells[t]; c.Rule.ID == analysis.RuleOfferedLoad && g.Margin.OK() {
			return model.FlagOf(g.Margin.Value >= 0)
		}
	}
	return model.Flag{State: model.Null}
}

// passes turns a verdict into a truth value, missing where it is not decided. At
// another load the verdict is UNDECIDED and yet it is plainly no pass.
func passes(v analysis.Verdict, matched model.Flag) model.Flag {
	switch {
	case v == analysis.Fail || matched == model.FlagOf(false):
		return model.FlagOf(false)
	case v == analysis.Pass:
		return model.FlagOf(true)
	default:
		return model.Flag{State: model.Null}
	}
}

// publishable reports whether all evidence gates of all runs passed and no row
// is malformed or missing. Without run-evidence.csv nothing says so.
func (a *analyser) publishable(data *model.Comparison) model.Flag {
	if a.doubtful {
		return model.FlagOf(false)
	}
	if a.gates == nil {
		return model.Flag{State: model.Null}
	}
	for _, run := range a.requests.runs() {
		passed, ok := of(a.gates.gates, a.gates.index, run)
		if !ok {
			a.say(run, "no evidence gates in "+a.gates.name)
			return model.Flag{State: model.Null}
		}
		if !passed {
			a.say(run, "an evidence gate in "+a.gates.name+" did not pass")
			return model.FlagOf(false)
		}
	}
	return model.FlagOf(len(data.Rows) > 0)
}

// unmeasured says which runs of the summary have no requests at all.
func (a *analyser) unmeasured() {
	if a.summary == nil {
		return
	}
	there := newRunIndex(slices.Values(a.requests.runs()))
	var names []string
	for _, run := range a.summary.runs {
		if _, ok := there.find(run); !ok {
			names = append(names, run.label())
		}
	}
	if len(names) == 0 {
		return
	}
	a.doubtful = true
	a.notes = append(a.notes, note(model.Warning, a.summary.name, fmt.Sprintf("%d of its %d runs have no requests in the evidence: %s",
		len(names), len(a.summary.runs), strings.Join(names[:min(len(names), 5)], "; "))))
}

// boundary says what the figures were computed from.
func (a *analyser) boundary() string {
	t := a.requests.tally
	runs := a.requests.runs()
	s := fmt.Sprintf("Computed from %s: %s of %s, %d malformed.", a.tables[requestResults][0].name, counted(t.rows, "row"), counted(len(runs), "run"), t.nbad)
	if a.measuredRuns > 0 {
		s += fmt.Sprintf(" Peaks and counters of %s computed from %s.", counted(a.measuredRuns, "run"), tableNames(a.tables[systemMetric]))
	}
	for _, taken := range a.takings() {
		s += " " + taken
	}
	for i, run := range runs {
		at := a.o.span(a.config, run.replicas)
		if i > 0 && a.o.span(a.config, runs[i-1].replicas).same(at) {
			continue
		}
		if at.hasWindow() {
			s += fmt.Sprintf(" Burst window %g s to %g s", at.windowStart, at.windowEnd)
		} else {
			s += " Burst window not known"
		}
		if at.hasDuration() {
			s += fmt.Sprintf(" of %g s", at.duration)
		}
		if i > 0 {
			s += fmt.Sprintf(" at %d replicas", run.replicas)
		}
		s += "."
	}
	return s + " Premium: " + names(a.premium) + ". Standard: " + names(a.standard) + "."
}

// tableNames names the files of tables, the first three of many.
func tableNames(tables []*table) string {
	var list []string
	for _, t := range tables[:min(len(tables), 3)] {
		list = append(list, t.name)
	}
	if more := len(tables) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}

func names(tenants []tenantID) string {
	if len(tenants) == 0 {
		return "none"
	}
	var list []string
	for _, t := range tenants[:min(len(tenants), 5)] {
		name := t.name
		if t.ranked {
			name += fmt.Sprintf(" (priority %g)", t.priority)
		}
		list = append(list, name)
	}
	if more := len(tenants) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}

// sayAll makes a note of everything there is to say of runs, each thing once.
func (a *analyser) sayAll() {
	if a.differ > maxCompared {
		a.notes = append(a.notes, model.Issue{Severity: model.Warning, Code: model.CodeTruncated, File: a.summary.name,
			Message: fmt.Sprintf("%d more figures differ", a.differ-maxCompared)})
	}
	for _, taken := range a.takings() {
		a.notes = append(a.notes, note(model.Warning, "", taken))
	}
	for _, what := range a.noteOrder {
		runs := a.runNotes[what]
		who := strings.Join(runs[:min(len(runs), 3)], "; ")
		if len(runs) > 3 {
			who = fmt.Sprintf("%s and %d more runs", who, len(runs)-3)
		}
		severity := model.Note
		if strings.HasPrefix(what, "no ") || strings.Contains(what, "missing") || strings.Contains(what, "did not pass") {
			severity = model.Warning
		}
		a.notes = append(a.notes, note(severity, "", who+": "+what))
	}
}
