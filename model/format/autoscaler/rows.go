package autoscaler

import (
	"math"
	"strconv"
	"strings"
	"time"

	"scaledeck/model"
	"scaledeck/model/format/csvscan"
	"scaledeck/model/format/intake"
	"scaledeck/model/text"
)

// column is a row of the table of what a file's columns hold.
type column struct {
	key    string
	metric *model.Metric
	scale  float64 // to the metric's unit; 0 for 1
	// zero is set where 0 cannot have been measured, as no latency can.
	zero     bool
	optional bool // files may have no such column
}

// tally counts what happens in many rows: it is one issue, not one a row.
type tally struct{ count, issue int }

// rows reads the records of a file.
type rows struct {
	*csvscan.Table
	issues  intake.Issues
	tallies map[string]*tally
	start   time.Time
	last    map[*model.Metric]float64 // the last figure of each column, for jumps
	lost    []model.Measured          // rows that are left out, the first few
}

// tell makes the issue of something in the current record, or counts it where it
// is not the first of its sort in the column.
func (r *rows) tell(sort, column string, severity model.Severity, code model.Code, format string, args ...any) {
	t := r.tallies[sort+column]
	if t == nil {
		t = &tally{issue: r.issues.Add(r.At, severity, code, column, format, args...)}
		r.tallies[sort+column] = t
	}
	t.count++
}

// find returns where a column is, −1 with an issue where it is not or is twice.
func (r *rows) find(c *column) int {
	at, twice := r.Column(c.key)
	switch {
	case twice:
		r.tell("twice", c.key, model.Warning, model.CodeDuplicateKey, "two columns have this name: neither is read")
		return -1
	case at < 0 && !c.optional:
		r.tell("absent", c.key, model.Warning, model.CodeMissing, "absent: expected a column of %s", c.metric.Domain.Words)
	}
	return at
}

// finish says how many more of the same there were.
func (r *rows) finish() {
	for _, t := range r.tallies {
		if t.count > 1 {
			r.issues.Amend(t.issue, "; and in "+strconv.Itoa(t.count-1)+" more rows")
		}
	}
}

// maxLost bounds the rows that are noted as lost; one is enough to keep a verdict
// from passing.
const maxLost = 100

// leave notes that the current record is left out.
func (r *rows) leave(why model.Presence) {
	if len(r.lost) < maxLost {
		r.lost = append(r.lost, model.Measured{Figure: model.Missing(why), Expected: true, Origin: model.Origin{Line: r.Line, Column: 1}})
	}
}

// usable reports whether the current record can be read.
func (r *rows) usable() bool {
	switch {
	case r.Fault != csvscan.Sound:
		r.tell("fault", "", model.Warning, model.CodeSyntax, "%s: the row is left out", r.Fault)
		r.leave(model.WrongType)
		return false
	case r.Short:
		r.tell("short", "", model.Warning, model.CodeSyntax, "not as many cells as the header has columns: the row is left out")
		r.leave(model.WrongType)
		return false
	}
	return true
}

// layouts are how times are written.
var layouts = [...]string{time.DateTime, time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05.999999-07:00"}

// seconds returns the time of the current record from the start of the file.
func (r *rows) seconds(at int) (float64, bool) {
	cell := r.Cell(at)
	for _, layout := range layouts {
		t, err := time.Parse(layout, cell)
		if err != nil {
			continue
		}
		if r.start.IsZero() {
			r.start = t
		}
		return t.Sub(r.start).Seconds(), true
	}
	if v, how := csvscan.Number([]byte(cell)); how == csvscan.Good && v >= 1e9 && v < 1e15 {
		t := time.UnixMilli(int64(math.Round(v * 1e3)))
		if v >= 1e12 { // milliseconds
			t = time.UnixMilli(int64(v))
		}
		if r.start.IsZero() {
			r.start = t
		}
		return t.Sub(r.start).Seconds(), true
	}
	r.tell("time", "timestamp", model.Warning, model.CodeWrongType, "expected a time such as 2026-01-31 13:45:00, got %s; the row is left out", text.Quote(cell, 40))
	r.leave(model.WrongType)
	return 0, false
}

// figure reads a cell.
func (r *rows) figure(c *column, at int) model.Figure {
	cell := r.Cell(at)
	v, how := csvscan.Number([]byte(cell))
	if c.scale != 0 {
		v *= c.scale
	}
	complain := func(state model.Presence, code model.Code, format string, args ...any) model.Figure {
		r.tell(state.String(), c.key, model.Warning, code, format+": expected %s", append(args, c.metric.Domain.Words)...)
		return model.Missing(state)
	}
	switch {
	case how == csvscan.Blank:
		return complain(model.Null, model.CodeMissing, "empty")
	case how == csvscan.Bad && notFinite(cell):
		return complain(model.NotFinite, model.CodeNotFinite, "%s is not finite", text.Quote(cell, 40))
	case how == csvscan.Bad:
		return complain(model.WrongType, model.CodeWrongType, "%s is no number", text.Quote(cell, 40))
	case !c.metric.Domain.Holds(v):
		return complain(model.OutOfRange, model.CodeOutOfRange, "%s is out of range", text.Quote(cell, 40))
	case c.zero && v == 0:
		r.tell("zero", c.key, model.Warning, model.CodeMissing, "0 cannot have been measured: taken as missing")
		return model.Missing(model.Unmeasured)
	}
	r.jump(c, v)
	return model.Of(v)
}

func notFinite(cell string) bool {
	v, err := strconv.ParseFloat(strings.TrimPrefix(cell, "."), 64)
	return err == nil && (math.IsNaN(v) || math.IsInf(v, 0))
}

// milli is the factor by which a Kubernetes quantity is off whose suffix m was
// dropped: 60250 for 60.25.
const milli = 1000

// jump looks for a figure of which the suffix may have been dropped.
func (r *rows) jump(c *column, v float64) {
	if before := r.last[c.metric]; before > 0 && v >= milli && v >= milli*before/3 {
		r.tell("jump", c.key, model.Warning, model.CodeCaution, "%s after %s: it may be a quantity in thousandths (%sm)", number(v), number(before), number(v))
		return
	}
	if v > 0 {
		r.last[c.metric] = v
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
