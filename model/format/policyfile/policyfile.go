// Package policyfile reads a policy file, YAML, into model.PolicyFile: what is
// given in it and where. What the words mean is for package analysis to say.
//
// Start reading at Read.
package policyfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"scaledeck/model"
	"scaledeck/model/text"
)

// Version is the version of policy files that is understood.
const Version = 1

// MaxBytes bounds a policy file.
const MaxBytes = 64 << 10

// maxBrackets bounds the brackets of a policy file: the time that the YAML
// parser takes grows with the square of how deep they are nested.
const maxBrackets = 1000

// shown bounds what a message repeats of a file, in characters.
const shown = 40

// Read reads a policy file, YAML, which it does not keep or change; name is
// how issues call the file. file is nil where there are issues, all of them
// errors: the place, what is wrong and what was expected. What the words in it
// mean is for package analysis to say.
func Read(name string, data []byte) (file *model.PolicyFile, found []model.Issue) {
	d := reader{file: text.Name(name)}
	defer func() {
		if recover() != nil { // the parser is not ours, and its input is anyone's
			d.complain(model.Place{}, model.CodeSyntax, "the YAML parser gives up: expected a mapping of %s", strings.Join(rootKeys, ", "))
			file, found = nil, d.found
		}
	}()
	p := &model.PolicyFile{File: d.file}
	if root := d.parse(data); root != nil {
		d.root(root, p)
	}
	if len(d.found) > 0 {
		return nil, d.found
	}
	return p, nil
}

// reader reads one policy file.
type reader struct {
	file  string
	found []model.Issue
}

func (d *reader) complain(at model.Place, code model.Code, format string, args ...any) {
	d.found = append(d.found, model.Issue{
		Severity: model.Error, Code: code, File: d.file, Line: at.Line, Column: at.Column,
		Message: text.Clean(fmt.Sprintf(format, args...)),
	})
}

// parse returns the mapping that the file is, or nil after an issue.
func (d *reader) parse(data []byte) *ast.MappingNode {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case len(data) > MaxBytes:
		d.complain(model.Place{}, model.CodeTooLarge, "%d bytes: expected a policy of at most %d", len(data), MaxBytes)
		return nil
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		d.complain(model.Place{}, model.CodeSyntax, "not UTF-8 text: expected YAML")
		return nil
	case bytes.Count(data, []byte("["))+bytes.Count(data, []byte("{")) > maxBrackets:
		d.complain(model.Place{}, model.CodeSyntax, "more than %d brackets: expected a policy written in lines", maxBrackets)
		return nil
	}
	file, err := parser.ParseBytes(data, 0)
	var syntax *yaml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		d.complain(placeOf(syntax.Token), model.CodeSyntax, "%s", syntax.Message)
		return nil
	case err != nil:
		d.complain(model.Place{}, model.CodeSyntax, "%v", err)
		return nil
	}
	return d.only(file)
}

// only returns the one mapping of the one document of a file.
func (d *reader) only(file *ast.File) *ast.MappingNode {
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	switch {
	case len(bodies) == 0:
		d.complain(model.Place{}, model.CodeEmpty, "empty: expected version: %d and rules", Version)
		return nil
	case len(bodies) > 1:
		d.complain(nodePlace(bodies[1]), model.CodePolicy, "a second document: expected one")
		return nil
	}
	root, ok := bodies[0].(*ast.MappingNode)
	if !ok {
		d.complain(nodePlace(bodies[0]), model.CodeWrongType, "expected a mapping of %s, got %s", strings.Join(rootKeys, ", "), nodeWords(bodies[0]))
		return nil
	}
	return root
}

// placeOf returns where a token is.
func placeOf(t *token.Token) model.Place {
	if t == nil || t.Position == nil {
		return model.Place{}
	}
	return model.Place{Line: t.Position.Line, Column: t.Position.Column}
}

// nodePlace returns where a node begins. The token of a mapping is the colon
// after its first key.
func nodePlace(n ast.Node) model.Place {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return placeOf(n.Values[0].Key.GetToken())
		}
	case *ast.MappingValueNode:
		return placeOf(n.Key.GetToken())
	}
	return placeOf(n.GetToken())
}

// nodeWords names what a node is, for messages.
func nodeWords(n ast.Node) string {
	switch n := n.(type) {
	case *ast.NullNode:
		return "nothing"
	case *ast.StringNode:
		return "text " + text.Quote(n.Value, shown)
	case *ast.LiteralNode:
		return "text over several lines"
	case *ast.IntegerNode, *ast.FloatNode:
		return "the number " + n.GetToken().Value
	case *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value + ", which is not finite"
	case *ast.BoolNode:
		return n.GetToken().Value
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	default:
		return "an anchor, alias or tag, which a policy has no use for"
	}
}
