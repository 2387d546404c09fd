// Package seed reads the result files that scaledeck began with: the analysis of
// a scale-out, and the object of an autoscaling comparison, canary rollouts and a
// breakdown of cold starts. One file may hold several of them. Its keys are those
// of the files that "scaledeck demo --write" writes.
//
// Start reading at recognise.go (what an object is), then one file a kind:
// scaleout.go, autoscaling.go, canary.go, coldstart.go.
package seed

import (
	"context"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
)

// Format returns the row of this package in the list of formats. It takes any JSON
// object that no other format takes, to say what it lacks.
func Format() intake.Format {
	return intake.Format{Name: "scaledeck results", Sniff: sniff, Decode: decode, Refuses: refuses}
}

func sniff(h *intake.Head) intake.Likeness {
	if jsonscan.First(h.Data) == jsonscan.KindObject {
		return intake.Possible
	}
	return intake.Unlike
}

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	data, err := in.Bytes()
	if err != nil {
		return err
	}
	d := newDecoder(in.Name, data, in.Depth)
	if d.document() {
		to.Doc = *d.doc
	}
	d.Finish(&to.Doc)
	return nil
}

// refuses decodes the beginning. Where an object ends within it, something else
// may follow.
func refuses(h *intake.Head) []model.Issue {
	d := newDecoder(h.Name, h.Data, 0)
	ok := d.document()
	if ok || d.Failed() && d.Fault().Code == model.CodeIncomplete || !h.Whole && !d.Failed() {
		return nil
	}
	return d.Issues.List(h.Data)
}

// decoder reads one document.
type decoder struct {
	jsonscan.Reader
	doc *model.Document

	metrics    []*model.Metric   // that a run can have
	scaleOut   *model.Comparison // the parts that are put together from several keys
	rolloutSet *model.RolloutSet
}

func newDecoder(name string, data []byte, depth int) *decoder {
	return &decoder{
		Reader:  *jsonscan.New(name, data, depth),
		doc:     &model.Document{},
		metrics: model.RunMetrics(),
	}
}

// lose notes that what should be at an origin is not, with what it belongs to.
func lose(list *[]model.Measured, at string, why model.Presence) {
	*list = append(*list, model.Measured{Figure: model.Missing(why), Expected: true, Origin: model.Origin{At: at}})
}

// object reports whether the current value is an object. Anything else is lost to
// what it belongs to, and an issue says so.
func (d *decoder) object(list *[]model.Measured, words string) bool {
	return d.wanted(list, jsonscan.KindObject, words)
}

// array does for a list what object does for an object.
func (d *decoder) array(list *[]model.Measured, words string) bool {
	return d.wanted(list, jsonscan.KindArray, words)
}

func (d *decoder) wanted(list *[]model.Measured, k jsonscan.Kind, words string) bool {
	got := d.Peek()
	if got != k {
		why := model.WrongType
		if got == jsonscan.KindNull {
			why = model.Null
		}
		lose(list, d.Pointer(), why)
	}
	return d.Want(k, words)
}
