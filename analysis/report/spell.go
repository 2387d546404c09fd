package report

import (
	"strings"
	"unicode/utf8"

	"scaledeck/analysis/report/jsonvalue"
	"scaledeck/model/text"
)

// line makes s safe within one line of any form: what could move a
// cursor, reverse the direction of writing or end the line becomes visible.
// Strings of the model are clean already; this holds for any others too.
func line(s string) string {
	if !strings.ContainsFunc(s, jsonvalue.Unsafe) && utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case jsonvalue.Unsafe(r):
			return utf8.RuneError
		default:
			return r
		}
	}, s)
}

// spell returns s as the report may write it: itself, or its ASCII spelling,
// which can be longer. Lay out after spelling, never before.
func spell(s string, asciiOnly bool) string {
	s = line(s)
	if !asciiOnly {
		return s
	}
	return text.ASCII(strings.ReplaceAll(s, " · ", "; "))
}
