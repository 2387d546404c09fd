package requests

import (
	"bytes"
	"context"
	"testing"

	"scaledeck/model"
	"scaledeck/model/format"
)

// FuzzEvidence holds that no evidence whatever makes analysing it panic, and that
// what is written of it decodes without an error and says the same of missing
// figures.
func FuzzEvidence(f *testing.F) {
	dir := newFixture()
	lines := func(name string, n int) string {
		var b bytes.Buffer
		for _, row := range dir[name][1 : 1+n] {
			for i, cell := range row {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(`"` + cell + `"`)
			}
			b.WriteByte('\n')
		}
		return b.String()
	}
	f.Add(lines("request-results.csv", 27), lines("system-metrics.csv", 60), lines("traffic-samples.csv", 10), lines("run-evidence.csv", 2), fixtureConfig)
	f.Add("r,1,1,1,a,1,200,2,2,0,1e300,1e308,1,1,1,,,,,,\n", "r,1,1,1e308,epp,vllm_kv_cache_usage_ratio,,,x,1\n", "r,1,1,-1e308,a,1,1e308,1\n", "", `{"scenarios":[{"duration_s":1e-320}]}`)
	// Clocks that no loop over seconds would ever get across.
	f.Add("r,1,1,1,a,1,200,2,2,0,1,1,1,1,1,,,,,,\n", "r,1,1,-1e308,epp,endpoint_picker_queued_requests_total,a,,,1\n", "r,1,1,1e308,a,1,1,1\n", "", "{}")
	f.Add("r,1,1,1,a,1,200,2,2,0,1,1,1,1,1,,,,,,\n", "r,1,1,1e300,epp,endpoint_picker_queued_requests_total,a,,,1\n", "r,1,1,1,a,1,1,1\n", "", "{}")
	f.Add("", "", "", "", `{"decision_limits":{"required_non_200_responses":999999.9999999}}`)
	header := func(name string) string {
		var b bytes.Buffer
		for i, cell := range dir[name][0] {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(cell)
		}
		return b.String() + "\n"
	}
	f.Fuzz(func(t *testing.T, requests, metrics, traffic, gates, config string) {
		to := t.TempDir()
		writeFile(t, to, "request-results.csv", []byte(header("request-results.csv")+requests))
		writeFile(t, to, "system-metrics.csv", []byte(header("system-metrics.csv")+metrics))
		writeFile(t, to, "traffic-samples.csv", []byte(header("traffic-samples.csv")+traffic))
		writeFile(t, to, "run-evidence.csv", []byte(header("run-evidence.csv")+gates))
		writeFile(t, to, "run-config.json", []byte(config))
		r, err := Analyze(context.Background(), to, Options{Workers: 2, MaxMalformedShare: 1, Partial: len(config)%2 == 0})
		if err != nil {
			return
		}
		data := written(t, r)
		doc, issues := format.Decode("analysis.json", data, format.Options{})
		if doc == nil || doc.Comparison() == nil {
			t.Fatalf("not decoded: %v\n%s", issues, data)
		}
		for _, i := range doc.Issues {
			if i.Severity == model.Error {
				t.Errorf("%s\n%s", i, data)
			}
		}
		for i, row := range r.Doc.Comparison().Rows {
			for m, f := range doc.Comparison().Rows[i].Figures {
				if f.OK() != row.Figures[m].OK() && f.State != model.OutOfRange {
					t.Errorf("%s was %v and is read back as %v", m.ID, row.Figures[m], f)
				}
			}
		}
	})
}
