package analysis_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// The same contract one step later: a value is taken out of the decoded document,
// whatever the format was, and no issue says so. What a verdict rests on is known
// by the model alone then.

func TestContractOfTheModel(t *testing.T) {

	for _, path := range contractFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for origin := range origins {
			t.Run(filepath.Base(path)+", "+origin, func(t *testing.T) { holdModel(t, data, origin) })
		}
	}
}

func holdModel(t *testing.T, data []byte, origin string) {
	whole := judged(t, data, origin)
	n := 0
	valuesOf(decoded(t, data), func(value) { n++ })
	if n < 20 {
		t.Fatalf("only %d values", n)
	}
	for i := range n {
		for _, why := range []model.Presence{model.Absent, model.Null, model.NotFinite, model.WrongType} {
			doc := decoded(t, data)
			at, v := 0, value{}
			valuesOf(doc, func(found value) {
				if at == i {
					v = found
				}
				at++
			})
			v.remove(why)
			doc.Issues = nil
			rewrite(reflect.ValueOf(doc).Elem(), origins[origin])
			f := judgedDoc(doc)
			if name := stillPasses(whole, f, v.path); name != "" {
				t.Errorf("%s, %v: %s stays PASS", v.path, why, name)
			}
		}
	}
}

func decoded(t *testing.T, data []byte) *model.Document {
	t.Helper()
	doc, issues := read("contract.json", data)
	if doc == nil {
		t.Fatalf("not decoded: %v", issues)
	}
	return doc
}

func judgedDoc(doc *model.Document) *analysis.Findings {
	file := model.File{Key: "k", Name: "contract.json", Doc: doc}
	return analysis.Judge(&model.Snapshot{Label: "contract", Files: []model.File{file}}, analysis.Options{})
}

// value is one number or truth value of a document that is there.
type value struct {
	path   leaf // the names of what it is in, and its own
	remove func(why model.Presence)
}

// valuesOf calls back for every value of a document, in the same order every time.
func valuesOf(doc *model.Document, each func(value)) {
	for _, p := range doc.Parts {
		below(reflect.ValueOf(p), leaf{reflect.TypeOf(p).Elem().Name()}, each)
	}
}

func below(v reflect.Value, path leaf, each func(value)) {
	step := func(name string) leaf { return append(slices.Clone(path), name) }
	switch at := v.Interface().(type) {
	case model.Figure:
		if at.OK() {
			each(value{path, func(why model.Presence) { v.Set(reflect.ValueOf(model.Missing(why))) }})
		}
		return
	case model.Flag:
		if at.State == model.Present {
			each(value{path, func(why model.Presence) { v.Set(reflect.ValueOf(model.Flag{State: why})) }})
		}
		return
	case model.Values:
		metrics := make([]*model.Metric, 0, len(at))
		for m, f := range at {
			if f.OK() {
				metrics = append(metrics, m)
			}
		}
		slices.SortFunc(metrics, func(a, b *model.Metric) int { return strings.Compare(a.ID, b.ID) })
		for _, m := range metrics {
			each(value{step(m.ID), func(why model.Presence) {
				if at[m] = model.Missing(why); why == model.Absent {
					delete(at, m)
				}
			}})
		}
		return
	case model.Series:
		for i := range at.Len() {
			if at.At(i).OK() {
				each(value{step("sample"), func(why model.Presence) {
					var s model.Series
					for j := range at.Len() {
						if f := at.At(j); j != i {
							s.Append(f)
						} else {
							s.Append(model.Missing(why))
						}
					}
					v.Set(reflect.ValueOf(s))
				}})
			}
		}
		return
	case *model.Metric:
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			below(v.Elem(), path, each)
		}
	case reflect.Slice:
		for i := range v.Len() {
			below(v.Index(i), path, each)
		}
	case reflect.Struct:
		in := path
		if name := v.FieldByName("Name"); name.IsValid() && name.Kind() == reflect.String {
			in = step(name.String())
		}
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				below(v.Field(i), append(slices.Clone(in), field.Name), each)
			}
		}
	}
}
