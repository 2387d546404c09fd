package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	ownModule  = "scaledeck/"
	importList = "testdata/imports.txt"
)

// rank orders the top folders: a package imports from its own folder or from one
// of a lower rank.
var rank = map[string]int{"model": 0, "sim": 1, "analysis": 2, "tui": 3, "cmd": 4}

// siblings are the folders whose packages do not know each other.
var siblings = []string{"model/format", "model/source", "tui/internal/screens"}

// kinds are siblings too, in a folder that has other packages.
var kinds = []string{"analysis/comparison", "analysis/timeline", "analysis/rollout", "analysis/startup", "analysis/arms"}

// shared are folders between siblings that all of them use.
var shared = []string{"model/format/intake", "model/format/jsonscan", "model/format/csvscan", "model/format/loadtest", "model/source/mailbox", "model/source/whole"}

// watched are the packages of the standard library that need a line as well: they
// reach other machines and processes.
var watched = []string{"net", "net/http", "os/exec", "plugin", "unsafe"}

// refused says why no line of the list may allow an import, or "".
func refused(from, to string) string {
	own, inside := strings.CutPrefix(to, ownModule)
	switch {
	case !inside:
		return refusedOutside(from, to)
	case rank[top(from)] < rank[top(own)]:
		return "imports point from cmd to tui to analysis to sim to model, never back"
	case slices.Contains(kinds, from) && slices.Contains(kinds, own):
		return "no kind knows another: what both need belongs into a package below them"
	case slices.Contains(shared, own):
		return ""
	case slices.Contains(siblings, path.Dir(from)) && path.Dir(own) == path.Dir(from):
		return "packages in " + path.Dir(from) + " do not know each other: what both need belongs into a package below them"
	}
	return ""
}

// refusedOutside is refused for modules of others.
func refusedOutside(from, to string) string {
	under := func(folder string) bool { return from == folder || strings.HasPrefix(from, folder+"/") }
	switch {
	case slices.Contains(watched, to) && slices.Contains([]string{"sim", "analysis"}, top(from)):
		return "analysis and sim are pure"
	case slices.Contains(watched, to):
		return ""
	case from == "model":
		return "package model imports the standard library only"
	case under("analysis") || under("sim"):
		return "analysis and sim import the standard library only"
	case strings.HasPrefix(to, "charm.land/") && !under("tui"):
		return "Bubble Tea, Lip Gloss and Bubbles are for tui alone"
	case strings.HasPrefix(to, "github.com/NimbleMarkets/ntcharts") && from != "tui/internal/chart":
		return "ntcharts is for tui/internal/chart alone"
	}
	return ""
}

func top(folder string) string {
	name, _, _ := strings.Cut(folder, "/")
	return name
}

// edge is one import: a package's folder, and a package of ours or of another module.
type edge struct{ from, to string }

// allowedImports reads the list: one edge a line, the importing folder and what it
// imports. The folder may end in /*, for every package right below it.
func allowedImports(t *testing.T) map[edge]bool {
	t.Helper()
	data, err := os.ReadFile(importList)
	if err != nil {
		t.Fatal(err)
	}
	list := map[edge]bool{}
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		switch fields := strings.Fields(line); len(fields) {
		case 0:
		case 2:
			list[edge{fields[0], fields[1]}] = true
		default:
			t.Errorf("%s: %q is not a folder and what it imports", importList, line)
		}
	}
	return list
}

// TestImports parses every file that is no test and holds the imports of each
// package to the list, and the list to the rules.
func TestImports(t *testing.T) {
	allowed := allowedImports(t)
	for e := range allowed {
		if why := refused(strings.TrimSuffix(e.from, "/*"), e.to); why != "" {
			t.Errorf("%s: the line %q cannot be: %s", importList, e.from+" "+e.to, why)
		}
	}
	found := imports(t)
	if len(found) < 50 {
		t.Errorf("only %d imports were found: the walk does not see the tree", len(found))
	}
	unused := maps.Clone(allowed)
	for e := range found {
		delete(unused, e)
		delete(unused, edge{path.Dir(e.from) + "/*", e.to})
	}
	for e := range unused {
		t.Errorf("nothing is imported so any more: take this line out of cmd/scaledeck/%s:\n%s %s", importList, e.from, e.to)
	}
	edges := slices.SortedFunc(maps.Keys(found), func(a, b edge) int { return strings.Compare(a.from+" "+a.to, b.from+" "+b.to) })
	for _, e := range edges {
		if why := refused(e.from, e.to); why != "" {
			t.Errorf("%s imports %s: %s", found[e], e.to, why)
		} else if !allowed[e] && !allowed[edge{path.Dir(e.from) + "/*", e.to}] {
			t.Errorf("%s imports %s, which %s may not.\nIf it should know it, add this line to cmd/scaledeck/%s:\n%s %s",
				found[e], e.to, e.from, importList, e.from, e.to)
		}
	}
}

// imports returns every import of the tree, those of the standard library left out
// where they are not watched, with a file that has it.
func imports(t *testing.T) map[edge]string {
	t.Helper()
	root := filepath.Join("..", "..")
	found := map[edge]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != root {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file := filepath.ToSlash(rel)
		if _, known := rank[top(file)]; !known {
			t.Errorf("%s: the house has no folder %s", file, top(file))
		}
		for _, imported := range importsOf(t, name) {
			found[edge{path.Dir(file), imported}] = file
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func importsOf(t *testing.T, name string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if strings.HasPrefix(imported, ownModule) || strings.Contains(top(imported), ".") || slices.Contains(watched, imported) {
			list = append(list, imported)
		}
	}
	return list
}

// TestImportRules holds the rules that no line of the list can lift.
func TestImportRules(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		ok       bool
	}{
		{"analysis", "scaledeck/model", true},
		{"analysis", "scaledeck/sim", true},
		{"sim", "scaledeck/analysis", false},
		{"model/source/files", "scaledeck/analysis/gate", false},
		{"analysis/timeline", "scaledeck/analysis/gate", true},
		{"analysis/timeline", "scaledeck/analysis/rollout", false},
		{"analysis", "scaledeck/analysis/rollout", true},
		{"analysis/report", "scaledeck/tui", false},
		{"tui/internal/screens/lab", "scaledeck/tui/internal/screens/replay", false},
		{"tui/internal/screens/lab", "scaledeck/tui/internal/view", true},
		{"tui", "scaledeck/tui/internal/screens/lab", true},
		{"model/format/vllm", "scaledeck/model/format/seed", false},
		{"model/format/vllm", "scaledeck/model/format/jsonscan", true},
		{"model/source/prometheus", "net/http", true},
		{"analysis", "os/exec", false},
		{"model", "github.com/goccy/go-yaml", false},
		{"model/source/files", "github.com/fsnotify/fsnotify", true},
		{"analysis/policy", "github.com/goccy/go-yaml", false},
		{"cmd/scaledeck", "charm.land/bubbletea/v2", false},
		{"tui/internal/view", "charm.land/lipgloss/v2", true},
		{"tui/internal/view", "github.com/NimbleMarkets/ntcharts/v2/canvas", false},
		{"tui/internal/chart", "github.com/NimbleMarkets/ntcharts/v2/canvas", true},
	} {
		if why := refused(tt.from, tt.to); (why == "") != tt.ok {
			t.Errorf("%s importing %s: refused %q, want allowed %v", tt.from, tt.to, why, tt.ok)
		}
	}
}
