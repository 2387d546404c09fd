package files

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"scaledeck/model"
)

func TestLastGoodVersionIsKept(t *testing.T) {
	r := newRig(t, nil)
	r.write("a.json", "ok:1")
	s := r.look()
	wants(t, "at first", s, "a.json: live 1")
	first := s.Files[0]
	if first.Size != 4 || first.Loaded != r.now || first.Since != r.now || first.Modified.IsZero() {
		t.Errorf("file = %+v", first)
	}

	r.write("a.json", "ok")
	wants(t, "half written", r.after(time.Minute), "a.json: incomplete, retrying 1")
	wants(t, "still within patience", r.after(1900*time.Millisecond), "a.json: incomplete, retrying 1")
	r.write("a.json", "o")
	wants(t, "written again, patience anew", r.after(1900*time.Millisecond), "a.json: incomplete, retrying 1")
	if got, want := r.tracker.wake, r.now.Add(DefaultSettle); got != want {
		t.Errorf("wake = %v, want %v", got, want)
	}
	s = r.after(DefaultSettle)
	wants(t, "quiet for long", s, "a.json: stale 1 [incomplete]")
	if s.Files[0].Doc != first.Doc || s.Files[0].Loaded != first.Loaded {
		t.Error("the last good version was not kept")
	}
	if !r.tracker.wake.IsZero() {
		t.Errorf("wake = %v, want none", r.tracker.wake)
	}
	r.write("a.json", "ok:2")
	wants(t, "whole again", r.after(time.Second), "a.json: live 2")
}

func TestStatesOfAFile(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	tests := []struct {
		name  string
		steps func(r *rig)
	}{
		{"empty, then written", func(r *rig) {
			r.now = time.Now()
			r.write("a.json", "")
			wants(r.t, "empty", r.look(), "a.json: incomplete, retrying")
			r.write("a.json", "ok:1")
			wants(r.t, "written", r.after(time.Second), "a.json: live 1")
		}},
		{"never any good", func(r *rig) {
			r.now = time.Now()
			r.write("a.json", "bad")
			wants(r.t, "new", r.look(), "a.json: incomplete, retrying")
			wants(r.t, "old", r.after(3*time.Second), "a.json: unusable [incomplete]")
			must(r.t, os.Remove(r.path("a.json")))
			wants(r.t, "missed once", r.after(time.Second), "a.json: unusable [incomplete]")
			wants(r.t, "gone without a trace", r.after(time.Second))
		}},
		{"bad for long before it was opened", func(r *rig) {
			r.write("a.json", "bad") // the rig's clock is an hour ahead
			wants(r.t, "at once", r.look(), "a.json: unusable [incomplete]")
		}},
		{"deleted and recreated", func(r *rig) {
			r.write("a.json", "ok:1")
			doc := r.look().Files[0].Doc
			must(r.t, os.Remove(r.path("a.json")))
			wants(r.t, "missed once, as in a save", r.look(), "a.json: live 1")
			s := r.after(DefaultQuiet)
			wants(r.t, "gone", s, "a.json: gone 1")
			if s.Files[0].Since != r.now || s.Files[0].Doc != doc {
				r.t.Errorf("file = %+v", s.Files[0])
			}
			wants(r.t, "gone for long", r.after(time.Hour), "a.json: gone 1")
			r.write("a.json", "ok:2")
			wants(r.t, "back", r.after(time.Second), "a.json: live 2")
		}},
		{"missing for the blink of a save", func(r *rig) {
			r.write("a.json", "ok:1")
			r.look()
			must(r.t, os.Rename(r.path("a.json"), r.path("a.json~")))
			wants(r.t, "between", r.look(), "a.json: live 1")
			r.write("a.json", "ok:2")
			must(r.t, os.Remove(r.path("a.json~")))
			wants(r.t, "saved", r.after(time.Second), "a.json: live 2")
		}},
		{"moved away and back", func(r *rig) {
			r.write("a.json", "ok:1")
			doc := r.look().Files[0].Doc
			must(r.t, os.Rename(r.path("a.json"), r.path("a.bak")))
			r.look()
			wants(r.t, "away", r.after(time.Second), "a.json: gone 1")
			must(r.t, os.Rename(r.path("a.bak"), r.path("a.json")))
			s := r.after(time.Second)
			wants(r.t, "back", s, "a.json: live 1")
			if s.Files[0].Doc != doc || r.decoded != 1 {
				r.t.Errorf("the same bytes were decoded %d times", r.decoded)
			}
		}},
		{"same size and time, replaced in place", func(r *rig) {
			r.write("a.json", "ok:5")
			must(r.t, os.Chtimes(r.path("a.json"), old, old))
			r.look()
			r.write("a.json", "ok:6")
			must(r.t, os.Chtimes(r.path("a.json"), old, old))
			wants(r.t, "replaced", r.after(time.Second), "a.json: live 6")
		}},
		{"touched only", func(r *rig) {
			r.write("a.json", "ok:1")
			before := r.look()
			must(r.t, os.Chtimes(r.path("a.json"), old, old))
			after := r.after(time.Second)
			if !sameView(before, after) || r.decoded != 1 {
				r.t.Errorf("a touch is visible, decoded %d times", r.decoded)
			}
			if !after.Files[0].Modified.Equal(old) {
				r.t.Errorf("Modified = %v, want %v", after.Files[0].Modified, old)
			}
		}},
		{"too large, then small again", func(r *rig) {
			r.tracker.options.MaxBytes = 10
			r.write("a.json", "ok:1")
			r.look()
			r.write("a.json", "ok:123456789")
			s := r.after(time.Second)
			wants(r.t, "too large", s, "a.json: stale 1 [too-large]")
			const want = "the file has 12 bytes, the limit is 10 bytes; raise it with --max-size"
			if got := s.Files[0].Issues[0].Message; got != want {
				r.t.Errorf("message = %q, want %q", got, want)
			}
			r.write("a.json", "ok:2")
			wants(r.t, "small", r.after(time.Second), "a.json: live 2")
		}},
		{"exactly as large as allowed", func(r *rig) {
			r.tracker.options.MaxBytes = 4
			r.write("a.json", "ok:1")
			r.write("b.json", "ok:12")
			wants(r.t, "both", r.look(), "a.json: live 1", "b.json: unusable [too-large]")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.steps(newRig(t, nil)) })
	}
}

func TestUnchangedFilesAreNotDecodedAgain(t *testing.T) {
	r := newRig(t, nil)
	for i := range 10 {
		r.write(fmt.Sprintf("f%d.json", i), "ok:1")
	}
	before := r.look()
	r.save("f3.json", "ok:2")
	after := r.after(time.Second)
	if r.decoded != 11 {
		t.Errorf("decoded %d times, want 10 and 1", r.decoded)
	}
	for i := range before.Files {
		if same := before.Files[i].Doc == after.Files[i].Doc; same != (i != 3) {
			t.Errorf("%s: same document = %v", before.Files[i].Key, same)
		}
	}
	if before.Files[3].Doc.Schema != "1" {
		t.Error("an earlier snapshot was changed")
	}
}

func TestSuspectsAreComparedByContent(t *testing.T) {
	r := newRig(t, nil)
	r.write("a.json", "ok:1")
	r.look()
	blindTo := func(content string) {
		r.write("a.json", content)
		info, err := os.Stat(r.path("a.json"))
		must(t, err)
		// As on a file system whose times are too coarse to tell.
		r.tracker.files["a.json"].print = fingerprintOf(info)
	}
	blindTo("ok:2")
	wants(t, "by fingerprint", r.after(time.Second), "a.json: live 1")
	must(t, r.tracker.refresh(t.Context(), map[string]bool{r.path("a.json"): true}, false))
	wants(t, "named by an event", r.tracker.snapshot(), "a.json: live 2")
	blindTo("ok:3")
	must(t, r.tracker.refresh(t.Context(), nil, true))
	wants(t, "at its turn", r.tracker.snapshot(), "a.json: live 3")
}

func TestRecheckIsBoundedAndTakesTurns(t *testing.T) {
	r := newRig(t, nil)
	const n = recheckFiles + recheckFiles/2
	for i := range n {
		r.write(fmt.Sprintf("f%03d.json", i), "ok:1")
	}
	r.write("large.json", "ok:"+strings.Repeat("x", recheckSize))
	r.look()
	turns := make(map[string]int)
	for range 2 {
		r.now = r.now.Add(SlowPoll)
		l, err := r.tracker.scanner.scan(t.Context())
		must(t, err)
		keys := r.tracker.recheck(l.entries)
		l.close()
		if len(keys) != recheckFiles {
			t.Fatalf("%d files in one turn, want %d", len(keys), recheckFiles)
		}
		for k := range keys {
			turns[k]++
			r.tracker.files[k].checked = r.now
		}
	}
	if len(turns) != n || turns["large.json"] != 0 {
		t.Errorf("%d files had a turn, want %d without the large one", len(turns), n)
	}
}

func TestGoneFilesAreBounded(t *testing.T) {
	r := newRig(t, nil)
	for i := range maxGone + 5 {
		name := fmt.Sprintf("f%03d.json", i)
		r.write(name, "ok:1")
		r.look()
		must(t, os.Remove(r.path(name)))
		r.look()
		r.after(time.Second)
	}
	s := r.look()
	if len(s.Files) != maxGone || s.Files[0].Key != "f005.json" {
		t.Errorf("%d files from %s on, want the latest %d", len(s.Files), s.Files[0].Key, maxGone)
	}
}

func TestPermissionDenied(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("the superuser is refused nothing")
	}
	r := newRig(t, nil)
	r.write("a.json", "ok:1")
	r.write("b.json", "ok:2")
	r.write("sub/c.json", "ok:3")
	doc := r.look().Files[0].Doc
	must(t, os.Chmod(r.path("a.json"), 0))
	must(t, os.Chmod(r.path("sub"), 0))
	t.Cleanup(func() { _ = os.Chmod(r.path("sub"), 0o755) })
	s := r.after(time.Second)
	wants(t, "refused", s, "a.json: unreadable 1 [unreadable]", "b.json: live 2", "sub/c.json: unreadable 3 [unreadable]")
	if got := s.Files[0].Issues[0].Message; got != "permission denied" {
		t.Errorf("message = %q", got)
	}
	must(t, os.Chmod(r.path("a.json"), 0o644))
	must(t, os.Chmod(r.path("sub"), 0o755))
	s = r.after(time.Second)
	wants(t, "allowed", s, "a.json: live 1", "b.json: live 2", "sub/c.json: live 3")
	if s.Files[0].Doc != doc || len(s.Issues) != 0 {
		t.Errorf("issues = %v", s.Issues)
	}
}

func TestBlindSpotIsNotGone(t *testing.T) {
	refused := model.Issue{Severity: model.Error, Code: model.CodeUnreadable, Message: "permission denied"}
	for _, prefix := range []string{"", "sub", "sub/a.json"} {
		r := newRig(t, nil)
		r.write("sub/a.json", "ok:1")
		r.look()
		f := r.tracker.files["sub/a.json"]
		r.tracker.lose(f, []blindSpot{{prefix: prefix, issue: refused}}, r.now)
		wants(t, prefix, r.tracker.snapshot(), "sub/a.json: unreadable 1 [unreadable]")
		wants(t, prefix+" again", r.after(time.Second), "sub/a.json: live 1")
	}
	if (blindSpot{prefix: "su"}).covers("sub/a.json") {
		t.Error("a prefix of a name covers the name")
	}
}
