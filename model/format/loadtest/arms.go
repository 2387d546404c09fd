package loadtest

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strings"

	"scaledeck/model"
	"scaledeck/model/text"
)

// comparison makes one comparison of all results.
func (d *Reader) comparison() *model.Comparison {
	d.withoutTwins()
	axis := axisOf(d.results)
	c := &model.Comparison{Schema: d.tool}
	for i := range d.results {
		r := &d.results[i]
		label := r.label(axis, d.tool)
		arm := slices.IndexFunc(c.Arms, func(a model.Arm) bool { return a.Name == label })
		if arm < 0 {
			arm = len(c.Arms)
			c.Arms = append(c.Arms, model.Arm{Name: label, Settings: r.Settings})
		}
		r.Run.Arm, r.Run.Name = arm, label
		if n, ok := r.Run.Repeat.Get(); ok {
			r.Run.Name += " run " + Number(n)
		}
		c.Rows = append(c.Rows, r.Run)
	}
	d.repeats(c)
	return c
}

// withoutTwins leaves out results that are in the file twice, byte for byte.
func (d *Reader) withoutTwins() {
	var kept []Result
	seed, like := maphash.MakeSeed(), make(map[uint64][]Result)
	for _, r := range d.results {
		written := d.Slice(r.Begin, r.end)
		sum := maphash.Bytes(seed, written)
		same := func(k Result) bool { return bytes.Equal(d.Slice(k.Begin, k.end), written) }
		if slices.ContainsFunc(like[sum], same) {
			d.IssueAt(r.Run.Pointer, r.Begin, model.Warning, model.CodeDuplicate, "the same result as one before it: it counts once")
			continue
		}
		like[sum] = append(like[sum], r)
		kept = append(kept, r)
	}
	d.results = kept
}

// repeats says where two runs of one arm have one number.
func (d *Reader) repeats(c *model.Comparison) {
	type id struct {
		arm    int
		repeat float64
	}
	seen := make(map[id]string)
	for i, r := range c.Rows {
		n, ok := r.Repeat.Get()
		if !ok {
			continue
		}
		at := id{r.Arm, n}
		if first, again := seen[at]; again {
			d.IssueAt(r.Pointer, d.results[i].Begin, model.Warning, model.CodeDuplicate, "the same arm and run_number as %s: expected every run once", first)
			continue
		}
		seen[at] = r.Pointer
	}
}

// axisOf returns the settings that tell the results apart: a key is one if it
// parts results that the keys before it leave together.
func axisOf(results []Result) []string {
	var keys []string
	for i := range results {
		for _, s := range results[i].Settings {
			if !slices.Contains(keys, s.Key) {
				keys = append(keys, s.Key)
			}
		}
	}
	groups := func(axis []string) int {
		seen := make(map[string]bool)
		for i := range results {
			seen[results[i].values(axis)] = true
		}
		return len(seen)
	}
	var axis []string
	count := 1
	for _, k := range keys {
		with := append(slices.Clone(axis), k)
		if n := groups(with); n > count {
			axis, count = with, n
		}
	}
	return axis
}

// values returns what a result has of the keys, as one text.
func (r *Result) values(keys []string) string {
	list := make([]string, 0, len(keys))
	for _, k := range keys {
		if v := r.get(k); v != "" {
			list = append(list, k+"="+v)
		}
	}
	return text.Clean(strings.Join(list, ", "))
}

// loads are the settings that tools give the load by.
var loads = []string{"request_rate", "requested_rate", "rate", "rate_qps", "streams", "concurrency", "max_concurrency"}

// label names the arm of a result: by what tells it apart, or else by its load.
func (r *Result) label(axis []string, tool string) string {
	for _, keys := range [][]string{axis, {"label"}, {"tag"}, loads} {
		if s := r.values(keys); s != "" {
			return s
		}
	}
	return tool
}
