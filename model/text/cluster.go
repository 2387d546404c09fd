package text

import (
	"unicode"
	"unicode/utf8"
)

const (
	joiner  = '\u200d'
	dropped = rune(-1) // the rune leaves nothing behind
	marked  = rune(-2) // its number is put, between markBegin and markEnd
)

// cluster follows the character that is being read, so that what extends it
// can be bounded. Its zero value is the beginning of a string.
type cluster struct {
	last   rune // the rune put last; 0 at the beginning
	marks  int  // runes that extend the character, so far
	joins  int  // joiners in it
	full   bool // marks are being dropped, and U+FFFD says so already
	emoji  bool // the rune put last, or what it extends, is an emoji
	joined bool // the rune put last is a joiner
}

// mark starts a new character after the number of a rune.
func (c *cluster) mark() rune {
	c.follow(markEnd)
	return marked
}

// follow starts a new character and returns it.
func (c *cluster) follow(r rune) rune {
	*c = cluster{last: r, emoji: pictographic(r)}
	return r
}

// next returns what is printed for r, given what follows it.
func (c *cluster) next(r rune, rest string) rune {
	if r < 0x7f && r >= 0x20 {
		return c.follow(r)
	}
	if r < 0x20 {
		return c.follow('\u2400' + r)
	}
	switch {
	case r == 0x7f:
		return c.follow('\u2421')
	case r == joiner:
		return c.join(rest)
	case c.joined: // an emoji, as join has seen
		c.last, c.joined, c.emoji = r, false, true
		return r
	case selector(r):
		if !c.selects(r) {
			return c.mark()
		}
		return c.extend(r)
	case unseen(r):
		return c.mark()
	case hidden(r):
		return c.follow(utf8.RuneError)
	case extending(r) || syllable(c.last, r):
		return c.extend(r)
	}
	return c.follow(r)
}

// join keeps a joiner between two emoji.
func (c *cluster) join(rest string) rune {
	after, _ := utf8.DecodeRuneInString(rest)
	if !c.emoji || !pictographic(after) || c.joins >= MaxJoins {
		return c.mark()
	}
	c.joins++
	c.marks, c.last, c.joined, c.full = 0, joiner, true, false
	return joiner
}

// extend puts r onto the character before it, where there is one and it is not full.
func (c *cluster) extend(r rune) rune {
	if c.last == 0 {
		if skinTone(r) {
			return c.follow(r) // seen on its own
		}
		return c.follow(utf8.RuneError)
	}
	if c.full {
		return dropped
	}
	if c.marks++; c.marks > MaxMarks {
		c.follow(utf8.RuneError)
		c.full = true
		return utf8.RuneError
	}
	c.last = r
	return r
}

// selects reports whether the variation selector r can vary what stands before it.
func (c *cluster) selects(r rune) bool {
	if c.marks > 0 {
		return false
	}
	switch {
	case r == '\ufe0e' || r == '\ufe0f':
		return c.emoji || c.last >= '0' && c.last <= '9' || c.last == '#' || c.last == '*'
	case r >= 0xe0100:
		return unicode.Is(unicode.Han, c.last)
	}
	return false
}

// selector reports whether r is a variation selector.
func selector(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef
}

// hidden reports whether r is acted on rather than shown, and has no other sign.
func hidden(r rune) bool {
	return r < 0xa0 || // C1; the callers have dealt with what is below
		r == '\u2028' || r == '\u2029' ||
		r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe // noncharacters
}

// unseen reports whether r is shown as nothing, or as what it is not: two names
// that differ by it alone look the same.
func unseen(r rune) bool {
	switch {
	case r < 0xad || r&0xfffe == 0xfffe:
		return false
	case r == '\u034f', // combining grapheme joiner
		r == '\u115f', r == '\u1160', r == '\u3164', r == '\uffa0', // Hangul fillers
		r == '\u17b4', r == '\u17b5', // Khmer vowels that are not shown
		r >= '\u180b' && r <= '\u180f', // Mongolian selectors
		r == '\u2010', r == '\u2011',   // hyphens that look as - does
		r >= '\u2060' && r <= '\u206f', r >= '\ufff0' && r <= '\ufff8', // invisible, some not assigned yet
		r >= 0xe0000 && r <= 0xe0fff: // tags and what is reserved near them
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// extending reports whether r is drawn onto the character before it.
func extending(r rune) bool {
	if r < 0x300 {
		return false
	}
	return unicode.Is(unicode.M, r) || skinTone(r) || r == '\uff9e' || r == '\uff9f'
}

func skinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// syllable reports whether r joins last into one Korean syllable.
func syllable(last, r rune) bool {
	if leadingJamo(r) {
		return leadingJamo(last)
	}
	return trailingJamo(r) && (leadingJamo(last) || trailingJamo(last) || last >= 0xac00 && last <= 0xd7a3)
}

func leadingJamo(r rune) bool { return r >= 0x1100 && r <= 0x115f || r >= 0xa960 && r <= 0xa97f }

func trailingJamo(r rune) bool { return r > 0x115f && r <= 0x11ff || r >= 0xd7b0 && r <= 0xd7ff }

// pictographic reports whether r can be an emoji, or a part of one that is
// joined. It takes whole blocks: too much rather than too little, since all it
// decides is whether a joiner or selector may stay.
func pictographic(r rune) bool {
	switch {
	case r < 0xa9:
		return false
	case r == 0xa9, r == 0xae, r == 0x203c, r == 0x2049, r == 0x2122, r == 0x2139,
		r == 0x3030, r == 0x303d, r == 0x3297, r == 0x3299:
		return true
	case r >= 0x2190 && r <= 0x23ff, r >= 0x2460 && r <= 0x24ff, r >= 0x25a0 && r <= 0x27bf,
		r >= 0x2900 && r <= 0x297f, r >= 0x2b00 && r <= 0x2bff:
		return true
	}
	return r >= 0x1f000 && r <= 0x1faff && !skinTone(r)
}
