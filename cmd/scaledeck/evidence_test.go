package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/source"
)

func TestParseEvidence(t *testing.T) {
	got, err := parseEvidence("summary.csv", strings.NewReader("\ufeff run_name ,n,twice,twice,ok\r\n\"a\nb\",1.5,2,3,TRUE\r\nc,,x,y\r\nd,NaN,1,1,maybe,more\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	wrong, none := model.Missing(model.WrongType), model.Figure{}
	no, bad := model.Flag{}, model.Flag{State: model.WrongType}
	want := analysis.Evidence{File: "summary.csv", Columns: []string{"run_name", "n", "", "", "ok"}, Rows: []analysis.EvidenceRow{
		{Line: 2, Figures: []model.Figure{wrong, model.Of(1.5), model.Of(2), model.Of(3), none}, Flags: []model.Flag{bad, no, no, no, model.FlagOf(true)}},
		{Line: 4, Figures: []model.Figure{wrong, none, wrong, wrong}, Flags: []model.Flag{bad, no, bad, bad}},
		{Line: 5, Figures: []model.Figure{wrong, model.Missing(model.NotFinite), model.Of(1), model.Of(1), wrong, wrong}, Flags: []model.Flag{bad, no, no, no, bad, bad}},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if empty, err := parseEvidence("e.csv", strings.NewReader("")); err != nil || len(empty.Columns) != 0 {
		t.Errorf("%+v %v", empty, err)
	}
	if dirty, _ := parseEvidence("e.csv", strings.NewReader("a\x1b[2J,b\n1,2\n")); strings.Contains(dirty.Columns[0], "\x1b") {
		t.Errorf("%q", dirty.Columns)
	}
}

// FuzzEvidence: any bytes give a table of whole rows or an error, and no panic
// when an analysis is checked against it.
func FuzzEvidence(f *testing.F) {
	f.Add([]byte("model_replicas,repeat,requests\n1,1,5\n"))
	f.Add([]byte("repeat,replicas,headers_passed\n1,1,true\n\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := parseEvidence("summary.csv", strings.NewReader(string(data)))
		for _, r := range table.Rows {
			if len(r.Figures) != len(r.Flags) || r.Line < 1 {
				t.Fatalf("%+v", r)
			}
		}
		if _, ours := csvError(data); (err != nil) != ours {
			t.Fatalf("error %v, encoding/csv says %v", err, ours)
		}
		run := model.Run{Replicas: model.Of(1), Repeat: model.Of(1)}
		doc := &model.Document{File: "f", ScaleOut: &model.ScaleOut{Rows: []model.Run{run}, Decision: model.Decision{DataPublishable: model.FlagOf(true)}}}
		judged := analysis.Judge(&model.Snapshot{Files: []model.File{{Name: "f", Doc: doc}}}, analysis.Options{})
		if got := judged.WithEvidence("f", []analysis.Evidence{table}); len(got.Checks) == 0 {
			t.Fatal("the checks are gone")
		}
	})
}

// csvError reads everything the plain way.
func csvError(data []byte) ([][]string, bool) {
	in := csv.NewReader(strings.NewReader(string(data)))
	in.FieldsPerRecord = -1
	all, err := in.ReadAll()
	return all, err != nil
}

func TestReadEvidenceRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := readEvidence(dir); err == nil {
		t.Error("a directory was read")
	}
	large := filepath.Join(dir, "large.csv")
	if err := os.WriteFile(large, make([]byte, maxEvidence+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readEvidence(large); err == nil || !strings.Contains(err.Error(), "over") {
		t.Errorf("a large file: %v", err)
	}
}

// TestRealEvidence: every claim of a published package is borne out by its own
// rows and by the tables beside it.
func TestRealEvidence(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data", "flow-control", "multi-replica-scaling")
	if _, err := os.Stat(filepath.Join(dir, "summary.csv")); err != nil {
		t.Skipf("%s is not here: the evidence package is not part of the repository", dir)
	}
	snap, err := source.Read(t.Context(), source.Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	f, notes := withEvidence(analysis.Judge(snap, analysis.Options{}), []string{dir})
	beside := 0
	for _, c := range f.Checks {
		if c.Result != analysis.Reproduced {
			t.Errorf("%s: %+v", c.Result, c)
		}
		if strings.Contains(c.Rule, ".csv") {
			beside++
		}
	}
	// 14 figures of nine rows, and whether the data are publishable.
	if beside != 9*14+1 || len(notes) != 0 {
		t.Errorf("%d claims checked against the tables, notes %q", beside, notes)
	}
}
