package sim

import (
	"fmt"
	"math"
	"strings"
)

// ParseAxis reads an axis: a parameter and one value, several, or a range with a
// step, in the parameter's unit or with one of their own.
//
//	cold-start=22s   standby=0,2,4   cold-start=10s..180s/10s   standby=0..4
//
// A range without a step goes by one. It holds its end where the steps meet it.
func ParseAxis(s string) (Axis, error) {
	name, list, ok := strings.Cut(s, "=")
	if !ok {
		return Axis{}, fmt.Errorf("axis %.80q: expected PARAMETER=VALUES", s)
	}
	p, err := parseParameter(strings.TrimSpace(name))
	if err != nil {
		return Axis{}, fmt.Errorf("axis %.80q: %w", s, err)
	}
	a := Axis{Parameter: p}
	for part := range strings.SplitSeq(list, ",") {
		if a.Values, err = appendRange(a.Values, p, strings.TrimSpace(part)); err != nil {
			return Axis{}, fmt.Errorf("axis %.80q: %w", s, err)
		}
	}
	return a, nil
}

func appendRange(vs []float64, p Parameter, s string) ([]float64, error) {
	from, rest, isRange := strings.Cut(s, "..")
	lo, err := p.Parse(from)
	if err != nil {
		return nil, err
	}
	if !isRange {
		return append(vs, lo), nil
	}
	to, by, hasStep := strings.Cut(rest, "/")
	hi, err := p.Parse(to)
	if err != nil {
		return nil, err
	}
	step := 1.0
	if hasStep {
		if step, err = p.Parse(by); err != nil {
			return nil, err
		}
	}
	if !(step > 0) || hi < lo {
		return nil, fmt.Errorf("%s: %.40q does not ascend by a step over 0", p, s)
	}
	steps := (hi - lo) / step
	if steps > maxSweepRuns-float64(len(vs)) {
		return nil, fmt.Errorf("%s: %.40q has more than %d values", p, s, maxSweepRuns)
	}
	for i := range int(math.Floor(steps+dust*max(1, steps))) + 1 {
		vs = append(vs, lo+float64(i)*step)
	}
	return vs, nil
}
