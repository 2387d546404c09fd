package intake

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
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

// Issues collects what is wrong with one document.
type Issues struct {
	File  string // cleaned
	found []found
	left  int // left out
}

// Add keeps an issue, or counts it where there are too many. It returns the
// issue's number, from 1 on, 0 where it was not kept. The message is only built
// for the ones that are.
func (l *Issues) Add(at int, severity model.Severity, code model.Code, pointer string, format string, args ...any) int {
	if l.Full() {
		return 0
	}
	i := model.Issue{
		Severity: severity, Code: code, File: l.File,
		Pointer: pointer, Message: text.Clean(fmt.Sprintf(format, args...)),
	}
	l.found = append(l.found, found{at: at, issue: i})
	return len(l.found)
}

// Drop forgets all issues: what was found turned out to be in no document.
func (l *Issues) Drop() { l.found, l.left = nil, 0 }

// Full reports whether there are as many issues as may be kept, and then counts
// one more as left out.
func (l *Issues) Full() bool {
	if len(l.found) < MaxIssues {
		return false
	}
	l.left++
	return true
}

// Amend adds to the message of a kept issue.
func (l *Issues) Amend(number int, more string) {
	if number > 0 {
		i := &l.found[number-1].issue
		i.Message = text.Clean(i.Message + more)
	}
}

// List returns the issues in the file's order with their lines and columns.
func (l *Issues) List(data []byte) []model.Issue {
	if len(l.found) == 0 {
		return nil
	}
	slices.SortStableFunc(l.found, func(a, b found) int { return cmp.Compare(a.at, b.at) })
	out := make([]model.Issue, 0, len(l.found)+1)
	p := place{line: 1, column: 1}
	if bytes.HasPrefix(data, []byte(BOM)) {
		p.at = len(BOM) // takes no column
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
			Severity: model.Warning, Code: model.CodeTruncated, File: l.File,
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
