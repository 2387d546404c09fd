package requests

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"scaledeck/model/format/csvscan"
	"scaledeck/model/text"
)

// gauge is a metric of the system that a figure is made of.
type gauge uint8

const (
	eppQueue gauge = iota // requests waiting in the endpoint picker, per tenant
	vllmWaiting
	kvCache // ratio, per replica
	preempted
	queuedTotal // requests that the endpoint picker has queued, per tenant; for the clock
	processStart
	numGauges
)

// String returns the gauge in words, as far as a peak or a count is made of it.
func (g gauge) String() string {
	return [numGauges]string{"peak EPP queue", "peak vLLM waiting", "peak KV cache use", "preemptions", "queued requests", "process start"}[g%numGauges]
}

// gaugeNames are what the metrics are called in evidence.
var gaugeNames = map[string]gauge{
	"endpoint_picker_policy_queue_requests":           eppQueue,
	"vllm_waiting_requests":                           vllmWaiting,
	"vllm_kv_cache_usage_ratio":                       kvCache,
	"vllm_preemptions_total":                          preempted,
	"endpoint_picker_queued_requests_total":           queuedTotal,
	"endpoint_picker_process_start_time_seconds":      processStart,
	"endpoint_picker_process_start_timestamp_seconds": processStart,
}

// maxSamples is the most samples of those metrics that are kept, about 24 bytes
// each: a day of them each second for a hundred series.
const maxSamples = 4_000_000

// sample is one value of one series at one time of the metrics' own clock.
type sample struct {
	second, value float64
}

// seriesID is a metric with what tells its series apart: the tenant, or the replica.
type seriesID struct {
	gauge gauge
	label string
}

// systemMetrics are the samples of one run.
type systemMetrics struct {
	series map[seriesID][]sample
	times  map[float64]bool // of every scrape, whatever it holds
}

var (
	elapsedHeadings = named("elapsed_seconds", "elapsed_s")
	metricHeadings  = named("metric", "metric_name")
	valueHeadings   = named("value", "value_observed")
	podHeadings     = named("model_replica", "replica")
)

func isMetrics(t *table) bool {
	return t.has(metricHeadings) && t.has(valueHeadings) && t.has(elapsedHeadings)
}

// metricsSink takes the rows of system-metrics.csv.
type metricsSink struct {
	sampled
	metric, value, pod int
	into               map[runID]*systemMetrics
	kept               int
}

func newMetricsSink(t *table, into map[runID]*systemMetrics) (*metricsSink, error) {
	common, err := newSampled(t)
	if err != nil {
		return nil, err
	}
	s := &metricsSink{sampled: common, into: into}
	for to, headings := range map[*int][]heading{&s.metric: metricHeadings, &s.value: valueHeadings, &s.pod: podHeadings} {
		if *to, _, err = t.find(headings); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *metricsSink) reset() int { return 0 }

func (s *metricsSink) take(sc *csvscan.Scanner, r *csvscan.Record) (int, string) {
	g, known := gaugeNames[string(csvscan.Unquote(sc.Cell(r, s.metric)))]
	run, column, want := s.run(sc, r)
	if column != absent {
		s.lost.add(runID{}, false)
		return column, want
	}
	second, how := csvscan.Number(sc.Cell(r, s.elapsed))
	if how != csvscan.Good {
		s.lost.add(run, true)
		return s.elapsed, wantNumber
	}
	m := s.into[run]
	if m == nil {
		m = &systemMetrics{series: make(map[seriesID][]sample), times: make(map[float64]bool)}
		s.into[run] = m
	}
	m.times[second] = true
	if !known {
		return absent, ""
	}
	v, how := csvscan.Number(sc.Cell(r, s.value))
	switch {
	case how == csvscan.Blank:
		return absent, "" // nothing was measured: no sample
	case how == csvscan.Bad, v < 0, g == kvCache && v > 1:
		s.lost.add(run, true)
		return s.value, map[bool]string{true: "a ratio of 0 to 1", false: wantPositive}[g == kvCache]
	}
	id := seriesID{gauge: g}
	switch {
	case g == eppQueue || g == queuedTotal:
		if s.columns.tenant[tenantName] != absent {
			id.label = text.Clean(string(csvscan.Unquote(sc.Cell(r, s.columns.tenant[tenantName]))))
		}
		if warmup(id.label) {
			return absent, ""
		}
	case s.pod != absent:
		id.label = text.Clean(string(csvscan.Unquote(sc.Cell(r, s.pod))))
	}
	if s.kept++; s.kept <= maxSamples {
		m.series[id] = append(m.series[id], sample{second, v})
	}
	return absent, ""
}

// readMetrics reads a table of system metrics into the runs.
func readMetrics(ctx context.Context, t *table, c cutting, most int, into map[runID]*systemMetrics) (tally, losses, error) {
	s, err := newMetricsSink(t, into)
	if err != nil {
		return tally{}, losses{}, err
	}
	c.workers = 1
	sum, err := t.scan(ctx, c, most, func() sink { return s }, func(sink) error { return nil })
	if err == nil && s.kept > maxSamples {
		err = fmt.Errorf("%s: more than %d samples of queues, caches and preemptions", t.name, maxSamples)
	}
	for _, m := range into {
		m.sort()
	}
	return sum, s.lost, err
}

// sort puts every series in order of time; of two samples at one time the later
// row counts.
func (m *systemMetrics) sort() {
	for id, list := range m.series {
		slices.SortStableFunc(list, earlier)
		kept := list[:0]
		for _, s := range list {
			if n := len(kept); n > 0 && kept[n-1].second == s.second {
				kept[n-1] = s
				continue
			}
			kept = append(kept, s)
		}
		m.series[id] = kept
	}
}

func earlier(a, b sample) int { return cmp.Compare(a.second, b.second) }

// ids returns the series of a gauge in a fixed order, since sums of fractions
// depend on it.
func (m *systemMetrics) ids(g gauge) []seriesID {
	var list []seriesID
	for id := range m.series {
		if id.gauge == g {
			list = append(list, id)
		}
	}
	slices.SortFunc(list, func(a, b seriesID) int { return strings.Compare(a.label, b.label) })
	return list
}

// peak is a highest value and when it was, in seconds of the metrics' clock.
type peak struct {
	value, second float64
	ok            bool
}

// peakOf returns the highest value of any series of a gauge.
func (m *systemMetrics) peakOf(g gauge) peak {
	var p peak
	for _, id := range m.ids(g) {
		for _, s := range m.series[id] {
			if !p.ok || s.value > p.value || s.value == p.value && s.second < p.second {
				p = peak{s.value, s.second, true}
			}
		}
	}
	return p
}

// growth returns by how much the counters of a gauge grew. A counter that falls
// began again at zero.
func (m *systemMetrics) growth(g gauge) (float64, bool) {
	sum, found := 0.0, false
	for _, id := range m.ids(g) {
		list := m.series[id]
		found = true
		for i, s := range list[1:] {
			if grown := s.value - list[i].value; grown >= 0 {
				sum += grown
			} else {
				sum += s.value
			}
		}
	}
	return sum, found
}

// restarted reports whether the endpoint picker shows more than one start.
func (m *systemMetrics) restarted() (restarted, known bool) {
	for _, id := range m.ids(processStart) {
		list := m.series[id]
		for _, s := range list {
			known = true
			restarted = restarted || s.value != list[0].value
		}
	}
	return restarted, known
}

// holes says why the samples do not cover a run from second start for so many
// seconds, "" where they do. A peak that was not measured is not known to be low.
func (m *systemMetrics) holes(start, duration float64) string {
	times := make([]float64, 0, len(m.times))
	for t := range m.times {
		times = append(times, t)
	}
	slices.Sort(times)
	if len(times) < 2 {
		return "fewer than two scrapes"
	}
	longest := 0.0
	for i, t := range times[1:] {
		longest = max(longest, t-times[i])
	}
	usual := m.interval(func(gauge) bool { return true })
	if math.IsNaN(start) { // on no known clock they can only be long enough
		start = times[0]
	}
	end := start + duration
	switch slack := 2*usual + 1; {
	case longest > 10*usual+1:
		return fmt.Sprintf("nothing was scraped for %.0f s", longest)
	case m.silent() > 10*usual+1:
		return fmt.Sprintf("a series has no sample for %.0f s", m.silent())
	case times[0] > start+slack:
		return fmt.Sprintf("the first scrape is %.0f s after the run began", times[0]-start)
	case times[len(times)-1] < end-slack:
		return fmt.Sprintf("the last scrape is %.0f s before the run ended", end-times[len(times)-1])
	default:
		return ""
	}
}
