package analysis

import (
	"errors"

	"scaledeck/model"
)

// Reference is the baseline topology of one document, with which another
// document's topologies are compared. Only scale-out analyses have one: a canary
// is measured against its own baseline build at the same moment, and a rule for a
// timeline relates to no baseline at all.
type Reference struct {
	doc      *model.Document
	topology Topology
	doubts   []string
}

// ErrNoBaseline means that a document has no topology to compare with.
var ErrNoBaseline = errors.New("it holds no scale-out analysis with a baseline: expected rows with a number of replicas")

// NewReference returns the baseline of a document: its smallest number of
// replicas, as in a comparison within the document. The error is ErrNoBaseline.
func NewReference(doc *model.Document) (*Reference, error) {
	if doc == nil || doc.Comparison() == nil {
		return nil, ErrNoBaseline
	}
	s := &ScaleOut{Data: doc.Comparison(), Topologies: topologies(doc.Comparison()), Reference: doc.File}
	if len(s.Topologies) == 0 {
		return nil, ErrNoBaseline
	}
	_, contradictions := checkScaleOut(doc, assess(doc, Options{}, -1))
	return &Reference{doc: doc, topology: s.Topologies[0], doubts: doubts(doc, s, contradictions, false)}, nil
}

// label names the reference: "1 replica of last-week.json".
func (r *Reference) label() string { return r.topology.Label + " of " + r.doc.File }

// doubtsFor returns what keeps a comparison with the reference from PASS.
func (r *Reference) doubtsFor(doc *model.Document) []string {
	var list []string
	if doc.Simulated != r.doc.Simulated {
		list = append(list, "simulated and measured figures are compared: "+doc.File+" with "+r.doc.File)
	}
	for _, d := range r.doubts {
		list = append(list, "baseline "+r.doc.File+": "+d)
	}
	return list
}
