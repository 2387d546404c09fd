// Package jsonvalue writes objects whose keys keep their order, with values that
// never pass a missing one for a zero: a figure is an object of value and unit, its
// value is null where it is missing, and missing says why. Lists are never null.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"scaledeck/model"
)

// Object is keys and values in the order in which they are written.
type Object []member

type member struct {
	key   string
	value any
}

// Of returns an object of keys and values in turn.
func Of(pairs ...any) Object {
	o := make(Object, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		o = append(o, member{fmt.Sprint(pairs[i]), pairs[i+1]})
	}
	return o
}

// If returns an object of keys and values in turn, or none where ok is not set.
func If(ok bool, pairs ...any) Object {
	if !ok {
		return nil
	}
	return Of(pairs...)
}

// And returns the object with the members of others after its own.
func (o Object) And(others ...Object) Object {
	for _, other := range others {
		o = append(o, other...)
	}
	return o
}

// Figure is a figure with its unit; what is not finite is missing here whatever its
// state.
func Figure(f model.Figure, u model.Unit) Object {
	if f.OK() {
		f = model.Of(f.Value)
	}
	if !f.OK() {
		return Of("value", nil, "unit", string(u)).And(If(f.State.String() != "", "missing", f.State.String()))
	}
	return Of("value", f.Value+0, "unit", string(u)) // −0 becomes 0
}

// Each converts a list; the result is never nil, so that it is written as [].
func Each[T, J any](list []T, convert func(T) J) []J {
	out := make([]J, 0, len(list))
	for _, v := range list {
		out = append(out, convert(v))
	}
	return out
}

// Copied returns the list, or an empty one for nil.
func Copied(list []string) []string { return append([]string{}, list...) }

// Write writes an object indented by two blanks and ended by a newline, with nothing
// that a terminal obeys. Errors are those of w.
func Write(w io.Writer, o Object) error {
	var flat, b bytes.Buffer
	if err := put(&flat, o); err != nil {
		return fmt.Errorf("encode JSON: %w", err)
	}
	if err := json.Indent(&b, flat.Bytes(), "", "  "); err != nil {
		return fmt.Errorf("encode JSON: %w", err)
	}
	b.WriteByte('\n')
	if _, err := w.Write(escapeControls(b.Bytes())); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// put appends a value: an object by its members, whatever else as encoding/json
// does it.
func put(b *bytes.Buffer, v any) error {
	switch v := v.(type) {
	case Object:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := put(b, m.key); err != nil {
				return err
			}
			b.WriteByte(':')
			if err := put(b, m.value); err != nil {
				return err
			}
		}
		b.WriteByte('}')
	case []Object:
		return putList(b, v)
	case [][]Object:
		return putList(b, v)
	default:
		enc := json.NewEncoder(b)
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	}
	return nil
}

func putList[T any](b *bytes.Buffer, list []T) error {
	b.WriteByte('[')
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := put(b, v); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

// escapeControls spells as \u escapes what encoding/json lets through and a
// terminal would obey. Such characters occur within strings only.
func escapeControls(b []byte) []byte {
	text := string(b)
	unsafe := func(r rune) bool { return r != '\n' && Unsafe(r) }
	if !strings.ContainsFunc(text, unsafe) {
		return b
	}
	out := make([]byte, 0, len(b)+64)
	for _, r := range text {
		if unsafe(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// Unsafe reports control characters of both sets, the line separators and the marks
// that change the direction of writing.
func Unsafe(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}
