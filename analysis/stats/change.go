package stats

import (
	"fmt"
	"math"
	"strconv"

	"scaledeck/model"
)

// ChangePercent returns the change from base to value in percent of base, not
// rounded, or a missing figure and why there is none. Nothing can be related to
// zero; only zero against zero is known to be no change.
func ChangePercent(value, base model.Figure) (model.Figure, string) {
	v, okV := value.Get()
	b, okB := base.Get()
	switch {
	case !okB:
		return model.Missing(base.State), "no baseline figure: " + base.State.String()
	case !okV:
		return model.Missing(value.State), "no figure: " + value.State.String()
	case b == 0 && v == 0:
		return model.Of(0), ""
	case b == 0:
		return model.Figure{}, "baseline is 0, relative change undefined"
	case b < 0:
		return model.Figure{}, "baseline is negative, relative change undefined"
	}
	c := model.Of((v/b - 1) * 100)
	if !c.OK() {
		return c, "the change is too large for a number"
	}
	return c, ""
}

// NoiseTolerance is the change in percent up to which two medians are "within
// noise" whatever their repeats say, and two offered loads count as the same. It is
// the tolerance to which the benchmark matches its loads: a load that is off by as
// much explains such a change. It follows no limit of a file, policy or flag: who
// accepts a load that is off by 20 % does not thereby measure any worse.
const NoiseTolerance = 1.0

// tinyCount is the most by which counts that go down to zero differ by chance.
const tinyCount = 2

// Change is how a topology's median compares with the baseline's.
type Change struct {
	Percent model.Figure // rounded to two decimals, from the printed medians
	Word    string       // "better", "worse", "within noise", "no change", "" where it cannot be said; "higher", "lower" where neither way is the good one
	Reason  string       // why Percent or Word cannot be said
	Basis   string       // what Word rests on: the ranges of the repeats, or a test and its p
	Ground  Ground       // the same as a kind
}

// Ground is what the word of a change rests on.
type Ground uint8

// The reasons.
const (
	NoGround     Ground = iota // there is no word
	EqualFigures               // the figures are the same
	RangesOfFew                // too few repeats for a test: their ranges decide
	ExactTest                  // a Mann–Whitney test at 0.05
	SmallChange                // within NoiseTolerance
	NearZero                   // a spread that reaches zero: the difference is no more than it, or a tiny count
	ModelledRuns               // a model gives the same figure every time
)

// ChangeOf compares two spreads of one metric by their medians.
func ChangeOf(now, base Spread, metric *model.Metric) Change {
	return ChangeBy(Difference(base.Median, now.Median), now, base, metric)
}

// ChangeBy is changeOf where the figures shown differ by something else than the
// medians do, as sums do.
func ChangeBy(shown model.Figure, now, base Spread, metric *model.Metric) Change {
	var c Change
	c.Percent, c.Reason = ChangePercent(now.Median, base.Median)
	c.Percent = c.Percent.Round2()
	switch {
	case now.N == 0 || base.N == 0:
		return c
	case now.Median == base.Median:
		c.Word, c.Basis, c.Ground = "no change", "the medians are equal", EqualFigures
		return c
	case now.N < 2 || base.N < 2:
		if c.Reason == "" {
			c.Reason = "one repeat has no spread to compare with"
		}
		return c
	}
	apart, basis, ground := differ(now, base)
	if apart {
		if why, because := excused(c, math.Abs(shown.Value), now, base, metric.Unit); why != "" {
			c.Word, c.Basis, c.Ground = "within noise", why+", though "+basis, because
			return c
		}
	}
	if c.Word, c.Basis, c.Ground = "within noise", basis, ground; apart {
		c.Word = Direction(now.Median.Value > base.Median.Value, metric.Better)
	}
	return c
}

// excused says why repeats that lie apart are within noise all the same, or "".
// difference is the size of what is shown as their difference.
func excused(c Change, difference float64, now, base Spread, u model.Unit) (why string, ground Ground) {
	if percent, ok := c.Percent.Get(); ok && math.Abs(percent) <= NoiseTolerance {
		return fmt.Sprintf("a change within the ±%s to which loads are matched", model.Of(NoiseTolerance).Text(model.Percent)), SmallChange
	}
	if now.Min.Value > 0 && base.Min.Value > 0 {
		return "", NoGround
	}
	width := max(now.Max.Value-now.Min.Value, base.Max.Value-base.Min.Value)
	switch {
	case difference <= width:
		return "the spread reaches zero and is as wide as the difference", NearZero
	case u == model.Count && difference <= tinyCount:
		return fmt.Sprintf("counts from zero on that differ by no more than %d", tinyCount), NearZero
	}
	return "", NoGround
}

// differ reports whether two spreads differ by more than their repeats do, and
// what that rests on. Where no test can be made the ranges decide, the more
// careful rule of the two.
func differ(now, base Spread) (apart bool, basis string, ground Ground) {
	note := DifferenceNote(now.N, base.N)
	var test RankTest
	if note == "" {
		test = MannWhitney(Present(now.Values), Present(base.Values))
		note = test.Reason
	}
	if note != "" {
		apart := now.Min.Value > base.Max.Value || now.Max.Value < base.Min.Value
		ranges := "overlap"
		if apart {
			ranges = "do not overlap"
		}
		return apart, fmt.Sprintf("the ranges of %d and %d repeats %s; %s", now.N, base.N, ranges, note), RangesOfFew
	}
	basis = fmt.Sprintf("Mann–Whitney, %d and %d repeats, exact p = %s", now.N, base.N, strconv.FormatFloat(test.P, 'g', 2, 64))
	if test.Tied {
		basis += " given the ties"
	}
	return test.P <= 1-Confidence, basis, ExactTest
}

func Direction(up bool, better model.Better) string {
	switch {
	case better == model.Neither && up:
		return "higher"
	case better == model.Neither:
		return "lower"
	case up == (better == model.Higher):
		return "better"
	default:
		return "worse"
	}
}

// Difference returns b − a, or why it is missing.
func Difference(a, b model.Figure) model.Figure {
	switch {
	case !a.OK():
		return model.Missing(a.State)
	case !b.OK():
		return model.Missing(b.State)
	}
	return model.Of(b.Value - a.Value)
}
