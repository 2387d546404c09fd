package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Section returns the cells from one column up to another of a painted line, as
// exactly to − from cells: with the colours that hold there, blanks where the
// line is too short, and a blank for each half of a wide character that the cut
// goes through. Escape sequences other than colours are left out.
func Section(s string, from, to int) string {
	from = max(from, 0)
	if to <= from {
		return ""
	}
	cut := section(s, from, to)
	if Width(cut) == to-from {
		return cut
	}
	// A character that takes in what follows it, such as an Arabic number sign,
	// makes one with what the cut put next to it. Such a line is drawn plainly.
	return section(strings.Map(ascii, s), from, to)
}

// ascii is printed for a rune in a line that cannot be cut as it is.
func ascii(r rune) rune {
	if r >= utf8.RuneSelf {
		return utf8.RuneError
	}
	return r
}

func section(s string, from, to int) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	c := sectionCutter{from: from, to: to}
	c.b.Grow(min(len(s), 4*(to-from)+64) + 16)
	for i := 0; i < len(s) && c.at < to; {
		if s[i] == '\x1b' {
			n := escapeLength(s[i:])
			for i+n < len(s) && !utf8.RuneStart(s[i+n]) {
				n++ // a sequence that ends within a character takes all of it
			}
			c.escape(s[i : i+n])
			i += n
			continue
		}
		cluster, w := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		if s[i] < 0x20 || s[i] == 0x7f {
			cluster, w = s[i:i+1], 0
		}
		c.cluster(cluster, w)
		i += len(cluster)
	}
	return c.finish()
}

// sectionCutter collects the cells of a Section.
type sectionCutter struct {
	b        strings.Builder
	from, to int
	at       int    // column reached in the line
	out      int    // cells written
	style    string // the colour sequences that hold at at
	painted  bool   // style has been written and not been reset
}

// escape takes in an escape sequence; those that are no colours go.
func (c *sectionCutter) escape(seq string) {
	params, isCSI := strings.CutPrefix(seq, "\x1b[")
	params, isSGR := strings.CutSuffix(params, "m")
	if !isCSI || !isSGR || strings.Trim(params, "0123456789;:") != "" {
		return
	}
	c.unpaint()
	if seq == "\x1b[m" || seq == "\x1b[0m" {
		c.style = ""
	} else {
		c.style += seq
	}
}

func (c *sectionCutter) cluster(s string, w int) {
	start, end := c.at, c.at+w
	c.at = end
	switch {
	case w == 0 && (c.out == 0 || !printable(s)):
		return // nothing to attach to, or it would move the cursor
	case end <= c.from && w > 0:
		return
	case start < c.from || end > c.to:
		c.paint()
		for range min(end, c.to) - max(start, c.from) {
			c.b.WriteByte(' ')
			c.out++
		}
		return
	}
	c.paint()
	c.b.WriteString(s)
	c.out += w
}

func (c *sectionCutter) paint() {
	if c.style != "" && !c.painted {
		c.b.WriteString(c.style)
		c.painted = true
	}
}

func (c *sectionCutter) unpaint() {
	if c.painted {
		c.b.WriteString("\x1b[m")
		c.painted = false
	}
}

// finish ends the colours and fills up with blanks.
func (c *sectionCutter) finish() string {
	c.unpaint()
	for ; c.out < c.to-c.from; c.out++ {
		c.b.WriteByte(' ')
	}
	return c.b.String()
}

// escapeLength returns the bytes of the escape sequence that s begins with: a
// CSI up to its final byte, a string (OSC, DCS and their like) up to its
// terminator, anything else as two bytes, or one before a character that is no
// part of a sequence. One without an end takes all of s.
func escapeLength(s string) int {
	if len(s) < 2 || s[1] >= utf8.RuneSelf {
		return 1
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return i + 1
			}
		}
		return len(s)
	case ']', 'P', 'X', '^', '_':
		for i := 2; i < len(s); i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == '\x1b' {
				return min(i+2, len(s))
			}
		}
		return len(s)
	}
	return 2
}
