package format

import (
	"bytes"

	"scaledeck/model"
)

var utf8BOM = []byte("\xef\xbb\xbf")

// packings are the beginnings of files that may hold a result and cannot be
// read as they are.
var packings = [...]struct{ magic, name string }{
	{"\x1f\x8b", "gzip-compressed"},
	{"\x28\xb5\x2f\xfd", "zstd-compressed"},
	{"\xfd7zXZ\x00", "xz-compressed"},
	{"BZh", "bzip2-compressed"},
	{"PK\x03\x04", "a ZIP archive"},
	{"\xff\xfe\x00\x00", "UTF-32 text"},
	{"\x00\x00\xfe\xff", "UTF-32 text"},
	{"\xff\xfe", "UTF-16 text"},
	{"\xfe\xff", "UTF-16 text"},
}

// packed looks at how the data begins. Where that can be no JSON in UTF-8 it
// says so and returns false; otherwise the position is at the first value.
func (d *decoder) packed() bool {
	head := d.data
	for _, p := range packings {
		if bytes.HasPrefix(head, []byte(p.magic)) {
			d.issues.add(-1, model.Warning, model.CodeUnsupported, nil, "%s, not supported: expected plain JSON in UTF-8", p.name)
			return false
		}
	}
	if bytes.HasPrefix(head, utf8BOM) {
		d.pos = len(utf8BOM)
	} else if len(head) > 0 && bytes.HasPrefix(utf8BOM, head) {
		d.pos = len(head) // a byte order mark that is only half there
	}
	d.space()
	if d.pos >= len(d.data) {
		what := "empty"
		if len(d.data) > 0 {
			what = "nothing but white space"
		}
		d.issues.add(-1, model.Warning, model.CodeEmpty, nil, "%s: expected a result document", what)
		return false
	}
	return d.textual()
}

// sniffed is how much of a file is looked at for zero bytes.
const sniffed = 512

// textual reports whether the data is text and begins like JSON.
func (d *decoder) textual() bool {
	head := d.data[:min(len(d.data), sniffed)]
	if bytes.IndexByte(head, 0) >= 0 {
		if len(bytes.Trim(d.data, "\x00")) == 0 {
			what := "nothing but zero bytes"
			if d.cut {
				what = "zero bytes at its beginning"
			}
			d.issues.add(-1, model.Warning, model.CodeEmpty, nil, "%s: expected a result document", what)
			return false
		}
		what := "binary data"
		if zeros := bytes.Count(head, []byte{0}); zeros*3 >= len(head) && zeros*3 <= 2*len(head) {
			what = "UTF-16 text without a byte order mark, or binary data"
		}
		d.issues.add(-1, model.Warning, model.CodeUnrecognised, nil, "%s: expected JSON in UTF-8", what)
		return false
	}
	if d.beginsLikeJSON() {
		return true
	}
	d.issues.add(-1, model.Note, model.CodeUnrecognised, nil, "text that is not JSON: not a result document")
	return false
}

// beginsLikeJSON tells a JSON file from other text. An object is one whatever
// follows; a list needs a first value and what can stand after it, since log
// lines, INI sections and Markdown links begin with a bracket too; any other
// value must be all there is, since a table can begin with a number or a quoted
// name.
func (d *decoder) beginsLikeJSON() bool {
	s := scanner{data: d.data, pos: d.pos, maxDepth: 1}
	switch s.data[s.pos] {
	case '{':
		return true
	case '[':
		s.pos++
		return s.beginsLikeElements()
	}
	s.skipScalar()
	s.space()
	return !s.failed && s.pos == len(s.data)
}

// beginsLikeElements reports whether what stands after an opening bracket can be
// the elements of a list.
func (s *scanner) beginsLikeElements() bool {
	switch s.peek() {
	case kindObject, kindArray:
		return true
	}
	if s.pos < len(s.data) && s.data[s.pos] != ']' {
		s.skipScalar()
	}
	s.space()
	switch {
	case s.failed:
		return s.fault.code == model.CodeIncomplete
	case s.pos == len(s.data), s.data[s.pos] == ',':
		return true
	case s.data[s.pos] != ']':
		return false
	}
	s.pos++
	s.space()
	return s.pos == len(s.data)
}
