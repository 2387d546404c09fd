package loadtest

import (
	"slices"
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// Field is a row of the table of what a tool writes. One of Metric, Of, Setting,
// Read and Pass says what to do with the value.
type Field struct {
	Path string // keys from the object of the result on, "/" between them; * is any one key

	Metric  *model.Metric  // of a number, or of the statistic Stat of an object
	Stat    string         // a key of the object
	Of      model.Quantity // of an object of statistics
	Needs   []string       // keys of statistics that every such object has
	Unit    string         // of the value; "" where the object says it
	Default string         // the unit that the tool documents for an object which does not say it

	Setting  string
	Read     func(*Reader, *jsonscan.Object, *Result)
	Pass     bool // nothing in it is a figure of the run: it counts as one unknown key
	Optional bool // some versions or runs leave it out
}

// Fields reads the object at the current position by a table. What the table does
// not know is counted as unknown.
func (d *Reader) Fields(table []Field, r *Result) {
	d.object(table, r, "")
	if d.Failed() {
		return
	}
	for i := range table {
		d.needs(&table[i], r)
	}
	place := func(s model.Setting) int {
		return slices.IndexFunc(table, func(f Field) bool { return f.Setting == s.Key })
	}
	slices.SortStableFunc(r.Settings, func(a, b model.Setting) int { return place(a) - place(b) })
}

func (d *Reader) object(table []Field, r *Result, prefix string) {
	for o := d.Object(); d.Member(&o); {
		path := prefix + string(o.Key)
		f, within := find(table, path)
		if f == nil && !within {
			d.Unknown(&o)
			continue
		}
		switch d.Repeat(&o) {
		case jsonscan.Same:
			continue
		case jsonscan.Differs:
			r.distrust(f, path)
			continue
		}
		switch {
		case f != nil:
			d.field(f, &o, r, path)
		case d.WantObject("an object"):
			d.object(table, r, path+"/")
		}
	}
}

// find returns the row of a path, or that the first row which matches it is of what
// is within.
func find(table []Field, path string) (f *Field, within bool) {
	for i := range table {
		switch row := table[i].Path; {
		case row == path || strings.Contains(row, "*") && matches(row, path):
			return &table[i], false
		case strings.HasPrefix(row, path) && row[len(path)] == '/', strings.Contains(row, "*") && begins(row, path):
			return nil, true
		}
	}
	return nil, false
}

// matches reports whether a path is that of a row with any key in it.
func matches(row, path string) bool {
	return slices.EqualFunc(strings.Split(row, "/"), strings.Split(path, "/"), matchesKey)
}

// begins reports whether a row with any key in it is of what is within a path.
func begins(row, path string) bool {
	keys, rows := strings.Split(path, "/"), strings.Split(row, "/")
	return len(rows) > len(keys) && slices.EqualFunc(rows[:len(keys)], keys, matchesKey)
}

func matchesKey(row, key string) bool { return row == "*" || row == key }

// distrust takes out what was read at a path: the file has it twice, and the two
// differ.
func (r *Result) distrust(f *Field, path string) {
	for m, key := range r.Run.Keys {
		if key == path || strings.HasPrefix(key, path+"/") {
			r.Run.Figures[m] = model.Missing(model.Duplicated)
		}
	}
	if f != nil && f.Setting != "" {
		r.Unset(f.Setting)
	}
}

func (d *Reader) field(f *Field, o *jsonscan.Object, r *Result, path string) {
	switch {
	case f.Pass:
		d.CountUnknown()
		d.Skip()
	case f.Read != nil && f.Optional && d.Peek() == jsonscan.KindNull:
		d.Skip()
	case f.Read != nil:
		f.Read(d, o, r)
	case f.Setting != "":
		d.Setting(r, f.Setting)
	case f.Metric != nil && f.Stat == "":
		v := d.number(o, &f.Metric.Domain)
		d.put(r, f.Metric, path, v, f.Unit)
	default:
		d.statistics(f, r, path)
	}
}

// put notes a figure in the unit of its metric. It reports whether the unit is one.
func (d *Reader) put(r *Result, m *model.Metric, path string, v model.Figure, unit string) bool {
	by, ok := 1.0, true
	if unit != "" {
		by, ok = factor(unit, m.Unit)
	}
	switch {
	case !ok && v.OK():
		v = model.Missing(model.WrongType)
	case v.OK():
		v = model.Of(v.Value * by)
	}
	r.Run.Figures[m], r.Run.Keys[m] = v, path
	return ok
}

// statistic is one value of an object of statistics.
type statistic struct {
	metric *model.Metric
	path   string
	figure model.Figure
}

// statistics reads an object of statistics: its unit may come last.
func (d *Reader) statistics(f *Field, r *Result, path string) {
	begin := d.Pos()
	if !d.WantObject("an object of statistics") {
		return
	}
	if f.Metric != nil { // the object is there: what it lacks is lost
		delete(r.Run.Figures, f.Metric)
		r.Run.Keys[f.Metric] = path + "/" + f.Stat
	}
	unit, at := f.Unit, begin
	var list []statistic
	d.members(f, path, &list, &unit, &at)
	switch {
	case unit != "" || len(list) == 0:
	case f.Default != "":
		d.Issue(begin, model.Warning, model.CodeMissing, "no unit: read as %s, as the tool documents it", f.Default)
		unit = f.Default
	default:
		d.Issue(begin, model.Warning, model.CodeMissing, "no unit: expected one")
		unit = "none"
	}
	wrong := false
	for _, s := range list {
		wrong = !d.put(r, s.metric, s.path, s.figure, unit) || wrong
	}
	if wrong && unit != "none" {
		d.Issue(at, model.Warning, model.CodeWrongType, "the unit %s: expected one of %s", jsonscan.Quote([]byte(unit)), list[0].metric.Unit)
	}
}

func (d *Reader) members(f *Field, path string, list *[]statistic, unit *string, at *int) {
	for o := d.Object(); d.Member(&o); {
		key := string(o.Key)
		m := f.metric(key, strings.HasSuffix(path, "/percentiles"))
		again := d.Repeat(&o)
		switch {
		case again == jsonscan.Same:
		case key == "unit" || key == "units":
			if *at = o.At; again == jsonscan.Differs {
				*unit = "given twice"
			} else if d.Peek() != jsonscan.KindNull {
				*unit = d.ScanText("a unit")
			} else {
				d.Skip()
			}
		case again == jsonscan.Differs:
			for i := range *list {
				if (*list)[i].metric == m {
					(*list)[i].figure = model.Missing(model.Duplicated)
				}
			}
		case m != nil:
			*list = append(*list, statistic{m, path + "/" + key, d.number(&o, &m.Domain)})
		case key == "percentiles" && d.Peek() == jsonscan.KindObject:
			d.members(f, path+"/percentiles", list, unit, at)
		default:
			d.Unknown(&o)
		}
	}
}

// metric returns what a statistic measures, nil for none. Where there is an object
// of percentiles, the median is next to it, and p50 is one of them.
func (f *Field) metric(key string, percentiles bool) *model.Metric {
	if f.Metric != nil {
		if key == f.Stat {
			return f.Metric
		}
		return nil
	}
	switch key {
	case "mean", "avg":
		return model.Latency(f.Of, model.Mean, 0)
	case "std", "stddev", "std_dev":
		return model.Latency(f.Of, model.Plain, 0)
	case "median":
		return model.Latency(f.Of, model.Median, 0)
	case "p50":
		if !percentiles {
			return model.Latency(f.Of, model.Median, 0)
		}
	case "p999":
		key = "p99.9"
	}
	number, is := strings.CutPrefix(key, "p")
	if !is || strings.HasPrefix(number, "00") { // p001 is 0.1
		return nil
	}
	p, err := strconv.ParseFloat(strings.Replace(number, "p", ".", 1), 64)
	if err != nil {
		return nil
	}
	return model.Latency(f.Of, model.Percentile, p/100)
}

// needs makes the issues of what every result has and this one has not.
func (d *Reader) needs(f *Field, r *Result) {
	need := func(m *model.Metric, path string) {
		if f := r.Run.Figures[m]; f.State == model.Absent {
			d.IssueAt(r.Run.Pointer+"/"+path, r.Begin, model.Warning, model.CodeMissing, "absent: expected %s", m.Domain.Words)
		}
	}
	_, there := r.Run.Keys[f.Metric]
	switch {
	case f.Optional && !there:
	case f.Metric != nil && f.Stat != "":
		need(f.Metric, f.Path+"/"+f.Stat)
	case f.Metric != nil:
		need(f.Metric, f.Path)
	}
	for _, key := range f.Needs {
		name := key[strings.LastIndexByte(key, '/')+1:]
		need(f.metric(name, name != key), f.Path+"/"+key)
	}
}
