// Package jsonscan reads JSON for the formats: its grammar, and the figures,
// flags and texts in it with their issues, each with line, column and pointer.
//
// It is our own because result files are not always JSON: Python writes NaN into
// them, and a duplicate key, the position of a figure or a large timeline matter
// more here than a general decoder lets them. Every key is either read by its
// format or counted as unknown; every figure that is not a finite number in its
// domain is missing, with an issue. Nothing is guessed, corrected or read as zero.
//
// Start reading at Reader, then value.go and object.go (values and members with
// their issues), then scan.go (the grammar). Fields reads an object by a table.
package jsonscan

import (
	"bytes"
	"fmt"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/text"
)

const (
	usualDepth = 100
	mostDepth  = 1000 // every level costs a stack frame
)

// Reader reads the values of one document.
type Reader struct {
	Scanner
	Issues       intake.Issues
	UnknownKeys  []string // pointers of keys that nothing is read from, the first model.MaxUnknown
	UnknownCount int      // of all of them

	path []step       // to the value being read
	seen []seenMember // of all objects being read, the innermost last
}

// New returns a reader of data, which it does not keep or change. name is how
// issues call the file. Objects and lists may be nested depth deep: 0 means 100,
// and more than 1 000 means 1 000.
func New(name string, data []byte, depth int) *Reader {
	if depth <= 0 {
		depth = usualDepth
	}
	d := &Reader{
		Scanner: Scanner{data: data, maxDepth: min(depth, mostDepth)},
		Issues:  intake.Issues{File: text.Name(name)},
	}
	if bytes.HasPrefix(data, []byte(intake.BOM)) {
		d.pos = len(intake.BOM)
	}
	return d
}

// Issue adds an issue at the offset and the current path. It returns the issue's
// number for Issues.Amend.
func (d *Reader) Issue(at int, severity model.Severity, code model.Code, format string, args ...any) int {
	if d.Issues.Full() { // before the pointer is made
		return 0
	}
	return d.Issues.Add(at, severity, code, pointer(d.path), format, args...)
}

// IssueAt adds an issue at the offset, −1 for none, with a pointer of its own.
func (d *Reader) IssueAt(pointer string, at int, severity model.Severity, code model.Code, format string, args ...any) {
	d.Issues.Add(at, severity, code, pointer, format, args...)
}

// Broken leaves of all issues only the one of what ended the scan: the others
// were found in something that is no document.
func (d *Reader) Broken(severity model.Severity) {
	d.Issues.Drop()
	d.Issues.Add(d.fault.At, severity, d.fault.Code, "", "%s", d.fault.Message)
}

// AfterDocument is what is expected once a document has ended.
const AfterDocument = "the end of the file after the document"

// Missing adds the issue of a key that the kind always has and the object does
// not. The object begins at the offset.
func (d *Reader) Missing(at int, key, words string) int {
	if d.Issues.Full() {
		return 0
	}
	return d.Issues.Add(at, model.Warning, model.CodeMissing, pointer(append(d.path, step{key: []byte(key)})), "absent: expected %s", words)
}

// Pointer returns the JSON pointer of the value being read, cleaned.
func (d *Reader) Pointer() string { return pointer(d.path) }

// Revisit goes back to the value at the offset, which a key of the root has and
// which was skipped before.
func (d *Reader) Revisit(key string, at int) {
	d.pos, d.depth = at, 1
	d.path = append(d.path[:0], step{key: []byte(key)})
}

// Leave ends the visits.
func (d *Reader) Leave() { d.path = d.path[:0] }

// Finish puts what was read besides the parts into the document: its issues and
// the keys that nothing was read from.
func (d *Reader) Finish(doc *model.Document) {
	doc.File = d.Issues.File
	doc.Unknown = append(doc.Unknown, d.UnknownKeys...)
	doc.UnknownCount += d.UnknownCount
	doc.Issues = append(doc.Issues, d.Issues.List(d.data)...)
}

// step is one element of a JSON pointer: a key, or an index where key is nil.
type step struct {
	key   []byte
	index int
}

// pointer returns the RFC 6901 pointer of the steps, cleaned.
func pointer(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteByte('/')
		if s.key == nil {
			fmt.Fprintf(&b, "%d", s.index)
			continue
		}
		if !bytes.ContainsAny(s.key, "~/") {
			b.Write(s.key)
			continue
		}
		for _, c := range s.key {
			switch c {
			case '~':
				b.WriteString("~0")
			case '/':
				b.WriteString("~1")
			default:
				b.WriteByte(c)
			}
		}
	}
	return text.Clean(b.String())
}
