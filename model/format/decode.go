// Package format turns the bytes of a result file into a model.Document, and
// what is wrong with them into issues.
//
// What a file is shows in its content alone: its name plays no part. A file may
// hold several kinds at once. Every key of it either lands in the document or is
// counted as unknown; every figure that is not a finite number within what its
// quantity can be is missing, with an issue that names its place. Nothing is
// guessed, corrected or read as zero. All strings of a document have passed
// model/text.
//
// The JSON scanner is our own because result files are not always JSON: Python
// writes NaN into them, and a duplicate key, the position of a figure or a large
// timeline matter more here than a general decoder lets them.
//
// It imports the standard library, model and model/text, and does no I/O.
//
// Start reading at Decode, then packing.go and recognise.go (what a file is; Sniff
// says it by the first bytes alone), then one file a
// kind: scaleout.go, autoscaling.go, canary.go, coldstart.go. Below them lie
// figure.go and object.go (values and members with their issues) and scan.go
// (the grammar).
package format

import (
	"scaledeck/model"
	"scaledeck/model/text"
)

// Options are what a caller may set. The zero value is the usual.
type Options struct {
	// MaxDepth is how deep objects and lists may be nested: 0 means 100, and
	// more than 1 000 means 1 000. A file that is deeper is refused.
	MaxDepth int
}

const (
	usualDepth = 100
	mostDepth  = 1000 // every level costs a stack frame
)

func (o Options) depth() int {
	if o.MaxDepth <= 0 {
		return usualDepth
	}
	return min(o.MaxDepth, mostDepth)
}

// Decode reads one document from data, which it does not keep or change; name
// is how issues call the file. doc is nil where the data holds none, and issues
// then say why: line, column and what was expected. Where doc is not nil, issues
// are doc.Issues.
func Decode(name string, data []byte, o Options) (doc *model.Document, found []model.Issue) {
	d := newDecoder(name, data, o)
	ok := d.packed() && d.document()
	found = d.issues.list(data)
	if !ok {
		return nil, found
	}
	d.doc.Issues = found
	return d.doc, found
}

// Incomplete reports whether the issues say that the data merely ends in the
// middle, as a file does that is still being written, or that it is empty.
func Incomplete(found []model.Issue) bool {
	for _, i := range found {
		if i.Code == model.CodeIncomplete || i.Code == model.CodeEmpty {
			return true
		}
	}
	return false
}

// decoder reads one document.
type decoder struct {
	scanner
	issues issues
	doc    *model.Document
	path   []step       // to the value being read
	seen   []seenMember // of all objects being read, the innermost last
	cut    bool         // the data is only the beginning of a file

	metrics    []*model.Metric   // that a run can have
	scaleOut   *model.Comparison // the parts that are put together from several keys
	rolloutSet *model.RolloutSet
}

func newDecoder(name string, data []byte, o Options) *decoder {
	file := text.Name(name)
	return &decoder{
		scanner: scanner{data: data, maxDepth: o.depth()},
		issues:  issues{file: file},
		doc:     &model.Document{File: file},
		metrics: model.RunMetrics(),
	}
}

// issue adds an issue at the offset and the current path. It returns the issue's
// number for amend.
func (d *decoder) issue(at int, severity model.Severity, code model.Code, format string, args ...any) int {
	return d.issues.add(at, severity, code, d.path, format, args...)
}

// missing adds the issue of a key that the kind always carries and the object
// does not. The object begins at the offset.
func (d *decoder) missing(at int, key, words string) int {
	return d.issues.add(at, model.Warning, model.CodeMissing, append(d.path, step{key: []byte(key)}), "absent: expected %s", words)
}

// pointer returns the JSON pointer of the value being read, cleaned.
func (d *decoder) pointer() string { return pointer(d.path) }
