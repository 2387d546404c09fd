package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scaledeck/model"
)

// The shared cases are files of other formats than ours, or broken ones. What
// the index expects of them beyond a clear answer belongs to other readers.
func TestSharedCases(t *testing.T) {
	type answer struct {
		code     model.Code
		severity model.Severity
		line     int
		says     string
	}
	want := map[string]answer{
		"truncated.json":              {model.CodeIncomplete, model.Error, 9, "ends in the middle"},
		"empty.json":                  {model.CodeEmpty, model.Warning, 0, "empty"},
		"only-null.json":              {model.CodeUnrecognised, model.Warning, 1, "expected an object, got null"},
		"top-level-scalar.json":       {model.CodeUnrecognised, model.Warning, 1, "expected an object, got text"},
		"path-traversal.json":         {model.CodeUnrecognised, model.Warning, 1, "expected an object, got a list"},
		"wide-runes.json":             {model.CodeUnrecognised, model.Warning, 1, "expected an object, got a list"},
		"formula-and-markdown.json":   {model.CodeUnrecognised, model.Warning, 1, "expected an object, got a list"},
		"schema-future.json":          {model.CodeUnrecognised, model.Warning, 1, `version as "7"`},
		"schema-v01.json":             {model.CodeUnrecognised, model.Warning, 1, `version as "0.1"`},
		"deep-nesting.json":           {model.CodeTooLarge, model.Error, 1, "nested deeper than 100"},
		"result.json.gz":              {model.CodeUnrecognised, model.Warning, 1, `"run_id", "topology"`},
		"jsonl-one-bad-line.jsonl":    {model.CodeUnsupported, model.Warning, 2, "JSON Lines"},
		"bom.json":                    {model.CodeUnrecognised, model.Warning, 1, `"run_id", "topology"`},
		"nan-infinity.json":           {model.CodeUnrecognised, model.Warning, 1, `"run_id"`},
		"invalid-utf8.json":           {model.CodeUnrecognised, model.Warning, 1, `"note"`},
		"escapes-in-values.json":      {model.CodeUnrecognised, model.Warning, 1, `"backend"`},
		"duplicate-keys.json":         {model.CodeUnrecognised, model.Warning, 1, `"median_ttft_ms"`},
		"numbers-as-strings.json":     {model.CodeUnrecognised, model.Warning, 1, `"completed"`},
		"raw-escapes.csv":             {model.CodeUnrecognised, model.Note, 0, "not a result document"},
		"bom-crlf.csv":                {model.CodeUnrecognised, model.Note, 0, "not a result document"},
		"topology-medians.csv":        {model.CodeUnrecognised, model.Note, 0, "not a result document"},
		"semicolon-decimal-comma.csv": {model.CodeUnrecognised, model.Note, 0, "not a result document"},
	}
	// Those that are results, and their mean TTFT in milliseconds.
	results := map[string]float64{"units-declared-s.json": 504, "units-absent-s.json": 504, "schema-v021-extra.json": 398}
	dir := shared(t, "cases", "files")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			path := filepath.Join(dir, e.Name())
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			sound(t, data)
			doc, issues := decodeFile(t, path)
			if ttft, read := results[e.Name()]; read {
				if m := model.Latency(model.TTFT, model.Mean, 0); doc.Comparison() == nil || doc.Comparison().Rows[0].Figures[m] != model.Of(ttft) {
					t.Errorf("mean TTFT is not %v ms: %v", ttft, issues)
				}
				return
			}
			if doc != nil || len(issues) == 0 {
				t.Fatalf("taken as a result: %v", issues)
			}
			a, ok := want[e.Name()]
			if !ok {
				a = answer{code: model.CodeUnrecognised, severity: issues[0].Severity, line: issues[0].Line}
			}
			if i := issues[0]; i.Code != a.code || i.Severity != a.severity || i.Line != a.line || !strings.Contains(i.Message, a.says) {
				t.Errorf("%s %s, want %+v", i.Severity, i, a)
			}
			if e.Name() == "duplicate-keys.json" && !has(issues, model.CodeDuplicateKey, "/median_ttft_ms") {
				t.Errorf("the duplicate key is not named: %v", issues)
			}
		})
	}
}
