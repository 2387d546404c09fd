//go:build unix

package files

import (
	"strings"
	"syscall"
	"testing"

	"scaledeck/model"
)

func TestPipesAreNeverOpened(t *testing.T) {
	r := newRig(t, nil)
	r.write("a.json", "ok:1")
	must(t, syscall.Mkfifo(r.path("pipe.json"), 0o644))
	must(t, syscall.Mkfifo(r.path("pipe"), 0o644))
	s := r.look()
	wants(t, "in a directory", s, "a.json: live 1")
	for _, name := range []string{"pipe.json", "pipe"} {
		if i := issueAbout(t, s, name); i.Severity != model.Warning || !strings.Contains(i.Message, "a named pipe") {
			t.Errorf("issue = %+v", i)
		}
	}
	for _, path := range []string{r.path("pipe"), "/dev/null"} {
		s, err := Read(t.Context(), Options{Paths: []string{path}, Decode: fakeDecode})
		must(t, err)
		if i := issueAbout(t, s, path); i.Severity != model.Error || !strings.Contains(i.Message, "only regular files") || len(s.Files) != 0 {
			t.Errorf("%s: issue %+v, files %s", path, i, shape(s))
		}
	}
	// It was a file when it was looked at, and is a pipe when it is opened.
	e := entry{key: "pipe.json", path: r.path("pipe.json")}
	if _, _, err := e.read(t.Context(), 10, nil, nil); err == nil || err.Error() != "it is a named pipe" {
		t.Errorf("error = %v", err)
	}
}
