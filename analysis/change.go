package analysis

import (
	"fmt"
	"strconv"

	"scaledeck/model"
)

// changePercent returns the change from base to value in percent of base, not
// rounded, or a missing figure and why there is none. Nothing can be related to
// zero; only zero against zero is known to be no change.
func changePercent(value, base model.Figure) (model.Figure, string) {
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

// round2 rounds to two decimals, exactly, ties to even: as the analysis that
// writes the result files does (Python's round). Rounding ties away from zero
// would differ only where the binary number is exactly halfway, such as 0.125.
func round2(f model.Figure) model.Figure {
	if !f.OK() {
		return f
	}
	v, err := strconv.ParseFloat(strconv.FormatFloat(f.Value, 'f', 2, 64), 64)
	if err != nil {
		return model.Missing(model.NotFinite)
	}
	return model.Of(v)
}

// Change returns how metric m of one topology compares with another's, both
// given as indices into Topologies. An index outside gives a Change that says so.
//
// The word is a description of the repeats at hand. Where a side has fewer than
// the repeats a test needs, the ranges min–max decide: ranges that meet are
// "within noise", ranges apart are better or worse. By chance alone three and
// three repeats of the same thing lie apart in one case of ten, so the basis is
// always stated. From four a side a two-sided Mann–Whitney test at 0.05 decides.
// Metrics of which neither way is the good one say "higher" or "lower".
//
// Whatever the repeats say, a change within the tolerance to which the offered
// load is matched is "within noise": a load that is off by as much explains it.
func (s *ScaleOut) Change(m model.RunMetric, topology, baseline int) Change {
	n := len(s.Topologies)
	if topology < 0 || topology >= n || baseline < 0 || baseline >= n || m < 0 || m >= model.NumRunMetrics {
		return Change{Reason: "no such topology"}
	}
	return changeOf(s.Topologies[topology].Metrics[m], s.Topologies[baseline].Metrics[m], m.Metric().Better, s.loadTolerance())
}

// loadTolerance returns the change of the offered load, in percent, up to which
// two loads count as the same: the limit of that criterion as it was judged, or
// the built-in one where there is none.
func (s *ScaleOut) loadTolerance() float64 {
	for _, c := range s.Criteria {
		if c.Rule.ID != RuleOfferedLoad {
			continue
		}
		for _, g := range c.Cells {
			if limit, ok := g.Limit.Get(); ok && limit >= 0 {
				return limit
			}
		}
	}
	rule, _ := BuiltIn().Rule(RuleOfferedLoad)
	return rule.Limit
}

// changeOf compares two spreads of one metric; better is its good direction and
// tolerance the change in percent up to which the loads count as the same.
func changeOf(now, base Spread, better model.Better, tolerance float64) Change {
	var c Change
	c.Percent, c.Reason = changePercent(now.Median, base.Median)
	c.Percent = round2(c.Percent)
	switch {
	case now.N == 0 || base.N == 0:
		return c
	case now.Median == base.Median:
		c.Word, c.Basis = "no change", "the medians are equal"
		return c
	case now.N < 2 || base.N < 2:
		if c.Reason == "" {
			c.Reason = "one repeat has no spread to compare with"
		}
		return c
	}
	apart, basis := differ(now, base)
	if percent, ok := c.Percent.Get(); ok && apart && abs(percent) <= tolerance {
		c.Word = "within noise"
		c.Basis = fmt.Sprintf("a change within the ±%s to which the offered load is matched, though %s", model.Of(tolerance).Text(model.Percent), basis)
		return c
	}
	if c.Word, c.Basis = "within noise", basis; apart {
		c.Word = direction(now.Median.Value > base.Median.Value, better)
	}
	return c
}

// differ reports whether two spreads differ by more than their repeats do, and
// what that rests on. Where no test can be made the ranges decide, the more
// careful rule of the two.
func differ(now, base Spread) (bool, string) {
	note := DifferenceNote(now.N, base.N)
	var test RankTest
	if note == "" {
		test = MannWhitney(present(now.Values), present(base.Values))
		note = test.Reason
	}
	if note != "" {
		apart := now.Min.Value > base.Max.Value || now.Max.Value < base.Min.Value
		ranges := "overlap"
		if apart {
			ranges = "do not overlap"
		}
		return apart, fmt.Sprintf("the ranges of %d and %d repeats %s; %s", now.N, base.N, ranges, note)
	}
	basis := fmt.Sprintf("Mann–Whitney, %d and %d repeats, exact p = %s", now.N, base.N, strconv.FormatFloat(test.P, 'g', 2, 64))
	if test.Tied {
		basis += " given the ties"
	}
	return test.P <= 1-Confidence, basis
}

func direction(up bool, better model.Better) string {
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
