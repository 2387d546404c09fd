package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What is between these is the number of a character that cannot be seen, or
// passes for another.
const (
	markBegin = '‹'
	markEnd   = '›'
)

// numbered appends the number of r, without the sign that ends it.
func numbered(out []byte, r rune) []byte {
	out = utf8.AppendRune(out, markBegin)
	digits := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	for range 4 - len(digits) {
		out = append(out, '0')
	}
	return append(out, digits...)
}

// numberLen returns the length of a number with its signs that s begins with, 0
// where it begins with none.
func numberLen(s string) int {
	if s[0] < utf8.RuneSelf {
		return 0
	}
	begin, end := len(string(markBegin)), strings.IndexRune(s[:min(len(s), 12)], markEnd)
	if !strings.HasPrefix(s, string(markBegin)) || end < begin+4 || strings.Trim(s[begin:end], "0123456789ABCDEF") != "" {
		return 0
	}
	return end + len(string(markEnd))
}

// alphabet is one whose letters can pass for another's.
type alphabet uint8

const (
	noLetter alphabet = iota
	latin
	cyrillic
	greek
	others // Armenian, Cherokee, Coptic, Lisu
	numAlphabets
)

// same are the Cyrillic and Greek letters that are drawn as Latin ones are, and
// like those that only resemble them: alone they are signs, as α and ρ.
const (
	same = "АВЕЅІЈКМНОРСТУХԚԜҮаеѕіјорсухԛԝүһёЁїЇԁӏӀ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧΪΫονϲϳϹϺόΆΈΉΊΌΎ"
	like = "ЬҺвкмнтьғҒ" + "αγικρτυχϊϋίύήά"
)

// alphabetOf returns the alphabet of a letter.
func alphabetOf(r rune) alphabet {
	switch {
	case r < utf8.RuneSelf:
		if r|0x20 >= 'a' && r|0x20 <= 'z' {
			return latin
		}
	case r == 0x2126: // ohm, which Unicode counts as Greek
	case r < 0x370:
		if unicode.Is(unicode.Latin, r) {
			return latin
		}
	case r < 0x400 || r >= 0x1f00 && r < 0x2000:
		if unicode.Is(unicode.Greek, r) {
			return greek
		}
	case r < 0x530 || r >= 0x1c80 && r < 0x1c90 || r >= 0x2de0 && r < 0x2e00 || r >= 0xa640 && r < 0xa6a0:
		return cyrillic
	case r < 0x590, r >= 0x13a0 && r < 0x1400, r >= 0x2c80 && r < 0x2d00, r >= 0xa4d0 && r < 0xa500, r >= 0xab70 && r < 0xabc0:
		if unicode.IsLetter(r) {
			return others
		}
	case r >= 0x1e00 && r < 0x1f00:
		return latin
	}
	return noLetter
}

// unmix returns s with the letters numbered that pass for those of another
// alphabet: in a word that mixes two, those that look as Latin ones do, or the
// Latin ones where they are fewer; and in words apart, where all the letters
// that a text in Latin ones has of the alphabet look so. A word of Cyrillic
// letters only stays, and ΔTTFT does.
func unmix(s string) string {
	if !mayMix(s) {
		return s
	}
	poses := posing(s)
	var out []byte
	done := 0
	for i := 0; i < len(s); {
		if n := numberLen(s[i:]); n > 0 {
			i += n
			continue
		}
		word, size := wordAt(s[i:])
		if size > 0 {
			marked := word.marked(&poses)
			for k, r := range s[i : i+size] {
				if marked(r) {
					out = append(out, s[done:i+k]...)
					out = utf8.AppendRune(numbered(out, r), markEnd)
					done = i + k + utf8.RuneLen(r)
				}
			}
			i += size
			continue
		}
		_, size = utf8.DecodeRuneInString(s[i:])
		i += size
	}
	if out == nil {
		return s
	}
	return string(append(out, s[done:]...))
}

// mayMix reports whether s, valid UTF-8, can have letters of the alphabets that
// pass for Latin ones. It goes by the first bytes of characters, to be quick.
func mayMix(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < 0xcd:
		case c <= 0xd6, c == 0xe1, c == 0xea, c == 0xe2 && s[i+1] >= 0xb2:
			return true
		}
	}
	return false
}

// posing says of each alphabet whether all its letters in s look as Latin ones,
// of which s has some too.
func posing(s string) (poses [numAlphabets]bool) {
	var seen, own [numAlphabets]bool
	for i := 0; i < len(s); {
		if n := numberLen(s[i:]); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		a := alphabetOf(r)
		seen[a] = true
		own[a] = own[a] || !strings.ContainsRune(same, r)
		i += size
	}
	for _, a := range [...]alphabet{cyrillic, greek} {
		poses[a] = seen[latin] && seen[a] && !own[a]
	}
	return poses
}

// letters counts the letters of a word by their alphabets.
type letters [numAlphabets]int

// wordAt counts the word that s begins with and returns its length, 0 where
// there is none. Accents belong to it.
func wordAt(s string) (w letters, size int) {
	for i, r := range s {
		a := alphabetOf(r)
		if a == noLetter && (i == 0 || !unicode.Is(unicode.M, r)) {
			return w, i
		}
		w[a]++
	}
	return w, len(s)
}

// marked returns which letters of the word are to be numbered.
func (w *letters) marked(poses *[numAlphabets]bool) func(rune) bool {
	foreign := 0
	for a := cyrillic; a < numAlphabets; a++ {
		if !poses[a] {
			foreign += w[a]
		}
	}
	return func(r rune) bool {
		a := alphabetOf(r)
		switch {
		case poses[a]:
			return true
		case a == noLetter || foreign == 0:
			return false
		case w[latin] == 0 || w[latin] >= foreign:
			mixed := w[latin] > 0 || w[a] < foreign
			return mixed && (a == others || a != latin && strings.ContainsRune(same+like, r))
		}
		return a == latin
	}
}
