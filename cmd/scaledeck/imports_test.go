package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers is the import rule of the house: what each package may import of our
// own, and which modules beside the standard library. The longest matching
// prefix of a package's folder counts.
var layers = map[string]struct{ own, outside []string }{
	"model":        {},
	"model/text":   {outside: []string{"github.com/clipperhouse/uax29/v2", "github.com/rivo/uniseg", "github.com/charmbracelet/x/ansi"}},
	"model/decode": {own: []string{"scaledeck/model", "scaledeck/model/text"}, outside: []string{"github.com/goccy/go-yaml"}},
	"model/source": {
		own:     []string{"scaledeck/model", "scaledeck/model/text", "scaledeck/model/decode"},
		outside: []string{"github.com/fsnotify/fsnotify", "golang.org/x/sys"},
	},
	"sim":               {own: []string{"scaledeck/model"}},
	"analysis":          {own: []string{"scaledeck/model", "scaledeck/sim"}},
	"analysis/report":   {own: []string{"scaledeck/model", "scaledeck/analysis"}},
	"analysis/requests": {own: []string{"scaledeck/model", "scaledeck/model/text", "scaledeck/analysis"}},
	"tui": {
		own:     []string{"scaledeck/model", "scaledeck/model/text", "scaledeck/sim", "scaledeck/analysis", "scaledeck/analysis/report", "scaledeck/tui/internal"},
		outside: []string{"charm.land/bubbletea/v2", "charm.land/lipgloss/v2", "charm.land/bubbles/v2", "github.com/charmbracelet"},
	},
	"tui/internal/chart": {
		own:     []string{"scaledeck/model", "scaledeck/tui/internal"},
		outside: []string{"github.com/NimbleMarkets/ntcharts/v2", "github.com/charmbracelet"},
	},
	"tui/internal/playback": {},
	"tui/internal/theme":    {own: []string{"scaledeck/analysis"}, outside: []string{"charm.land/lipgloss/v2"}},
	"tui/internal/widget":   {own: []string{"scaledeck/model", "scaledeck/analysis", "scaledeck/tui/internal/theme"}, outside: []string{"charm.land/bubbles/v2/key", "github.com/charmbracelet/x/ansi"}},
	"cmd": {
		own:     []string{"scaledeck"},
		outside: []string{"github.com/spf13", "github.com/charmbracelet/x/term", "golang.org/x/sys"},
	},
}

// TestImportRule parses every file that is no test and holds its imports to the
// table above, so that the direction cmd → tui → {sim, analysis} → model never turns.
func TestImportRule(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		seen++
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		checkImports(t, path, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 40 {
		t.Errorf("only %d files were parsed: the walk does not see the tree", seen)
	}
}

func checkImports(t *testing.T, path, folder string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	rule := ""
	for prefix := range layers {
		if (folder == prefix || strings.HasPrefix(folder, prefix+"/")) && len(prefix) > len(rule) {
			rule = prefix
		}
	}
	if rule == "" {
		t.Errorf("%s: folder %s is not part of the house", path, folder)
		return
	}
	for _, spec := range f.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		switch {
		case imp == "scaledeck" || strings.HasPrefix(imp, "scaledeck/"):
			if !slices.ContainsFunc(layers[rule].own, func(p string) bool { return within(imp, p) }) && imp != "scaledeck/"+folder {
				t.Errorf("%s imports %s, which %s may not", path, imp, rule)
			}
		case strings.Contains(strings.SplitN(imp, "/", 2)[0], "."):
			if !slices.ContainsFunc(layers[rule].outside, func(p string) bool { return within(imp, p) }) {
				t.Errorf("%s imports %s, which %s may not", path, imp, rule)
			}
		}
	}
}

// within reports whether an import is a package or lies below it. Our own
// packages model and analysis are named alone: their folders are packages of
// their own layer.
func within(imp, allowed string) bool {
	if imp == allowed {
		return true
	}
	if allowed == "scaledeck/model" || allowed == "scaledeck/analysis" {
		return false
	}
	return strings.HasPrefix(imp, allowed+"/")
}
