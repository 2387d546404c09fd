package analysis

import (
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"pgregory.net/rapid"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// documents are versions of files: results of every kind, one with an issue, one
// with keys that nobody reads, and nothing at all.
func documents() []*model.Document {
	noted := *known.FileOf(known.FreeOfErrors()).Doc
	noted.Issues = []model.Issue{{Severity: model.Error, Code: model.CodeSyntax, File: noted.File, Line: 3, Message: "no comma"}}
	unread := *known.FileOfRollouts(known.Defective()).Doc
	unread.Unknown, unread.UnknownCount = []string{"/x"}, 1
	claims := known.Reactive()
	claims.BreachWindows = model.Of(3)
	return []*model.Document{
		known.AutoscalingFile().Doc, known.FileOf(known.ScaleOut()).Doc, known.FileOf(known.FreeOfErrors()).Doc, &noted, &unread,
		known.FileOfTimelines(claims).Doc, known.FileOfTimelines(known.Leading(), known.Leading()).Doc, {}, nil,
	}
}

func optionsDrawn(t *rapid.T) gate.Options {
	rules := gate.BuiltIn()
	rules.Rules[rapid.IntRange(0, 9).Draw(t, "rule")].Warn = true
	return gate.Options{
		Policy:    rapid.SampledFrom([]gate.Policy{{}, rules}).Draw(t, "policy"),
		Limits:    map[string]float64{gate.RuleSLOWindows: float64(rapid.IntRange(0, 9).Draw(t, "limit"))},
		SLO:       rapid.SampledFrom([]model.Figure{{}, model.Of(300), model.Of(5000)}).Draw(t, "slo"),
		Strict:    rapid.Bool().Draw(t, "strict"),
		Reference: rapid.SampledFrom([]*model.Document{nil, known.FileOf(known.FreeOfErrors()).Doc}).Draw(t, "reference"),
	}
}

// TestMemoJudgesAsJudge takes one memo through snapshots that differ by edits,
// files that come, leave and change their name or state, and by options. What it
// returned before is scribbled over: nothing of it may be in what comes later.
func TestMemoJudgesAsJudge(t *testing.T) {
	docs := documents()
	issue := model.Issue{Severity: model.Error, Code: model.CodeSyntax, Message: "half a file"}
	besides := []*model.Beside{nil, {Issues: []model.Issue{issue}}, {Issues: []model.Issue{{Message: "no table"}, issue}, Raw: []string{"request-results.csv"}}}
	rapid.Check(t, func(t *rapid.T) {
		var memo Memo
		o := optionsDrawn(t)
		var files []model.File
		for range rapid.IntRange(1, 12).Draw(t, "snapshots") {
			for range rapid.IntRange(0, 3).Draw(t, "edits") {
				name := rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "file")
				f := model.File{
					Key: name, Name: name + rapid.SampledFrom([]string{".json", ".csv"}).Draw(t, "as"), Doc: rapid.SampledFrom(docs).Draw(t, "doc"),
					State: model.FileState(rapid.IntRange(0, 5).Draw(t, "state")), Beside: rapid.SampledFrom(besides).Draw(t, "beside"),
				}
				if f.State != model.Fresh {
					f.Issues = []model.Issue{issue}
				}
				files = slices.DeleteFunc(slices.Clone(files), func(old model.File) bool { return old.Key == name })
				if rapid.IntRange(0, 3).Draw(t, "stays") > 0 {
					files = append(files, f)
				}
			}
			switch rapid.IntRange(0, 5).Draw(t, "options") {
			case 0:
				o = optionsDrawn(t)
			case 1:
				o.Limits[gate.RuleSLOWindows]++ // the caller's own map
			}
			snap := &model.Snapshot{Files: slices.Clone(files), Issues: []model.Issue{{Message: "of the source"}}}
			got, want := memo.Judge(snap, o), Judge(snap, o)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("by memo:\n%+v\nplainly:\n%+v", got, want)
			}
			for i := range got.List {
				at := slices.IndexFunc(snap.Files, func(f model.File) bool { return strings.HasPrefix(got.List[i].Key, strconv.Quote(f.Key)) })
				if at < 0 || got.List[i].File != &snap.Files[at] {
					t.Fatalf("%s points out of its snapshot", got.List[i].Title)
				}
				clear(got.List[i].Gates)
			}
			clear(got.List)
			clear(got.Checks)
			clear(got.Issues)
		}
	})
}

// TestMemoKeepsWhatIsThere holds a memo to the files of its last snapshot.
func TestMemoKeepsWhatIsThere(t *testing.T) {
	var memo Memo
	snap := manyFiles(3, 10)
	memo.Judge(snap, gate.Options{})
	first := memo.files[version{doc: snap.Files[0].Doc, key: "0000", name: "0000.json"}]
	memo.Judge(&model.Snapshot{Files: snap.Files[:1]}, gate.Options{})
	if len(memo.files) != 1 {
		t.Errorf("%d files are kept, 1 is there", len(memo.files))
	}
	if now := memo.files[version{doc: snap.Files[0].Doc, key: "0000", name: "0000.json"}]; first == nil || now != first {
		t.Error("a file that did not change was judged again")
	}
	for _, f := range first.list {
		if f.File != nil {
			t.Error("a kept finding holds on to its snapshot")
		}
	}
	if memo.Judge(&model.Snapshot{Files: snap.Files[:1]}, gate.Options{Strict: true}); memo.files[version{doc: snap.Files[0].Doc, key: "0000", name: "0000.json"}] == first {
		t.Error("another question got the old answer")
	}
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestMemoBudget holds a change of one of 1 000 files to 2 MB, and to allocations
// that come from that file and one copy of gates for every other finding.
func TestMemoBudget(t *testing.T) {
	snap := manyFiles(1000, 200)
	changed := manyFiles(1, 200).Files[0].Doc
	var memo Memo
	memo.Judge(snap, gate.Options{})
	edit := func() {
		doc := *changed
		snap.Files[500].Doc = &doc
		memo.Judge(snap, gate.Options{})
	}
	if n := allocated(edit); n > 2e6 {
		t.Errorf("%d bytes for one of 1000 files, at most 2 MB", n)
	}
	if n := testing.AllocsPerRun(5, edit); n > 2000 {
		t.Errorf("%v allocations for one of 1000 files, at most 2000", n)
	}
}

func TestSameOptions(t *testing.T) {
	doc, other := &model.Document{File: "r"}, &model.Document{File: "r"}
	a := gate.Options{Policy: gate.BuiltIn(), Limits: map[string]float64{"x": 1}, Reference: doc}
	if !sameOptions(a, gate.Options{Policy: gate.BuiltIn(), Limits: map[string]float64{"x": 1}, Reference: doc}) {
		t.Error("equal options differ")
	}
	for i, change := range []func(*gate.Options){
		func(o *gate.Options) { o.Reference = other },
		func(o *gate.Options) { o.Limits = map[string]float64{"x": 2} },
		func(o *gate.Options) { o.Policy.Rules = o.Policy.Rules[1:] },
		func(o *gate.Options) { o.SLO = model.Of(1) },
		func(o *gate.Options) { o.Strict = true },
	} {
		b := a
		if change(&b); sameOptions(a, b) {
			t.Errorf("change %d is taken for none", i)
		}
	}
}

// TestMemoSeesEvidenceChange judges a file again when only what is next to it changes.
func TestMemoSeesEvidenceChange(t *testing.T) {
	f := *known.FileOf(known.ScaleOut())
	f.Beside = &model.Beside{}
	snap := &model.Snapshot{Files: []model.File{f}}
	var memo Memo
	before := memo.Judge(snap, gate.Options{})
	f.Beside = &model.Beside{Raw: []string{"request-results.csv"}}
	snap = &model.Snapshot{Files: []model.File{f}}
	after, want := memo.Judge(snap, gate.Options{}), Judge(snap, gate.Options{})
	if !reflect.DeepEqual(after, want) || reflect.DeepEqual(after.Checks, before.Checks) {
		t.Error("the evidence that came is not taken in")
	}
}
