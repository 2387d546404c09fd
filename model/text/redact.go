package text

import "strings"

// redact returns s with what is secret in it replaced by CutMark: what follows
// Bearer, keys as providers shape them, the user in an address, and the value
// of anything with a secret's name. What says that there was a secret, and of
// which sort, stays. A string without one is returned as it is.
func redact(s string) string {
	var out []byte
	done := 0
	for i := 0; i < len(s); {
		from, to, next := 0, 0, i+1
		switch {
		case wordByte(s[i]):
			for next < len(s) && wordByte(s[next]) {
				next++
			}
			from, to = secretAt(s, i, next)
		case s[i] == ':':
			from, to = userInfo(s, i)
		}
		if from < to {
			out = append(append(out, s[done:from]...), CutMark...)
			done, next = to, to
		}
		i = next
	}
	if done == 0 {
		return s
	}
	return string(append(out, s[done:]...))
}

// secretAt returns where the secret lies that the word from i to end is or
// names; from is to where there is none.
func secretAt(s string, i, end int) (from, to int) {
	if end-i >= leastKey {
		if from, to = providerKey(s, i, end); from < to {
			return from, to
		}
	}
	word := s[i:end]
	if end < len(s) && s[end] == ' ' && word[0]|0x20 != 'b' && word[0] != '-' && end+1 < len(s) && alnum(s[end+1]) {
		return 0, 0 // most words of a sentence
	}
	switch {
	case strings.HasPrefix(word, pemKey) && strings.HasSuffix(s[:i], "PRIVATE "):
		return pemBody(s, i+len(pemKey))
	case end == len(s):
		return 0, 0
	case strings.EqualFold(word, "bearer"), strings.EqualFold(word, "basic"):
		return scheme(s, word, end)
	}
	at, flag := separated(s, end)
	if at == 0 || flag && word[0] != '-' {
		return 0, 0
	}
	sort := nameSort(word, wordBefore(s, i))
	if sort == openName {
		return 0, 0
	}
	from, to = value(s, at)
	switch {
	case sort == headerName:
		from, to = credentials(s, from, to)
	case sort == tokenName && plainNumber(s[from:to]):
		return 0, 0
	}
	return held(s, from, to)
}

// pemKey ends the line before a private key as PEM writes it.
const pemKey = "KEY-----"

func pemBody(s string, i int) (from, to int) {
	i = skipBlank(s, i)
	if n := strings.Index(s[i:], "-----END"); n >= 0 {
		return held(s, i, i+n)
	}
	return held(s, i, len(s))
}

// held returns the range unless nothing in it is to be hidden any more.
func held(s string, from, to int) (int, int) {
	switch v := s[from:to]; {
	case strings.HasPrefix(v, CutMark), strings.EqualFold(v, "null"), strings.EqualFold(v, "none"), strings.EqualFold(v, "true"), strings.EqualFold(v, "false"):
		return 0, 0
	}
	return from, to
}

// wordByte reports whether c can be in a name: a letter, a digit or what joins them.
func wordByte(c byte) bool { return alnum(c) || c == '_' || c == '-' }

func alnum(c byte) bool { return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'z' }

// separated returns where the value begins after a name that ends at end, 0
// where none can follow. flag says that blanks alone lie between: only an
// option of a command has its value so.
func separated(s string, end int) (at int, flag bool) {
	i := end
	for i < len(s) && strings.IndexByte(`\"']`, s[i]) >= 0 {
		i++
	}
	blank := skipBlank(s, i)
	if blank < len(s) && (s[blank] == '=' || s[blank] == ':') {
		i = blank + 1
		for i < len(s) && (s[i] == '=' || s[i] == '>') {
			i++
		}
		return skipBlank(s, i), false
	}
	if i == end && blank > end && blank < len(s) && s[blank] != '-' {
		return blank, true
	}
	return 0, false
}

// skipBlank returns the offset after the blanks at i, those that Clean has made
// visible among them.
func skipBlank(s string, i int) int {
	for i < len(s) {
		switch {
		case s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r':
			i++
		case picture(s[i:]):
			i += 3
		default:
			return i
		}
	}
	return i
}

// picture reports whether s begins with the sign that Clean puts for a control.
func picture(s string) bool { return strings.HasPrefix(s, "\u2400"[:2]) && len(s) > 2 && s[2] <= 0xa1 }

// value returns the extent of the value that begins at i, without its quotes.
func value(s string, i int) (from, to int) {
	escaped := strings.HasPrefix(s[i:], `\"`) || strings.HasPrefix(s[i:], `\'`)
	if escaped {
		i++
	}
	if i < len(s) && strings.IndexByte("\"'`", s[i]) >= 0 {
		return i + 1, quoteEnd(s, i, escaped)
	}
	for from = i; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ' || c == 0x7f || picture(s[i:]) || strings.IndexByte("&\"'`<>|\\", c) >= 0:
			return from, i
		case strings.IndexByte(",:;)]}", c) >= 0 && (i+1 == len(s) || !wordByte(s[i+1])):
			return from, i
		}
	}
	return from, i
}

// quoteEnd returns where the quoted text that begins at i ends.
func quoteEnd(s string, i int, escaped bool) int {
	for k := i + 1; k < len(s); k++ {
		if s[k] == '\\' && k+1 < len(s) {
			if escaped && s[k+1] == s[i] {
				return k
			}
			k++
		} else if s[k] == s[i] {
			return k
		}
	}
	return len(s)
}

// scheme returns the credentials after Bearer or Basic, where they are some:
// "bearer token" and "basic tier" are words of a sentence.
func scheme(s, word string, end int) (from, to int) {
	at := skipBlank(s, end)
	if at == end {
		return 0, 0
	}
	from, to = value(s, at)
	v := s[from:to]
	if strings.EqualFold(word, "basic") {
		if len(v) < 6 || strings.ToLower(v) == v && !strings.Contains(v, "=") {
			return 0, 0
		}
		return held(s, from, to)
	}
	switch v {
	case "token", "tokens", "auth", "authentication", "authorization", "of", "or", "and", "is", "scheme":
		return 0, 0
	}
	return held(s, from, to)
}

// credentials returns what follows the scheme in the value of a header, or all
// of a value that begins with none.
func credentials(s string, from, to int) (int, int) {
	for _, name := range []string{"bearer", "basic", "token", "digest", "apikey", "negotiate"} {
		if at := skipBlank(s, to); strings.EqualFold(s[from:to], name) && at > to && at < len(s) {
			return value(s, at)
		}
	}
	return from, to
}

// userInfo returns the user and the password of an address whose "://" is at i.
func userInfo(s string, i int) (from, to int) {
	switch {
	case strings.HasPrefix(s[i:], "://"):
		from = i + len("://")
	case strings.HasPrefix(s[i:], ":~1~1"): // as a JSON pointer writes it
		from = i + len(":~1~1")
	default:
		return 0, 0
	}
	end := from
	for end < len(s) && s[end] > ' ' && strings.IndexByte("\"'`<>", s[end]) < 0 && !picture(s[end:]) {
		end++
	}
	host := s[from:end]
	if n := strings.IndexAny(host, "/?#"); n >= 0 {
		// A slash in a password is written wrongly, and as secret.
		if colon := strings.IndexByte(host[:n], ':'); colon < 0 || plainNumber(host[colon+1:n]) || strings.Contains(host[:n], "@") {
			host = host[:n]
		}
	}
	at := strings.LastIndexByte(host, '@')
	if at <= 0 {
		return 0, 0
	}
	return held(s, from, from+at)
}

// plainNumber reports whether v is digits with at most a sign and a point.
func plainNumber(v string) bool {
	v = strings.TrimLeft(v, "+-")
	return v != "" && strings.Trim(v, "0123456789.") == ""
}
