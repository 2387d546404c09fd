package prometheus

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// series is one series of an answer.
type series struct {
	name   string  // of its metric
	labels []label // in ascending order of their keys, its name left out
	points []point
	lost   bool // a value has no time that could be read
}

type label struct{ key, value string }

type point struct {
	at     float64 // in seconds since 1970
	figure model.Figure
}

// selector returns the series as a query would name it.
func (s *series) selector() string {
	if len(s.labels) == 0 {
		return s.name
	}
	return s.name + "{" + strings.Join(s.texts(), ",") + "}"
}

func (s *series) texts() []string {
	var list []string
	for _, l := range s.labels {
		list = append(list, l.key+"="+strconv.Quote(l.value))
	}
	return list
}

// label returns the value of a label, "" where the series has none of that key.
func (s *series) label(key string) string {
	if i := slices.IndexFunc(s.labels, func(l label) bool { return l.key == key }); i >= 0 {
		return s.labels[i].value
	}
	return ""
}

// names are the labels that may hold the name of a metric: a query that computes
// something has no __name__, and gives one by label_replace.
var names = []string{"__name__", "q", "name"}

func (d *decoder) readSeries() {
	var s series
	begin := d.Pos()
	found := false
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "metric":
			if d.Repeat(&o) == jsonscan.Once && d.WantObject("an object of labels") {
				d.labels(&s)
			}
		case "values":
			if d.Repeat(&o) == jsonscan.Once && d.WantArray("a list of values") {
				found = true
				d.points(&s)
			}
		default:
			d.Unknown(&o)
		}
	}
	if !found && !d.Failed() {
		d.Missing(begin, "values", "a list of values")
		d.lose(model.Absent)
	}
	s.takeName()
	d.series = append(d.series, s)
}

func (d *decoder) labels(s *series) {
	for o := d.Object(); d.Member(&o); {
		if d.Repeat(&o) == jsonscan.Once {
			s.labels = append(s.labels, label{jsonscan.Clean(o.Key), d.ScanText("the value of a label")})
		}
	}
	slices.SortFunc(s.labels, func(a, b label) int { return strings.Compare(a.key, b.key) })
}

// takeName takes the name out of the labels. A series without one is named by all
// of them.
func (s *series) takeName() {
	for _, key := range names {
		if s.name = s.label(key); s.name != "" {
			s.labels = slices.DeleteFunc(s.labels, func(l label) bool { return l.key == key })
			return
		}
	}
	s.name = "{" + strings.Join(s.texts(), ",") + "}"
	s.labels = nil
}

// points reads pairs of a time and the text of a number.
func (d *decoder) points(s *series) {
	for l := d.List(); d.Element(&l); {
		if !d.WantArray("a time and a value") {
			s.lost = true
			d.lose(model.WrongType)
			continue
		}
		var p point
		timed, n := false, 0
		for pair := d.List(); d.Element(&pair); n++ {
			switch n {
			case 0:
				f, k := d.ScanFigure(&model.NotNegative)
				d.Complain(f, k, pair.At, &model.NotNegative)
				p.at, timed = f.Get()
			case 1:
				p.figure = d.value(pair.At)
			default:
				d.Stray()
			}
		}
		if n != 2 && !d.Failed() {
			d.Issue(l.At, model.Warning, model.CodeWrongType, "a list of %d: expected a time and a value", n)
		}
		if timed {
			s.points = append(s.points, p)
		} else {
			s.lost = true
			d.lose(model.WrongType)
		}
	}
}

// value reads the text of a number.
func (d *decoder) value(at int) model.Figure {
	if d.Peek() != jsonscan.KindString {
		d.ScanText("a number as text") // makes the issue
		return model.Missing(model.WrongType)
	}
	s := d.ScanText("a number as text")
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		d.Issue(at, model.Warning, model.CodeNotFinite, "%s is not finite: expected a number", s)
		return model.Missing(model.NotFinite)
	case err != nil:
		d.Issue(at, model.Warning, model.CodeWrongType, "expected a number as text, got %s", jsonscan.Quote([]byte(s)))
		return model.Missing(model.WrongType)
	}
	return model.Of(v)
}
