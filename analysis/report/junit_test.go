package report

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// TestJUnitCasesAreDistinct holds that no two cases share class and name, that
// both say where they come from, and that the message stands in the element too.
func TestJUnitCasesAreDistinct(t *testing.T) {
	f := fixture()
	again := slices.Clone(f.List)
	for i := range again {
		file := *again[i].File
		file.Name = "second.json"
		again[i].File = &file
	}
	f.List = slices.Concat(f.List, again, f.List[1:2]) // the last is there twice
	var all struct {
		Suites []struct {
			Cases []struct {
				Name    string       `xml:"name,attr"`
				Class   string       `xml:"classname,attr"`
				Failure *junitResult `xml:"failure"`
				Error   *junitResult `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(write(t, JUnit, f, Options{})), &all); err != nil {
		t.Fatal(err)
	}
	seen := make(map[[2]string]bool)
	failures := 0
	for _, s := range all.Suites {
		for _, c := range s.Cases {
			if key := [2]string{c.Class, c.Name}; seen[key] {
				t.Errorf("twice: %q", key)
			} else {
				seen[key] = true
			}
			for _, r := range []*junitResult{c.Failure, c.Error} {
				if r == nil {
					continue
				}
				if failures++; r.Text != r.Message || r.Text == "" {
					t.Errorf("%q in the element, %q in its attribute", r.Text, r.Message)
				}
			}
		}
	}
	if failures == 0 {
		t.Error("no failures")
	}
	for _, want := range [][2]string{
		{"fleet.json: canary int8", "stage 25 %: TPOT regression"}, {"second.json: canary int8", "stage 25 %: TPOT regression"},
		{"fleet.json: canary int8", "stage 25 %: TPOT regression (2)"}, {"file broken.json", "verdict"},
	} {
		if !seen[want] {
			t.Errorf("no %q", want)
		}
	}
}

// TestUnfound holds that a report of nothing says why there is nothing.
func TestUnfound(t *testing.T) {
	note := model.Issue{Code: model.CodeUnrecognised, File: "x.json", Message: "expected an object, got null"}
	file := func(name string, issues ...model.Issue) model.File {
		return model.File{Key: name, Name: name, State: model.Unusable, Issues: issues}
	}
	tests := []struct {
		name string
		snap model.Snapshot
		want string
	}{
		{"an empty directory", model.Snapshot{Label: "results/"}, "no file in results/"},
		{"nothing opened", model.Snapshot{}, "no file"},
		{"another kind of file", model.Snapshot{Files: []model.File{file("x.json", note)}}, "x.json: expected an object, got null"},
		{"without a word", model.Snapshot{Files: []model.File{file("x.json")}}, "x.json: no result document that scaledeck knows"},
		{"many", model.Snapshot{Files: []model.File{file("a", note), file("b"), file("c"), file("d"), file("e")}}, "; and 2 more"},
		{"a path that is not there", model.Snapshot{Label: "x", Issues: []model.Issue{{Severity: model.Error, Message: "x: no such file"}}}, "x: no such file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := analysis.Judge(&tt.snap, analysis.Options{})
			if got := Unfound(f); !strings.Contains(got, tt.want) {
				t.Errorf("%q", got)
			}
			if got := write(t, JUnit, f, Options{}); !strings.Contains(got, `<error message="UNDECIDED: `) || !strings.Contains(got, tt.want) {
				t.Errorf("%s", got)
			}
			if got := write(t, Brief, f, Options{}); strings.Count(got, tt.want) != 1 {
				t.Errorf("%s", got)
			}
		})
	}
}
