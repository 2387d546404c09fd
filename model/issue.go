package model

import (
	"fmt"
	"strings"
)

// Severity orders issues.
type Severity uint8

// Note is worth knowing, Warning takes a figure out of the judgement or
// contradicts the file, Error means that a file could not be read.
const (
	Note Severity = iota
	Warning
	Error
)

// String returns the severity in lower case.
func (s Severity) String() string { return [...]string{"note", "warning", "error"}[min(s, Error)] }

// Code names a kind of issue for scripts. Codes never change their meaning.
type Code string

// The codes of issues.
const (
	CodeSyntax       Code = "syntax"        // not the format it looks like
	CodeIncomplete   Code = "incomplete"    // ends in the middle
	CodeEmpty        Code = "empty"         // zero bytes, or white space only
	CodeUnrecognised Code = "unrecognised"  // well-formed, but no kind that scaledeck knows
	CodeUnsupported  Code = "unsupported"   // a known kind in a version or packing not supported
	CodeTooLarge     Code = "too-large"     // over the size limit
	CodeUnreadable   Code = "unreadable"    // the system refused
	CodeMissing      Code = "missing"       // a figure this kind carries is absent or null
	CodeNotFinite    Code = "not-finite"    // NaN or an infinity
	CodeWrongType    Code = "wrong-type"    // another JSON type than expected
	CodeOutOfRange   Code = "out-of-range"  // a value the quantity cannot have
	CodeDuplicateKey Code = "duplicate-key" // the same key twice in one object
	CodeDuplicate    Code = "duplicate"     // the same run or sample twice
	CodeUnknownKey   Code = "unknown-key"   // keys that nothing is read from
	CodeOrder        Code = "order"         // samples out of order
	CodeClaim        Code = "claim"         // the file claims what its own figures do not give
	CodeWatch        Code = "watch"         // the following of files is degraded
	CodeTruncated    Code = "truncated"     // more of the same was left out
	CodeCaution      Code = "caution"       // a value that may be right and should be looked at
)

// Issue is one thing that is wrong, where it is and what was expected. All its
// strings are safe to print.
type Issue struct {
	Severity Severity
	Code     Code
	File     string
	Line     int    // 1-based; 0 where it does not apply
	Column   int    // 1-based, in characters; 0 where it does not apply
	Pointer  string // RFC 6901 JSON pointer; "" where it does not apply
	Message  string // what is wrong and what was expected
}

// Where returns the place of the issue: file, then line and column or pointer.
func (i Issue) Where() string {
	var b strings.Builder
	b.WriteString(i.File)
	if i.Line > 0 {
		fmt.Fprintf(&b, ":%d", i.Line)
		if i.Column > 0 {
			fmt.Fprintf(&b, ":%d", i.Column)
		}
	}
	if i.Pointer != "" {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(i.Pointer)
	}
	return b.String()
}

// String returns the issue as one line.
func (i Issue) String() string {
	if w := i.Where(); w != "" {
		return w + ": " + i.Message
	}
	return i.Message
}
