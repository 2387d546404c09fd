package format

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/text"
)

// sound checks what holds of every document and issue, whatever the bytes were.
func sound(t *testing.T, data []byte) {
	t.Helper()
	doc, issues := Decode("fuzz\x1b.json", data, Options{})
	if len(issues) > intake.MaxIssues+1 {
		t.Fatalf("%d issues", len(issues))
	}
	walk(t, reflect.ValueOf(issues), "issues")
	if doc == nil {
		if len(issues) == 0 {
			t.Fatal("neither a document nor an issue")
		}
		return
	}
	if Incomplete(issues) {
		t.Fatal("a document that is incomplete")
	}
	walk(t, reflect.ValueOf(*doc), "doc")
	if doc.Empty() || len(doc.Unknown) > model.MaxUnknown || doc.UnknownCount < len(doc.Unknown) || !reflect.DeepEqual(doc.Issues, issues) {
		t.Fatalf("document %+v", doc)
	}
	if doc.Timelines() != nil {
		for i := range doc.Timelines().Timelines {
			soundTimeline(t, &doc.Timelines().Timelines[i])
		}
	}
}

func soundTimeline(t *testing.T, l *model.Timeline) {
	t.Helper()
	last := math.Inf(-1)
	for _, v := range l.Seconds.Values() {
		if !(v > last) {
			t.Fatalf("%s: %v s after %v s", l.Pointer, v, last)
		}
		last = v
	}
	if len(l.Breached) != l.Len() {
		t.Fatalf("%s: %d flags for %d samples", l.Pointer, len(l.Breached), l.Len())
	}
	for _, c := range l.Columns {
		if c.Series.Len() != l.Len() {
			t.Fatalf("%s: %d figures for %d samples", l.Pointer, c.Series.Len(), l.Len())
		}
	}
}

// walk looks at every string and figure below v.
func walk(t *testing.T, v reflect.Value, path string) {
	t.Helper()
	switch x := v.Interface().(type) {
	case string:
		if text.Clean(x) != x {
			t.Fatalf("%s is not clean: %+q", path, x)
		}
		return
	case model.Figure:
		if math.IsNaN(x.Value) || math.IsInf(x.Value, 0) || !x.OK() && x.Value != 0 {
			t.Fatalf("%s: %+v", path, x)
		}
		return
	case model.Series:
		for i := range x.Len() {
			if f := x.At(i); f.OK() && math.IsInf(f.Value, 0) {
				t.Fatalf("%s[%d]: %+v", path, i, f)
			}
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			walk(t, v.Elem(), path)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(t, v.Index(i), path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			walk(t, v.Field(i), path+"."+v.Type().Field(i).Name)
		}
	}
}

// fixtureSeeds adds the fixtures of all formats.
func fixtureSeeds(f *testing.F) {
	for _, whole := range fixtures(f, "*.*") {
		seeds(f, whole)
	}
}

func seeds(f *testing.F, whole string) {
	f.Add([]byte(whole))
	f.Add([]byte(whole[:len(whole)/2]))
	for _, word := range []string{"null", "NaN", "-inf", `"1"`, "1e999", "[{}]", `{"x":1,"x":2}`, "-1", "0.5"} {
		f.Add([]byte(given.ReplaceAllString(whole, `"$1": `+word)))
		f.Add([]byte(given.ReplaceAllString(whole, `"$1": $2, "$1": `+word)))
	}
	f.Add([]byte(strings.ReplaceAll(whole, `": {`, `\u001b\u202e": {`)))
	f.Add([]byte(strings.ReplaceAll(whole, "20", "0")))
	f.Add([]byte("\ufeff" + strings.ReplaceAll(whole, "\n", "\r\n")))
}

func FuzzFormats(f *testing.F) {
	fixtureSeeds(f)
	f.Fuzz(sound)
}

func FuzzScaleOut(f *testing.F) {
	seeds(f, smallScaleOut)
	f.Fuzz(sound)
}

func FuzzAutoscaling(f *testing.F) {
	seeds(f, smallAutoscaling)
	f.Add([]byte("\x1f\x8b\x00"))
	f.Add([]byte("a,b\n1,2\n"))
	f.Fuzz(sound)
}
