package jsonscan

import "scaledeck/model"

// Field is a row of the table of the keys that an object can have. One of Figure,
// Flag, Text and Texts says where its value goes.
type Field[T any] struct {
	Key      string
	Domain   *model.Domain // of a figure
	Figure   func(*T) *model.Figure
	Flag     func(*T) *model.Flag
	Text     func(*T) *string
	Texts    func(*T) *[]string
	Optional bool // a figure or flag whose absence is no issue
}

// Fields reads the object at the current position into dst by a table. Keys that
// are not in it go to rest, which reports whether it has read the value; nil is
// for none. Figures and flags that the object lacks make an issue each.
func Fields[T any](d *Reader, table []Field[T], dst *T, rest func(*Object) bool) {
	begin := d.pos
	for o := d.Object(); d.Member(&o); {
		if f := fieldOf(table, o.Key); f != nil {
			f.read(d, &o, dst)
		} else if rest == nil || !rest(&o) {
			d.Unknown(&o)
		}
	}
	for i := range table {
		switch f := &table[i]; {
		case f.Optional:
		case f.Figure != nil:
			d.Require(begin, f.Key, *f.Figure(dst), f.Domain)
		case f.Flag != nil:
			d.RequireFlag(begin, f.Key, *f.Flag(dst))
		}
	}
}

func fieldOf[T any](table []Field[T], key []byte) *Field[T] {
	for i := range table {
		if table[i].Key == string(key) {
			return &table[i]
		}
	}
	return nil
}

func (f *Field[T]) read(d *Reader, o *Object, dst *T) {
	switch {
	case f.Figure != nil:
		d.Figure(o, f.Figure(dst), f.Domain)
	case f.Flag != nil:
		d.Flag(o, f.Flag(dst))
	case f.Text != nil:
		d.Text(o, f.Text(dst))
	default:
		d.Texts(o, f.Texts(dst))
	}
}
