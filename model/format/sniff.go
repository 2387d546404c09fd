package format

import "scaledeck/model"

// SniffLen is how many bytes from the beginning of a file Sniff wants: enough to
// tell a table, a log or an archive from a document.
const SniffLen = 4096

// Likeness is what the beginning of a file says of the rest.
type Likeness uint8

const (
	// Undecided: it may be a document. Only Decode of the whole file tells.
	Undecided Likeness = iota
	// Refused: it begins like a document and is already known not to decode.
	Refused
	// Alien: it is no JSON object, whatever the rest is.
	Alien
)

// Sniff says by the first bytes of a file what it is, in the words of Decode and
// by the same code. whole means that head is all there is; a file of which there is
// nothing yet is Undecided. name is how issues call the file; found says why it is
// no document and is empty where that is Undecided.
func Sniff(name string, head []byte, whole bool) (is Likeness, found []model.Issue) {
	d := newDecoder(name, head, Options{})
	d.cut = !whole
	if !d.packed() {
		if d.pos >= len(head) {
			return Undecided, nil // empty, or white space so far
		}
		return Alien, d.issues.list(head)
	}
	if k := d.peek(); k != kindObject {
		d.noObject(d.pos, k)
		return Alien, d.issues.list(head)
	}
	ok := d.document()
	found = d.issues.list(head)
	// Where the object ends within the head, something else may follow it.
	if ok || Incomplete(found) || d.cut && !d.failed {
		return Undecided, nil
	}
	return Refused, found
}
