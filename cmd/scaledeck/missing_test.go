package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format"
)

// leaves returns the pointer of every number and truth value of a document.
func leaves(v any, at string) []string {
	var list []string
	switch v := v.(type) {
	case map[string]any:
		for k, child := range v {
			list = append(list, leaves(child, at+"/"+k)...)
		}
	case []any:
		for i, child := range v {
			list = append(list, leaves(child, fmt.Sprintf("%s/%d", at, i))...)
		}
	case float64, bool:
		list = append(list, at)
	}
	return list
}

// without returns a document in which the value at a pointer is null, or gone.
func without(t *testing.T, data []byte, pointer string, gone bool) []byte {
	t.Helper()
	var root any
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	steps := strings.Split(pointer[1:], "/")
	at := root
	for _, s := range steps[:len(steps)-1] {
		switch v := at.(type) {
		case map[string]any:
			at = v[s]
		case []any:
			var i int
			if _, err := fmt.Sscan(s, &i); err != nil {
				t.Fatal(err)
			}
			at = v[i]
		}
	}
	parent, key := at.(map[string]any), steps[len(steps)-1]
	if parent[key] = nil; gone {
		delete(parent, key)
	}
	out, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestOneMissingFigureIsNeverGreen takes every single figure out of the documents
// of the demo, one at a time: the finding that it belongs to names it, and neither
// passes nor only informs.
func TestOneMissingFigureIsNeverGreen(t *testing.T) {
	for _, d := range demoDocuments {
		data := d.make()
		var root any
		if err := json.Unmarshal(data, &root); err != nil {
			t.Fatal(err)
		}
		all := leaves(root, "")
		if len(all) < 100 {
			t.Fatalf("%s: %d figures", d.name, len(all))
		}
		for _, pointer := range all {
			for _, gone := range []bool{false, true} {
				if gone && optional(pointer) {
					continue
				}
				doc, issues := format.Decode(d.name, without(t, data, pointer, gone), format.Options{})
				if doc == nil {
					t.Fatalf("%s %s: %v", d.name, pointer, issues)
				}
				f := analysis.Judge(&model.Snapshot{Files: []model.File{{Key: d.name, Name: d.name, Doc: doc}}}, analysis.Options{})
				if !names(f, pointer) {
					t.Errorf("%s: %s gone %v: no finding that is not green names it; %s", d.name, pointer, gone, f.Verdict)
				}
			}
		}
	}
}

// optional reports whether a document is whole without the key: a start has the
// phases that it has, an objective is rarely stated, and no figure of the demo is
// for the ceiling.
func optional(pointer string) bool {
	return strings.HasPrefix(pointer, "/cold_start_breakdown_seconds/") && !strings.HasSuffix(pointer, "/total_seconds") ||
		strings.HasSuffix(pointer, "/slo_p99_ttft_ms") || strings.HasSuffix(pointer, "/max_tpot_ceiling_ms")
}

// names reports whether a finding that is UNDECIDED, RUNNING or FAIL says in its
// sentence that the figure at the pointer is missing.
func names(f *analysis.Findings, pointer string) bool {
	for _, fd := range f.List {
		if fd.Verdict >= analysis.Running && strings.Contains(strings.ToLower(fd.Sentence), "1 figure is missing: "+strings.ToLower(pointer)+".") {
			return strings.HasPrefix(fd.Sentence, fd.Verdict.String()+": ")
		}
	}
	return false
}
