// Package intake is what every format is written against: a file is offered to
// each by its beginning (Head), the likeliest reads it (Input) and hands over
// what it holds (Sink). The list of formats is in package format.
package intake

import (
	"context"
	"io"

	"scaledeck/model"
)

// BOM is the byte order mark that text in UTF-8 may begin with.
const BOM = "\xef\xbb\xbf"

// Format is one way in which tools write files.
type Format struct {
	Name string // as shown, such as "vLLM bench serve"
	// Sniff says how much a file looks like the format by its content; its name
	// plays no role.
	Sniff func(*Head) Likeness
	// Decode reads a whole input. What it holds goes to the sink, what is wrong
	// with it too; the error is for an input that could not be read to its end.
	Decode func(context.Context, Input, *Sink) error
	// Refuses says by the beginning of a file why the whole would not decode, nil
	// where that is not known yet. It may be nil.
	Refuses func(*Head) []model.Issue
}

// Likeness is how much a file looks like a format.
type Likeness uint8

// The likenesses: of several formats the one with the largest reads the file.
const (
	Unlike   Likeness = iota
	Possible          // nothing speaks against it
	Likely            // it has keys or columns that hardly anything else has
	Certain           // it names itself
)

// Head is the beginning of a file.
type Head struct {
	Name  string // how issues call the file
	Data  []byte
	Whole bool // Data is all there is
}

// Input is one thing to decode: bytes or a stream.
type Input struct {
	Name   string    // how issues call it
	Data   []byte    // must not be kept or changed
	Stream io.Reader // where Data is nil
	Depth  int       // how deep JSON may be nested; 0 for the usual
}

// Bytes returns all of the input.
func (in Input) Bytes() ([]byte, error) {
	if in.Data != nil || in.Stream == nil {
		return in.Data, nil
	}
	return io.ReadAll(in.Stream)
}

// Sink takes what one input holds: one document, whose parts and issues may come
// from many objects or files in it.
type Sink struct{ Doc model.Document }

// Add hands over one part.
func (s *Sink) Add(p model.Part) { s.Doc.Parts = append(s.Doc.Parts, p) }

// Report hands over issues, in the file's order.
func (s *Sink) Report(found ...model.Issue) { s.Doc.Issues = append(s.Doc.Issues, found...) }
