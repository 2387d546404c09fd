package format

import (
	"bytes"

	"scaledeck/model"
)

// object walks the members of one object:
//
//	for o := d.object(); d.member(&o); {
//		switch string(o.key) { … read the value, each case exactly once … }
//	}
//
// The key of the member being read is the last step of the decoder's path.
type object struct {
	key   []byte // its escapes resolved
	keyAt int    // offset of the key
	at    int    // offset of the value
	dup   int    // place in the decoder's list of the first member of the same key; −1 where this is it
	place int    // place in the decoder's list; −1 where this is not the first of its key
	base  int    // where its members begin in the decoder's list
	first bool
	ended bool
	seen  map[string]int // key → place in the list; only for objects of many members
}

// seenMember is a member of an object that is being read.
type seenMember struct {
	key        []byte
	begin, end int // of its value; end is 0 while it is being read
	slot       int // where its value was put in the list that its object fills; −1 where it was not
}

// manyMembers is from where on an object's keys are looked up in a map.
const manyMembers = 24

// object begins the object at the current position; the caller has peeked at it.
func (d *decoder) object() object {
	d.path = append(d.path, step{key: []byte{}})
	return object{base: len(d.seen), dup: -1, place: -1, first: true}
}

// next moves to the next member's value without remembering its key.
func (d *decoder) next(o *object) bool {
	if o.ended || !d.more('{', '}', &o.first) {
		d.leave(o)
		return false
	}
	o.keyAt = d.pos
	if d.pos >= len(d.data) || d.data[d.pos] != '"' {
		d.expected("a key in double quotes")
		d.leave(o)
		return false
	}
	raw, escaped := d.scanner.string()
	if d.failed || !d.colon() {
		d.leave(o)
		return false
	}
	if escaped {
		raw = unquote(raw)
	}
	d.space()
	o.key, o.at, o.dup, o.place = raw, d.pos, -1, -1
	d.path[len(d.path)-1].key = raw
	return true
}

func (d *decoder) leave(o *object) {
	if !o.ended {
		o.ended = true
		d.path = d.path[:len(d.path)-1]
		d.seen = d.seen[:o.base]
	}
}

// member moves to the next member's value. Where its key was there before, an
// issue says so and o.dup leads to the first one.
func (d *decoder) member(o *object) bool {
	if o.place >= 0 {
		d.seen[o.place].end = d.pos
	}
	if !d.next(o) {
		return false
	}
	d.remember(o)
	return true
}

// remember looks whether the current key was there before.
func (d *decoder) remember(o *object) {
	o.dup = d.find(o)
	if o.dup >= 0 {
		d.duplicateKey(o)
		return
	}
	o.place = len(d.seen)
	d.seen = append(d.seen, seenMember{key: o.key, begin: o.at, slot: -1})
	if o.seen != nil {
		o.seen[string(o.key)] = o.place
	}
}

func (d *decoder) duplicateKey(o *object) {
	if d.issues.full() { // before the message is made: there may be millions
		return
	}
	d.issue(o.keyAt, model.Warning, model.CodeDuplicateKey,
		"the key %s stands twice in one object: expected it once; where its values differ, none is trusted", quote(o.key))
}

func (d *decoder) find(o *object) int {
	list := d.seen[o.base:]
	if o.seen == nil && len(list) >= manyMembers {
		o.seen = make(map[string]int, 2*len(list))
		for i, m := range list {
			o.seen[string(m.key)] = o.base + i
		}
	}
	if o.seen != nil {
		if i, ok := o.seen[string(o.key)]; ok {
			return i
		}
		return -1
	}
	for i, m := range list {
		if bytes.Equal(m.key, o.key) {
			return o.base + i
		}
	}
	return -1
}

// again is what a value is to an earlier one under the same key.
type again uint8

const (
	once    again = iota // there is no earlier one
	same                 // the same bytes as the first
	differs              // something else: neither is to be trusted
)

// repeat reads past the current value if its key was there before and says how
// it compares with the first. Where it returns once, the value is still unread.
func (d *decoder) repeat(o *object) again {
	if o.dup < 0 {
		return once
	}
	first := d.seen[o.dup]
	begin := d.pos
	d.skip()
	if bytes.Equal(d.data[first.begin:first.end], d.data[begin:d.pos]) {
		return same
	}
	return differs
}

// put notes where in its list the current member's value was put.
func (d *decoder) put(o *object, slot int) { d.seen[o.place].slot = slot }

// earlier returns where the value of the first member with the current key was put.
func (d *decoder) earlier(o *object) (slot int, ok bool) {
	slot = d.seen[o.dup].slot
	return slot, slot >= 0
}

// MaxParts bounds the runs, topologies, comparisons, timelines, rollouts, stages,
// profiles and phases of a document, each where they stand together. It is far
// beyond any experiment; it keeps a file of empty objects from taking a hundred
// times its size in memory.
const MaxParts = 10_000

// full reports whether n parts are all there may be, and then reads past the
// current value and counts it as left out.
func (d *decoder) full(n int, left *int) bool {
	if n < MaxParts {
		return false
	}
	d.stray()
	*left++
	return true
}

// tellLeft makes the issue of parts that were left out.
func (d *decoder) tellLeft(begin, left int) {
	if left > 0 && !d.failed {
		d.issue(begin, model.Warning, model.CodeTruncated, "%d more are left out: expected at most %d", left, MaxParts)
	}
}

// unknown counts the current member, and every key inside its value, as one that
// no part of the model takes.
func (d *decoder) unknown(o *object) {
	d.countUnknown()
	d.walkUnknown()
}

// stray reads the current value, which is not what was expected, counting the
// keys inside it as unknown.
func (d *decoder) stray() { d.walkUnknown() }

func (d *decoder) countUnknown() {
	d.doc.UnknownCount++
	if len(d.doc.Unknown) < model.MaxUnknown {
		d.doc.Unknown = append(d.doc.Unknown, d.pointer())
	}
}

func (d *decoder) walkUnknown() {
	switch d.peek() {
	case kindObject:
		for o := d.object(); d.member(&o); {
			d.unknown(&o)
		}
	case kindArray:
		for l := d.list(); d.element(&l); {
			d.walkUnknown()
		}
	default:
		d.skipScalar()
	}
}

// list walks the elements of one list, in the manner of object.
type list struct {
	index int
	at    int // offset of the element
	first bool
	ended bool
}

func (d *decoder) list() list {
	d.path = append(d.path, step{})
	return list{index: -1, first: true}
}

func (d *decoder) element(l *list) bool {
	if l.ended {
		return false
	}
	if !d.more('[', ']', &l.first) {
		l.ended = true
		d.path = d.path[:len(d.path)-1]
		return false
	}
	d.space()
	l.index++
	l.at = d.pos
	d.path[len(d.path)-1].index = l.index
	return true
}
