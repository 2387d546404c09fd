package analysis

import (
	"slices"
	"strings"
	"testing"

	"scaledeck/analysis/comparison"
	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestJudgeFileStates(t *testing.T) {
	bad := model.Issue{Severity: model.Error, Code: model.CodeSyntax, File: "x.json", Line: 3, Column: 9, Message: "expected a comma"}
	note := model.Issue{Severity: model.Note, Code: model.CodeUnrecognised, File: "README.md", Message: "no kind that is known"}
	good := func() *model.Document {
		return &model.Document{File: "x.json", Parts: []model.Part{known.FreeOfErrors()}}
	}
	broken := good()
	broken.Issues = []model.Issue{bad}
	tests := []struct {
		name   string
		file   model.File
		want   []gate.Verdict // of the findings
		why    string         // of the first
		issues int
	}{
		{"fresh", model.File{Doc: good()}, []gate.Verdict{gate.Pass}, "5 of 5 criteria hold", 0},
		{"stale keeps its finding", model.File{State: model.Stale, Doc: good(), Issues: []model.Issue{bad}}, []gate.Verdict{gate.Pass}, "5 of 5", 1},
		{"gone keeps its finding", model.File{State: model.Gone, Doc: good()}, []gate.Verdict{gate.Pass}, "5 of 5", 0},
		{"unusable", model.File{State: model.Unusable, Issues: []model.Issue{bad}}, []gate.Verdict{gate.Undecided}, "3:9: expected a comma", 1},
		{"something else", model.File{State: model.Unusable, Issues: []model.Issue{note}}, nil, "", 1},
		{"the system refuses", model.File{State: model.Unreadable}, []gate.Verdict{gate.Undecided}, "cannot be read", 0},
		{"being written", model.File{State: model.Pending, Issues: []model.Issue{bad}}, []gate.Verdict{gate.Running}, "incomplete, retrying", 1},
		{"nothing in it", model.File{Doc: &model.Document{}}, nil, "", 0},
		{"a part cannot be read", model.File{Doc: broken}, []gate.Verdict{gate.Undecided, gate.Pass}, "a part of it cannot be read: 3:9: expected a comma", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.file.Key, tt.file.Name = "k", "x.json"
			j := Judge(&model.Snapshot{Files: []model.File{tt.file}}, gate.Options{})
			var got []gate.Verdict
			for _, f := range j.List {
				got = append(got, f.Verdict)
				if f.File == nil || f.Key == "" || f.Title == "" || f.Sentence == "" {
					t.Errorf("incomplete: %+v", f)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if len(j.List) > 0 && !strings.Contains(j.List[0].Why, tt.why) {
				t.Errorf("why %q", j.List[0].Why)
			}
			if len(j.Issues) != tt.issues {
				t.Errorf("issues %v", j.Issues)
			}
			want := gate.Worst(got...)
			if len(got) == 0 {
				want = gate.Undecided // nothing found
			}
			if j.Verdict != want {
				t.Errorf("verdict %v", j.Verdict)
			}
		})
	}
}

func TestJudgeNothing(t *testing.T) {
	if j := Judge(nil, gate.Options{}); j.Verdict != gate.Undecided || j.Snap == nil || len(j.List) != 0 {
		t.Errorf("%+v", j)
	}
	snap := &model.Snapshot{Issues: []model.Issue{{Severity: model.Error, Code: model.CodeMissing, Message: "no such file"}}}
	if j := Judge(snap, gate.Options{}); j.Verdict != gate.Undecided || len(j.Issues) != 1 {
		t.Errorf("a path that is not there: %v, %v", j.Verdict, j.Issues)
	}
}

func TestJudgeClaimsBecomeIssues(t *testing.T) {
	s := known.FreeOfErrors()
	s.Topologies[0].Figures[model.MaxKVCachePct] = model.Of(9)
	j := Judge(&model.Snapshot{Files: []model.File{*known.FileOf(s)}}, gate.Options{})
	want := []model.Issue{{
		Severity: model.Warning, Code: model.CodeClaim, File: "scale.json", Pointer: "/topologies/1/median_max_kv_cache_pct",
		Message: "median peak KV cache use at 1 replica: claims 9 %, its own rows give 4.514 %",
	}}
	if d := cmp.Diff(want, j.Issues); d != "" {
		t.Error(d)
	}
	if j.Checks[0].Result != finding.Differs || !slices.IsSortedFunc(j.Checks, func(a, b finding.Check) int { return int(b.Result) - int(a.Result) }) {
		t.Error("what differs must stand first")
	}
}

func TestContradictionsAreBounded(t *testing.T) {
	checks := make([]finding.Check, 250)
	for i := range checks {
		checks[i].Result = finding.Differs
	}
	list := contradictions("f", append(checks, finding.Check{}))
	if last := list[len(list)-1]; len(list) != 201 || last.Code != model.CodeTruncated || !strings.HasPrefix(last.Message, "50 more") {
		t.Errorf("%d issues, the last %v", len(list), last)
	}
}

func TestFindingOrder(t *testing.T) {
	failing := func(observed, limit float64) []gate.Gate {
		g := gate.Gate{Rule: gate.Rule{Op: gate.AtMost}, Observed: model.Of(observed), Limit: model.Of(limit)}
		return []gate.Gate{gate.Apply(g, gate.Evidence{}, false)}
	}
	a, b := &model.File{Name: "a"}, &model.File{Name: "b"}
	want := []finding.Finding{
		{Title: "1", Verdict: gate.Fail, Kind: gate.KindScaleOut, File: b},
		{Title: "2", Verdict: gate.Fail, Kind: gate.KindCanary, File: a},
		{Title: "3", Verdict: gate.Fail, Kind: gate.KindAutoscaling, File: a, Gates: failing(9, 0)},
		{Title: "4", Verdict: gate.Fail, Kind: gate.KindAutoscaling, File: a, Gates: failing(1, 0)},
		{Title: "5", Verdict: gate.Fail, Kind: gate.KindAutoscaling, File: b, Gates: failing(99, 0)},
		{Title: "6", Verdict: gate.Undecided, Kind: gate.KindScaleOut, File: a},
		{Title: "7", Verdict: gate.Running, Kind: gate.KindScaleOut, File: a},
		{Title: "8", Verdict: gate.Pass, Kind: gate.KindCanary, File: a, Gates: failing(5, 6)},
		{Title: "9", Verdict: gate.Pass, Kind: gate.KindCanary, File: a, Gates: failing(1, 6)},
		{Title: "91", Verdict: gate.Pass, Kind: gate.KindCanary, File: a, Gates: failing(1, 6)},
		{Title: "92", Verdict: gate.Info, Kind: gate.KindColdStart},
	}
	rapid.Check(t, func(t *rapid.T) {
		got := rapid.Permutation(want).Draw(t, "order")
		slices.SortStableFunc(got, compareFindings)
		for i := range want {
			if got[i].Title != want[i].Title {
				t.Fatalf("place %d: %s, want %s", i, got[i].Title, want[i].Title)
			}
		}
	})
}

func TestKeys(t *testing.T) {
	file := func(key string) model.File {
		f := *known.FileOf(known.ScaleOut())
		f.Key = key
		return f
	}
	j := Judge(&model.Snapshot{Files: []model.File{file("a"), file("b"), file("a"), file("a"), file("")}}, gate.Options{})
	seen := make(map[string]bool)
	for i, f := range j.List {
		if seen[f.Key] {
			t.Errorf("key %q twice", f.Key)
		}
		seen[f.Key] = true
		if at, ok := j.Find(f.Key); !ok || at != i {
			t.Errorf("Find(%q) = %d %v", f.Key, at, ok)
		}
	}
	if _, ok := j.Find("nothing"); ok {
		t.Error("found nothing")
	}
	again := Judge(&model.Snapshot{Files: []model.File{file("b")}}, gate.Options{})
	if _, ok := j.Find(again.List[0].Key); !ok {
		t.Error("the key changed with the files beside it")
	}
	if len(j.Of(gate.KindScaleOut)) != 5 || j.Of(gate.KindCanary) != nil || j.Counts[gate.Fail] != 5 {
		t.Errorf("%d scale-outs, counts %v", len(j.Of(gate.KindScaleOut)), j.Counts)
	}
}

// TestMissingIsNeverPass takes one figure that a criterion rests on out of the
// rows: whatever it was, the finding must not be green any more.
func TestMissingIsNeverPass(t *testing.T) {
	gated := []*model.Metric{model.OfferedRPSPerGPU, model.ServedRPSPerGPU, model.PremiumBurstP95TTFT, model.HTTPNon200}
	rapid.Check(t, func(t *rapid.T) {
		s := known.FreeOfErrors()
		row := &s.Rows[rapid.IntRange(0, len(s.Rows)-1).Draw(t, "row")]
		why := rapid.SampledFrom([]model.Presence{model.Absent, model.Null, model.NotFinite, model.WrongType, model.Duplicated, model.OutOfRange}).Draw(t, "why")
		switch i := rapid.IntRange(-2, len(gated)-1).Draw(t, "figure"); i {
		case -2:
			row.EPPRestarted = model.Flag{State: why}
		case -1:
			row.Replicas = model.Missing(why)
		default:
			row.Figures[gated[i]] = model.Missing(why)
		}
		f, _ := scaleOutOf(known.FileOf(s), gate.Options{})
		if f.Verdict != gate.Undecided {
			t.Fatalf("%v: %s", f.Verdict, f.Sentence)
		}
	})
}

// TestOrderOfRowsDoesNotMatter shuffles the rows: every figure and the verdict
// stay what they are.
func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	want, _ := scaleOutOf(known.FileOf(known.ScaleOut()), gate.Options{})
	rapid.Check(t, func(t *rapid.T) {
		s := known.ScaleOut()
		s.Rows = rapid.Permutation(s.Rows).Draw(t, "rows")
		got, checks := scaleOutOf(known.FileOf(s), gate.Options{})
		if got.Verdict != want.Verdict || got.Sentence != want.Sentence || got.Why != want.Why {
			t.Fatalf("%s", got.Sentence)
		}
		for _, c := range checks {
			if c.Result == finding.Differs {
				t.Fatalf("%+v", c)
			}
		}
	})
}

// TestJudgeNeverPanics feeds scale-outs of any shape and any figure.
func TestJudgeNeverPanics(t *testing.T) {
	figure := rapid.Custom(func(t *rapid.T) model.Figure {
		if rapid.Bool().Draw(t, "missing") {
			return model.Missing(rapid.SampledFrom([]model.Presence{model.Absent, model.Null, model.NotFinite}).Draw(t, "why"))
		}
		return model.Of(rapid.OneOf(rapid.Float64(), rapid.Just(0.0), rapid.Just(1.0), rapid.Just(2.0)).Draw(t, "value"))
	})
	flag := rapid.Custom(func(t *rapid.T) model.Flag {
		return model.Flag{Value: rapid.Bool().Draw(t, "value"), State: rapid.SampledFrom([]model.Presence{model.Present, model.Null}).Draw(t, "state")}
	})
	rapid.Check(t, func(t *rapid.T) {
		s := &model.Comparison{}
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			r := model.Run{Replicas: figure.Draw(t, "replicas"), Repeat: figure.Draw(t, "repeat"), EPPRestarted: flag.Draw(t, "restarted"), Figures: make(model.Values)}
			for _, m := range model.RunMetrics() {
				r.Figures[m] = figure.Draw(t, "figure")
			}
			s.Rows = append(s.Rows, r)
		}
		for range rapid.IntRange(0, 3).Draw(t, "topologies") {
			s.Topologies = append(s.Topologies, model.Topology{Replicas: figure.Draw(t, "key"), Runs: figure.Draw(t, "runs")})
			s.Decision.Comparisons = append(s.Decision.Comparisons, model.ClaimedChange{Replicas: figure.Draw(t, "key"), Pass: flag.Draw(t, "pass")})
		}
		s.Decision.Criteria = rapid.String().Draw(t, "criteria")
		j := Judge(&model.Snapshot{Files: []model.File{*known.FileOf(s)}}, gate.Options{Strict: rapid.Bool().Draw(t, "strict")})
		for _, f := range j.List {
			if f.Verdict == gate.Undecided && f.Why == "" {
				t.Fatal("UNDECIDED without a reason")
			}
			for _, g := range f.Gates {
				if g.Verdict == gate.Undecided && g.Reason.String() == "" {
					t.Fatalf("a gate UNDECIDED without a reason: %+v", g)
				}
				g.Explain()
			}
			comparison.Against(f, 1, gate.Options{})
		}
	})
}

func BenchmarkJudge(b *testing.B) {
	snap := &model.Snapshot{Files: []model.File{*known.FileOf(known.ScaleOut())}}
	b.ReportAllocs()
	for b.Loop() {
		Judge(snap, gate.Options{})
	}
}
