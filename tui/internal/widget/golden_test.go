package widget

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/tui/internal/theme"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with testdata/name.golden.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatalf("writing the golden file: %v", err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("reading the golden file: %v", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// sheet is the text of a golden file: titled blocks of lines, each line closed
// by a bar so that its width shows.
type sheet struct {
	t *testing.T
	b strings.Builder
}

// add appends lines and checks that each takes exactly w cells and that a theme
// without Unicode wrote none.
func (s *sheet) add(title string, th *theme.Theme, w int, lines ...string) {
	s.t.Helper()
	s.b.WriteString("## " + title + "\n")
	for _, l := range lines {
		exact(s.t, th, title, l, w)
		s.b.WriteString(strings.ReplaceAll(l, "\x1b", "␛") + "|\n")
	}
}

// exact reports a line that is not w cells wide or not in the theme's characters.
func exact(t *testing.T, th *theme.Theme, what, line string, w int) {
	t.Helper()
	if got := Width(line); got != max(w, 0) {
		t.Errorf("%s: %d cells, want %d: %q", what, got, w, line)
	}
	if strings.ContainsAny(line, "\n\r\t") {
		t.Errorf("%s: moves the cursor: %q", what, line)
	}
	for i := range len(line) {
		if th.ASCII && line[i] >= 0x80 {
			t.Errorf("%s: byte %#x in an ASCII theme: %q", what, line[i], line)
			return
		}
	}
}

// bare is a theme that writes no escape sequence but bold, faint, italic and
// reverse; plain removes those for goldens that are to be read.
func bare(ascii bool) *theme.Theme { return theme.None(ascii) }

// plain removes the escape sequences of painted lines.
func plain(lines ...string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		var b strings.Builder
		for j := 0; j < len(l); {
			if l[j] == '\x1b' {
				j += escapeLength(l[j:])
				continue
			}
			b.WriteByte(l[j])
			j++
		}
		out[i] = b.String()
	}
	return out
}

// themes are all there are.
func themes() []*theme.Theme {
	return []*theme.Theme{
		theme.Dark(false), theme.Dark(true), theme.Light(false), theme.Light(true), theme.None(false), theme.None(true),
	}
}

// charset names the characters a theme uses, for the titles of goldens.
func charset(th *theme.Theme) string {
	if th.ASCII {
		return "ascii"
	}
	return "unicode"
}

// both calls f with the bare theme in Unicode and in ASCII.
func both(f func(th *theme.Theme)) {
	f(bare(false))
	f(bare(true))
}

func itoa(n int) string { return strconv.Itoa(n) }
