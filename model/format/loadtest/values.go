package loadtest

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// Rate reads the offered load: requests a second, or "inf" for all at once, which
// some tools write as the word Infinity. It is a setting too.
func (d *Reader) Rate(o *jsonscan.Object, r *Result, key string) {
	k := d.Peek()
	if k == jsonscan.KindNumber {
		d.Value(o, r.Run.Figures, model.OfferedRate)
		if f := r.Run.Figures[model.OfferedRate]; f.OK() {
			r.Set(key, Number(f.Value))
		}
		return
	}
	if k == jsonscan.KindNull || k != jsonscan.KindString && k != jsonscan.KindNotFinite {
		d.Value(o, r.Run.Figures, model.OfferedRate)
		return
	}
	d.Skip()
	word := string(bytes.Trim(d.Slice(o.At, d.Pos()), `"`))
	if v, exactly, ok := jsonscan.Number([]byte(word)); ok && exactly && v >= 0 {
		r.Run.Figures[model.OfferedRate] = model.Of(v)
		word = Number(v)
	} else if !infinite(word) {
		r.Run.Figures[model.OfferedRate] = model.Missing(model.WrongType)
		d.Issue(o.At, model.Warning, model.CodeWrongType, `expected requests per second or "inf", got %s`, jsonscan.Quote([]byte(word)))
		return
	} else {
		word = "inf"
	}
	r.Set(key, word)
}

// infinite reports whether a word is one for infinity: ".inf" is YAML's.
func infinite(word string) bool {
	v, err := strconv.ParseFloat(strings.TrimPrefix(word, "."), 64)
	return err == nil && math.IsInf(v, 1)
}

// Setting reads a scalar as a setting. Null is none.
func (d *Reader) Setting(r *Result, key string) {
	at := d.Pos()
	var value string
	switch k := d.Peek(); k {
	case jsonscan.KindString:
		value = d.ScanText("text")
	case jsonscan.KindNumber:
		v, _ := d.Number()
		value = Number(v)
	case jsonscan.KindTrue, jsonscan.KindFalse:
		d.Skip()
		value = d.Raw(at)
	case jsonscan.KindNotFinite:
		d.Skip()
		if value = "inf"; !infinite(d.Raw(at)) {
			value = ""
			d.Issue(at, model.Warning, model.CodeNotFinite, "%s is no number: expected one", d.Raw(at))
		}
	case jsonscan.KindNull:
		d.Skip()
	default:
		d.Want(jsonscan.KindString, "text or a number")
	}
	if value != "" {
		r.Set(key, value)
	}
}

// number reads a number, which some tools write as text.
func (d *Reader) number(o *jsonscan.Object, domain *model.Domain) (f model.Figure) {
	if d.Peek() == jsonscan.KindString {
		ahead := d.Scanner
		ahead.Skip()
		text := bytes.Trim(d.Slice(o.At, ahead.Pos()), `"`)
		if v, exactly, ok := jsonscan.Number(text); ok && exactly && domain.Holds(v) {
			d.Skip()
			d.asText(o.At)
			return model.Of(v)
		}
	}
	d.Figure(o, &f, domain)
	return f
}

// asText notes that a number is written as text, once a file.
func (d *Reader) asText(at int) {
	if d.texts.more++; d.texts.more == 1 {
		d.texts.number = d.Issue(at, model.Note, model.CodeWrongType, "a number written as text: it is read as one")
	}
}

// milliseconds is how many there are in a unit of time.
var milliseconds = map[string]float64{
	"ns": 1e-6, "nanoseconds": 1e-6, "us": 1e-3, "µs": 1e-3, "microseconds": 1e-3,
	"ms": 1, "ms/token": 1, "milliseconds": 1, "s": 1000, "s/token": 1000, "sec": 1000, "seconds": 1000,
}

// units are what tools call the units of counts and rates.
var units = map[string]model.Unit{
	"requests/sec": model.RequestsPerSecond, "requests/s": model.RequestsPerSecond, "requests/second": model.RequestsPerSecond,
	"queries/s": model.RequestsPerSecond, "req/s": model.RequestsPerSecond,
	"tokens/sec": model.TokensPerSecond, "tokens/s": model.TokensPerSecond, "tokens/second": model.TokensPerSecond, "tok/s": model.TokensPerSecond,
	"requests": model.Count, "count": model.Count, "tokens": model.Tokens,
}

// factor is what turns a value in a unit of a file into one in the unit of a metric.
func factor(unit string, to model.Unit) (by float64, ok bool) {
	switch by, ok = milliseconds[unit]; to {
	case model.Milliseconds:
		return by, ok
	case model.Seconds:
		return by / 1000, ok
	}
	u, known := units[unit]
	return 1, known && (u == to || u == model.Count && to == model.Tokens)
}
