package vllm

import (
	"bytes"
	"slices"
	"strings"

	"scaledeck/model"
	"scaledeck/model/text"
)

// comparison makes one comparison of all results.
func (d *decoder) comparison() *model.Comparison {
	d.withoutTwins()
	axis := axisOf(d.results)
	c := &model.Comparison{Schema: name}
	for i := range d.results {
		r := &d.results[i]
		label := r.label(axis)
		arm := slices.IndexFunc(c.Arms, func(a model.Arm) bool { return a.Name == label })
		if arm < 0 {
			arm = len(c.Arms)
			c.Arms = append(c.Arms, model.Arm{Name: label, Settings: r.settings})
		}
		r.run.Arm, r.run.Name = arm, label
		if n, ok := r.run.Repeat.Get(); ok {
			r.run.Name += " run " + number(n)
		}
		c.Rows = append(c.Rows, r.run)
	}
	d.repeats(c)
	return c
}

// withoutTwins leaves out results that are in the file twice, byte for byte.
func (d *decoder) withoutTwins() {
	var kept []result
	for _, r := range d.results {
		same := func(k result) bool { return bytes.Equal(d.Slice(k.begin, k.end), d.Slice(r.begin, r.end)) }
		if slices.ContainsFunc(kept, same) {
			d.IssueAt(r.run.Pointer, r.begin, model.Warning, model.CodeDuplicate, "the same result as one before it: it counts once")
			continue
		}
		kept = append(kept, r)
	}
	d.results = kept
}

// repeats says where two runs of one arm have one number.
func (d *decoder) repeats(c *model.Comparison) {
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
			d.IssueAt(r.Pointer, d.results[i].begin, model.Warning, model.CodeDuplicate, "the same arm and run_number as %s: expected every run once", first)
			continue
		}
		seen[at] = r.Pointer
	}
}

// axisOf returns the settings that tell the results apart: a key is one if it
// parts results that the keys before it leave together.
func axisOf(results []result) []string {
	var keys []string
	for i := range results {
		for _, s := range results[i].settings {
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
func (r *result) values(keys []string) string {
	list := make([]string, 0, len(keys))
	for _, k := range keys {
		if v := r.get(k); v != "" {
			list = append(list, k+"="+v)
		}
	}
	return text.Clean(strings.Join(list, ", "))
}

// label names the arm of a result: by what tells it apart, or else by its load.
func (r *result) label(axis []string) string {
	for _, keys := range [][]string{axis, {"label"}, {"request_rate", "max_concurrency"}} {
		if s := r.values(keys); s != "" {
			return s
		}
	}
	return name
}
