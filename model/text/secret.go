package text

import "strings"

// A shape is how a provider's keys begin.
type shape struct {
	prefix string
	least  int  // characters after it
	inner  bool // - and _ can be among them
	dotted bool // so can points
}

// shapes are those prefixes. Short ones ask for a digit or a capital too, as
// hf_transformers and sk-learn have none.
var shapes = [...]shape{
	{"hf_", 6, false, false}, {"sk-", 6, true, false}, {"sk_live_", 6, false, false}, {"sk_test_", 6, false, false},
	{"AKIA", 8, false, false}, {"ASIA", 8, false, false}, {"AIza", 8, true, false},
	{"ghp_", 6, false, false}, {"gho_", 6, false, false}, {"ghu_", 6, false, false}, {"ghs_", 6, false, false}, {"ghr_", 6, false, false},
	{"github_pat_", 6, true, false}, {"glpat-", 6, true, false}, {"gsk_", 6, false, false},
	{"xoxb-", 6, true, false}, {"xoxp-", 6, true, false}, {"xoxa-", 6, true, false}, {"xoxs-", 6, true, false}, {"xoxr-", 6, true, false},
	{"nvapi-", 6, true, false}, {"r8_", 12, false, false}, {"eyJ", 6, true, true},
}

// leastKey is the shortest word that a key is in; a dotted one begins with more.
const leastKey = 9

// providerKey returns where in the word from i to end a provider's key lies,
// without the prefix that tells whose it is.
func providerKey(s string, i, end int) (from, to int) {
	for k := i; k < end; k++ {
		if k > i && alnum(s[k-1]) {
			continue
		}
		switch s[k] {
		case 'h', 's', 'A', 'g', 'x', 'n', 'r', 'e':
		default:
			continue
		}
		for _, p := range &shapes {
			if !strings.HasPrefix(s[k:], p.prefix) {
				continue
			}
			from, to = k+len(p.prefix), p.end(s, k+len(p.prefix))
			if p.dotted && to-from < 20 && !strings.Contains(s[from:to], ".") {
				continue
			}
			if body := s[from:to]; to-from >= p.least && (strings.ContainsAny(body, "0123456789") || strings.ToLower(body) != body) {
				return from, to
			}
		}
	}
	return 0, 0
}

// end returns where the characters of the key that begins at i end.
func (p *shape) end(s string, i int) int {
	for i < len(s) && (alnum(s[i]) || p.inner && wordByte(s[i]) || p.dotted && s[i] == '.' && i+1 < len(s) && wordByte(s[i+1])) {
		i++
	}
	return i
}

// A sort says what the value of a name is.
type sort uint8

const (
	openName   sort = iota
	secretName      // its value is secret, whatever it looks like
	tokenName       // its value is secret, unless it is a count
	headerName      // its value is a scheme and then what is secret
)

// A role is what one word of a name tells of its value.
type role uint8

const (
	other role = iota
	secret
	header
	token
	key
	owner   // a key or a token of this is secret
	counted // a token with this before it is one of a text
	about   // it is something about the secret, not the secret
	neutral // it changes nothing
)

var roles = map[string]role{
	"password": secret, "passwords": secret, "passwd": secret, "pwd": secret, "passphrase": secret, "passcode": secret,
	"secret": secret, "secrets": secret, "credential": secret, "credentials": secret, "creds": secret, "cookie": secret,
	"apikey": secret, "apikeys": secret, "apitoken": secret, "authtoken": secret, "accesstoken": secret, "accesskey": secret,
	"secretkey": secret, "privatekey": secret, "authkey": secret, "hftoken": secret, "authorization": header,

	"token": token, "key": key, "keys": key,

	"api": owner, "access": owner, "private": owner, "auth": owner, "signing": owner, "encryption": owner, "account": owner,
	"ssh": owner, "service": owner, "master": owner, "shared": owner, "session": owner, "deploy": owner, "bearer": owner,
	"refresh": owner, "hf": owner, "huggingface": owner, "openai": owner, "anthropic": owner, "aws": owner, "azure": owner,
	"gcp": owner, "google": owner, "nvidia": owner, "ngc": owner, "wandb": owner, "github": owner, "gitlab": owner,
	"rsa": owner, "tls": owner, "hmac": owner, "jwt": owner, "gh": owner, "slack": owner, "client": owner,

	"output": counted, "input": counted, "first": counted, "per": counted, "eos": counted, "bos": counted, "pad": counted,
	"unk": counted, "stop": counted, "next": counted, "last": counted, "prompt": counted, "completion": counted,
	"special": counted, "mask": counted, "sep": counted, "cls": counted, "image": counted, "time": counted, "total": counted,
	"num": counted, "max": counted, "min": counted, "mean": counted, "avg": counted, "median": counted, "end": counted,
	"start": counted, "each": counted, "one": counted, "a": counted, "the": counted, "every": counted, "generated": counted,
	"decode": counted, "prefill": counted, "cached": counted, "second": counted, "inter": counted, "reasoning": counted,

	"file": about, "path": about, "name": about, "names": about, "id": about, "ids": about, "count": about, "counts": about,
	"url": about, "uri": about, "length": about, "len": about, "size": about, "type": about, "ref": about, "limit": about,
	"rate": about, "manager": about, "store": about, "required": about, "enabled": about, "policy": about, "expiry": about,

	"value": neutral, "prod": neutral, "dev": neutral, "test": neutral, "staging": neutral, "env": neutral, "old": neutral,
	"new": neutral, "str": neutral, "string": neutral, "text": neutral, "plain": neutral, "b64": neutral, "base64": neutral, "hex": neutral,
}

// NamesSecret reports whether the value of a name, such as a key of an object, is
// secret.
func NamesSecret(name string) bool { return nameSort(name, "") != openName }

// nameSort returns what the value of a name is. before is the word before it,
// which a name in a sentence needs, as "API key" does.
func nameSort(name, before string) sort {
	var found, last role
	if before != "" {
		last = roleOf(before)
		if last == secret || last == header || last == token {
			last = other // it has its own value
		}
	}
	owned := last == owner
	for name != "" {
		var word string
		word, name = segment(name)
		r := roleOf(word)
		switch {
		case word == "" || r == neutral:
			continue
		case r == secret || r == header:
			found = r
		case r == token && last != counted:
			found, owned = token, last != other || owned
		case r == key && (last == owner || last == secret):
			found = secret
		case r == about || found == token:
			found = other
		}
		last = r
	}
	switch {
	case found == header:
		return headerName
	case found == secret || found == token && owned:
		return secretName
	case found == token:
		return tokenName
	}
	return openName
}

// segment returns the first word of a name and the rest: some_name, some-name
// and someName have two.
func segment(name string) (word, rest string) {
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_' || c == '-':
			return name[:i], name[i+1:]
		case i > 0 && upper(c) && (!upper(name[i-1]) || i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z'):
			return name[:i], name[i:]
		}
	}
	return name, ""
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }

// roleOf returns the role of a word in small or capital letters.
func roleOf(word string) role {
	var low [24]byte
	if len(word) == 0 || len(word) > len(low) {
		return other
	}
	digits := true
	for i := range len(word) {
		low[i] = word[i]
		if upper(word[i]) {
			low[i] |= 0x20
		}
		digits = digits && word[i]-'0' <= 9
	}
	if digits {
		return neutral
	}
	s := low[:len(word)]
	for len(s) > 1 && s[len(s)-1]-'0' <= 9 { // password2
		s = s[:len(s)-1]
	}
	if r, ok := roles[string(s)]; ok {
		return r
	}
	for _, end := range [...]string{"password", "passwd", "secret", "apikey"} {
		if n := len(s) - len(end); n > 0 && string(s[n:]) == end {
			return secret
		}
	}
	return other
}

// wordBefore returns the last word of the name that lies a blank before i.
func wordBefore(s string, i int) string {
	if i < 2 || s[i-1] != ' ' {
		return ""
	}
	begin := i - 1
	for begin > 0 && alnum(s[begin-1]) {
		begin--
	}
	return s[begin : i-1]
}
