package text

import (
	"strings"
	"unicode/utf8"
)

// ascii spells the characters that the program itself writes, and those common in
// English text. What is not in the table becomes a question mark.
var ascii = map[rune]string{
	'–': "-", '—': "-", '‹': "<", '›': ">", '−': "-", '·': ".", '…': "...", '×': "x", '≤': "<=", '≥': ">=", '≠': "!=", '→': "->",
	'←': "<-", '↑': "^", '↓': "v", '✓': "+", '✗': "x", '●': "*", '○': "o", '▶': ">", '◀': "<", '▲': "^",
	'▼': "v", '│': "|", '─': "-", '━': "=", '┄': "-", '┌': "+", '┐': "+", '└': "+", '┘': "+", '├': "+",
	'┤': "+", '┬': "+", '┴': "+", '┼': "+", '╭': "+", '╮': "+", '╰': "+", '╯': "+", '█': "#", '▓': "#",
	'▒': ":", '░': ".", '▏': "|", '▕': "|", '’': "'", '‘': "'", '“': "\"", '”': "\"", '±': "+-", 'µ': "u", 'Δ': "d",
	'═': "=", '║': "|", '⏸': "||", '√': "+", '\u00a0': " ", '\ufffd': "?", '⇢': "->", '◆': "*", '◇': "o", '■': "#",
	'□': ".", '▁': "_", '▂': "_", '▃': "-", '▄': "-", '▅': "=", '▆': "=", '▇': "#", '╌': "-", '┊': ":", '┆': ":", '╎': ":",
}

// ASCII returns s in ASCII: itself, or its spelling, which can be longer. Fit text
// to a width after spelling it, never before.
func ASCII(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch sp, ok := ascii[r]; {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case ok:
			b.WriteString(sp)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
