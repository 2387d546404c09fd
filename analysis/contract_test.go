package analysis_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format"
)

// The contract: whatever kind and format a value comes from, and wherever it says
// it was, a verdict that rested on it does not stay PASS once it is missing.
//
// Every file of testdata/contract passes. Each of its values is removed in turn
// and in every way, and where it stood is varied too, since another format gives
// other origins or none. A new format or kind joins by a file of its own there.

// read decodes a file of the contract.
func read(name string, data []byte) (*model.Document, []model.Issue) {
	return format.Decode(name, data, format.Options{})
}

// removals are the ways in which a JSON value can be missing; "" takes the key away.
var removals = map[string]string{"null": "null", "absent": "", "NaN": "NaN", "wrong type": `{"a": "b"}`, "empty cell": `""`}

// origins rewrite where a value stood.
var origins = map[string]func(at string) string{
	"as the file has it": func(at string) string { return at },
	"foreign":            func(at string) string { return "row 7, column " + strconv.Quote(strings.ReplaceAll(at, "/", " ")) },
	"empty":              func(string) string { return "" },
}

func TestContractAsTheFileHasIt(t *testing.T) { holdContract(t, "as the file has it") }

func TestContractForeignOrigins(t *testing.T) {

	holdContract(t, "foreign")
}

func TestContractEmptyOrigins(t *testing.T) {

	holdContract(t, "empty")
}

func holdContract(t *testing.T, origin string) {
	for _, path := range contractFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			whole := judged(t, data, origin)
			for _, f := range whole.List {
				if f.Verdict != analysis.Pass {
					t.Fatalf("the whole file: %s is %v: %s", f.Title, f.Verdict, f.Why)
				}
			}
			values := leaves(t, data)
			if len(values) < 20 {
				t.Fatalf("only %d values", len(values))
			}
			for _, v := range values {
				for how, text := range removals {
					f := judged(t, without(t, data, v, text), origin)
					if name := stillPasses(whole, f, v); name != "" {
						t.Errorf("%s, %s: %s stays PASS", v, how, name)
					}
				}
			}
		})
	}
}

func contractFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "contract", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	return files
}

// stillPasses names a finding that rested on a value and is PASS without it, or
// the whole where that is. A value below the name of one finding is that one's;
// any other is everybody's.
func stillPasses(whole, f *analysis.Findings, v leaf) string {
	var own []string
	for _, w := range whole.List {
		if slices.ContainsFunc(v, func(step string) bool { return strings.HasSuffix(w.Title, " "+step) }) {
			own = append(own, w.Title)
		}
	}
	for _, one := range f.List {
		if one.Verdict == analysis.Pass && (len(own) == 0 || slices.Contains(own, one.Title)) {
			return one.Title
		}
	}
	if f.Verdict == analysis.Pass {
		return "the whole"
	}
	return ""
}

// judged decodes a file, rewrites the origins of what it holds, and judges it.
func judged(t *testing.T, data []byte, origin string) *analysis.Findings {
	t.Helper()
	doc, issues := read("contract.json", data)
	file := model.File{Key: "k", Name: "contract.json", Doc: doc}
	if doc == nil {
		file.State, file.Issues = model.Unusable, issues
	} else {
		rewrite(reflect.ValueOf(doc).Elem(), origins[origin])
	}
	return analysis.Judge(&model.Snapshot{Label: "contract", Files: []model.File{file}}, analysis.Options{})
}

// rewrite changes every origin below v: the pointer or the place of a value, of
// an issue and of a key that nothing is read from.
func rewrite(v reflect.Value, to func(string) string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && (v.Kind() == reflect.Interface || v.Type().Elem().Name() != "Metric") {
			rewrite(v.Elem(), to)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			rewrite(v.Index(i), to)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			switch name := v.Type().Field(i).Name; {
			case !v.Field(i).CanSet():
			case v.Field(i).Kind() == reflect.String && (name == "Pointer" || name == "At"):
				v.Field(i).SetString(to(v.Field(i).String()))
			default:
				rewrite(v.Field(i), to)
			}
		}
	}
}

// leaf is the path of a number or a truth value.
type leaf []string

func (l leaf) String() string { return "/" + strings.Join(l, "/") }

// leaves returns the values of a file: its numbers and truth values. Texts are
// names and words, and no verdict rests on them.
func leaves(t *testing.T, data []byte) []leaf {
	t.Helper()
	var all []leaf
	var walk func(at leaf, v any)
	walk = func(at leaf, v any) {
		below := func(step string, v any) { walk(append(slices.Clone(at), step), v) }
		switch v := v.(type) {
		case map[string]any:
			for key, e := range v {
				below(key, e)
			}
		case []any:
			for i, e := range v {
				below(strconv.Itoa(i), e)
			}
		case float64, bool:
			all = append(all, at)
		}
	}
	walk(nil, parsed(t, data))
	slices.SortFunc(all, func(a, b leaf) int { return strings.Compare(a.String(), b.String()) })
	return all
}

func parsed(t *testing.T, data []byte) any {
	t.Helper()
	var root any
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// without returns a file with a value replaced by a text, or with its key taken
// away where the text is "".
func without(t *testing.T, data []byte, v leaf, text string) []byte {
	t.Helper()
	const mark = "the value is removed here"
	root := parsed(t, data)
	at := root
	for _, step := range v[:len(v)-1] {
		switch in := at.(type) {
		case map[string]any:
			at = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil {
				t.Fatal(err)
			}
			at = in[i]
		}
	}
	in, ok := at.(map[string]any)
	if !ok {
		t.Fatalf("%s is in no object", v)
	}
	in[v[len(v)-1]] = mark
	if text == "" {
		delete(in, v[len(v)-1])
	}
	out, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Replace(out, fmt.Appendf(nil, "%q", mark), []byte(text), 1)
}
