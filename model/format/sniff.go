package format

import (
	"scaledeck/model"
	"scaledeck/model/format/intake"
)

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
	// Alien: it is nothing that a format takes, whatever the rest is.
	Alien
)

// Sniff says by the first bytes of a file what it is, in the words of Decode and
// by the same code. whole means that head is all there is; a file of which there is
// nothing yet is Undecided. name is how issues call the file; found says why it is
// no document and is empty where that is Undecided.
func Sniff(name string, head []byte, whole bool) (is Likeness, found []model.Issue) {
	if c := compressed(head); c != nil {
		if head, whole = c.peeked(head, whole); len(head) == 0 {
			return Undecided, nil // Decode says why
		}
	}
	h := intake.Head{Name: name, Data: head, Whole: whole}
	switch why, is := packed(&h); {
	case why.nothing:
		return Undecided, nil
	case is:
		return Alien, []model.Issue{why.issue}
	}
	f, like := likeliest(&h)
	if found = unreadable(&h, like); found != nil {
		return Alien, found
	}
	if f == nil {
		return Alien, stranger(&h, 0)
	}
	if f.Refuses != nil {
		if found = f.Refuses(&h); len(found) > 0 {
			return Refused, found
		}
	}
	return Undecided, nil
}
