package files

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"scaledeck/model"
)

// Whatever is done to a directory in whatever order: once it is quiet, every
// file is shown as what it holds, or as the last good version that was seen.
func TestAnyOrderOfActions(t *testing.T) {
	base := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(base, "")
		must(t, err)
		now := time.Now().Add(time.Hour)
		o, err := Options{Paths: []string{dir}, Decode: fakeDecode, Now: func() time.Time { return now }}.complete()
		must(t, err)
		tr := newTracker(o, false)
		held, good := map[string]string{}, map[string]string{} // by name: content now, last good seen
		names := rapid.SampledFrom([]string{"a.json", "b.json", "sub/c.json"})
		contents := rapid.SampledFrom([]string{"ok:1", "ok:2", "ok:33", "bad", ""})
		put := func(name, content string) {
			write(t, filepath.Join(dir, name), content)
			held[name] = content
		}
		rt.Repeat(map[string]func(*rapid.T){
			"write": func(rt *rapid.T) { put(names.Draw(rt, "name"), contents.Draw(rt, "content")) },
			"save": func(rt *rapid.T) {
				name, content := names.Draw(rt, "name"), contents.Draw(rt, "content")
				put(name+".tmp", content)
				delete(held, name+".tmp")
				must(t, os.Rename(filepath.Join(dir, name+".tmp"), filepath.Join(dir, name)))
				held[name] = content
			},
			"delete": func(rt *rapid.T) {
				name := names.Draw(rt, "name")
				_ = os.Remove(filepath.Join(dir, name)) // it may not be there
				delete(held, name)
			},
			"delete all below": func(*rapid.T) {
				must(t, os.RemoveAll(filepath.Join(dir, "sub")))
				delete(held, "sub/c.json")
			},
			"": func(rt *rapid.T) {
				must(t, tr.refresh(t.Context(), nil, false))
				now = now.Add(o.Settle)
				must(t, tr.refresh(t.Context(), nil, false)) // confirms what is gone and what is quiet
				s := tr.snapshot()
				if got, want := shape(s), expected(held, good); got != want {
					rt.Fatalf("got\n%swant\n%s", got, want)
				}
			},
		})
	})
}

// expected returns the shape of a snapshot, and takes what is good into good.
func expected(held, good map[string]string) string {
	var lines []string
	for name, content := range held {
		if v, ok := strings.CutPrefix(content, "ok:"); ok {
			good[name] = v
		}
	}
	for name, v := range good {
		switch content, there := held[name]; {
		case !there:
			lines = append(lines, fmt.Sprintf("%s: %s %s\n", name, model.Gone, v))
		case strings.HasPrefix(content, "ok:"):
			lines = append(lines, fmt.Sprintf("%s: %s %s\n", name, model.Fresh, v))
		default:
			lines = append(lines, fmt.Sprintf("%s: %s %s [%s]\n", name, model.Stale, v, codeOf(content)))
		}
	}
	for name, content := range held {
		if _, ok := good[name]; !ok {
			lines = append(lines, fmt.Sprintf("%s: %s [%s]\n", name, model.Unusable, codeOf(content)))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func codeOf(content string) model.Code {
	if content == "" {
		return model.CodeEmpty
	}
	return model.CodeIncomplete
}
