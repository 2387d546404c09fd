package lab

import (
	"fmt"
	"math"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
)

// referenceRuns are what the Lab starts from where no timeline is open.
var referenceRuns = [...]func() sim.Config{sim.ReferenceReactive, sim.ReferenceLeading}

// labBase is the timeline that is run again, and the inputs read off it.
type labBase struct {
	key     string // of its finding; "" for a reference run
	file    string // cleaned name; "" for a reference run
	doc     *model.Document
	tl      *model.Timeline
	config  sim.Config
	slo     string     // where the SLO comes from, in words
	within  [2]float64 // ms: what the SLO lies between where it is our reading; both 0 else
	assumed []string   // inputs that the timeline does not show
	differs int        // first sample that its inputs do not reproduce; −1 where they reproduce all
	err     error      // why it cannot be run again
}

// word names what the simulated run is held against.
func (b *labBase) word() string {
	if b.file == "" {
		return "reference"
	}
	return "recorded"
}

// shortWord is word in at most four cells.
func (b *labBase) shortWord() string {
	if b.file == "" {
		return "ref."
	}
	return "file"
}

// where names the timeline and its file.
func (b *labBase) where() string {
	if b.file == "" {
		return "the reference " + b.tl.Name
	}
	return b.tl.Name + " in " + b.file
}

// labRun is a run of the Lab and everything shown of it.
type labRun struct {
	base      labBase
	config    sim.Config
	result    sim.Result
	timeline  model.Timeline
	recorded  labFigures
	simulated labFigures
	ablation  *sim.Ablation // nil until it was looked at
	ablated   error
	rests     []string // on what the ablation rests; nil until it was looked at
	err       error    // why there is no run

	events    []string // lines that say what happens, as they were drawn last
	eventsFor eventsAsked
}

// eventsAsked is what those lines depend on besides the run.
type eventsAsked struct {
	th      *theme.Theme
	w, room int
}

// labQuestion is what a run depends on: the same question has the same answer.
type labQuestion struct {
	tl    *model.Timeline
	which int
	rev   int
	slo   float64
}

// sameBase reports whether both ask about the same recorded timeline.
func (q labQuestion) sameBase(other labQuestion) bool {
	return q.tl == other.tl && q.which == other.which && q.slo == other.slo
}

// run returns the run of the numbers as they are. It is computed once for every
// change and not for every frame.
func (l *lab) run(c screen.Ctx) *labRun {
	q := labQuestion{rev: l.rev, which: l.which}
	f, open := l.finding(c)
	if open {
		q.tl, q.which = analysis.AutoscalingOf(f.Outcome).Data, -1
		q.slo, _ = labSLO(analysis.AutoscalingOf(f.Outcome).SLO)
	}
	if q == l.asked && l.memo.base.tl != nil {
		return &l.memo
	}
	base, known := l.memo.base, l.asked.sameBase(q) && l.memo.base.tl != nil
	l.asked = q
	l.memo = labRun{base: base}
	r := &l.memo
	switch {
	case known: // only the numbers were changed: what was recorded is what it was
	case open:
		r.base = recordedBase(f)
	default:
		r.base = referenceBase(l.which)
	}
	if r.config, r.err = r.base.config, r.base.err; r.err != nil {
		return r
	}
	if r.config, r.err = l.config(r.base.config, l.values); r.err != nil {
		return r
	}
	if r.result, r.err = sim.Run(r.config); r.err != nil {
		return r
	}
	r.timeline = r.result.Timeline(r.config.Policy.Name())
	r.recorded = figuresOf(r.base.tl, r.config.SLO, r.base.config.Interval)
	r.simulated = figuresOf(&r.timeline, r.config.SLO, r.config.Interval)
	r.simulated.held = model.Of(r.result.Summary.ReplicaSeconds) // with those that drain, which no timeline shows
	r.simulated.firstReady = r.result.Summary.TimeToFirstReady
	return r
}

// finding returns the chosen timeline, or the first of those that are open.
func (l *lab) finding(c screen.Ctx) (analysis.Finding, bool) {
	all := labTimelines(c)
	for _, f := range all {
		if f.Key == l.source {
			return f, true
		}
	}
	if len(all) == 0 {
		return analysis.Finding{}, false
	}
	return all[0], true
}

func recordedBase(f analysis.Finding) labBase {
	b := labBase{key: f.Key, file: f.File.Name, doc: f.File.Doc, tl: analysis.AutoscalingOf(f.Outcome).Data, differs: -1}
	var slo float64
	slo, b.slo = labSLO(analysis.AutoscalingOf(f.Outcome).SLO)
	if read := analysis.AutoscalingOf(f.Outcome).SLO; !read.Limit.OK() && read.Low.OK() && read.High.OK() {
		b.within = [2]float64{read.Low.Value, read.High.Value - printedDigit}
	}
	b.config, b.assumed, b.err = sim.FromTimeline(b.tl, b.doc.Startup(), slo)
	if b.err == nil {
		b.differs = firstDifference(b.config, b.tl)
	}
	return b
}

func referenceBase(which int) labBase {
	b := labBase{config: referenceRuns[which](), differs: -1, slo: "our reading of the known file", within: [2]float64{sim.ReferenceSLOLow, sim.ReferenceSLOHigh}}
	r, err := sim.Run(b.config)
	tl := r.Timeline(b.config.Policy.Name())
	b.tl, b.err = &tl, err
	return b
}

// printedDigit is the last digit to which a p99 TTFT is printed, ms.
const printedDigit = 0.01

// labSLO returns the SLO to simulate with, ms, and where it comes from. Where the
// file only bounds it by its flags, any figure between gives the same flags: the
// reference's where it fits, else the highest that was not breached.
func labSLO(s analysis.SLO) (float64, string) {
	if v, ok := s.Limit.Get(); ok {
		return v, s.Source
	}
	slo := sim.ReferenceReactive().SLO
	low, hasLow := s.Low.Get()
	high, hasHigh := s.High.Get()
	switch {
	case (!hasLow || low <= slo) && (!hasHigh || slo < high):
	case hasLow:
		slo = low
	default:
		slo = max(high-printedDigit, 0.001) // less than what was breached
	}
	return slo, "our reading: " + s.Source
}

// firstDifference returns the first sample of a timeline that its own inputs do
// not give to the last printed digit; −1 where they give all.
func firstDifference(c sim.Config, tl *model.Timeline) int {
	r, err := sim.Run(c)
	if err != nil || len(r.Samples) != tl.Len() {
		return 0
	}
	again := r.Timeline(tl.Name)
	for i := range tl.Len() {
		for _, m := range model.SampleMetrics() {
			was, ok := tl.Column(m).At(i).Get()
			if now := again.Column(m).At(i).Value; ok && math.Abs(now-was) > 1e-9*max(1, math.Abs(was)) {
				return i
			}
		}
	}
	return -1
}

// standing says whether the inputs give back what was recorded, and what had to
// be assumed for it.
func (r *labRun) standing() []string {
	b := &r.base
	var out []string
	switch {
	case b.file == "":
		out = append(out, "No autoscaling timeline is open: these are the reference inputs.")
	case b.differs < 0:
		out = append(out, fmt.Sprintf("✓ its inputs give all %d recorded samples", b.tl.Len()))
	default:
		out = append(out, fmt.Sprintf("≠ its inputs do not give what was recorded, from %s on", b.tl.Seconds.At(b.differs).Text(model.Seconds)))
	}
	if _, planned := r.config.Policy.(sim.Schedule); planned {
		out = append(out, "schedule knows the demand beforehand: a mark for the others, which none in service can reach")
	}
	if len(b.assumed) > 0 {
		out = append(out, "not in the file, assumed: "+strings.Join(b.assumed, ", "))
	}
	if r.config.SLO != b.config.SLO {
		return append(out, "SLO: changed here; what was recorded is counted by it too")
	}
	return append(out, "SLO: "+b.slo)
}
