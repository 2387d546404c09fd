package requests

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/text"
)

// The limits past which a file with malformed rows is refused.
const (
	DefaultMaxMalformed      = 1000
	DefaultMaxMalformedShare = 0.01
)

// Options say how evidence is read. The zero value takes everything from the
// evidence itself.
type Options struct {
	// WindowStart and WindowEnd are the burst window in seconds of the traffic
	// clock, start included and end not, instead of the configuration's. Both
	// zero: the configuration's.
	WindowStart, WindowEnd float64
	Duration               float64 // s, of a run, instead of the configuration's; 0: the configuration's

	Premium, Standard string // tenants; "" takes the two highest priorities

	// Partial gives figures even of runs of which requests or samples are
	// missing. Without it they are left out, since a count of a part is no count
	// and a peak that was not measured is not known to be low.
	Partial bool

	// A file is refused where more rows than MaxMalformed are malformed, or more
	// than MaxMalformedShare of its rows. Zero takes the defaults; a negative
	// number means none may be.
	MaxMalformed      int
	MaxMalformedShare float64

	Workers    int // goroutines; 0: as many as there are cores
	ChunkBytes int // 0: one MiB
}

// Result is what the evidence of a directory gives.
type Result struct {
	Doc       *model.Document // rows, topologies and decision
	Verdict   analysis.Verdict
	Notes     []model.Issue // what was used, what is missing, what is malformed
	Rows      int           // of the table of requests
	Malformed int           // of these
	Bad       []BadRow      // the first of those
	Taken     []string      // which figures were taken from other tables, in sentences; in Notes too

	raw                      []model.Run // see Evidence
	rules                    map[*model.Metric]string
	requestFile, metricFiles string
}

// RefusedError says that too many rows of a file are malformed.
type RefusedError struct {
	File  string
	Bad   []BadRow // the first of them
	Count int
	Rows  int // read until then
}

func (e *RefusedError) Error() string {
	s := fmt.Sprintf("%s refused: %d of %d rows read are malformed", e.File, e.Count, e.Rows)
	for i, b := range e.Bad[:min(len(e.Bad), 3)] {
		s += fmt.Sprintf("%s %s", [...]string{":", ";", ";"}[i], b)
	}
	return s
}

// String returns the row in one line: "line 7, column ttft_ms: …".
func (b BadRow) String() string {
	if b.Column == "" {
		return fmt.Sprintf("line %d: %s", b.Line, b.Problem)
	}
	return fmt.Sprintf("line %d, column %s: %s", b.Line, b.Column, b.Problem)
}

// UnfitError says that the evidence does not allow an analysis.
type UnfitError struct{ Err error }

func (e *UnfitError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the evidence.
func (e *UnfitError) Unwrap() error { return e.Err }

func unfit(err error) error { return &UnfitError{err} }

// TenantError says that no request is of the tenant that Options names.
type TenantError struct {
	Class   string   // "premium" or "standard"
	Name    string   // as given
	Tenants []string // that there are, cleaned, at most 20
}

func (e *TenantError) Error() string {
	return fmt.Sprintf("no request of a %s tenant %q: expected one of %s", e.Class, text.Clean(e.Name), strings.Join(e.Tenants, ", "))
}

// SpanError says that the window or the duration of the options puts the burst
// window outside the run.
type SpanError struct{ Start, End, Duration float64 } // s

func (e *SpanError) Error() string {
	return fmt.Sprintf("the burst window %gs..%gs does not lie within a run of %gs", e.Start, e.End, e.Duration)
}

// Analyze reads an evidence directory. It fails where a file cannot be read; with
// an UnfitError where there are no requests in it or the evidence contradicts
// itself, with a RefusedError where too much of the requests is malformed, and
// with a TenantError or a SpanError where a tenant of the options is none or their
// window is not within a run. Everything less is a note, and a figure that is
// missing.
func Analyze(ctx context.Context, dir string, o Options) (*Result, error) {
	e, err := openEvidence(dir)
	if err != nil {
		return nil, err
	}
	defer e.close()
	if err := o.within(e.config); err != nil {
		return nil, err
	}
	a := &analyser{evidence: e, o: o.withDefaults(), runNotes: make(map[string][]string)}
	if err := a.read(ctx); err != nil {
		return nil, err
	}
	if len(a.requests.runs()) == 0 {
		return nil, unfit(fmt.Errorf("%s: no requests below its header: expected one row a request", a.tables[requestResults][0].name))
	}
	if err := a.tenantsOf(); err != nil {
		return nil, err
	}
	return a.result(text.Name(filepath.Base(filepath.Clean(dir))))
}

func (o Options) withDefaults() Options {
	if o.MaxMalformed == 0 {
		o.MaxMalformed = DefaultMaxMalformed
	}
	if o.MaxMalformedShare == 0 {
		o.MaxMalformedShare = DefaultMaxMalformedShare
	}
	o.MaxMalformed, o.MaxMalformedShare = max(o.MaxMalformed, 0), max(o.MaxMalformedShare, 0)
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// span returns the window and the length of a run at a number of replicas.
func (o *Options) span(c *config, replicas int) span { return o.over(c.span(replicas)) }

// over returns a configured span with what the options state in its place.
func (o *Options) over(s span) span {
	if o.WindowStart != 0 || o.WindowEnd != 0 {
		s.windowStart, s.windowEnd = o.WindowStart, o.WindowEnd
	}
	if o.Duration > 0 {
		s.duration = o.Duration
	}
	return s
}

// within refuses a window or a duration of the options that leaves no run with
// the burst window inside it. What the configuration alone states is not the
// caller's mistake.
func (o *Options) within(c *config) error {
	if o.WindowEnd == 0 && o.Duration == 0 {
		return nil
	}
	spans := []span{unknownSpan()}
	if c != nil && len(c.scenarios) > 0 {
		spans = spans[:0]
		for _, s := range c.scenarios {
			spans = append(spans, s.span)
		}
	}
	for _, s := range spans {
		if s = o.over(s); !s.hasWindow() || !s.hasDuration() || s.windowEnd <= s.duration {
			return nil
		}
	}
	s := o.over(spans[0])
	return &SpanError{Start: s.windowStart, End: s.windowEnd, Duration: s.duration}
}

// analyser holds what was read of an evidence directory.
type analyser struct {
	*evidence
	o        Options
	requests *totals
	metrics  map[runID]*systemMetrics
	traffic  map[runID]traffic
	gates    *runTable // run-evidence.csv, nil where there is none
	summary  *runTable // summary.csv, nil where there is none
	buf      []float64

	metricRuns, trafficRuns runIndex
	metricsLost             losses           // rows of system metrics that cannot be read
	lastNumbers             map[float64]bool // the last request number of every run, see ends
	taken                   []taking         // figures that are not computed, see systemFigures
	measuredRuns            int              // runs with a figure from system metrics
	raw                     []model.Run      // the rows before anything was taken, see Evidence

	premium, standard []tenantID
	members           [2]map[tenantID]bool // of premium and standard
	runNotes          map[string][]string  // runs by what there is to say of them
	noteOrder         []string
	doubtful          bool // rows are malformed or missing
	differ            int  // figures that the summary has otherwise
}

// read reads all tables. What cannot be used along with the requests is a note.
func (a *analyser) read(ctx context.Context) error {
	c := cutting{workers: a.o.Workers, chunk: a.o.ChunkBytes}
	t := a.tables[requestResults][0]
	sum, err := readRequests(ctx, t, c, a.o.MaxMalformed, func(replicas int) span { return a.o.span(a.config, replicas) })
	if err != nil {
		return err
	}
	if err := a.accept(t, sum.tally); err != nil {
		return err
	}
	sum.lost.settle(sum.measured)
	a.requests = sum
	a.metrics, a.traffic = make(map[runID]*systemMetrics), make(map[runID]traffic)
	for _, t := range a.tables[systemMetric] {
		tally, lost, err := readMetrics(ctx, t, c, a.o.MaxMalformed, a.metrics)
		a.metricsLost.merge(&lost)
		if a.without(t, tally, err) {
			clear(a.metrics)
		}
	}
	for _, t := range a.tables[trafficSamples] {
		tally, err := readTraffic(ctx, t, c, a.o.MaxMalformed, a.traffic)
		if a.without(t, tally, err) {
			clear(a.traffic)
		}
	}
	a.metricsLost.settle(func(run runID) bool { return a.metrics[run] != nil })
	a.metricRuns, a.trafficRuns = newRunIndex(maps.Keys(a.metrics)), newRunIndex(maps.Keys(a.traffic))
	for _, t := range a.tables[runEvidence] {
		table, tally, err := readRunTable(ctx, t, c, a.o.MaxMalformed)
		if !a.without(t, tally, err) {
			a.gates = table
		}
	}
	for _, t := range a.tables[runSummary] {
		table, tally, err := readRunTable(ctx, t, c, a.o.MaxMalformed)
		if !a.without(t, tally, err) {
			a.summary = table
		}
	}
	return ctx.Err()
}

// accept names the malformed rows of a table, or refuses it.
func (a *analyser) accept(t *table, sum tally) error {
	if sum.nbad == 0 {
		return nil
	}
	if sum.nbad > a.o.MaxMalformed || float64(sum.nbad) > a.o.MaxMalformedShare*float64(sum.rows) {
		return &RefusedError{File: t.name, Bad: sum.bad, Count: sum.nbad, Rows: sum.rows}
	}
	a.doubtful = true
	for _, b := range sum.bad {
		message := b.Problem
		if b.Column != "" {
			message = "column " + b.Column + ": " + message
		}
		a.notes = append(a.notes, model.Issue{Severity: model.Warning, Code: model.CodeSyntax, File: t.name, Line: b.Line, Message: message})
	}
	a.notes = append(a.notes, model.Issue{Severity: model.Warning, Code: model.CodeSyntax, File: t.name,
		Message: fmt.Sprintf("%d of %d rows are malformed and their figures are not used", sum.nbad, sum.rows)})
	return nil
}

// without reports whether a table next to the requests cannot be used, and says so.
func (a *analyser) without(t *table, sum tally, err error) bool {
	if err == nil {
		err = a.accept(t, sum)
	}
	if err != nil {
		a.notes = append(a.notes, note(model.Warning, t.name, "not used: "+err.Error()))
	}
	return err != nil
}

// say remembers a note on a run; what holds for many is reported once.
func (a *analyser) say(run runID, what string) {
	if a.runNotes[what] == nil {
		a.noteOrder = append(a.noteOrder, what)
	}
	a.runNotes[what] = append(a.runNotes[what], run.label())
}

// label is what a run is called on the screen.
func (r runID) label() string {
	if r.name != "" {
		return r.name
	}
	return fmt.Sprintf("%d× repeat %s", r.replicas, model.Of(r.repeat).Exact(model.None))
}

// clockOf returns by how much the metrics' clock is ahead in a run, NaN where
// that is not known, and the words for it.
func (a *analyser) clockOf(run runID, m *systemMetrics) (float64, string) {
	t, ok := of(a.traffic, a.trafficRuns, run)
	if !ok {
		return math.NaN(), ""
	}
	d, apart, ok := offset(t, m)
	if !ok {
		return math.NaN(), "no offset between the clocks of system metrics and traffic fits"
	}
	return d, fmt.Sprintf("offset applied to system metrics: %g s (their clock less the traffic's; issued and queued requests then differ by %.2f on average)", d, apart)
}
