package files

import (
	"os"
	"path/filepath"
	"testing"

	"scaledeck/model"
)

func besideOf(t *testing.T, s *model.Snapshot, name string) *model.Beside {
	t.Helper()
	for _, f := range s.Files {
		if f.Name == name {
			return f.Beside
		}
	}
	t.Fatalf("no %s in\n%s", name, shape(s))
	return nil
}

func TestBeside(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, os.MkdirAll(at("sub"), 0o700))
	must(t, os.MkdirAll(at("sub/run-evidence.csv"), 0o700)) // no file to wait for or read
	write(t, at("a.json"), "ok:1")
	write(t, at("b.json"), "other")
	write(t, at("sub/c.json"), "ok:2")
	write(t, at("summary.csv"), "repeat,replicas,requests\n1,2,5\n")
	write(t, at("request-results.csv"), "never read")
	write(t, at("sub/summary.csv"), "a\n\"")
	must(t, os.Symlink(at("summary.csv"), at("sub/system-metrics.csv"))) // leads out of its directory
	o, err := Options{Paths: []string{dir}, Decode: fakeDecode}.complete()
	must(t, err)
	tr := newTracker(o, true)
	look := func(suspects ...string) *model.Snapshot {
		t.Helper()
		named := make(map[string]bool)
		for _, s := range suspects {
			named[s] = true
		}
		must(t, tr.refresh(t.Context(), named, false))
		return tr.snapshot()
	}
	first := look()
	got := besideOf(t, first, "a.json")
	if len(got.Tables) != 1 || got.Tables[0].File != "summary.csv" || got.Tables[0].Rows[0].Figures[2] != model.Of(5) || len(got.Raw) != 1 || len(got.Issues) != 0 {
		t.Errorf("%+v", got)
	}
	if b := besideOf(t, first, "b.json"); b != nil {
		t.Errorf("another kind of file has evidence: %+v", b)
	}
	sub := besideOf(t, first, "sub/c.json")
	if len(sub.Tables) != 0 || len(sub.Raw) != 0 || len(sub.Issues) != 2 || sub.Issues[0].File != "sub/summary.csv" || sub.Issues[1].Message != "not used as evidence: it is a directory" {
		t.Errorf("%+v", sub)
	}
	// What has not changed is the same value, so that nothing is published for it.
	if again := look(at("summary.csv")); besideOf(t, again, "a.json") != got || !sameView(first, again) {
		t.Error("read again without a change")
	}
	write(t, at("summary.csv"), "repeat,replicas,requests\n1,2,66\n")
	changed := look()
	if b := besideOf(t, changed, "a.json"); b == got || b.Tables[0].Rows[0].Figures[2] != model.Of(66) || sameView(first, changed) {
		t.Errorf("a change was not seen: %+v", b)
	}
	if got.Tables[0].Rows[0].Figures[2] != model.Of(5) {
		t.Error("a snapshot that was given away has changed")
	}
	must(t, os.Truncate(at("summary.csv"), MaxEvidence+1))
	if b := besideOf(t, look(), "a.json"); len(b.Tables) != 0 || len(b.Issues) != 1 || b.Issues[0].Message != "not used as evidence: it is over 1 MiB" {
		t.Errorf("a large table: %+v", b)
	}
	must(t, os.Remove(at("summary.csv")))
	must(t, os.Remove(at("request-results.csv")))
	if b := besideOf(t, look(), "a.json"); b != nil {
		t.Errorf("what is gone is still there: %+v", b)
	}
	must(t, os.RemoveAll(at("sub")))
	look()
	if len(tr.besides) > 2 {
		t.Errorf("%d directories remembered", len(tr.besides))
	}
}

// TestBesideIsFollowed: the table alone changes, and a snapshot says so.
func TestBesideIsFollowed(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.json"), "ok:1")
	write(t, filepath.Join(dir, "summary.csv"), "repeat\n1\n")
	w, err := Watch(t.Context(), Options{Paths: []string{filepath.Join(dir, "a.json")}, Decode: fakeDecode, Quiet: quick})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	for s := next(t, w); ; s = next(t, w) {
		switch b := besideOf(t, s, s.Files[0].Name); b.Tables[0].Rows[0].Figures[0] {
		case model.Of(1):
			write(t, filepath.Join(dir, "summary.csv"), "repeat\n22\n")
		case model.Of(22):
			return
		}
	}
}
