// Package format turns the bytes of a file into a model.Document, and what is
// wrong with them into issues.
//
// What a file is shows in its content alone: its name plays no role. All lists
// the formats, a folder each; a file is offered to all of them and the likeliest
// reads it. What no format takes is named for what it is. Every key of a file either
// lands in the document or is counted as unknown; every figure that is not a
// finite number within what its quantity can be is missing, with an issue that
// names its place. All strings of a document have passed model/text.
//
// Nothing here does I/O. To add a format: one more folder here with a Format
// function and its tests, and one line in All.
//
// Start reading at Decode, then package intake (what a format is written against)
// and one of the formats. Packages jsonscan and csvscan read what they share.
package format

import (
	"context"
	"fmt"

	"scaledeck/model"
	"scaledeck/model/format/aiperf"
	"scaledeck/model/format/autoscaler"
	"scaledeck/model/format/benchreport"
	"scaledeck/model/format/guidellm"
	"scaledeck/model/format/inferenceperf"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/prism"
	"scaledeck/model/format/prometheus"
	"scaledeck/model/format/seed"
	"scaledeck/model/format/sglang"
	"scaledeck/model/format/vllm"
	"scaledeck/model/text"
)

// All returns the formats. Of those that find a file equally likely the first
// reads it.
func All() []intake.Format {
	return []intake.Format{
		seed.Format(),
		vllm.Format(),
		autoscaler.Format(),
		prometheus.Format(),
		aiperf.Format(),
		guidellm.Format(),
		inferenceperf.Format(),
		sglang.Format(),
		prism.Format(),
		benchreport.Format(),
	}
}

// Options are what a caller may set. The zero value is the usual.
type Options struct {
	// MaxDepth is how deep objects and lists may be nested: 0 means 100, and
	// more than 1 000 means 1 000. A file that is deeper is refused.
	MaxDepth int
	// MaxBytes is how much a compressed file may hold: 0 means 64 MiB.
	MaxBytes int64
}

// Decode reads one document from data, which it does not keep or change; name
// is how issues call the file. doc is nil where the data holds none, and issues
// then say why: line, column and what was expected. Where doc is not nil, issues
// are doc.Issues. Data that is compressed by gzip or zstd is unpacked, and places are those in
// what it holds.
func Decode(name string, data []byte, o Options) (doc *model.Document, found []model.Issue) {
	if data, found = unpacked(name, data, o.MaxBytes); found != nil {
		return nil, found
	}
	h := intake.Head{Name: name, Data: data, Whole: true}
	if why, is := packed(&h); is {
		return nil, []model.Issue{why.issue}
	}
	// As much as Sniff sees: what it takes for likely is what reads the file.
	h.Data, h.Whole = data[:min(len(data), SniffLen)], len(data) <= SniffLen
	f, is := likeliest(&h)
	if f == nil {
		if found := unreadable(&h, is); found != nil {
			return nil, found
		}
		return nil, stranger(&intake.Head{Name: name, Data: data, Whole: true}, o.MaxDepth)
	}
	var to intake.Sink
	err := f.Decode(context.Background(), intake.Input{Name: name, Data: data, Depth: o.MaxDepth}, &to)
	switch {
	case err != nil:
		to.Report(model.Issue{Severity: model.Error, Code: model.CodeUnreadable, File: text.Name(name), Message: text.Clean(fmt.Sprintf("reading it as %s: %v", f.Name, err))})
		return nil, to.Doc.Issues
	case to.Doc.Empty():
		if found := unreadable(&h, is); found != nil {
			return nil, found
		}
		return nil, to.Doc.Issues
	}
	to.Doc.File = text.Name(name)
	return &to.Doc, to.Doc.Issues
}

// likeliest returns the format that a file looks most like, nil for none, and how
// much.
func likeliest(h *intake.Head) (best *intake.Format, most intake.Likeness) {
	list := All()
	for i := range list {
		if is := list[i].Sniff(h); is > most {
			best, most = &list[i], is
		}
	}
	return best, most
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
