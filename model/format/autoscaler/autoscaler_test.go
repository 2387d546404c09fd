package autoscaler

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/model/format/intake"
)

func read(t *testing.T, name string) (model.Timeline, []model.Issue) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, string(data))
}

func decoded(t *testing.T, data string) (model.Timeline, []model.Issue) {
	t.Helper()
	if sniff(&intake.Head{Data: []byte(data[:min(len(data), 4096)])}) != intake.Likely {
		t.Error("it does not look like an experiment")
	}
	var to intake.Sink
	if err := decode(context.Background(), intake.Input{Name: "f", Data: []byte(data)}, &to); err != nil {
		t.Fatal(err)
	}
	if to.Doc.Timelines() == nil {
		return model.Timeline{}, to.Doc.Issues
	}
	return to.Doc.Timelines().Timelines[0], to.Doc.Issues
}

// missing stands for a figure that is not there.
const missing = -1

// holds compares a column with figures.
func holds(t *testing.T, tl model.Timeline, m *model.Metric, pod string, want ...float64) {
	t.Helper()
	for _, c := range tl.Columns {
		if c.Metric != m || c.Scope != pod {
			continue
		}
		for i, w := range want {
			f := c.Series.At(i)
			if f.OK() != (w != missing) || f.OK() && f.Value != w {
				t.Errorf("%s of %q at %d: %v (%s), want %v %s", m.ID, pod, i, f.Value, f.State, w, m.Unit)
			}
		}
		return
	}
	t.Errorf("no column %s of %q", m.ID, pod)
}

func says(issues []model.Issue, code model.Code, words string) bool {
	for _, i := range issues {
		if i.Code == code && strings.Contains(i.String(), words) {
			return true
		}
	}
	return false
}

func TestPolls(t *testing.T) {
	tl, issues := read(t, "testdata/polls.csv")
	if tl.Len() != 4 || tl.Seconds.At(2) != model.Of(41) || tl.Seconds.At(3) != model.Of(61) {
		t.Fatalf("%d samples, %v", tl.Len(), tl.Seconds)
	}
	holds(t, tl, model.Ready, "", 1, 1, 2, 4)
	holds(t, tl, model.DesiredReplicas, "", 1, 2, 4, 4)
	holds(t, tl, model.WaitingRequests, "", 0, 12.5, 48, 60250)
	holds(t, tl, model.KVUse, "", 0.125, 0.75, 0.999, 0.5)
	holds(t, tl, ttft, "", 80.5, 950, missing, 120)
	holds(t, tl, itl, "", 10.25, 31, missing, 14)
	holds(t, tl, requestRate, "", 2, 10, missing, 15) // a minute has 60 s
	holds(t, tl, waitingTarget, "", 20, 20, 20, 20)
	for _, m := range model.SampleMetrics() {
		if tl.Column(m).Len() != tl.Len() {
			t.Errorf("the column %s has %d figures for %d samples", m.ID, tl.Column(m).Len(), tl.Len())
		}
	}
	for _, w := range []string{"f:4:1 ttft_ms: 0 cannot have been measured", "f:4:1 request_rate_per_min: 0 while requests wait"} {
		if !says(issues, model.CodeMissing, w) {
			t.Errorf("%v do not say %q", issues, w)
		}
	}
	if !says(issues, model.CodeCaution, "60250 after 48: it may be a quantity in thousandths") {
		t.Errorf("%v", issues)
	}
}

func TestEvents(t *testing.T) {
	tl, issues := read(t, "testdata/events.csv")
	if tl.Len() != 2 || tl.Seconds.At(1) != model.Of(29.99) {
		t.Fatalf("%d samples, %v", tl.Len(), tl.Seconds)
	}
	holds(t, tl, model.Ready, "", 2, 3)
	holds(t, tl, model.DesiredReplicas, "", 3, 3)
	holds(t, tl, ttft, "", 700.25, 310.75)
	holds(t, tl, itl, "", 40.5, 20.5)
	holds(t, tl, model.WaitingRequests, "decode-a", 13, 4)
	holds(t, tl, model.WaitingRequests, "decode-b", 2, missing)
	holds(t, tl, model.WaitingRequests, "decode-c", missing, 1)
	holds(t, tl, model.WaitingRequests, "", 15, 5) // the sum of the replicas
	holds(t, tl, model.KVUse, "", 0.995, 0.5)      // the fullest replica
	holds(t, tl, model.KVUse, "decode-c", missing, 0.25)
	if len(issues) != 1 || !says(issues, model.CodeDuplicate, "more than once") {
		t.Errorf("%v", issues)
	}
}

func TestRows(t *testing.T) {
	const head = "timestamp,replicas,desired_replicas,num_requests_waiting,kv_cache_usage_perc,ttft_ms,itl_ms,request_rate_per_min\n"
	const good = "2026-01-31 13:45:00,1,1,0,0.1,80,10,120\n"
	cases := []struct {
		name, rows string
		code       model.Code
		says       string
		samples    int
	}{
		{"short", good + "2026-01-31 13:46:00,1,1\n", model.CodeSyntax, "not as many cells", 1},
		{"broken", good + "2026-01-31 13:46:00,1,1,0,\"x\"y,80,10,120\n", model.CodeSyntax, "text after the closing quote", 1},
		{"no time", good + "soon,1,1,0,0.1,80,10,120\n", model.CodeWrongType, "expected a time", 1},
		{"twice", good + good, model.CodeDuplicate, "1 rows repeat a time", 1},
		{"out of order", good + "2026-01-31 13:44:00,1,1,0,0.1,80,10,120\n", model.CodeOrder, "out of order", 2},
		{"percent for a share", good + "2026-01-31 13:46:00,1,1,0,99.9,80,10,120\n", model.CodeOutOfRange, "from 0 to 1", 2},
		{"nothing", "", model.CodeMissing, "no sample", 0},
	}
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			tl, issues := decoded(t, head+tt.rows)
			if left := strings.Contains(tt.says, "expected a time") || tt.code == model.CodeSyntax; left != (len(tl.Lost) == 1) {
				t.Errorf("%d rows are lost", len(tl.Lost))
			}
			if tl.Len() != tt.samples || !says(issues, tt.code, tt.says) {
				t.Errorf("%d samples, issues %v", tl.Len(), issues)
			}
		})
	}
	for _, stamp := range []string{"2026-01-31T13:46:00Z", "1769867160", "1769867160000"} {
		tl, issues := decoded(t, head+strings.ReplaceAll(good, "2026-01-31 13:45:00", "2026-01-31T13:45:00Z")+strings.ReplaceAll(good, "2026-01-31 13:45:00", stamp))
		if tl.Len() != 2 || tl.Seconds.At(1) != model.Of(60) {
			t.Errorf("%s: %v, issues %v", stamp, tl.Seconds, issues)
		}
	}
}

// Values of real files, each read off the file by hand.
func TestRealFiles(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..", "shared", "data", "formats", "wva-thesis")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the real files are not here")
	}
	hpa, _ := read(t, filepath.Join(root, "moderate-load-hpa-20251124-161753", "metrics.csv"))
	if hpa.Len() != 47 || hpa.Seconds.At(1) != model.Of(21) {
		t.Errorf("%d samples", hpa.Len())
	}
	// Line 21 is sample 19: 16:24:41, 6 of 6 replicas, 117 waiting, KV cache 0.992, TTFT 0.00.
	for m, v := range map[*model.Metric]float64{model.Ready: 6, model.DesiredReplicas: 6, model.WaitingRequests: 117, model.KVUse: 0.992} {
		if got := hpa.Column(m).At(19); got != model.Of(v) {
			t.Errorf("%s: %v, want %v", m.ID, got, v)
		}
	}
	if got := hpa.Column(ttft).At(19); got.OK() || hpa.Seconds.At(19) != model.Of(402) {
		t.Errorf("TTFT %v at %v", got, hpa.Seconds.At(19))
	}
	capacity, _ := read(t, filepath.Join(root, "capacity-based-moderate-parallel-20251127-181520", "metrics.csv"))
	for m, v := range map[*model.Metric]float64{model.Ready: 2, ttft: 975.74, itl: 49.43, cost: 20, model.WaitingRequests: 13, model.KVUse: 0.995, model.DesiredReplicas: 2} {
		if got := capacity.Column(m).At(0); got != model.Of(v) {
			t.Errorf("capacity: %s is %v, want %v", m.ID, got, v)
		}
	}
	modelled, _ := read(t, filepath.Join(root, "model-based-moderate-parallel-extended-20251208-183843", "metrics.csv"))
	for m, v := range map[*model.Metric]float64{model.Ready: 10, ttft: 18.85, itl: 9.09, predictedTTFT: 20.012177, predictedITL: 9.300913, model.DesiredReplicas: 1} {
		if got := modelled.Column(m).At(0); got != model.Of(v) {
			t.Errorf("model-based: %s is %v, want %v", m.ID, got, v)
		}
	}
	if got := modelled.Column(ttft).At(1); got.OK() {
		t.Errorf("a TTFT of 0.0 is %v", got)
	}
}
