package sim

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// jsonWriter writes JSON as a stream, keys in the order of the calls, indented by two spaces,
// with numbers as the known files print them. The first error stays.
type jsonWriter struct {
	w     *bufio.Writer
	depth int
	fresh bool // nothing has been written into the open object or list yet
	err   error
}

func newJSONWriter(w io.Writer) *jsonWriter { return &jsonWriter{w: bufio.NewWriter(w), fresh: true} }

// close ends the document and returns the first error.
func (j *jsonWriter) close() error {
	j.raw("\n")
	if err := j.w.Flush(); j.err == nil {
		j.err = err
	}
	return j.err
}

func (j *jsonWriter) raw(s string) {
	if _, err := j.w.WriteString(s); err != nil && j.err == nil {
		j.err = err
	}
}

func (j *jsonWriter) line() {
	j.raw("\n")
	for range j.depth {
		j.raw("  ")
	}
}

// item begins the next member of an object, or of a list where key is "".
func (j *jsonWriter) item(key string) {
	if j.depth > 0 {
		if !j.fresh {
			j.raw(",")
		}
		j.line()
	}
	j.fresh = false
	if key != "" {
		j.quote(key)
		j.raw(": ")
	}
}

func (j *jsonWriter) object(key string, body func()) { j.nested(key, "{", "}", body) }
func (j *jsonWriter) list(key string, body func())   { j.nested(key, "[", "]", body) }

func (j *jsonWriter) nested(key, open, end string, body func()) {
	j.item(key)
	j.raw(open)
	j.depth++
	j.fresh = true
	body()
	empty := j.fresh
	j.depth--
	j.fresh = false
	if !empty {
		j.line()
	}
	j.raw(end)
}

func (j *jsonWriter) text(key, v string) { j.item(key); j.quote(v) }

func (j *jsonWriter) flag(key string, v bool) { j.item(key); j.raw(strconv.FormatBool(v)) }

func (j *jsonWriter) count(key string, v int) { j.item(key); j.raw(strconv.Itoa(v)) }

// float writes a figure that is printed with a point even where it is whole.
func (j *jsonWriter) float(key string, v float64) {
	j.item(key)
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if v == math.Trunc(v) {
		s += ".0"
	}
	j.raw(s)
}

// number writes a figure that is printed without a point where it is whole.
func (j *jsonWriter) number(key string, v float64) {
	j.item(key)
	j.raw(strconv.FormatFloat(v, 'f', -1, 64))
}

func (j *jsonWriter) texts(key string, vs []string) {
	j.list(key, func() {
		for _, v := range vs {
			j.text("", v)
		}
	})
}

func (j *jsonWriter) quote(s string) {
	if plainText(s) {
		j.raw(`"`)
		j.raw(s)
		j.raw(`"`)
		return
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		if j.err == nil {
			j.err = err
		}
		return
	}
	j.raw(string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))))
}

// plainText reports whether a text needs no escaping, as every key of a document
// does: a long timeline is mostly keys.
func plainText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
