package requests

import (
	"slices"
	"testing"

	"scaledeck/model"
)

// TestEvidenceOfRaw: what was computed is evidence, what was taken from another
// table or is missing is none.
func TestEvidenceOfRaw(t *testing.T) {
	f := newFixture()
	f["summary.csv"] = [][]string{{"run_name", "model_replicas", "repeat", "offered_requests", "http_200_requests", "peak_vllm_waiting_requests"},
		{"1 replicas, first", "1", "1", "125", "124", "1"}, {"2 replicas, first", "2", "1", "250", "250", "3"}}
	for _, row := range f["system-metrics.csv"][1:] {
		if row[1] == "2" {
			row[3] = "0.000115" // a single scrape: no peaks
		}
	}
	f["request-results.csv"] = slices.Delete(f["request-results.csv"], 5, 6)
	r := analysed(t, f.write(t, fixtureConfig), Options{})
	if waiting := r.Doc.Comparison().Rows[1].Figures[model.MaxVLLMWaiting]; waiting != model.Of(3) {
		t.Fatalf("nothing was taken: %v", waiting)
	}
	tables := r.Evidence()
	if len(tables) != 2 || tables[0].File != "request-results.csv (375 rows)" || tables[1].File != "system-metrics.csv" {
		t.Fatalf("%+v", tables)
	}
	figure := func(table int, key string, row int) model.Figure {
		e := tables[table]
		at := slices.Index(e.Columns, key)
		if !e.Computed() || len(e.Rules) != len(e.Columns) || at < 0 || e.Rules[at] == "" || len(e.Rows[row].Figures) != len(e.Columns) || len(e.Rows[row].Flags) != len(e.Columns) {
			t.Fatalf("no %s in %+v", key, e)
		}
		return e.Rows[row].Figures[at]
	}
	none := model.Missing(model.Null)
	for _, c := range []struct {
		table    int
		key      string
		one, two model.Figure
	}{
		{0, "premium_burst_p95_ttft_ms", none, model.Of(190)}, {0, "http_non_200", none, model.Of(0)},
		{1, "max_vllm_waiting", model.Of(1), none}, {1, "preemptions", model.Of(2), none},
	} {
		if one, two := figure(c.table, c.key, 0), figure(c.table, c.key, 1); one != c.one || two != c.two {
			t.Errorf("%s: %v and %v, expected %v and %v", c.key, one, two, c.one, c.two)
		}
	}
	f = newFixture()
	delete(f, "system-metrics.csv")
	if tables := analysed(t, f.write(t, fixtureConfig), Options{}).Evidence(); len(tables) != 1 {
		t.Errorf("%d tables without metrics", len(tables))
	}
}
