package jsonscan

import (
	"bytes"

	"scaledeck/model"
)

// Object walks the members of one object:
//
//	for o := d.Object(); d.Member(&o); {
//		switch string(o.Key) { … read the value, each case exactly once … }
//	}
//
// The key of the member being read is the last step of the decoder's path.
type Object struct {
	Key   []byte // its escapes resolved
	KeyAt int    // offset of the key
	At    int    // offset of the value
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

// Object begins the object at the current position; the caller has peeked at it.
func (d *Reader) Object() Object {
	d.path = append(d.path, step{key: []byte{}})
	return Object{base: len(d.seen), dup: -1, place: -1, first: true}
}

// Next moves to the next member's value without remembering its key.
func (d *Reader) Next(o *Object) bool {
	if o.ended || !d.more('{', '}', &o.first) {
		d.leave(o)
		return false
	}
	o.KeyAt = d.pos
	if d.pos >= len(d.data) || d.data[d.pos] != '"' {
		d.Expected("a key in double quotes")
		d.leave(o)
		return false
	}
	raw, escaped := d.string()
	if d.failed || !d.colon() {
		d.leave(o)
		return false
	}
	if escaped {
		raw = unquote(raw)
	}
	d.Space()
	o.Key, o.At, o.dup, o.place = raw, d.pos, -1, -1
	d.path[len(d.path)-1].key = raw
	return true
}

func (d *Reader) leave(o *Object) {
	if !o.ended {
		o.ended = true
		d.path = d.path[:len(d.path)-1]
		d.seen = d.seen[:o.base]
	}
}

// Member moves to the next member's value. Where its key was there before, an
// issue says so and o.dup leads to the first one.
func (d *Reader) Member(o *Object) bool {
	if o.place >= 0 {
		d.seen[o.place].end = d.pos
	}
	if !d.Next(o) {
		return false
	}
	d.Remember(o)
	return true
}

// Remember looks whether the current key was there before.
func (d *Reader) Remember(o *Object) {
	o.dup = d.find(o)
	if o.dup >= 0 {
		d.DuplicateKey(o)
		return
	}
	o.place = len(d.seen)
	d.seen = append(d.seen, seenMember{key: o.Key, begin: o.At, slot: -1})
	if o.seen != nil {
		o.seen[string(o.Key)] = o.place
	}
}

// DuplicateKey makes the issue of a key that was there before.
func (d *Reader) DuplicateKey(o *Object) {
	if d.Issues.Full() { // before the message is made: there may be millions
		return
	}
	d.Issue(o.KeyAt, model.Warning, model.CodeDuplicateKey,
		"the key %s stands twice in one object: expected it once; where its values differ, none is trusted", Quote(o.Key))
}

func (d *Reader) find(o *Object) int {
	list := d.seen[o.base:]
	if o.seen == nil && len(list) >= manyMembers {
		o.seen = make(map[string]int, 2*len(list))
		for i, m := range list {
			o.seen[string(m.key)] = o.base + i
		}
	}
	if o.seen != nil {
		if i, ok := o.seen[string(o.Key)]; ok {
			return i
		}
		return -1
	}
	for i, m := range list {
		if bytes.Equal(m.key, o.Key) {
			return o.base + i
		}
	}
	return -1
}

// Repeated reports whether the current key was there before.
func (o *Object) Repeated() bool { return o.dup >= 0 }

// Again is what a value is to an earlier one under the same key.
type Again uint8

// How a repeated value compares.
const (
	Once    Again = iota // there is no earlier one
	Same                 // the same bytes as the first
	Differs              // something else: neither is to be trusted
)

// Repeat reads past the current value if its key was there before and says how
// it compares with the first. Where it returns Once, the value is still unread.
func (d *Reader) Repeat(o *Object) Again {
	if o.dup < 0 {
		return Once
	}
	first := d.seen[o.dup]
	begin := d.pos
	d.Skip()
	if bytes.Equal(d.data[first.begin:first.end], d.data[begin:d.pos]) {
		return Same
	}
	return Differs
}

// Put notes where in its list the current member's value was put.
func (d *Reader) Put(o *Object, slot int) { d.seen[o.place].slot = slot }

// Earlier returns where the value of the first member with the current key was put.
func (d *Reader) Earlier(o *Object) (slot int, ok bool) {
	slot = d.seen[o.dup].slot
	return slot, slot >= 0
}

// MaxParts bounds the runs, topologies, comparisons, timelines, rollouts, stages,
// profiles and phases of a document, each in one place. It is far
// beyond any experiment; it keeps a file of empty objects from taking a hundred
// times its size in memory.
const MaxParts = 10_000

// Full reports whether n parts are all there may be, and then reads past the
// current value and counts it as left out.
func (d *Reader) Full(n int, left *int) bool {
	if n < MaxParts {
		return false
	}
	d.Stray()
	*left++
	return true
}

// TellLeft makes the issue of parts that were left out.
func (d *Reader) TellLeft(begin, left int) {
	if left > 0 && !d.failed {
		d.Issue(begin, model.Warning, model.CodeTruncated, "%d more are left out: expected at most %d", left, MaxParts)
	}
}

// Unknown counts the current member, and every key inside its value, as one that
// no part of the model takes.
func (d *Reader) Unknown(o *Object) {
	d.CountUnknown()
	d.WalkUnknown()
}

// Stray reads the current value, which is not what was expected, counting the
// keys inside it as unknown.
func (d *Reader) Stray() { d.WalkUnknown() }

// CountUnknown counts the current key as one that nothing is read from.
func (d *Reader) CountUnknown() {
	d.UnknownCount++
	if len(d.UnknownKeys) < model.MaxUnknown {
		d.UnknownKeys = append(d.UnknownKeys, d.Pointer())
	}
}

// CountUnknownAt counts the key that the pointer leads to.
func (d *Reader) CountUnknownAt(pointer string) {
	d.UnknownCount++
	if len(d.UnknownKeys) < model.MaxUnknown {
		d.UnknownKeys = append(d.UnknownKeys, pointer)
	}
}

// WalkUnknown reads the current value and counts the keys in it.
func (d *Reader) WalkUnknown() {
	switch d.Peek() {
	case KindObject:
		for o := d.Object(); d.Member(&o); {
			d.Unknown(&o)
		}
	case KindArray:
		for l := d.List(); d.Element(&l); {
			d.WalkUnknown()
		}
	default:
		d.skipScalar()
	}
}

// List walks the elements of one list, in the manner of object.
type List struct {
	index int
	At    int // offset of the element
	first bool
	ended bool
}

// List begins the list at the current position; the caller has peeked at it.
func (d *Reader) List() List {
	d.path = append(d.path, step{})
	return List{index: -1, first: true}
}

// Element moves to the next element.
func (d *Reader) Element(l *List) bool {
	if l.ended {
		return false
	}
	if !d.more('[', ']', &l.first) {
		l.ended = true
		d.path = d.path[:len(d.path)-1]
		return false
	}
	d.Space()
	l.index++
	l.At = d.pos
	d.path[len(d.path)-1].index = l.index
	return true
}
