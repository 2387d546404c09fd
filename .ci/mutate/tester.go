package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// notBuilt is what try returns for a change that does not build.
const notBuilt = "the compiler"

// tester runs the tests of changed packages.
type tester struct {
	root, work string
	set        *settings
	packages   []listed
}

// listed is a package of the module as go list gives it.
type listed struct {
	ImportPath                      string
	Deps, TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles       []string
}

func newTester(root, work string, s *settings) (*tester, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Deps,TestImports,XTestImports,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing packages: %w", err)
	}
	t := &tester{root: root, work: work, set: s}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		t.packages = append(t.packages, p)
	}
	return t, nil
}

// affected returns the packages whose tests can see a change of one: its own
// first, then those that import it, the nearest before the furthest.
func (t *tester) affected(pkg string) []string {
	direct := map[string][]string{}
	for _, p := range t.packages {
		direct[p.ImportPath] = p.Deps
	}
	uses := func(p listed) bool {
		if p.ImportPath == pkg || slices.Contains(p.Deps, pkg) {
			return true
		}
		return slices.ContainsFunc(slices.Concat(p.TestImports, p.XTestImports), func(i string) bool {
			return i == pkg || slices.Contains(direct[i], pkg)
		})
	}
	var list []listed
	for _, p := range t.packages {
		if uses(p) && len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b listed) int {
		if own := (b.ImportPath == pkg); own != (a.ImportPath == pkg) {
			return map[bool]int{true: 1, false: -1}[own]
		}
		return len(a.Deps) - len(b.Deps)
	})
	var paths []string
	for _, p := range list {
		paths = append(paths, p.ImportPath)
	}
	return paths
}

// module is the path of the module in its packages' paths.
func (t *tester) module() string {
	name, _, _ := strings.Cut(t.packages[0].ImportPath, "/")
	return name
}

// try runs the tests that can see a change and returns the one that noticed it,
// notBuilt, or "" where none did.
func (t *tester) try(m mutant) (string, error) {
	to, overlay := filepath.Join(t.work, "changed.go"), filepath.Join(t.work, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(t.root, m.file): to}})
	if err != nil {
		return "", err
	}
	if err := errors.Join(os.WriteFile(to, m.changed(), 0o600), os.WriteFile(overlay, text, 0o600)); err != nil {
		return "", err
	}
	pkg := t.module() + "/" + path.Dir(m.file)
	if out, err := t.command("build", "-overlay", overlay, pkg); err != nil {
		if len(out) == 0 {
			return "", err
		}
		return notBuilt, nil
	}
	for _, p := range t.affected(pkg) {
		out, err := t.command("test", "-overlay", overlay, "-vet=off", "-short", "-failfast", "-count=1", "-timeout", t.set.timeout.String(), "-skip", t.set.skip, p)
		if err != nil {
			return noticed(p, out), nil
		}
	}
	return "", nil
}

func (t *tester) command(args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), t.set.timeout*2)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = t.root
	return cmd.CombinedOutput()
}

var failed = regexp.MustCompile(`--- FAIL: (\S+)`)

// noticed names the test that failed.
func noticed(pkg string, out []byte) string {
	if m := failed.FindSubmatch(out); m != nil {
		return path.Base(pkg) + "." + string(m[1])
	}
	return path.Base(pkg)
}
