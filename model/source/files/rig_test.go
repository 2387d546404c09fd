package files

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scaledeck/model"
)

// fakeDecode reads "ok:NAME" as a document called NAME, nothing as empty, and
// everything else as cut off in the middle.
func fakeDecode(name string, data []byte) (*model.Document, []model.Issue) {
	s := string(data)
	issue := model.Issue{Severity: model.Error, Code: model.CodeIncomplete, File: name, Message: "cut"}
	switch {
	case strings.TrimSpace(s) == "":
		issue.Code = model.CodeEmpty
	case s == "panic":
		panic("the decoder\x1b broke")
	case strings.HasPrefix(s, "ok:"):
		return &model.Document{File: name, Schema: s[3:], Parts: []model.Part{&model.Comparison{}}}, nil
	}
	return nil, []model.Issue{issue}
}

// rig drives a tracker over a directory with a clock of its own.
type rig struct {
	t       testing.TB
	dir     string
	now     time.Time
	tracker *tracker
	decoded int
}

func newRig(t testing.TB, edit func(*Options)) *rig {
	t.Helper()
	r := &rig{t: t, dir: t.TempDir(), now: time.Now().Add(time.Hour)}
	o := Options{Paths: []string{r.dir}, Now: func() time.Time { return r.now }}
	o.Decode = func(name string, data []byte) (*model.Document, []model.Issue) {
		r.decoded++
		return fakeDecode(name, data)
	}
	if edit != nil {
		edit(&o)
	}
	o, err := o.complete()
	if err != nil {
		t.Fatal(err)
	}
	r.tracker = newTracker(o, false)
	return r
}

// look refreshes as an event would, without naming what changed.
func (r *rig) look() *model.Snapshot {
	r.t.Helper()
	if err := r.tracker.refresh(context.Background(), nil, false); err != nil {
		r.t.Fatal(err)
	}
	return r.tracker.snapshot()
}

// after lets time pass and looks.
func (r *rig) after(d time.Duration) *model.Snapshot {
	r.t.Helper()
	r.now = r.now.Add(d)
	return r.look()
}

func (r *rig) path(name string) string { return filepath.Join(r.dir, name) }

func (r *rig) write(name, content string) {
	r.t.Helper()
	write(r.t, r.path(name), content)
}

func write(t testing.TB, path, content string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(content), 0o644))
}

// many writes n files of the same content whose names the format makes of their
// numbers. They are one file under many names: that is much quicker to make.
func (r *rig) many(n int, format, content string) {
	r.t.Helper()
	first := r.path(fmt.Sprintf(format, 0))
	write(r.t, first, content)
	for i := 1; i < n; i++ {
		path := r.path(fmt.Sprintf(format, i))
		if os.Link(first, path) != nil {
			write(r.t, path, content) // a file system without hard links
		}
	}
}

// save replaces a file in one step, as a careful writer does.
func (r *rig) save(name, content string) {
	r.t.Helper()
	r.write(name+".tmp", content)
	must(r.t, os.Rename(r.path(name+".tmp"), r.path(name)))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shape returns a snapshot's files as "key state document issues", one a line.
func shape(s *model.Snapshot) string {
	var b strings.Builder
	for _, f := range s.Files {
		fmt.Fprintf(&b, "%s: %s", f.Key, f.State)
		if f.Doc != nil {
			fmt.Fprintf(&b, " %s", f.Doc.Schema)
		}
		for _, i := range f.Issues {
			fmt.Fprintf(&b, " [%s]", i.Code)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// wants fails the test unless the snapshot's files look like the lines.
func wants(t testing.TB, step string, s *model.Snapshot, lines ...string) {
	t.Helper()
	want := strings.Join(lines, "\n")
	if want != "" {
		want += "\n"
	}
	if got := shape(s); got != want {
		t.Errorf("%s: got\n%swant\n%s", step, got, want)
	}
}

// issueAbout returns the issue of the source whose file ends in name.
func issueAbout(t *testing.T, s *model.Snapshot, name string) model.Issue {
	t.Helper()
	for _, i := range s.Issues {
		if strings.HasSuffix(i.File, name) {
			if strings.ContainsAny(i.String(), "\n\r\x1b") {
				t.Errorf("issue is not one safe line: %q", i)
			}
			return i
		}
	}
	t.Fatalf("no issue about %q in %v", name, s.Issues)
	return model.Issue{}
}
