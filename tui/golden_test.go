package tui

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/tui/internal/screens"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// golden compares a frame with the one kept under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -update writes it", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// slug is a screen's title as a file name.
func slug(title string) string { return strings.ToLower(strings.ReplaceAll(title, " ", "-")) }

// TestGoldenFrames keeps every screen at every size, as it opens on the demo.
func TestGoldenFrames(t *testing.T) {
	for _, size := range sizes {
		r := demo(t, size.w, size.h)
		for i, s := range screens.All() {
			r.Press(strconv.Itoa(i + 1))
			golden(t, slug(s.Title)+"-"+sizeName(size.w, size.h), r.Frame())
		}
	}
}

// TestGoldenASCII keeps every screen in ASCII at the smallest full size, and
// holds that not one byte over 0x7f is drawn.
func TestGoldenASCII(t *testing.T) {
	o := options(snapshot(1, demoFiles(t)...))
	o.ASCII, o.Theme = true, "none"
	r := run(t, o, 80, 24)
	for i, s := range screens.All() {
		r.Press(strconv.Itoa(i + 1))
		frame := r.Frame()
		for n, line := range strings.Split(r.Raw(), "\n") {
			for _, b := range []byte(line) {
				if b >= 0x80 {
					t.Fatalf("%s, line %d: a byte over 0x7f in %q", s.Title, n+1, line)
				}
			}
		}
		golden(t, slug(s.Title)+"-ascii-80x24", frame)
	}
}
