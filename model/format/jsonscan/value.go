package jsonscan

import (
	"math"
	"slices"
	"strconv"

	"scaledeck/model"
	"scaledeck/model/text"
)

// ScanFigure reads one value as a figure. It makes no issue: complain does,
// where the state says that there is one to make.
func (d *Reader) ScanFigure(l *model.Domain) (f model.Figure, k Kind) {
	k = d.Peek()
	switch k {
	case KindNumber:
		v, exactly := d.Number()
		switch {
		case math.IsInf(v, 0) || !exactly || !l.Holds(v):
			return model.Missing(model.OutOfRange), k
		}
		return model.Figure{Value: v, State: model.Present}, k
	case KindNull:
		d.literal("null")
		return model.Missing(model.Null), k
	case KindNotFinite:
		d.word()
		return model.Missing(model.NotFinite), k
	case KindNone:
		d.Expected("a value")
	default:
		d.Stray()
	}
	return model.Missing(model.WrongType), k
}

// Complain makes the issue of a value that is no figure. The value is from
// offset at to the current position. It returns the issue's number.
func (d *Reader) Complain(f model.Figure, k Kind, at int, l *model.Domain) int {
	if d.failed {
		return 0 // the fault says it all
	}
	switch f.State {
	case model.Null:
		return d.Issue(at, model.Warning, model.CodeMissing, "null: expected %s", l.Words)
	case model.NotFinite:
		return d.Issue(at, model.Warning, model.CodeNotFinite, "%s is not finite: expected %s", d.Raw(at), l.Words)
	case model.OutOfRange:
		return d.Issue(at, model.Warning, model.CodeOutOfRange, "%s is out of range: expected %s%s", d.Raw(at), l.Words, d.precision(at))
	case model.WrongType:
		return d.wrongType(at, k, l.Words)
	}
	return 0
}

// precision says why a number that is within its limits is not taken.
func (d *Reader) precision(at int) string {
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

// Raw returns the value from offset at to the current position for a message.
func (d *Reader) Raw(at int) string {
	b := d.data[at:d.pos]
	if len(b) > Shown {
		return text.Clean(string(b[:Shown])) + text.CutMark
	}
	return text.Clean(string(b))
}

func (d *Reader) wrongType(at int, k Kind, words string) int {
	if d.failed {
		return 0
	}
	got := k.String()
	switch {
	case k != KindString:
	case slices.ContainsFunc(d.path, func(s step) bool { return text.NamesSecret(string(s.key)) }):
		got += " " + text.CutMark // the name is in the pointer, which Clean does not see together with the value
	default:
		got += " " + Quote(d.data[at+1:d.pos-1])
	}
	return d.Issue(at, model.Warning, model.CodeWrongType, "expected %s, got %s", words, got)
}

// Figure reads the current member's value into dst.
func (d *Reader) Figure(o *Object, dst *model.Figure, l *model.Domain) {
	f, k := d.ScanFigure(l)
	if !f.OK() {
		d.Complain(f, k, o.At, l)
	}
	if o.dup >= 0 && f != *dst {
		f = model.Missing(model.Duplicated)
	}
	*dst = f
}

// Value reads the current member's value as the figure of a metric.
func (d *Reader) Value(o *Object, dst model.Values, m *model.Metric) {
	f := dst[m]
	d.Figure(o, &f, &m.Domain)
	dst[m] = f
}

// Require makes an issue where the object that begins at the offset lacks a
// figure that the kind always carries.
func (d *Reader) Require(begin int, key string, f model.Figure, l *model.Domain) {
	if f.State == model.Absent && !d.failed {
		d.Missing(begin, key, l.Words)
	}
}

// RequireFlag is Require for a flag.
func (d *Reader) RequireFlag(begin int, key string, f model.Flag) {
	if f.State == model.Absent && !d.failed {
		d.Missing(begin, key, FlagWords)
	}
}

// Flag reads the current member's value into dst.
func (d *Reader) Flag(o *Object, dst *model.Flag) {
	f := d.ScanFlag()
	if !f.OK() {
		d.ComplainFlag(f, o.At)
	}
	if o.dup >= 0 && f != *dst {
		f = model.Flag{State: model.Duplicated}
	}
	*dst = f
}

// FlagWords is what is expected of a flag.
const FlagWords = "true or false"

// ScanFlag reads one value as a flag, without an issue: ComplainFlag makes it.
func (d *Reader) ScanFlag() model.Flag {
	switch k := d.Peek(); k {
	case KindTrue:
		d.literal("true")
		return model.FlagOf(true)
	case KindFalse:
		d.literal("false")
		return model.FlagOf(false)
	case KindNull:
		d.literal("null")
		return model.Flag{State: model.Null}
	default:
		d.Stray()
		return model.Flag{State: model.WrongType}
	}
}

// ComplainFlag makes the issue of a value from offset at on that is no flag.
func (d *Reader) ComplainFlag(f model.Flag, at int) int {
	switch {
	case d.failed || f.OK():
		return 0
	case f.State == model.Null:
		return d.Issue(at, model.Warning, model.CodeMissing, "null: expected %s", FlagWords)
	}
	end := d.pos
	d.pos = at
	k := d.Peek()
	d.pos = end
	return d.wrongType(at, k, FlagWords)
}

// Text reads the current member's value, cleaned, into dst. Two different
// values under one key leave none.
func (d *Reader) Text(o *Object, dst *string) {
	s := d.ScanText("text")
	if o.dup >= 0 && s != *dst {
		s = ""
	}
	*dst = s
}

// ScanText reads one value as text; anything else makes an issue and gives "".
func (d *Reader) ScanText(words string) string {
	k := d.Peek()
	at := d.pos
	if k != KindString {
		d.Stray()
		d.wrongType(at, k, words)
		return ""
	}
	raw, escaped := d.string()
	if escaped {
		raw = unquote(raw)
	}
	return text.Clean(string(raw))
}

// Texts reads the current member's value as a list of texts, at most maxTexts of them.
func (d *Reader) Texts(o *Object, dst *[]string) {
	switch d.Repeat(o) {
	case Same:
		return
	case Differs:
		*dst = nil
		return
	}
	if !d.WantArray("a list of texts") {
		return
	}
	for l := d.List(); d.Element(&l); {
		if s := d.ScanText("text"); len(*dst) < maxTexts && !d.failed {
			*dst = append(*dst, s)
		}
	}
}

// Clean returns a key safe to print.
func Clean(key []byte) string { return text.Clean(string(key)) }

// maxTexts bounds a list of reasons.
const maxTexts = 100

// Want reports whether the current value is of the kind; if not, it reads past
// it and makes an issue.
func (d *Reader) Want(k Kind, words string) bool {
	got := d.Peek()
	if got == k {
		return true
	}
	at := d.pos
	if got == KindNone {
		d.Expected("a value")
		return false
	}
	d.Stray()
	if got == KindNull {
		d.Issue(at, model.Warning, model.CodeMissing, "null: expected %s", words)
		return false
	}
	d.wrongType(at, got, words)
	return false
}

// WantObject reports whether the current value is an object; if not, it reads past
// it and makes an issue.
func (d *Reader) WantObject(words string) bool { return d.Want(KindObject, words) }

// WantArray is WantObject for a list.
func (d *Reader) WantArray(words string) bool { return d.Want(KindArray, words) }
