package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// referenceDocument is the known file, computed.
func referenceDocument(t testing.TB) Document {
	t.Helper()
	rollouts, err := ReferenceCanaries()
	if err != nil {
		t.Fatal(err)
	}
	return Document{
		ExecutionMode: "CPU algorithm with controlled inputs; any latency/capacity coefficients are assumptions",
		Scope:         "Combined signal, startup-delay and initial-standby scenarios; does not isolate signal choice",
		Runs: []NamedRun{
			{"reactive_gpu_util", mustRun(t, ReferenceReactive())},
			{"leading_kv_and_velocity", mustRun(t, ReferenceLeading())},
		},
		Rollouts: rollouts,
		OmitSLO:  true,
	}
}

func TestWriteDocumentEqualsTheFileByteForByte(t *testing.T) {
	want := sharedFile(t, "results", "autoscaling-canary.json")
	var got bytes.Buffer
	if err := WriteDocument(&got, referenceDocument(t)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.TrimRight(string(want), "\n"), strings.TrimRight(got.String(), "\n")); d != "" {
		t.Errorf("document (-file +got):\n%s", d)
	}
}

func TestWriteDocumentRefuses(t *testing.T) {
	run := mustRun(t, ReferenceReactive())
	cs, err := ReferenceCanaries()
	if err != nil {
		t.Fatal(err)
	}
	other := cs[1]
	other.Plan.Gates.MaxTPOT = 46
	for want, d := range map[string]Document{
		"nothing to write":  {},
		"Runs[0].Name":      {Runs: []NamedRun{{"", run}}},
		"Runs[1].Name":      {Runs: []NamedRun{{"a", run}, {"a", run}}},
		"Rollouts[1].Build": {Rollouts: []Canary{cs[0], cs[0]}},
		"Rollouts[1].Gates": {Rollouts: []Canary{cs[0], other}},
		"the disk is full":  {Runs: []NamedRun{{"a", run}}},
	} {
		if err := WriteDocument(fullDisk{}, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("the disk is full")

func TestJSONTextIsEscaped(t *testing.T) {
	run := mustRun(t, ReferenceReactive())
	name := "a \"b\" \\ <c> \x00\x1b · é"
	var b bytes.Buffer
	if err := WriteDocument(&b, Document{Runs: []NamedRun{{name, run}}}); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Runs map[string]any `json:"autoscaling_comparison"`
	}
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if _, ok := back.Runs[name]; !ok || len(back.Runs) != 1 {
		t.Errorf("runs %v, want one called %q", back.Runs, name)
	}
}

func BenchmarkWriteDocument(b *testing.B) {
	c := ReferenceLeading()
	c.Demand = longDemand(10_000)
	d := Document{Runs: []NamedRun{{"a", mustRun(b, c)}}}
	b.ReportAllocs()
	for b.Loop() {
		if err := WriteDocument(io.Discard, d); err != nil {
			b.Fatal(err)
		}
	}
}
