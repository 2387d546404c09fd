package report

import (
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// scaled is an analysis of two topologies with the given figures of a run, by
// metric, one list a topology.
func scaled(figures map[*model.Metric][2][]float64) *analysis.Findings {
	s := &model.Comparison{}
	for i, n := range []float64{1, 2} {
		for repeat := range len(figures[model.HTTP200][i]) {
			run := model.Run{Replicas: model.Of(n), Repeat: model.Of(float64(repeat + 1)), EPPRestarted: model.FlagOf(false), Figures: make(model.Values)}
			for _, m := range model.RunMetrics() {
				if v := figures[m][i]; len(v) > repeat {
					run.Figures[m] = model.Of(v[repeat])
				}
			}
			s.Rows = append(s.Rows, run)
		}
	}
	doc := &model.Document{File: "s.json", Parts: []model.Part{s}, Unknown: []string{"/a", "/b"}, UnknownCount: 2}
	return analysis.Judge(&model.Snapshot{Files: []model.File{{Key: "s", Name: "s.json", Doc: doc}}}, analysis.Options{})
}

// TestMediansSayWhatTheyAre holds the marks and footnotes of the medians.
func TestMediansSayWhatTheyAre(t *testing.T) {
	few := scaled(map[*model.Metric][2][]float64{
		model.Requests: {{10, 10, 10}, {20, 20, 20}}, model.HTTP200: {{10, 10, 10}, {20, 20, 20}}, model.HTTPNon200: {{0, 0, 0}, {0, 0, 0}},
		model.OfferedRPSPerGPU: {{4.319, 4.319, 4.319}, {4.33, 4.33, 4.33}}, model.ServedRPSPerGPU: {{4.3, 4.3, 4.3}, {4.31, 4.31, 4.31}},
		model.PremiumBurstP95TTFT: {{300, 310, 320}, {200, 210, 220}}, model.MaxEPPQueue: {{5, 2, 2}, {1, 0, 1}},
	})
	text := write(t, Text, few, Options{})
	for _, want := range []string{
		"4.319 req/s/GPU", "4.330 req/s/GPU", // equally many decimals
		"p95 NOT SUPPORTED", "UNSTABLE, ratio undefined (min 0)", "UNSTABLE 2.5×",
		"p95 of at most 10 requests: at least 20 are needed at 1 replica (baseline)",
		"within noise where the ranges of the repeats overlap, since no difference test can reach 0.05 with 3 a side",
		"within the ±1 % to which loads are matched (offered load per GPU, served throughput per GPU)", "as wide as the difference, or counts from zero on differ by 2 at most (peak EPP queue)",
		"interval: with 3 repeats no 95 % interval of a median exists, 6 are needed",
		"note unknown-key: s.json: 2 unknown keys: /a, /b", "  s.json: 2 unknown keys: /a, /b",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	if js := write(t, JSON, few, Options{}); !strings.Contains(js, `"interval_note": "with 3 repeats no 95`) || !strings.Contains(js, `"unsupported": "p95 NOT SUPPORTED`) {
		t.Error("JSON lacks the notes")
	}
	six := []float64{100, 101, 102, 103, 104, 105}
	many := scaled(map[*model.Metric][2][]float64{model.HTTP200: {six, six}, model.PremiumBurstP95TTFT: {six, {50, 51, 52, 53, 54, 55}}})
	// 1 − 2·½⁶ = 96.875 %
	text = write(t, Text, many, Options{})
	for _, want := range []string{
		"premium burst p95 TTFT: 1 replica 100–105 ms (96.9 %), 2 replicas 50–55 ms (96.9 %)", "a Mann–Whitney test at 0.05 finds no difference",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "no 95 % interval") {
		t.Error("there are intervals")
	}
	if js := write(t, JSON, many, Options{}); !strings.Contains(js, "\"interval_coverage\": {\n                  \"value\": 0.96875") {
		t.Error("JSON lacks the coverage")
	}
}

// TestEveryTextFormWritesASCII holds that no form of plain text has a byte over
// 127 where only ASCII may be written.
func TestEveryTextFormWritesASCII(t *testing.T) {
	f := hostile("名前 ≠ é")
	more := fixture()
	f.List, f.Checks = append(f.List, more.List...), append(f.Checks, more.Checks...)
	f.Snap.Files[1].Doc.Unknown, f.Snap.Files[1].Doc.UnknownCount = []string{"/clé"}, 12
	forms := map[string]string{
		"text":  write(t, Text, f, Options{ASCII: true, Verbose: true}),
		"brief": write(t, Brief, f, Options{ASCII: true}),
		"audit": write(t, AuditText, f, Options{ASCII: true, Verbose: true}),
		"none":  write(t, Brief, analysis.Judge(&model.Snapshot{Label: "é/"}, analysis.Options{}), Options{ASCII: true}),
	}
	var compared strings.Builder
	if err := CompareText(&compared, comparedOf(), Options{ASCII: true}); err != nil {
		t.Fatal(err)
	}
	forms["compare"] = compared.String()
	for name, text := range forms {
		if i := strings.IndexFunc(text, func(r rune) bool { return r > 0x7f }); i >= 0 || text == "" {
			t.Errorf("%s: %q", name, text[max(i-40, 0):min(i+10, len(text))])
		}
	}
}

// TestPoints holds that percentages differ by points.
func TestPoints(t *testing.T) {
	for unit, want := range map[model.Unit]string{model.Percent: "+3.5 points", model.Share: "+350 points", model.Milliseconds: "+3.5 ms", model.Count: "+3.5"} {
		if got := deltaText(analysis.Pair{Unit: unit, Delta: model.Of(3.5)}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := deltaText(analysis.Pair{Unit: model.Percent}); got != model.Dash {
		t.Errorf("%q", got)
	}
}
