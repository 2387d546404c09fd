package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model/source"
)

var update = flag.Bool("update", false, "write the golden outputs again")

// printed is one output of the command that is kept: the arguments after the
// path of the results, and the name it is kept under.
var printed = []struct {
	name, command string
	args          []string
}{
	{"report.txt", "report", nil},
	{"report-verbose.txt", "report", []string{"--verbose"}},
	{"report-ascii.txt", "report", []string{"--ascii"}},
	{"report.md", "report", []string{"--format", "markdown"}},
	{"report.json", "report", []string{"--format", "json"}},
	{"report-v2.json", "report", []string{"--format", "json", "--schema", "2"}},
	{"report.xml", "report", []string{"--format", "junit"}},
	{"check.txt", "check", nil},
	{"check-strict.txt", "check", []string{"--strict"}},
	{"check.md", "check", []string{"--format", "markdown"}},
	{"check.json", "check", []string{"--format", "json", "--schema", "1"}},
	{"check.xml", "check", []string{"--format", "junit"}},
	{"audit.txt", "audit", []string{"--all"}},
	{"audit.json", "audit", []string{"--format", "json"}},
}

// outputs runs every command on a directory called results, in a directory of
// its own so that no path of the machine is printed.
func outputs(t *testing.T, write func(t *testing.T, dir string)) map[string]string {
	t.Helper()
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Chdir(t.TempDir())
	if err := os.Mkdir("results", 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "results")
	out := map[string]string{}
	for _, p := range printed {
		out[p.name] = commandOutput(t, append([]string{p.command, "results"}, p.args...)...)
	}
	out["report-80.txt"] = narrowReport(t, "results")
	return out
}

// commandOutput runs the command in this process and returns its stdout with the exit
// code on a last line.
func commandOutput(t *testing.T, args ...string) string {
	t.Helper()
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	code := run(args, os.Stdin, out, os.Stderr)
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(data) + fmt.Sprintf("exit code %d\n", code)
}

// narrowReport is the report broken at 80 columns, which no flag asks for.
func narrowReport(t *testing.T, dir string) string {
	t.Helper()
	snap, err := source.Read(context.Background(), []string{dir}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.Text(&b, analysis.Judge(snap, analysis.Options{}), report.Options{Width: 80}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// golden compares with a kept output and returns whether it is the same.
func golden(t *testing.T, path, got string) bool {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return true
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test ./cmd/scaledeck -run Golden -update writes it", err)
	}
	if string(want) == got {
		return true
	}
	t.Errorf("%s (-want +got):\n%s", filepath.Base(path), cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")))
	return false
}

// kept is where the goldens lie, by an absolute path: the tests change directory.
func kept(t *testing.T, names ...string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(append([]string{dir}, names...)...)
}

// TestGoldenDemo keeps every output on the demo's documents, word for word.
func TestGoldenDemo(t *testing.T) {
	dir := kept(t, "demo")
	out := outputs(t, func(t *testing.T, dir string) { commandOutput(t, "demo", "--write", dir) })
	for name, got := range out {
		golden(t, filepath.Join(dir, name), got)
	}
}

// TestGoldenShared keeps every output on the published results by its digest, and
// the figures of the JSON report in full: the files are not part of the repository,
// and what is printed of them must stay the same digit for digit. "words" is the
// digest of the whole output and "figures" that of its numbers alone, so that a
// change of wording shows as one.
func TestGoldenShared(t *testing.T) {
	files, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "results"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(files); errors.Is(err, os.ErrNotExist) {
		t.Skip("the published results are not part of the repository, and ../shared/results is not here")
	}
	digests, figures := kept(t, "shared-digests.txt"), kept(t, "shared-figures.txt")
	out := outputs(t, func(t *testing.T, dir string) {
		if err := os.CopyFS(dir, os.DirFS(files)); err != nil {
			t.Fatal(err)
		}
	})
	var lines []string
	for name, got := range out {
		lines = append(lines,
			fmt.Sprintf("%s figures %x", name, sha256.Sum256(numbersOf(got))),
			fmt.Sprintf("%s words %x", name, sha256.Sum256([]byte(got))))
	}
	slices.Sort(lines)
	same := golden(t, figures, jsonFigures(t, out["report.json"]))
	if !golden(t, digests, strings.Join(lines, "\n")+"\n") && same {
		t.Log("every figure of the JSON report is the same: only words or their order changed")
	}
}

// numbersOf lists the numbers of an output in their order, one a line.
func numbersOf(text string) []byte {
	var b bytes.Buffer
	for _, m := range printedNumber.FindAllStringSubmatch(text, -1) {
		fmt.Fprintln(&b, m[1])
	}
	return b.Bytes()
}

// printedNumber is a number that is not part of a name such as p99.
var printedNumber = regexp.MustCompile(`(?:^|[^\pL\pN_.])([+−-]?\d+(?:\.\d+)?)`)

// jsonFigures lists every number, truth value and null of a report with its path.
func jsonFigures(t *testing.T, report string) string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(report))
	d.UseNumber()
	var root any
	if err := d.Decode(&root); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			names := make([]string, 0, len(v))
			for name := range v {
				names = append(names, name)
			}
			slices.Sort(names)
			for _, name := range names {
				walk(path+"/"+name, v[name])
			}
		case []any:
			for i, e := range v {
				walk(fmt.Sprintf("%s/%d", path, i), e)
			}
		case string:
			if strings.HasSuffix(path, "/verdict") {
				fmt.Fprintf(&b, "%s %s\n", path, v)
			}
		default:
			fmt.Fprintf(&b, "%s %v\n", path, v)
		}
	}
	walk("", root)
	return b.String()
}
