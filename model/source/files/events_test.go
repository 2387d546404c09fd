package files

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scaledeck/model"
)

// live follows a directory with the system's events and in real time.
type live struct {
	*testing.T
	dir  string
	w    *Watcher
	last *model.Snapshot
}

// generous is how long a test waits for what should take a few hundred
// milliseconds: the machine may be busy.
const generous = 20 * time.Second

// quick is how long is waited for quiet here: less than usual, since the tests
// wait for it again and again.
const quick = DefaultQuiet / 2

// follow prepares a directory and follows it, or what is below it.
func follow(t *testing.T, prepare func(l *live), below string) *live {
	t.Helper()
	l := &live{T: t, dir: t.TempDir()}
	if prepare != nil {
		prepare(l)
	}
	// The poll is out of the way: what is seen here is seen by events. Nor does a
	// busy machine that pauses within a write make an error of it.
	w, err := Watch(t.Context(), Options{Paths: []string{filepath.Join(l.dir, below)}, Decode: fakeDecode, Poll: time.Hour, Settle: time.Hour, Quiet: quick})
	must(t, err)
	l.w = w
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	l.last = next(t, w)
	if l.last.Feeds[0].Mode != model.Events {
		t.Skipf("no events here: %s", l.last.Feeds[0].Reason)
	}
	// The watches were set after the first look; the second one follows it.
	time.Sleep(3 * quick)
	return l
}

func (l *live) path(name string) string { return filepath.Join(l.dir, name) }

func (l *live) write(name, content string) { l.Helper(); write(l.T, l.path(name), content) }

func (l *live) rename(from, to string) {
	l.Helper()
	must(l.T, os.Rename(l.path(from), l.path(to)))
}

// until waits for the snapshot that looks like the lines, and returns how long
// that took. On the way there no file may show an issue, and nothing may be
// listed that is not in one of the lines.
func (l *live) until(lines ...string) time.Duration {
	l.Helper()
	began := time.Now()
	want := strings.Join(lines, "\n") + "\n"
	ctx, cancel := context.WithTimeout(l.Context(), generous)
	defer cancel()
	for {
		s, err := l.w.Next(ctx)
		if err != nil {
			l.Fatalf("%v\nlast\n%swant\n%s", err, shape(l.last), want)
		}
		if s.Seq <= l.last.Seq {
			l.Errorf("seq %d after %d", s.Seq, l.last.Seq)
		}
		l.last = s
		for _, f := range s.Files {
			if len(f.Issues) > 0 {
				l.Errorf("an issue flashed: %v", f.Issues)
			}
		}
		if shape(s) == want {
			return time.Since(began)
		}
	}
}

func TestActions(t *testing.T) {
	one := func(l *live) { l.write("run.json", "ok:1") }
	tests := []struct {
		name    string
		prepare func(l *live)
		below   string
		act     func(l *live)
	}{
		{"atomic rename, five times", one, "", func(l *live) {
			for _, v := range []string{"a", "b", "c", "d", "e"} {
				l.write(".run.json.tmp", "ok:"+v)
				l.rename(".run.json.tmp", "run.json")
				l.Logf("seen after %v", l.until("run.json: live "+v).Round(time.Millisecond))
			}
		}},
		{"the file itself was named", one, "run.json", func(l *live) {
			for _, v := range []string{"a", "b"} {
				l.write("tmp", "ok:"+v)
				l.rename("tmp", "run.json")
				l.until("run.json: live " + v)
			}
		}},
		{"as Vim saves", one, "", func(l *live) {
			l.write("4913", "")
			must(l.T, os.Remove(l.path("4913")))
			l.rename("run.json", "run.json~")
			l.write("run.json", "ok:222")
			must(l.T, os.Remove(l.path("run.json~")))
			l.until("run.json: live 222")
		}},
		{"slow write", one, "", func(l *live) {
			f, err := os.Create(l.path("run.json"))
			must(l.T, err)
			for _, part := range []string{"o", "k", ":", "3", "3", "3"} {
				_, err = f.WriteString(part)
				must(l.T, err)
				time.Sleep(quick * 2 / 5)
			}
			must(l.T, f.Close())
			l.until("run.json: live 333")
		}},
		{"truncated, then written again", one, "", func(l *live) {
			must(l.T, os.Truncate(l.path("run.json"), 0))
			l.until("run.json: incomplete, retrying 1")
			l.write("run.json", "ok:444")
			l.until("run.json: live 444")
		}},
		{"same size and time", one, "", func(l *live) {
			info, err := os.Stat(l.path("run.json"))
			must(l.T, err)
			l.write("run.json", "ok:6")
			must(l.T, os.Chtimes(l.path("run.json"), info.ModTime(), info.ModTime()))
			l.until("run.json: live 6")
		}},
		{"configmap", func(l *live) {
			l.write("..t1/run.json", "ok:600")
			must(l.T, os.Symlink("..t1", l.path("..data")))
			must(l.T, os.Symlink("..data/run.json", l.path("run.json")))
		}, "", func(l *live) {
			l.write("..t2/run.json", "ok:666")
			must(l.T, os.Symlink("..t2", l.path("..data_tmp")))
			l.rename("..data_tmp", "..data")
			must(l.T, os.RemoveAll(l.path("..t1")))
			l.until("run.json: live 666")
		}},
		{"target of a link written in place", func(l *live) {
			l.write(".store/run.json", "ok:1")
			must(l.T, os.Symlink(".store/run.json", l.path("run.json")))
		}, "", func(l *live) {
			l.write(".store/run.json", "ok:2")
			l.until("run.json: live 2")
		}},
		{"deleted and recreated", one, "", func(l *live) {
			must(l.T, os.Remove(l.path("run.json")))
			l.until("run.json: gone 1")
			l.write("run.json", "ok:777")
			l.until("run.json: live 777")
		}},
		{"new directories", one, "", func(l *live) {
			must(l.T, os.MkdirAll(l.path("sub/deep"), 0o755))
			time.Sleep(3 * quick) // for the watches to be set, one by one
			l.write("sub/deep/b.json", "ok:2")
			l.until("run.json: live 1", "sub/deep/b.json: live 2")
			l.write("sub/deep/b.json", "ok:3")
			l.until("run.json: live 1", "sub/deep/b.json: live 3")
		}},
		{"new directory with a file at once", one, "", func(l *live) {
			l.write("sub/b.json", "ok:2")
			l.until("run.json: live 1", "sub/b.json: live 2")
		}},
		{"missing, then created", nil, "not/yet", func(l *live) {
			if len(l.last.Issues) != 1 {
				l.Errorf("issues = %v, want one", l.last.Issues)
			}
			must(l.T, os.Mkdir(l.path("not"), 0o755))
			time.Sleep(3 * quick)
			l.write("not/yet/a.json", "ok:1")
			l.until("a.json: live 1")
			if len(l.last.Issues) != 0 {
				l.Errorf("issues = %v", l.last.Issues)
			}
		}},
		{"directory removed and recreated", func(l *live) { l.write("d/run.json", "ok:1") }, "d", func(l *live) {
			must(l.T, os.RemoveAll(l.path("d")))
			l.until("run.json: gone 1")
			l.write("d/run.json", "ok:2")
			l.until("run.json: live 2")
			l.write("d/run.json", "ok:3")
			l.until("run.json: live 3")
		}},
		{"directory replaced by another", func(l *live) { l.write("d/run.json", "ok:1"); l.write("e/run.json", "ok:2") }, "d", func(l *live) {
			l.rename("d", "old")
			l.rename("e", "d")
			l.until("run.json: live 2")
			time.Sleep(3 * quick)
			l.write("d/run.json", "ok:3")
			l.until("run.json: live 3")
		}},
		{"opened through a link that is moved on", func(l *live) {
			l.write("d1/run.json", "ok:1")
			l.write("d2/run.json", "ok:2")
			must(l.T, os.Symlink("d1", l.path("now")))
		}, "now", func(l *live) {
			must(l.T, os.Symlink("d2", l.path("new")))
			l.rename("new", "now")
			l.until("run.json: live 2")
			time.Sleep(3 * quick)
			l.write("d2/run.json", "ok:3")
			l.until("run.json: live 3")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.act(follow(t, tt.prepare, tt.below))
		})
	}
}
