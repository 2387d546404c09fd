package format

import (
	"math"
	"strconv"

	"scaledeck/model"
	"scaledeck/model/text"
)

// scanFigure reads one value as a figure. It makes no issue: complain does,
// where the state says that there is one to make.
func (d *decoder) scanFigure(l *model.Domain) (f model.Figure, k kind) {
	k = d.peek()
	switch k {
	case kindNumber:
		v, exactly := d.number()
		switch {
		case math.IsInf(v, 0) || !exactly || !l.Holds(v):
			return model.Missing(model.OutOfRange), k
		}
		return model.Figure{Value: v, State: model.Present}, k
	case kindNull:
		d.literal("null")
		return model.Missing(model.Null), k
	case kindNotFinite:
		d.word()
		return model.Missing(model.NotFinite), k
	case kindNone:
		d.expected("a value")
	default:
		d.stray()
	}
	return model.Missing(model.WrongType), k
}

// complain makes the issue of a value that is no figure. The value stands from
// offset at to the current position. It returns the issue's number.
func (d *decoder) complain(f model.Figure, k kind, at int, l *model.Domain) int {
	if d.failed {
		return 0 // the fault says it all
	}
	switch f.State {
	case model.Null:
		return d.issue(at, model.Warning, model.CodeMissing, "null: expected %s", l.Words)
	case model.NotFinite:
		return d.issue(at, model.Warning, model.CodeNotFinite, "%s is not finite: expected %s", d.raw(at), l.Words)
	case model.OutOfRange:
		return d.issue(at, model.Warning, model.CodeOutOfRange, "%s is out of range: expected %s%s", d.raw(at), l.Words, d.precision(at))
	case model.WrongType:
		return d.wrongType(at, k, l.Words)
	}
	return 0
}

// precision says why a number that is within its limits is not taken.
func (d *decoder) precision(at int) string {
	v, err := strconv.ParseFloat(string(d.data[at:d.pos]), 64)
	switch {
	case err != nil || math.IsInf(v, 0):
		return ", and no larger than a float64 holds"
	case math.Abs(v) >= exact:
		return ", and no whole number past 2^53, since it loses digits"
	case v == 0:
		return ", and not so small that a float64 loses it"
	}
	return ""
}

// raw returns the value from offset at to the current position for a message.
func (d *decoder) raw(at int) string {
	b := d.data[at:d.pos]
	if len(b) > shown {
		return text.Clean(string(b[:shown])) + text.CutMark
	}
	return text.Clean(string(b))
}

func (d *decoder) wrongType(at int, k kind, words string) int {
	if d.failed {
		return 0
	}
	got := k.String()
	if k == kindString {
		got += " " + quote(d.data[at+1:d.pos-1])
	}
	return d.issue(at, model.Warning, model.CodeWrongType, "expected %s, got %s", words, got)
}

// figure reads the current member's value into dst.
func (d *decoder) figure(o *object, dst *model.Figure, l *model.Domain) {
	f, k := d.scanFigure(l)
	if !f.OK() {
		d.complain(f, k, o.at, l)
	}
	if o.dup >= 0 && f != *dst {
		f = model.Missing(model.Duplicated)
	}
	*dst = f
}

// value reads the current member's value as the figure of a metric.
func (d *decoder) value(o *object, dst model.Values, m *model.Metric) {
	f := dst[m]
	d.figure(o, &f, &m.Domain)
	dst[m] = f
}

// require makes an issue where the object that begins at the offset lacks a
// figure that the kind always carries.
func (d *decoder) require(begin int, key string, f model.Figure, l *model.Domain) {
	if f.State == model.Absent && !d.failed {
		d.missing(begin, key, l.Words)
	}
}

func (d *decoder) requireFlag(begin int, key string, f model.Flag) {
	if f.State == model.Absent && !d.failed {
		d.missing(begin, key, flagWords)
	}
}

// flag reads the current member's value into dst.
func (d *decoder) flag(o *object, dst *model.Flag) {
	f := d.scanFlag()
	if !f.OK() {
		d.complainFlag(f, o.at)
	}
	if o.dup >= 0 && f != *dst {
		f = model.Flag{State: model.Duplicated}
	}
	*dst = f
}

const flagWords = "true or false"

func (d *decoder) scanFlag() model.Flag {
	switch k := d.peek(); k {
	case kindTrue:
		d.literal("true")
		return model.FlagOf(true)
	case kindFalse:
		d.literal("false")
		return model.FlagOf(false)
	case kindNull:
		d.literal("null")
		return model.Flag{State: model.Null}
	default:
		d.stray()
		return model.Flag{State: model.WrongType}
	}
}

func (d *decoder) complainFlag(f model.Flag, at int) int {
	switch {
	case d.failed || f.OK():
		return 0
	case f.State == model.Null:
		return d.issue(at, model.Warning, model.CodeMissing, "null: expected %s", flagWords)
	}
	end := d.pos
	d.pos = at
	k := d.peek()
	d.pos = end
	return d.wrongType(at, k, flagWords)
}

// text reads the current member's value, cleaned, into dst. Two different
// values under one key leave none.
func (d *decoder) text(o *object, dst *string) {
	s := d.scanText("text")
	if o.dup >= 0 && s != *dst {
		s = ""
	}
	*dst = s
}

// scanText reads one value as text; anything else makes an issue and gives "".
func (d *decoder) scanText(words string) string {
	k := d.peek()
	at := d.pos
	if k != kindString {
		d.stray()
		d.wrongType(at, k, words)
		return ""
	}
	raw, escaped := d.scanner.string()
	if escaped {
		raw = unquote(raw)
	}
	return text.Clean(string(raw))
}

// texts reads the current member's value as a list of texts, at most maxTexts of them.
func (d *decoder) texts(o *object, dst *[]string) {
	switch d.repeat(o) {
	case same:
		return
	case differs:
		*dst = nil
		return
	}
	if !d.wantArray("a list of texts") {
		return
	}
	for l := d.list(); d.element(&l); {
		if s := d.scanText("text"); len(*dst) < maxTexts && !d.failed {
			*dst = append(*dst, s)
		}
	}
}

// clean returns a key safe to print.
func clean(key []byte) string { return text.Clean(string(key)) }

// maxTexts bounds a list of reasons.
const maxTexts = 100

// want reports whether the current value is of the kind; if not, it reads past
// it and makes an issue.
func (d *decoder) want(k kind, words string) bool {
	got := d.peek()
	if got == k {
		return true
	}
	at := d.pos
	if got == kindNone {
		d.expected("a value")
		return false
	}
	d.stray()
	if got == kindNull {
		d.issue(at, model.Warning, model.CodeMissing, "null: expected %s", words)
		return false
	}
	d.wrongType(at, got, words)
	return false
}

func (d *decoder) wantObject(words string) bool { return d.want(kindObject, words) }
func (d *decoder) wantArray(words string) bool  { return d.want(kindArray, words) }
