package jsonscan

// Each calls read for every object of the data: the one that it is, the elements
// of the list that it is, or those that follow one another, as in JSON Lines. The
// pointers of the last are those of a list. words names what an element is.
func (d *Reader) Each(words string, read func()) {
	if d.Peek() == KindArray {
		for l := d.List(); d.Element(&l); {
			if d.WantObject(words) {
				read()
			}
		}
	} else {
		d.eachInLine(words, read)
	}
	if !d.failed && !d.Done() {
		d.Expected(AfterDocument)
	}
}

func (d *Reader) eachInLine(words string, read func()) {
	ahead := d.Scanner
	if ahead.Skip(); ahead.failed || ahead.Done() {
		if d.WantObject(words) {
			read()
		}
		return
	}
	d.path = append(d.path, step{})
	for n := 0; !d.failed && !d.Done(); n++ {
		d.path[len(d.path)-1].index = n
		if d.Peek() == KindNone {
			d.Expected("an object")
		} else if d.WantObject(words) {
			read()
		}
	}
	d.path = d.path[:len(d.path)-1]
}
