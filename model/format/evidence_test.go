package format

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/model"
)

func TestEvidence(t *testing.T) {
	got, err := Evidence("summary.csv", strings.NewReader("\ufeff run_name ,n,twice,twice,ok\r\n\"a\nb\",1.5,2,3,TRUE\r\nc,,x,y\r\nd,NaN,1,1,maybe,more\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	wrong, none := model.Missing(model.WrongType), model.Figure{}
	no, bad := model.Flag{}, model.Flag{State: model.WrongType}
	want := model.Evidence{File: "summary.csv", Columns: []string{"run_name", "n", "", "", "ok"}, Rows: []model.EvidenceRow{
		{Line: 2, Figures: []model.Figure{wrong, model.Of(1.5), model.Of(2), model.Of(3), none}, Flags: []model.Flag{bad, no, no, no, model.FlagOf(true)}},
		{Line: 4, Figures: []model.Figure{wrong, none, wrong, wrong}, Flags: []model.Flag{bad, no, bad, bad}},
		{Line: 5, Figures: []model.Figure{wrong, model.Missing(model.NotFinite), model.Of(1), model.Of(1), wrong, wrong}, Flags: []model.Flag{bad, no, no, no, bad, bad}},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if empty, err := Evidence("e.csv", strings.NewReader("")); err != nil || len(empty.Columns) != 0 {
		t.Errorf("%+v %v", empty, err)
	}
	if dirty, _ := Evidence("e.csv", strings.NewReader("a\x1b[2J,b\n1,2\n")); strings.Contains(dirty.Columns[0], "\x1b") {
		t.Errorf("%q", dirty.Columns)
	}
}

// FuzzEvidence: any bytes give a table of whole rows or an error.
func FuzzEvidence(f *testing.F) {
	f.Add([]byte("model_replicas,repeat,requests\n1,1,5\n"))
	f.Add([]byte("repeat,replicas,headers_passed\n1,1,true\n\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Evidence("summary.csv", strings.NewReader(string(data)))
		for _, r := range table.Rows {
			if len(r.Figures) != len(r.Flags) || r.Line < 1 {
				t.Fatalf("%+v", r)
			}
		}
		in := csv.NewReader(strings.NewReader(string(data)))
		in.FieldsPerRecord = -1
		if rows, want := in.ReadAll(); err == nil && (want != nil || max(len(rows)-1, 0) != len(table.Rows)) && !bytes.ContainsRune(data, '\r') {
			t.Fatalf("%d rows, encoding/csv has %d and says %v", len(table.Rows), len(rows)-1, want)
		}
	})
}
