package stats

import (
	"slices"

	"scaledeck/model"
)

// Spread is one metric over the repeats of one topology.
type Spread struct {
	Median, Min, Max, Sum model.Figure
	N                     int          // repeats with a figure
	Of                    int          // repeats
	Ratio                 model.Figure // max / min
	Unstable              bool         // Ratio over 1.5, or undefined since the smallest figure is not above zero and the largest is
	Values                []model.Figure
	Pointers              []string // where each of Values stands
}

// StableRatio is the largest max/min over repeats that still counts as stable,
// by the author of the benchmark.
const StableRatio = 1.5

// SpreadOf returns the statistics of one metric over the repeats.
//
// Median, Min and Max are of the figures that are there; N says how many they
// are. Sum is missing as soon as one figure is: a sum without a term is another
// quantity. Ratio needs two figures and a smallest above zero, since a ratio to
// zero or to a negative figure says nothing about spread. A spread from there to
// above zero is wider than any ratio and so UNSTABLE; one of nothing but zeros is
// as stable as can be.
func SpreadOf(values []model.Figure, pointers []string) Spread {
	s := Spread{Of: len(values), Values: values, Pointers: pointers}
	known := Present(values)
	s.N = len(known)
	if s.N == 0 {
		s.Sum = FirstMissing(values)
		s.Median, s.Min, s.Max, s.Ratio = s.Sum, s.Sum, s.Sum, s.Sum
		return s
	}
	slices.Sort(known)
	low, high := known[0], known[s.N-1]
	s.Median, s.Min, s.Max = model.Of(Middle(known)), model.Of(low), model.Of(high)
	if s.N == s.Of {
		s.Sum = model.Of(Total(known))
	} else {
		s.Sum = FirstMissing(values)
	}
	switch {
	case s.N < 2:
	case low > 0:
		s.Ratio = model.Of(high / low)
		s.Unstable = high/low > StableRatio
	default:
		s.Unstable = high > low
	}
	return s
}

// Instability says how unstable a spread is, "UNSTABLE 1.67×" or "UNSTABLE, ratio
// undefined (min 0)", or "" for one that is stable.
func (s Spread) Instability() string {
	switch {
	case !s.Unstable:
		return ""
	case !s.Ratio.OK():
		return "UNSTABLE, ratio undefined (min " + s.Min.Text(model.None) + ")"
	default:
		return "UNSTABLE " + s.Ratio.Text(model.Ratio) + "×"
	}
}

// FirstMissing returns the first figure that is not there, for its reason.
func FirstMissing(values []model.Figure) model.Figure {
	for _, f := range values {
		if !f.OK() {
			return f
		}
	}
	return model.Figure{}
}

// Whole returns the spread where every repeat has a figure, and one without any
// where one has none: the median of the others is another quantity than the one
// that a file claims of all.
func (s Spread) Whole() Spread {
	if s.N == s.Of {
		return s
	}
	no := FirstMissing(s.Values)
	s.Median, s.Min, s.Max, s.Sum, s.Ratio = no, no, no, no, no
	return s
}

// Unmeasured reports whether there are repeats and no file names the figure in
// any of them.
func (s Spread) Unmeasured() bool {
	return s.Of > 0 && !slices.ContainsFunc(s.Values, func(f model.Figure) bool { return f.State != model.Absent })
}

func Total(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum
}

// Interval returns an order-statistic interval for the median of the repeats
// with at least 95 % confidence, and how sure it is (0–1). It is false with fewer
// than six repeats: then IntervalNote says so in words.
func (s Spread) Interval() (low, high, coverage float64, ok bool) {
	known := Present(s.Values)
	slices.Sort(known)
	return MedianInterval(known, Confidence)
}

// Statistic returns the statistic of that name, missing for one that is not known.
func (s Spread) Statistic(name string) model.Figure {
	switch name {
	case "median":
		return s.Median
	case "sum":
		return s.Sum
	case "min":
		return s.Min
	case "max":
		return s.Max
	default:
		return model.Figure{}
	}
}
