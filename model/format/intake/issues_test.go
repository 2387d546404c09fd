package intake

import (
	"strings"
	"testing"
)

func TestPlaces(t *testing.T) {
	data := []byte("\ufeffab\r\né漢x\n\nz")
	cases := []struct {
		find         string
		line, column int
	}{{"a", 1, 1}, {"b", 1, 2}, {"é", 2, 1}, {"x", 2, 3}, {"z", 4, 1}}
	p := place{at: len(BOM), line: 1, column: 1}
	for _, c := range cases {
		p.move(data, strings.Index(string(data), c.find))
		if p.line != c.line || p.column != c.column {
			t.Errorf("%q is at %d:%d, want %d:%d", c.find, p.line, p.column, c.line, c.column)
		}
	}
}
