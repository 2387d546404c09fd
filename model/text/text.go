// Package text makes strings from the outside safe to print. It is the one
// place that does so: whatever comes from a file, a file name, a header or an
// error of the system goes through Clean (or Name) on its way into the model,
// and nothing later has to think about it.
//
// Apart from the width of characters, which is that of x/ansi everywhere, it needs
// the standard library only.
//
// # What becomes of a string
//
//   - C0 controls become their Control Picture (ESC is ␛, CR is ␍, tab is ␉) and
//     DEL becomes ␡. Those runes are one cell wide in every terminal.
//   - What is secret becomes CutMark: see redact.
//   - C1 controls, line and paragraph separators, noncharacters and bytes that
//     are no UTF-8 become U+FFFD, one for one. (Terminals that draw it two cells wide do so with
//     every box and line too.)
//   - Bidirectional and other format controls, zero-width and invisible characters
//     become their number, as ‹200B›, so that two names which differ by them tell
//     apart. So do letters of one script that pass for another's: see unmix.
//   - A zero-width joiner stays where it joins two emoji, and a variation selector
//     stays where it follows what it can vary: taking them out would change the
//     width of what is seen. Tag characters never stay.
//   - A combining mark with nothing before it to combine with becomes U+FFFD. After
//     MaxMarks of them in a row all further ones together become one U+FFFD, so
//     that no character can grow over its neighbours.
//   - What is longer than the limit is cut and ends in CutMark.
//
// Spaces of every width, private-use characters (the symbols of terminal fonts)
// and right-to-left letters stay as they are.
//
// Start reading at Clean.
package text

import "unicode/utf8"

// The limits of what a string can become.
const (
	MaxRunes     = 4096 // runes of a cleaned string, CutMark included
	MaxNameRunes = 512  // runes of a cleaned name, CutMark included
	MaxMarks     = 4    // combining marks on one character
	MaxJoins     = 4    // zero-width joiners in one emoji
)

// CutMark stands where a string was cut: at the end of a value, at the
// beginning of a name.
const CutMark = "…"

// Clean returns s safe to print, at most MaxRunes long. The result is valid
// UTF-8 without any rune that a terminal acts on, and cleaning it again changes
// nothing. A string that is already clean is returned as it is, without allocating.
func Clean(s string) string {
	s = redact(s)
	if len(s) <= MaxRunes && plainLen(s) == len(s) {
		return s
	}
	s = cutEnd(replace(s, MaxRunes), MaxRunes)
	for { // a cut can leave a word, or a key, that was none before
		next := redact(cutEnd(unmix(s), MaxRunes))
		if next == s {
			return s
		}
		s = next
	}
}

// Name returns the name of a file or a path safe to print, at most MaxNameRunes
// long. It differs from Clean in what is left of a long one: the end, which
// tells files apart.
func Name(path string) string {
	s := redact(path)
	for {
		next := redact(cutBegin(unmix(replace(s, longest*len(s)))))
		if next == s {
			return s
		}
		s = next
	}
}

// longest is the most runes that a byte becomes.
const longest = 8

// cutBegin bounds a name.
func cutBegin(s string) string {
	n := utf8.RuneCountInString(s)
	if n <= MaxNameRunes {
		return s
	}
	for ; n > MaxNameRunes-1; n-- {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	return CutMark + s // replace deals with a mark that has nothing before it now
}

// Quote returns s in quotes for a message: cleaned, and cut after limit runes.
func Quote(s string, limit int) string {
	if most := 8 * limit; len(s) > most { // so much is cut off that the rest need not be cleaned
		s = s[:most]
	}
	if s = Clean(s); utf8.RuneCountInString(s) <= limit {
		return `"` + s + `"`
	}
	return `"` + Clean(string([]rune(s)[:limit])) + CutMark + `"`
}

// plainLen returns how much of s, from the beginning, is printable ASCII.
func plainLen(s string) int {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return i
		}
	}
	return len(s)
}

// replace returns s with everything replaced that may not be printed. It stops
// once the result is longer than limit runes: what follows will be cut off.
func replace(s string, limit int) string {
	plain := plainLen(s)
	if plain == len(s) {
		return s
	}
	var (
		c   cluster
		out []byte // nil as long as nothing was replaced
	)
	if plain > 0 {
		plain-- // the last plain character may carry what follows
	}
	n := plain // runes of the result
	for i := plain; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		broken := r == utf8.RuneError && size == 1
		put := c.next(r, s[i+size:])
		if out == nil && (put != r || broken) {
			out = append(make([]byte, 0, len(s)+16), s[:i]...)
		}
		i += size
		switch put {
		case dropped:
			continue
		case marked:
			before := len(out)
			out = numbered(out, r)
			n += utf8.RuneCount(out[before:]) - 1
			put = markEnd
		}
		if out != nil {
			out = utf8.AppendRune(out, put)
		}
		if n++; n > limit {
			s = s[:i]
			break
		}
	}
	if out == nil {
		return s
	}
	return string(out)
}

// cutEnd bounds a string that is clean but for its length.
func cutEnd(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n, end := 0, 0
	for i := range s {
		if n == limit-1 {
			end = i
		}
		if n == limit {
			for r, size := utf8.DecodeLastRuneInString(s[:end]); r == joiner; r, size = utf8.DecodeLastRuneInString(s[:end]) {
				end -= size // a joiner needs what comes after it
			}
			return s[:end] + CutMark
		}
		n++
	}
	return s
}
