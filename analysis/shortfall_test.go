package analysis

import (
	"strings"
	"testing"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// TestShortfall holds what counts as a figure that is missing.
func TestShortfall(t *testing.T) {
	absent := func(pointer string) model.Issue {
		return model.Issue{Severity: model.Warning, Code: model.CodeMissing, Pointer: pointer, Message: "absent: expected a number"}
	}
	issue := func(code model.Code, pointer string) model.Issue {
		return model.Issue{Severity: model.Warning, Code: code, Pointer: pointer, Message: "expected a number"}
	}
	noQueues := func(s *model.Comparison) {
		for i := range s.Rows {
			s.Rows[i].Figures[model.MaxEPPQueue] = model.Figure{}
		}
	}
	noClaims := func(s *model.Comparison) { s.Topologies, s.Decision = nil, model.Decision{} }
	tests := []struct {
		name   string
		edit   func(s *model.Comparison)
		issues []model.Issue
		strict bool
		want   string // in why; "" for PASS
	}{
		{"a figure that no gate uses", nil, []model.Issue{absent("/rows/3/max_epp_queue")}, false, "1 figure is missing: /rows/3/max_epp_queue"},
		{"one that no row has", noQueues, []model.Issue{absent("/rows/3/max_epp_queue")}, false, ""},
		{"one that no row has, strictly", noQueues, []model.Issue{absent("/rows/3/max_epp_queue")}, true, "1 figure is missing: /rows/3/max_epp_queue"},
		{"a claim", nil, []model.Issue{absent("/topologies/2/median_preemptions")}, false, "1 figure is missing: /topologies/2/median_preemptions"},
		{"a decision", nil, []model.Issue{absent("/decision/scale_out_pass")}, false, "/decision/scale_out_pass"},
		{"no claims at all", noClaims, []model.Issue{absent("/topologies"), absent("/decision")}, false, ""},
		{"no claims at all, strictly", noClaims, []model.Issue{absent("/topologies"), absent("/decision")}, true, "2 figures are missing: /topologies and /decision"},
		{"null", noClaims, []model.Issue{issue(model.CodeMissing, "/topologies")}, false, "1 figure is missing: /topologies"},
		{"not finite", nil, []model.Issue{issue(model.CodeNotFinite, "/rows/3/max_epp_queue")}, false, "1 figure is missing or cannot be used: /rows/3/max_epp_queue"},
		{"many", nil, []model.Issue{absent("/rows/1/repeat"), absent("/rows/2/repeat"), absent("/rows/3/repeat"), absent("/rows/4/repeat")}, false,
			"4 figures are missing: /rows/1/repeat, /rows/2/repeat, /rows/3/repeat and 1 more"},
		{"a text", nil, []model.Issue{issue(model.CodeWrongType, "/rows/3/run_name")}, false, ""},
		{"a note", nil, []model.Issue{{Severity: model.Note, Code: model.CodeMissing, Pointer: "/rows/3/max_epp_queue", Message: "absent"}}, false, ""},
		{"of another part", nil, []model.Issue{issue(model.CodeMissing, "/autoscaling_comparison/x/slo_breach_windows")}, false, ""},
		{"a name that only begins alike", nil, []model.Issue{issue(model.CodeMissing, "/rowsum")}, false, ""},
		{"more than are listed", nil, []model.Issue{{Severity: model.Warning, Code: model.CodeTruncated, Message: "7 more issues"}}, false, "missing or cannot be used: 7 more issues"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := freeOfErrors()
			if tt.edit != nil {
				tt.edit(s)
			}
			file := fileOf(s)
			file.Doc.Issues = tt.issues
			j := Judge(&model.Snapshot{Files: []model.File{*file}}, gate.Options{Strict: tt.strict})
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

// TestOrphans holds that a part without anything to judge is not passed over.
func TestOrphans(t *testing.T) {
	file := fileOf(freeOfErrors())
	file.Doc.Parts = []model.Part{&model.RolloutSet{}}
	file.Doc.Issues = []model.Issue{{Severity: model.Warning, Code: model.CodeMissing, Pointer: "/canary_rollouts", Message: "null: expected an object of rollouts"}}
	j := Judge(&model.Snapshot{Files: []model.File{*file}}, gate.Options{})
	if j.Verdict != gate.Undecided || j.List[0].Kind != gate.KindFile || !strings.Contains(j.List[0].Why, "/canary_rollouts: null") {
		t.Errorf("%v: %+v", j.Verdict, j.List[0])
	}
}

// TestUnknownKeysAreNoted holds that a key which nothing is read from is said.
func TestUnknownKeysAreNoted(t *testing.T) {
	file := fileOf(freeOfErrors())
	file.Doc.Unknown, file.Doc.UnknownCount = []string{"/a", "/b", "/c", "/d", "/e", "/f"}, 7
	j := Judge(&model.Snapshot{Files: []model.File{*file}}, gate.Options{})
	if len(j.Issues) != 1 || j.Issues[0].Code != model.CodeUnknownKey || j.Issues[0].String() != "scale.json: 7 unknown keys: /a, /b, /c, /d, /e …" {
		t.Errorf("%+v", j.Issues)
	}
}
