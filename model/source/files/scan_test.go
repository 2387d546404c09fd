package files

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"scaledeck/model"
)

func TestWhatADirectoryGives(t *testing.T) {
	r := newRig(t, func(o *Options) { o.MaxDepth = 2 })
	for _, name := range []string{
		"a.json", "B.JSON", "c.jsonl", "d.json.gz", "sub/e.json", "sub/deep/f.json", "sub/deep/er/g.json",
		".hidden.json", "..data.json", ".git/h.json", "i.json~", "#j.json#", ".k.json.swp", "l.json.tmp", "4913",
		"c.jsonl.1", "~$m.json", "old.bak/n.json", "p.json.tmp8231", "q", "q.1", "r.txt", "s.log.1", "t.csv", "t.csv.1", "t.csv.2",
	} {
		r.write(name, "ok:1")
	}
	must(t, os.Mkdir(r.path("dir.json"), 0o755))
	r.write("dir.json/o.json", "ok:1")
	s := r.look()
	wants(t, "listing", s, "B.JSON: live 1", "a.json: live 1", "c.jsonl: live 1", "d.json.gz: live 1",
		"dir.json/o.json: live 1", "q: live 1", "q.1: live 1", "r.txt: live 1", "s.log.1: live 1",
		"sub/deep/f.json: live 1", "sub/e.json: live 1", "t.csv: live 1")
	if i := s.Issues[len(s.Issues)-1]; i.Code != model.CodeDuplicate || i.Severity != model.Note ||
		i.Message != "rotated copies are left out, such as c.jsonl.1 (3 in all): name one to read it" {
		t.Errorf("issue = %+v", i)
	}
	if i := issueAbout(t, s, filepath.Base(r.dir)); i.Code != model.CodeTruncated || i.Severity != model.Note ||
		i.Message != "directories more than 2 levels down are not read" {
		t.Errorf("issue = %+v", i)
	}
	if !strings.HasSuffix(s.Label, "/") {
		t.Errorf("label = %q", s.Label)
	}
}

func TestHostileNames(t *testing.T) {
	r := newRig(t, nil)
	names := []string{"esc\x1b[31mred\x1b]0;t\a.json", "new\nline.json", "-rf.json", "bad\xffutf8.json", "rtl\u202enosj.json", " lead and trail .json"}
	for _, name := range names {
		if err := os.WriteFile(r.path(name), []byte("ok:1"), 0o644); err != nil {
			t.Skipf("the file system refuses %q: %v", name, err)
		}
	}
	s := r.look()
	if len(s.Files) != len(names) {
		t.Fatalf("%d files, want %d", len(s.Files), len(names))
	}
	keys := make(map[string]bool)
	for i, f := range s.Files {
		keys[f.Key] = true
		if strings.ContainsAny(f.Name, "\x1b\a\n\u202e") || !utf8.ValidString(f.Name) {
			t.Errorf("name is not safe: %q", f.Name)
		}
		if f.Doc.File != f.Name {
			t.Errorf("the decoder was told %q, want %q", f.Doc.File, f.Name)
		}
		if i > 0 && s.Files[i-1].Name > f.Name {
			t.Errorf("%q stands after %q", f.Name, s.Files[i-1].Name)
		}
	}
	for _, name := range names {
		if !keys[name] {
			t.Errorf("no key %q", name)
		}
	}
}

func TestSymbolicLinks(t *testing.T) {
	outside := t.TempDir()
	write(t, filepath.Join(outside, "secret.json"), "ok:secret")
	r := newRig(t, nil)
	r.write("a.json", "ok:1")
	r.write(".store/b.json", "ok:2")
	r.write(".store/dir/c.json", "ok:3")
	r.write(".store/e.json", "ok:5")
	r.write("sub/d.json", "ok:4")
	for name, target := range map[string]string{
		"out.json": filepath.Join(outside, "secret.json"), "climb.json": "../../../../etc/hostname", "outdir": outside,
		"loop.json": "loop.json", "dangling.json": "missing", "readme.txt": "missing",
		"in.json": ".store/b.json", "absolute.json": filepath.Join(r.dir, ".store/e.json"),
		"latest.json": "a.json", "latest": "sub", "hiddendir": ".store/dir", "sub/up": "..",
	} {
		must(t, os.Symlink(target, r.path(name)))
	}
	s := r.look()
	// latest and latest.json lead to what is listed under its own name.
	wants(t, "followed", s, "a.json: live 1", "absolute.json: live 5", "hiddendir/c.json: live 3", "in.json: live 2", "sub/d.json: live 4")
	for name, want := range map[string]string{
		"out.json": "leads out of", "climb.json": "leads out of", "outdir": "leads out of", "loop.json": "in a circle", "dangling.json": "to nothing", "readme.txt": "to nothing",
	} {
		if i := issueAbout(t, s, name); i.Severity != model.Warning || !strings.Contains(i.Message, want) {
			t.Errorf("%s: %v %q, want a warning with %q", name, i.Severity, i.Message, want)
		}
	}
	if len(s.Issues) != 6 {
		t.Errorf("%d issues, want 6: %v", len(s.Issues), s.Issues)
	}
}

func TestNamedPathMayLeadAnywhere(t *testing.T) {
	outside := t.TempDir()
	write(t, filepath.Join(outside, "any name"), "ok:1")
	link := filepath.Join(t.TempDir(), "link")
	must(t, os.Symlink(filepath.Join(outside, "any name"), link))
	s, err := Read(t.Context(), Options{Paths: []string{link}, Decode: fakeDecode})
	must(t, err)
	wants(t, "named", s, "link: live 1")
}

func TestConfigMap(t *testing.T) {
	r := newRig(t, nil)
	swap := func(version, content string) {
		r.write(version+"/run.json", content)
		must(t, os.Symlink(version, r.path("..data_tmp")))
		must(t, os.Rename(r.path("..data_tmp"), r.path("..data")))
	}
	swap("..t1", "ok:600")
	must(t, os.Symlink("..data/run.json", r.path("run.json")))
	wants(t, "init", r.look(), "run.json: live 600")
	swap("..t2", "ok:666")
	must(t, os.RemoveAll(r.path("..t1")))
	s := r.after(time.Second)
	wants(t, "swap", s, "run.json: live 666")
	if len(s.Issues) != 0 {
		t.Errorf("issues = %v", s.Issues)
	}
}

func TestKeysOfSeveralPaths(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "x/a.json", "ok:1")
	write(t, "x/sub/b.json", "ok:2")
	write(t, "y/a.json", "ok:3")
	tests := []struct {
		paths []string
		label string
		want  []string
	}{
		{[]string{"x"}, "x/", []string{"a.json", "sub/b.json"}},
		{[]string{"x/a.json"}, "x/a.json", []string{"a.json"}},
		{[]string{"x", "y"}, "2 paths", []string{"x/a.json", "x/sub/b.json", "y/a.json"}},
		{[]string{"x", "x/sub", "./x", "x/a.json"}, "4 paths", []string{"x/a.json", "x/sub/b.json"}},
		{[]string{"y/a.json", "x/a.json"}, "2 paths", []string{"x/a.json", "y/a.json"}},
		{[]string{"x/sub/", "y/"}, "2 paths", []string{"x/sub/b.json", "y/a.json"}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.paths), func(t *testing.T) {
			s, err := Read(t.Context(), Options{Paths: tt.paths, Decode: fakeDecode})
			must(t, err)
			var keys []string
			for _, f := range s.Files {
				keys = append(keys, f.Key)
			}
			if got, want := strings.Join(keys, " "), strings.Join(tt.want, " "); got != want {
				t.Errorf("keys = %s, want %s", got, want)
			}
			if s.Label != tt.label || s.Seq != 1 || s.Feeds[0] != (model.Feed{Name: tt.label, Last: s.At}) {
				t.Errorf("label %q, seq %d, feeds %+v", s.Label, s.Seq, s.Feeds)
			}
		})
	}
}

func TestMissingPathAppears(t *testing.T) {
	r := newRig(t, func(o *Options) { o.Paths = []string{filepath.Join(o.Paths[0], "not/yet"), o.Paths[0]} })
	r.write("a.json", "ok:1")
	s := r.look()
	if i := issueAbout(t, s, "not/yet"); i.Severity != model.Error || i.Message != "there is no such file or directory" {
		t.Errorf("issue = %+v", i)
	}
	if len(s.Files) != 1 {
		t.Errorf("the other path is not read: %s", shape(s))
	}
	r.write("not/yet/b.json", "ok:2")
	if s = r.after(time.Second); len(s.Issues) != 0 || len(s.Files) != 2 {
		t.Errorf("issues %v, files %s", s.Issues, shape(s))
	}
}

func TestTooManyFiles(t *testing.T) {
	r := newRig(t, nil)
	r.many(MaxFiles, "m%04d.json", "ok:1")
	if s := r.look(); len(s.Files) != MaxFiles || len(s.Issues) != 0 {
		t.Fatalf("%d files, issues %v", len(s.Files), s.Issues)
	}
	r.write("a.json", "ok:newcomer")
	s := r.after(time.Second)
	if len(s.Files) != MaxFiles || s.Files[0].Key != "m0000.json" || s.Files[0].State != model.Fresh {
		t.Errorf("%d files from %s on", len(s.Files), s.Files[0].Key)
	}
	if len(s.Issues) != 1 || s.Issues[0].Code != model.CodeTruncated || !strings.Contains(s.Issues[0].Message, "2001 files found, the limit is 2000") {
		t.Errorf("issues = %v", s.Issues)
	}
	must(t, os.Remove(r.path("m0000.json")))
	r.look()
	s = r.after(time.Second)
	if s.Files[0].Key != "a.json" || s.Files[0].State != model.Fresh || s.Files[1].State != model.Gone || len(s.Issues) != 0 {
		t.Errorf("a place has become free: %+v, issues %v", s.Files[:2], s.Issues)
	}
}

func TestReadEndsWithItsContext(t *testing.T) {
	r := newRig(t, nil)
	r.write("a.json", "ok:1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, Options{Paths: []string{r.dir}, Decode: fakeDecode}); err == nil {
		t.Error("no error although the context has ended")
	}
}

func TestReadWaitsForNothing(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.json"), "half")
	s, err := Read(t.Context(), Options{Paths: []string{dir}, Decode: fakeDecode})
	must(t, err)
	wants(t, "cut a moment ago", s, "a.json: unusable [incomplete]")
}

func TestNoPath(t *testing.T) {
	for _, paths := range [][]string{nil, {""}, {"x", ""}} {
		if _, err := Read(t.Context(), Options{Paths: paths}); err != ErrNoPath {
			t.Errorf("Read(%q): %v", paths, err)
		}
		if _, err := Watch(t.Context(), Options{Paths: paths}); err != ErrNoPath {
			t.Errorf("Watch(%q): %v", paths, err)
		}
	}
}
