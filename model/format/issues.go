package format

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"scaledeck/model"
	"scaledeck/model/text"
)

// MaxIssues bounds the issues of one document. One more then says how many
// were left out.
const MaxIssues = 200

// found is an issue with the offset that its line and column are worked out
// from at the end, in one pass over the data.
type found struct {
	at    int // offset; −1 where it has no place
	issue model.Issue
}

// issues collects what is wrong with one document.
type issues struct {
	file  string // cleaned
	found []found
	left  int // left out
}

// add keeps an issue, or counts it where there are too many. It returns the
// issue's number, from 1 on, 0 where it was not kept. Pointer and message are only
// built for the ones that are.
func (l *issues) add(at int, severity model.Severity, code model.Code, where []step, format string, args ...any) int {
	if l.full() {
		return 0
	}
	i := model.Issue{
		Severity: severity, Code: code, File: l.file,
		Pointer: pointer(where), Message: text.Clean(fmt.Sprintf(format, args...)),
	}
	l.found = append(l.found, found{at: at, issue: i})
	return len(l.found)
}

// full reports whether there are as many issues as may be kept, and then counts
// one more as left out.
func (l *issues) full() bool {
	if len(l.found) < MaxIssues {
		return false
	}
	l.left++
	return true
}

// amend adds to the message of a kept issue.
func (l *issues) amend(number int, more string) {
	if number > 0 {
		i := &l.found[number-1].issue
		i.Message = text.Clean(i.Message + more)
	}
}

// list returns the issues in the file's order with their lines and columns.
func (l *issues) list(data []byte) []model.Issue {
	if len(l.found) == 0 {
		return nil
	}
	slices.SortStableFunc(l.found, func(a, b found) int { return cmp.Compare(a.at, b.at) })
	out := make([]model.Issue, 0, len(l.found)+1)
	p := place{line: 1, column: 1}
	if bytes.HasPrefix(data, utf8BOM) {
		p.at = len(utf8BOM) // takes no column
	}
	for _, f := range l.found {
		if f.at >= 0 {
			p.move(data, f.at)
			f.issue.Line, f.issue.Column = p.line, p.column
		}
		out = append(out, f.issue)
	}
	if l.left > 0 {
		out = append(out, model.Issue{
			Severity: model.Warning, Code: model.CodeTruncated, File: l.file,
			Message: fmt.Sprintf("%d more issues of this file are not listed", l.left),
		})
	}
	return out
}

// place is an offset with its line and column. It only moves forward, so that
// all the issues of a file together cost one pass, even where the file is one
// very long line.
type place struct{ at, line, column int }

func (p *place) move(data []byte, to int) {
	to = min(to, len(data))
	if to <= p.at {
		return
	}
	between := data[p.at:to]
	if n := bytes.Count(between, []byte{'\n'}); n > 0 {
		p.line += n
		p.column = 1
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	p.column += utf8.RuneCount(between)
	p.at = to
}

// step is one part of a JSON pointer: a key, or an index where key is nil.
type step struct {
	key   []byte
	index int
}

// pointer returns the RFC 6901 pointer of the steps, cleaned.
func pointer(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteByte('/')
		if s.key == nil {
			fmt.Fprintf(&b, "%d", s.index)
			continue
		}
		if !bytes.ContainsAny(s.key, "~/") {
			b.Write(s.key)
			continue
		}
		for _, c := range s.key {
			switch c {
			case '~':
				b.WriteString("~0")
			case '/':
				b.WriteString("~1")
			default:
				b.WriteByte(c)
			}
		}
	}
	return text.Clean(b.String())
}
