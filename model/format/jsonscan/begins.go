package jsonscan

import (
	"bytes"
	"slices"

	"scaledeck/model"
	"scaledeck/model/format/intake"
)

// Begins tells a JSON file from other text. An object is one whatever
// follows; a list needs a first value and what can follow it, since log
// lines, INI sections and Markdown links begin with a bracket too; any other
// value must be all there is, since a table can begin with a number or a quoted
// name.
func Begins(data []byte) bool {
	s := Scanner{data: data, maxDepth: 1}
	if s.Done() {
		return false
	}
	switch s.data[s.pos] {
	case '{':
		return true
	case '[':
		s.pos++
		return s.beginsLikeElements()
	}
	s.skipScalar()
	s.Space()
	return !s.failed && s.pos == len(s.data)
}

// beginsLikeElements reports whether what follows an opening bracket can be
// the elements of a list.
func (s *Scanner) beginsLikeElements() bool {
	switch s.Peek() {
	case KindObject, KindArray:
		return true
	}
	if s.pos < len(s.data) && s.data[s.pos] != ']' {
		s.skipScalar()
	}
	s.Space()
	switch {
	case s.failed:
		return s.fault.Code == model.CodeIncomplete
	case s.pos == len(s.data), s.data[s.pos] == ',':
		return true
	case s.data[s.pos] != ']':
		return false
	}
	s.pos++
	s.Space()
	return s.pos == len(s.data)
}

// First returns the kind of the value that data begins with, after a byte order mark
// and white space.
func First(data []byte) Kind {
	s := Scanner{data: bytes.TrimPrefix(data, []byte(intake.BOM))}
	return s.Peek()
}

// Keys are the keys of an object. They lie in the data it was read from.
type Keys [][]byte

// Have reports whether all names are among the keys.
func (k Keys) Have(names ...string) bool {
	for _, n := range names {
		if !slices.ContainsFunc(k, func(key []byte) bool { return string(key) == n }) {
			return false
		}
	}
	return true
}

// Root returns the keys of the object that data begins with, or of the first
// object of the list that it begins with, as far as data goes; of what lies in
// them it returns none. list says which of the two it is.
func Root(data []byte) (keys Keys, list bool) {
	d := Scanner{data: bytes.TrimPrefix(data, []byte(intake.BOM)), maxDepth: usualDepth}
	if d.Peek() == KindArray {
		list = true
		d.pos++
	}
	if d.Peek() != KindObject {
		return nil, list
	}
	for first := true; d.more('{', '}', &first) && len(keys) < maxRootKeys; {
		d.Space()
		if d.pos >= len(d.data) || d.data[d.pos] != '"' {
			break
		}
		raw, escaped := d.string()
		if d.failed || !d.colon() {
			break
		}
		if escaped {
			raw = unquote(raw)
		}
		if keys == nil {
			keys = make(Keys, 0, 16)
		}
		keys = append(keys, raw)
		d.Skip()
	}
	return keys, list
}

// maxRootKeys bounds what Root returns: what a format is known by comes early.
const maxRootKeys = 200
