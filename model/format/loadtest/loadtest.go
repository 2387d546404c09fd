// Package loadtest is what the formats of load generators have in common: results
// that become the runs of one comparison, the settings in which they differ, which
// make its arms, and what every result is looked at for.
//
// A format reads its results by a table of Fields, or member by member, and gives
// each to Keep. What a tool writes and did not measure is missing: latencies of 0
// and percentiles of too few requests. Every figure has the unit of its metric: it
// is converted once, when it is read, and a unit in the file is the one that counts.
//
// Start reading at Decode, then fields.go (the tables) and check.go.
package loadtest

import (
	"slices"
	"strconv"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
)

// Reader reads the results of one file.
type Reader struct {
	jsonscan.Reader
	tool    string
	results []Result
	left    int               // results over the limit
	often   map[string]*often // issues by their message
	texts   often             // of numbers written as text
}

// Result is one result while it is read.
type Result struct {
	Run      model.Run
	Settings []model.Setting
	Begin    int // offset of its object
	end      int
}

// Decode reads the objects of an input, each by read, and makes one comparison of
// the results that it kept. tool is the name of the format.
func Decode(in intake.Input, to *intake.Sink, tool string, read func(*Reader)) error {
	data, err := in.Bytes()
	if err != nil {
		return err
	}
	d := &Reader{Reader: *jsonscan.New(in.Name, data, in.Depth), tool: tool}
	d.Peek()
	begin := d.Pos()
	d.Each("a result of "+tool, func() { d.Bounded(func() { read(d) }) })
	d.TellLeft(begin, d.left)
	d.tellOften()
	switch {
	case d.Failed():
		d.Broken(model.Error)
	case len(d.results) == 0:
		d.Issue(begin, model.Warning, model.CodeMissing, "no results: expected at least one")
	default:
		to.Add(d.comparison())
		to.Doc.Schema = tool
	}
	d.Finish(&to.Doc)
	return nil
}

// Bounded reads one value, or passes over it where there are as many results as
// may be.
func (d *Reader) Bounded(read func()) {
	if !d.Full(len(d.results), &d.left) {
		read()
	}
}

// Result begins a result with the object at the current position.
func (d *Reader) Result() *Result {
	return &Result{Begin: d.Pos(), Run: model.Run{Pointer: d.Pointer(), Figures: make(model.Values), Keys: make(map[*model.Metric]string)}}
}

// Keep looks a result over and keeps it. Its object ends at the current position.
func (d *Reader) Keep(r *Result) {
	if d.Failed() {
		return
	}
	r.end = d.Pos()
	d.unmeasured(r)
	d.cautions(r)
	d.results = append(d.results, *r)
}

// Set notes what the run was made with.
func (r *Result) Set(key, value string) {
	r.Settings = append(r.Settings, model.Setting{Key: key, Value: value})
}

// Unset forgets what the run was made with: two values contradict each other.
func (r *Result) Unset(key string) {
	r.Settings = slices.DeleteFunc(r.Settings, func(s model.Setting) bool { return s.Key == key })
}

func (r *Result) get(key string) string {
	if i := slices.IndexFunc(r.Settings, func(s model.Setting) bool { return s.Key == key }); i >= 0 {
		return r.Settings[i].Value
	}
	return ""
}

// Number prints a setting that is a number.
func Number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
