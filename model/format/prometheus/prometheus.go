// Package prometheus reads what the HTTP API of Prometheus, and of servers that
// speak like it, answers to a range query: one timeline, a column for each metric,
// and for each replica where there are several.
//
// The rows of metrics.go say which series are known metrics, and how those of
// several replicas make one. Every other series is a metric of its own name. A
// latency is in seconds there, as Prometheus has them, and in ms here.
//
// Values are text. NaN and infinities are missing here, and where a replica lacks a
// value between its first and its last, so does what is made of all replicas: a
// sum without it would be too small. Answers that say error have no document, and
// warnings are errors of the document, since the server says by them that values
// may be left out.
//
// Start reading at decode, then series.go (one series) and columns.go.
package prometheus

import (
	"bytes"
	"context"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
)

const (
	name   = "Prometheus range query"
	result = "/data/result" // the pointer of the series
)

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

func sniff(h *intake.Head) intake.Likeness {
	if !bytes.Contains(h.Data, []byte(`"status"`)) { // most files end here
		return intake.Unlike
	}
	keys, list := jsonscan.Root(h.Data)
	answer := keys.Have("status", "data") && bytes.Contains(h.Data, []byte(`"resultType"`))
	if !list && (answer || keys.Have("status", "errorType", "error")) {
		return intake.Likely
	}
	return intake.Unlike
}

// decoder reads one answer.
type decoder struct {
	jsonscan.Reader
	status, errorType, message string
	resultType                 string
	series                     []series
	left                       int              // series over the limit
	lost                       []model.Measured // what is left out, the first few
}

// What an answer may have: a column has a place for every time of the answer, so
// that a small file of many times could fill the memory.
const (
	maxSeries = 2000
	maxCells  = 8 << 20
)

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	data, err := in.Bytes()
	if err != nil {
		return err
	}
	d := &decoder{Reader: *jsonscan.New(in.Name, data, in.Depth)}
	d.Peek()
	begin := d.Pos()
	if d.WantObject("an answer of Prometheus") {
		d.answer()
	}
	if !d.Failed() && !d.Done() {
		d.Expected(jsonscan.AfterDocument)
	}
	switch times := d.times(); {
	case d.Failed():
		d.Broken(model.Error)
	case d.status != "success":
		d.Issue(begin, model.Error, model.CodeUnreadable, "the server answered %s: %s: %s", d.status, d.errorType, d.message)
	case d.resultType != "matrix":
		d.Issue(begin, model.Error, model.CodeUnsupported, "the answer is a %s: expected a matrix, as a range query gives it", jsonscan.Quote([]byte(d.resultType)))
	case len(times) == 0:
		d.Issue(begin, model.Warning, model.CodeMissing, "0 series: the query matched nothing in that time")
	case len(times)*len(d.series) > maxCells:
		d.Issue(begin, model.Error, model.CodeTooLarge, "%d series at %d times: expected at most %d values", len(d.series), len(times), maxCells)
	default:
		to.Add(&model.TimelineSet{Pointer: result, Open: true, Timelines: []model.Timeline{d.timeline(times)}, Lost: d.lost})
		to.Doc.Schema = name
	}
	d.Finish(&to.Doc)
	return nil
}

// answer reads the whole of what the server sent.
func (d *decoder) answer() {
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "status":
			d.Text(&o, &d.status)
		case "errorType":
			d.Text(&o, &d.errorType)
		case "error":
			d.Text(&o, &d.message)
		case "warnings":
			d.remarks(&o, model.Error, "the server warns: ")
		case "infos":
			d.remarks(&o, model.Note, "the server remarks: ")
		case "data":
			if d.Repeat(&o) == jsonscan.Once && d.WantObject("an object with the result") {
				d.data()
			}
		default:
			d.Unknown(&o)
		}
	}
}

// remarks makes issues of a list of sentences.
func (d *decoder) remarks(o *jsonscan.Object, severity model.Severity, before string) {
	var list []string
	d.Texts(o, &list)
	for _, s := range list {
		d.Issue(o.At, severity, model.CodeTruncated, "%s%s", before, s)
	}
}

func (d *decoder) data() {
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "resultType":
			d.Text(&o, &d.resultType)
		case "result":
			if d.Repeat(&o) != jsonscan.Once || !d.WantArray("a list of series") {
				continue
			}
			begin := d.Pos()
			for l := d.List(); d.Element(&l); {
				if d.WantObject("a series") && !d.full() {
					d.readSeries()
				}
			}
			d.TellLeft(begin, d.left)
		default:
			d.Unknown(&o)
		}
	}
}

// full reports whether there are as many series as may be, and then counts one more.
func (d *decoder) full() bool {
	if len(d.series) < maxSeries {
		return false
	}
	d.Stray()
	d.left++
	d.lose(model.Absent)
	return true
}

// maxLost bounds what is noted as lost; one is enough to keep a verdict from passing.
const maxLost = 100

// lose notes that what is at the current place is left out.
func (d *decoder) lose(why model.Presence) {
	if len(d.lost) < maxLost {
		d.lost = append(d.lost, model.Measured{Figure: model.Missing(why), Expected: true, Origin: model.Origin{At: d.Pointer()}})
	}
}
