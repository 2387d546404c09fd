package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scaledeck/model"
)

func TestStrangers(t *testing.T) {
	for in, says := range map[string]string{
		`{"schema_version": 1, "aiperf_version": "0.1", "request_count": {}}`:                "an AIPerf export (not read yet)",
		`{"load_summary": {}, "successes": {}, "failures": {}}`:                              "an inference-perf report (not read yet)",
		`{"tag": "a", "backend": "sglang", "random_range_ratio": 1}` + "\n" + `{"tag": "b"}`: "an SGLang benchmark result (not read yet)",
		`{"status": "success", "data": ["up"]}`:                                              "an answer of Prometheus (not read yet)",
		`{"apiVersion": "v1", "kind": "List", "items": []}`:                                  "a Kubernetes object (not read yet)",
		"apiVersion: apps/v1\nkind: Deployment\n":                                            "Kubernetes YAML of kind Deployment (not read yet)",
		"<!doctype html>\n<title>x</title>":                                                  "HTML or XML: not a result document",
		"%PDF-1.7\n":                                                                         "a PDF document: not a result document",
		"PAR1\x15\x04":                                                                       "a Parquet table (not read yet)",
	} {
		doc, found := Decode("f", []byte(in), Options{})
		if doc != nil || len(found) != 1 || found[0].Message != says {
			t.Errorf("%q: %v, want %q", in, found, says)
		}
		if is, found := Sniff("f", []byte(in), true); is != Alien || len(found) != 1 || found[0].Message != says {
			t.Errorf("sniffing %q: %d with %v", in, is, found)
		}
	}
}

// Files of other tools are named for what they are, and none is taken for a result.
func TestRealStrangers(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data", "formats")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the real files are not here")
	}
	for pattern, says := range map[string]string{
		"aiperf-anud18/profile_export_aiperf.json":  "an AIPerf export",
		"guidellm/guidellm_report_v2.json":          "a GuideLLM report",
		"inference-perf/*/stage_0_lifecycle_*.json": "an inference-perf report",
		"sglang-tonyli/*.jsonl":                     "an SGLang benchmark result",
		"llm-d-prism/llm-d-benchmarks.json":         "a Prism archive",
	} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) == 0 {
			t.Errorf("no files %s: %v", pattern, err)
		}
		for _, n := range names {
			data, err := os.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			doc, found := Decode(n, data, Options{})
			if doc != nil || len(found) != 1 || found[0].Code != model.CodeUnsupported || !strings.HasPrefix(found[0].Message, says) {
				t.Errorf("%s: %v, want %q", n, found, says)
			}
		}
	}
}
