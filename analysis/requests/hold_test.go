package requests

import (
	"testing"

	"scaledeck/model"
)

// TestPeakOfSum: series that are not sampled at the same moment are added up all
// the same, and a value does not outlive its scrape.
func TestPeakOfSum(t *testing.T) {
	// every returns samples one second apart.
	every := func(start float64, values ...float64) []sample {
		var list []sample
		for i, v := range values {
			list = append(list, sample{start + float64(i), v})
		}
		return list
	}
	for _, c := range []struct {
		name string
		a, b []sample
		want peak
	}{
		{"at the same time", every(10, 0, 2, 0), every(10, 0, 2, 0), peak{4, 11, true}},
		{"10 ms apart", every(10, 0, 2, 0), every(10.01, 0, 2, 0), peak{4, 11.01, true}},
		{"half a scrape apart", every(10, 0, 2, 0), every(10.5, 0, 2, 0), peak{4, 11.5, true}},
		{"the later one leads", every(10, 0, 2, 0), every(9.6, 0, 2, 0), peak{4, 11, true}},
		{"one falls as the other rises", every(10, 0, 3, 0, 0), every(10.01, 0, 0, 3, 0), peak{3, 11, true}},
		{"one has ended", every(10, 0, 3), every(11.8, 2, 0, 0), peak{3, 11, true}},
		{"one alone", every(10, 1, 5, 2), nil, peak{5, 11, true}},
		{"the first of two equal", every(10, 1, 5, 5), nil, peak{5, 11, true}},
		{"single samples", every(10, 2), every(10, 3), peak{5, 10, true}},
		{"single samples apart", every(10, 2), every(10.01, 3), peak{3, 10.01, true}},
		{"none", nil, nil, peak{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &systemMetrics{series: map[seriesID][]sample{}}
			for label, list := range map[string][]sample{"a": c.a, "b": c.b} {
				if list != nil {
					m.series[seriesID{vllmWaiting, label}] = list
				}
			}
			m.series[seriesID{eppQueue, "a"}] = every(10, 100, 100, 100)
			if got := m.peakOfSum(vllmWaiting); got != c.want {
				t.Errorf("%+v, expected %+v", got, c.want)
			}
		})
	}
}

// TestUnequalScrapes: whole evidence whose second replica, and second tenant, are
// sampled 10 ms after the first gives the figures of evidence where they are not.
func TestUnequalScrapes(t *testing.T) {
	f := newFixture()
	for _, row := range f["system-metrics.csv"] {
		if row[8] == "model-replica-2" || row[6] == "silver" {
			row[3] = row[3][:len(row[3])-6] + "010115"
		}
	}
	assertRows(t, analysed(t, f.write(t, fixtureConfig), Options{}), fixtureOne, fixtureTwo)
}

// TestMetricsLost holds that peaks are not those of what happens to be left.
func TestMetricsLost(t *testing.T) {
	const file = "system-metrics.csv"
	peaks := []*model.Metric{model.MaxEPPQueue, model.MaxVLLMWaiting, model.MaxKVCachePct, model.Preemptions}
	find := func(f fixture, of func(row []string) bool) int {
		for i, row := range f[file] {
			if of(row) {
				return i
			}
		}
		t.Fatal("no such row")
		return 0
	}
	waiting := func(row []string) bool { return row[1] == "2" && row[5] == "vllm_waiting_requests" && row[9] == "2" }
	for _, c := range []struct {
		name     string
		change   func(f fixture)
		one, two []float64
		said     string
	}{
		{"a row is cut", func(f fixture) { i := find(f, waiting); f[file][i] = f[file][i][:9] },
			fixtureOne, without(fixtureTwo, peaks...), "2 replicas, first: no peaks from system metrics: 1 row cannot be read"},
		{"a row is cut within the name", func(f fixture) { i := find(f, waiting); f[file][i] = []string{"2 rep"} },
			without(fixtureOne, peaks...), without(fixtureTwo, peaks...), "1 row cannot be read"},
		{"a value is none", func(f fixture) { f[file][find(f, waiting)][9] = "many" },
			fixtureOne, without(fixtureTwo, peaks...), "1 row cannot be read"},
		{"a replica is not there", func(f fixture) {
			for _, row := range f[file] {
				if row[8] == "model-replica-1" && row[1] == "2" && row[5] == "vllm_waiting_requests" {
					row[9] = ""
				}
			}
		}, fixtureOne, without(fixtureTwo, model.MaxVLLMWaiting), "no peak vLLM waiting from system metrics: it has samples of 1 of 2 replicas"},
		{"a series pauses", func(f fixture) {
			for _, row := range f[file] {
				if row[1] == "1" && row[5] == "vllm_kv_cache_usage_ratio" && row[3] != "0.000115" && row[3] != "16.000115" {
					row[9] = ""
				}
			}
		}, without(fixtureOne, peaks...), fixtureTwo, "a series has no sample for 16 s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture()
			c.change(f)
			r := analysed(t, f.write(t, fixtureConfig), Options{})
			assertRows(t, r, c.one, c.two)
			assertSaid(t, r, c.said)
		})
	}
}
