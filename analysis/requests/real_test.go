package requests

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format"
)

// shared returns the path of something beside the repository, or skips.
func shared(t *testing.T, name string) string {
	t.Helper()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(dir, "..", "shared", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the shared material is not beside the repository: %v", err)
	}
	return path
}

const (
	realPackage = "data/flow-control/multi-replica-scaling"
	realResult  = "results/multi-replica-scaling.json"
)

func realDocument(t *testing.T) (*model.Document, []byte) {
	t.Helper()
	data, err := os.ReadFile(shared(t, realResult))
	if err != nil {
		t.Fatal(err)
	}
	doc, issues := format.Decode("real.json", data, format.Options{})
	if doc == nil {
		t.Fatalf("not decoded: %v", issues)
	}
	return doc, data
}

// TestRealDecision computes topologies and decision of the known file from its
// rows and writes them: the same text as there, but for the words.
func TestRealDecision(t *testing.T) {
	doc, data := realDocument(t)
	computed := &model.Comparison{Schema: doc.Comparison().Schema, Rows: doc.Comparison().Rows}
	computed.Decision.Criteria = doc.Comparison().Decision.Criteria
	computed.Decision.DataPublishable = doc.Comparison().Decision.DataPublishable
	found := analysis.Judge(&model.Snapshot{Files: []model.File{{Name: "real", Doc: &model.Document{Parts: []model.Part{computed}}}}}, analysis.Options{})
	topologies(computed, analysis.ScaleOutOf(found.List[0].Outcome))
	decide(computed, analysis.ScaleOutOf(found.List[0].Outcome))
	got := written(t, &Result{Doc: &model.Document{Parts: []model.Part{computed}}})
	parts := func(data []byte) map[string]string {
		var raw map[string]json.RawMessage
		if err := json.Unmarshal(data, &raw); err != nil {
			t.Fatal(err)
		}
		return map[string]string{"rows": string(raw["rows"]), "topologies": string(raw["topologies"]), "decision": string(raw["decision"])}
	}
	if d := cmp.Diff(parts(data), parts(got)); d != "" {
		t.Errorf("the file has (−), we write (+):\n%s", d)
	}
}

// TestRealLimits holds that the limits of the package are those that its
// analysis states, as read from either.
func TestRealLimits(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(shared(t, realPackage), "run-config.json"))
	if err != nil {
		t.Fatal(err)
	}
	c, notes, known := parseConfig("run-config.json", data)
	if !known || len(notes) > 0 {
		t.Fatalf("known %v, %v", known, notes)
	}
	for _, replicas := range []int{1, 2, 4} {
		if at := c.span(replicas); at != (span{100, 190, 270}) {
			t.Errorf("at %d replicas %+v", replicas, at)
		}
	}
	limits := func(criteria string) map[string]model.Figure {
		doc, _ := realDocument(t)
		doc.Comparison().Decision.Criteria = criteria
		found := analysis.Judge(&model.Snapshot{Files: []model.File{{Name: "real", Doc: doc}}}, analysis.Options{})
		out := make(map[string]model.Figure)
		for _, g := range found.List[0].Gates {
			out[g.Rule.ID+" "+g.LimitSource] = g.Limit
		}
		return out
	}
	doc, _ := realDocument(t)
	if d := cmp.Diff(limits(doc.Comparison().Decision.Criteria), limits(c.criteria())); d != "" {
		t.Error(d)
	}
}

// TestRealExcerpt analyses the excerpt of the real package. Its requests are
// known to be a part, so they give no figures; what the package's own tables say
// of queues, caches and restarts is that of the known file, and the clocks are
// 88 s apart.
func TestRealExcerpt(t *testing.T) {
	doc, _ := realDocument(t)
	r := analysed(t, shared(t, realPackage), Options{})
	rows := r.Doc.Comparison().Rows
	if len(rows) != 2 || r.Malformed != 0 {
		t.Fatalf("%d runs, %d malformed", len(rows), r.Malformed)
	}
	for i, real := range []int{0, 8} {
		want := doc.Comparison().Rows[real]
		for _, m := range requestMetrics() {
			want.Figures[m] = model.Missing(model.Null)
		}
		want.Pointer = rows[i].Pointer
		if d := cmp.Diff(want, rows[i]); d != "" {
			t.Errorf("the known file has (−), the evidence gives (+):\n%s", d)
		}
	}
	assertSaid(t, r, "offset applied to system metrics: 88 s", "has 27 of the numbers 1 to 842", "4 model replicas - repeat 3: requests are missing: the numbers begin at 4643", "7 of its 9 runs have no requests")
	_, found := readBack(t, written(t, r))
	if found.Verdict != analysis.Undecided {
		t.Errorf("an excerpt is %v", found.Verdict)
	}
}

// TestRealRequests reproduces what the rows of the excerpt decide.
func TestRealRequests(t *testing.T) {
	doc, _ := realDocument(t)
	r := analysed(t, shared(t, realPackage), Options{Partial: true})
	one, four := r.Doc.Comparison().Rows[0].Figures, r.Doc.Comparison().Rows[1].Figures
	realOne, realFour := doc.Comparison().Rows[0].Figures, doc.Comparison().Rows[8].Figures
	// Both 429s of the first run are in the excerpt.
	if one[model.HTTPNon200] != realOne[model.HTTPNon200] {
		t.Errorf("429s %v, expected %v", one[model.HTTPNon200], realOne[model.HTTPNon200])
	}
	// The excerpt has the last eight requests of the last run, and those before
	// end in time: served is what those eight give and all before them.
	late := four[model.HTTP200].Value - 270*4*four[model.ServedRPSPerGPU].Value
	if served := round((realFour[model.HTTP200].Value-round(late, 0))/270/4, 3); served != realFour[model.ServedRPSPerGPU].Value {
		t.Errorf("%.2f of the last eight end after the run, so %v are served, expected %v", late, served, realFour[model.ServedRPSPerGPU].Value)
	}
	// The request that is p99 of the first run is in the excerpt.
	s := requestsOf(t)
	found := false
	for _, v := range s {
		found = found || round(v, 3) == realOne[model.PremiumBurstP99TTFT].Value
	}
	if !found {
		t.Errorf("none of the TTFTs in the window is %v: %v", realOne[model.PremiumBurstP99TTFT].Value, s)
	}
}

// requestsOf returns the TTFTs of the premium tenant in the window of the first run.
func requestsOf(t *testing.T) []float64 {
	t.Helper()
	e, err := openEvidence(shared(t, realPackage))
	if err != nil {
		t.Fatal(err)
	}
	defer e.close()
	sum, err := readRequests(context.Background(), e.tables[requestResults][0], cutting{}, 0, e.config.span)
	if err != nil {
		t.Fatal(err)
	}
	for k, g := range sum.groups {
		if k.run.replicas == 1 && k.tenant.name == "realtime-chat" {
			return g.ttft.appendTo(nil)
		}
	}
	return nil
}

// TestRealCases reads the odd CSV files that are kept as cases: none of them is
// evidence of requests, and none is taken for it.
func TestRealCases(t *testing.T) {
	dir := shared(t, "cases/files")
	if _, err := Analyze(context.Background(), dir, Options{}); err == nil || !errors.Is(err, ErrNoRequests) {
		t.Errorf("%v, expected that there are no requests", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		assertAgrees(t, data)
		assertUncut(t, data, cutting{workers: 3, chunk: 5})
	}
}
