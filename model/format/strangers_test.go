package format

import "testing"

func TestStrangers(t *testing.T) {
	for in, says := range map[string]string{
		`{"aiperf_version": "0.10.0", "timeslices": []}`:    "an AIPerf timeslice export (not read yet)",
		`{"status": "success", "data": ["up"]}`:             "an answer of Prometheus (not read yet)",
		`{"apiVersion": "v1", "kind": "List", "items": []}`: "a Kubernetes object (not read yet)",
		"apiVersion: apps/v1\nkind: Deployment\n":           "Kubernetes YAML of kind Deployment (not read yet)",
		"<!doctype html>\n<title>x</title>":                 "HTML or XML: not a result document",
		"%PDF-1.7\n":                                        "a PDF document: not a result document",
		"PAR1\x15\x04":                                      "a Parquet table (not read yet)",
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
