package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutant is one change: what stands between two offsets of a file becomes a text.
type mutant struct {
	file       string // relative to the module
	line       int
	begin, end int
	text       string
	src        []byte // of the file, as it was when the change was found
}

// changed is the file with the change.
func (m mutant) changed() []byte {
	return slices.Concat(m.src[:m.begin], []byte(m.text), m.src[m.end:])
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d: %s → %s", m.file, m.line, short(string(m.src[m.begin:m.end])), short(m.text))
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return "nothing"
	}
	if r := []rune(s); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return s
}

// shuffle puts changes into the order of a seed.
func shuffle(all []mutant, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
}

// mutants returns every change below a folder, in the order of the files.
func mutants(root, folder string) ([]mutant, error) {
	var all []mutant
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		if built, err := build.Default.MatchFile(filepath.Dir(path), filepath.Base(path)); err != nil || !built {
			return err
		}
		if strings.HasSuffix(filepath.Dir(path), "test") {
			return nil // a package for tests
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, src, 0)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		v := &visitor{set: set, src: src, file: filepath.ToSlash(rel)}
		for _, decl := range f.Decls {
			ast.Inspect(decl, v.visit)
		}
		all = append(all, v.found...)
		return nil
	})
	return all, err
}

// visitor collects the changes of one file.
type visitor struct {
	set   *token.FileSet
	src   []byte
	file  string
	found []mutant
}

func (v *visitor) offset(p token.Pos) int { return v.set.Position(p).Offset }

func (v *visitor) source(n ast.Node) string {
	return string(v.src[v.offset(n.Pos()):v.offset(n.End())])
}

// put adds the change of a stretch of the source.
func (v *visitor) put(from, to token.Pos, text string) {
	v.found = append(v.found, mutant{
		file: v.file, line: v.set.Position(from).Line, begin: v.offset(from), end: v.offset(to), text: text, src: v.src,
	})
}

// operators are what an operator becomes: the boundary moved, the test turned
// round, the arithmetic the other way.
var operators = map[token.Token][]string{
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
	token.EQL: {"!="}, token.NEQ: {"=="},
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/"}, token.QUO: {"*"},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD_ASSIGN: {"-="}, token.SUB_ASSIGN: {"+="},
}

func (v *visitor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Name.Name != "Grow"
	case *ast.GenDecl:
		return n.Tok != token.IMPORT
	case *ast.CallExpr:
		return !v.speedOnly(n)
	case *ast.BinaryExpr:
		for _, to := range operators[n.Op] {
			v.put(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), to)
		}
	case *ast.BasicLit:
		v.number(n)
	case *ast.Ident:
		v.truth(n)
	case *ast.IfStmt:
		v.branches(n)
	case *ast.BranchStmt:
		if n.Label == nil && (n.Tok == token.CONTINUE || n.Tok == token.BREAK) {
			v.put(n.Pos(), n.End(), "")
		}
	case *ast.ReturnStmt:
		if len(n.Results) == 0 {
			v.put(n.Pos(), n.End(), "")
		}
	case *ast.ExprStmt:
		if !v.isPanic(n.X) {
			v.put(n.Pos(), n.End(), "")
		}
	case *ast.IncDecStmt:
		v.put(n.Pos(), n.End(), "")
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			v.put(n.Pos(), n.End(), "")
		}
		for _, to := range operators[n.Tok] {
			v.put(n.TokPos, n.TokPos+token.Pos(len(n.Tok.String())), to)
		}
	}
	return true
}

// speedOnly reports whether a call is one of those whose arguments change speed
// alone, or words that only a programmer sees.
func (v *visitor) speedOnly(n *ast.CallExpr) bool {
	if v.isPanic(n) {
		return true
	}
	switch fun := n.Fun.(type) {
	case *ast.Ident:
		return fun.Name == "make" && len(n.Args) == 3 || fun.Name == "make" && len(n.Args) == 2 && isMap(n.Args[0])
	case *ast.SelectorExpr:
		return fun.Sel.Name == "Grow"
	}
	return false
}

func isMap(n ast.Expr) bool { _, ok := n.(*ast.MapType); return ok }

func (v *visitor) isPanic(n ast.Expr) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "panic"
}

// number moves a number by one.
func (v *visitor) number(n *ast.BasicLit) {
	if n.Kind != token.INT && n.Kind != token.FLOAT {
		return
	}
	if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
		v.put(n.Pos(), n.End(), strconv.FormatInt(i+1, 10))
		if i > 0 {
			v.put(n.Pos(), n.End(), strconv.FormatInt(i-1, 10))
		}
	} else if f, err := strconv.ParseFloat(n.Value, 64); err == nil {
		v.put(n.Pos(), n.End(), strconv.FormatFloat(f+1, 'g', -1, 64))
	}
}

// truth turns true and false round.
func (v *visitor) truth(n *ast.Ident) {
	switch n.Name {
	case "true":
		v.put(n.Pos(), n.End(), "false")
	case "false":
		v.put(n.Pos(), n.End(), "true")
	}
}

// branches turns a condition round, and swaps what is done where it holds with
// what is done where it does not.
func (v *visitor) branches(n *ast.IfStmt) {
	v.put(n.Cond.Pos(), n.Cond.End(), "!("+v.source(n.Cond)+")")
	if other, ok := n.Else.(*ast.BlockStmt); ok {
		v.put(n.Body.Pos(), other.End(), v.source(other)+" else "+v.source(n.Body))
	}
}
