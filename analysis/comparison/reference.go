package comparison

import (
	"errors"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// reference is the baseline topology of one document, with which another
// document's topologies are compared. Only scale-out analyses have one: a canary
// is measured against its own baseline build at the same moment, and a rule for a
// timeline relates to no baseline at all.
type reference struct {
	doc      *model.Document
	topology Topology
	doubts   []string
}

// ErrNoBaseline means that a document has no topology to compare with.
var ErrNoBaseline = errors.New("it holds no scale-out analysis with a baseline: expected rows with a number of replicas")

// CheckReference reports whether a document can be compared with, as
// Options.Reference. The error is ErrNoBaseline.
func CheckReference(doc *model.Document) error {
	_, err := newReference(doc)
	return err
}

// newReference returns the baseline of a document: its smallest number of
// replicas, as in a comparison within the document. The error is ErrNoBaseline.
func newReference(doc *model.Document) (*reference, error) {
	if doc == nil || doc.Comparison() == nil || len(doc.Comparison().Arms) > 0 {
		return nil, ErrNoBaseline
	}
	s := &ScaleOut{Data: doc.Comparison(), Topologies: topologies(doc.Comparison()), Reference: doc.File}
	if len(s.Topologies) == 0 {
		return nil, ErrNoBaseline
	}
	_, contradictions := checkScaleOut(doc, assess(doc, doc.Comparison(), gate.Options{}, -1))
	return &reference{doc: doc, topology: s.Topologies[0], doubts: doubts(doc, s, contradictions, gate.Options{})}, nil
}

// label names the reference: "1 replica of last-week.json".
func (r *reference) label() string { return r.topology.Label + " of " + r.doc.File }

// doubtsFor returns what keeps a comparison with the reference from PASS.
func (r *reference) doubtsFor(doc *model.Document) []string {
	var list []string
	if doc.Simulated != r.doc.Simulated {
		list = append(list, "simulated and measured figures are compared: "+doc.File+" with "+r.doc.File)
	}
	for _, d := range r.doubts {
		list = append(list, "baseline "+r.doc.File+": "+d)
	}
	return list
}
