package analysis

import (
	"strconv"
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// TestShortfall holds what counts as a figure that is missing.
func TestShortfall(t *testing.T) {
	null := model.Missing(model.Null)
	queue := func(why model.Figure, rows ...int) func(s *model.Comparison) {
		return func(s *model.Comparison) {
			for _, i := range rows {
				s.Rows[i].Figures[model.MaxEPPQueue] = why
			}
		}
	}
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	noClaims := func(s *model.Comparison) { s.Topologies, s.Decision = nil, model.Decision{} }
	elsewhere := func(s *model.Comparison) { // as a CSV has it
		for i := range s.Rows {
			s.Rows[i].Pointer = "row " + strconv.Itoa(i+2)
		}
	}
	tests := []struct {
		name   string
		edit   func(s *model.Comparison)
		strict bool
		want   string // in why; "" for PASS
	}{
		{"a figure that no gate uses", queue(model.Figure{}, 3), false, "1 figure is missing: /rows/3/max_epp_queue"},
		{"under another origin", func(s *model.Comparison) { elsewhere(s); queue(null, 3)(s) }, false, "1 figure is missing: row 5, max_epp_queue"},
		{"one that no row has", queue(model.Figure{}, all...), false, ""},
		{"one that no row has, strictly", queue(model.Figure{}, all...), true, "9 figures are missing: /rows/0/max_epp_queue, /rows/1/max_epp_queue, /rows/2/max_epp_queue and 6 more"},
		{"one that is null everywhere", queue(null, all...), false, "9 figures are missing: /rows/0/max_epp_queue"},
		{"a claim", func(s *model.Comparison) { delete(s.Topologies[1].Figures, model.Preemptions) }, false, "1 figure is missing: /topologies/2/median_preemptions"},
		{"a decision", func(s *model.Comparison) { s.Decision.ScaleOutPass = model.Flag{} }, false, "/decision/scale_out_pass"},
		{"no claims at all", noClaims, false, ""},
		{"no claims at all, strictly", noClaims, true, "2 figures are missing: /decision/data_publishable and /decision/scale_out_pass"},
		{"a part that is null", func(s *model.Comparison) {
			noClaims(s)
			s.Lost = []model.Measured{{Figure: null, Origin: model.Origin{At: "/topologies"}}}
		}, false, "1 figure is missing: /topologies"},
		{"not finite", queue(model.Missing(model.NotFinite), 3), false, "1 figure is missing or cannot be used: /rows/3/max_epp_queue"},
		{"many", func(s *model.Comparison) {
			for i := range 4 {
				s.Rows[i+1].Repeat = model.Figure{}
			}
		}, false, "4 figures are missing: /rows/1/repeat, /rows/2/repeat, /rows/3/repeat and 1 more"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := known.FreeOfErrors()
			tt.edit(s)
			j := Judge(&model.Snapshot{Files: []model.File{*known.FileOf(s)}}, gate.Options{Strict: tt.strict})
			f := j.List[0]
			switch {
			case tt.want == "" && f.Verdict != gate.Pass:
				t.Errorf("%v: %s", f.Verdict, f.Why)
			case tt.want != "" && (f.Verdict != gate.Undecided || !strings.Contains(f.Why, tt.want) || !strings.HasPrefix(f.Sentence, "UNDECIDED: ")):
				t.Errorf("%v: %s\n%s", f.Verdict, f.Why, f.Sentence)
			}
		})
	}
}

// TestLeftOut holds that what a format left out can be about any finding.
func TestLeftOut(t *testing.T) {
	for severity, want := range map[model.Severity]gate.Verdict{model.Note: gate.Pass, model.Warning: gate.Undecided} {
		file := known.FileOf(known.FreeOfErrors())
		file.Doc.Issues = []model.Issue{{Severity: severity, Code: model.CodeTruncated, Message: "7 more issues"}}
		f := Judge(&model.Snapshot{Files: []model.File{*file}}, gate.Options{}).List[0]
		if f.Verdict != want || strings.Contains(f.Why, "missing or cannot be used: 7 more issues") != (want == gate.Undecided) {
			t.Errorf("%v: %v, %s", severity, f.Verdict, f.Why)
		}
	}
}

// TestOrphans holds that a part without anything to judge is not passed over.
func TestOrphans(t *testing.T) {
	file := known.FileOf(known.FreeOfErrors())
	file.Doc.Parts = []model.Part{&model.RolloutSet{Lost: []model.Measured{{Figure: model.Missing(model.Null), Origin: model.Origin{At: "/canary_rollouts"}}}}}
	j := Judge(&model.Snapshot{Files: []model.File{*file}}, gate.Options{})
	if j.Verdict != gate.Undecided || j.List[0].Kind != gate.KindFile || !strings.Contains(j.List[0].Why, "/canary_rollouts: null") {
		t.Errorf("%v: %+v", j.Verdict, j.List[0])
	}
}

// TestUnknownKeysAreNoted holds that a key which nothing is read from is said.
func TestUnknownKeysAreNoted(t *testing.T) {
	file := known.FileOf(known.FreeOfErrors())
	file.Doc.Unknown, file.Doc.UnknownCount = []string{"/a", "/b", "/c", "/d", "/e", "/f"}, 7
	j := Judge(&model.Snapshot{Files: []model.File{*file}}, gate.Options{})
	if len(j.Issues) != 1 || j.Issues[0].Code != model.CodeUnknownKey || j.Issues[0].String() != "scale.json: 7 unknown keys: /a, /b, /c, /d, /e …" {
		t.Errorf("%+v", j.Issues)
	}
}
