package chart

import "math"

// far is where positions outside an axis are held, in lengths of the axis: far
// enough that lines leave the plot in their true direction, near enough that
// arithmetic on them stays exact and finite.
const far = 1e6

// scale maps values to shares of an axis: 0 at its beginning, 1 at its end.
// It holds halves, so that the difference of two huge ends stays finite; on a log
// scale, halves of logarithms.
type scale struct {
	lo, hi, span float64
	log          bool
}

// newScale makes a usable scale of any two ends.
func newScale(lo, hi float64, log bool) scale {
	if !finite(lo) || !finite(hi) {
		lo, hi = 0, 1
	}
	lo, hi = widen(lo, hi)
	if log && hi > 0 {
		if lo <= 0 {
			lo = hi / 1000
		}
		if a, b := math.Log10(lo), math.Log10(hi); b > a && finite(a) {
			return scale{a / 2, b / 2, b/2 - a/2, true}
		}
	}
	return scale{lo / 2, hi / 2, hi/2 - lo/2, false}
}

// widen returns ends in order and apart. Equal ends get a tenth of their value
// on both sides; zero, as a range, is 0 to 1, so that it lies on the ground.
func widen(lo, hi float64) (float64, float64) {
	if hi < lo {
		lo, hi = hi, lo
	}
	if hi/2-lo/2 > math.Abs(hi)*1e-12 {
		return lo, hi
	}
	pad := math.Abs(hi) / 10
	if pad < 1e-300 {
		return lo, lo + 1
	}
	return max(lo-pad, -math.MaxFloat64), min(hi+pad, math.MaxFloat64)
}

// share returns where v lies on the axis, held within ±far. A value that has no
// logarithm lies below a log axis. v must be finite.
func (s *scale) share(v float64) float64 {
	if s.log {
		if v <= 0 {
			return -far
		}
		v = math.Log10(v)
	}
	return min(max((v/2-s.lo)/s.span, -far), far)
}

// ends returns the values at both ends of the axis.
func (s *scale) ends() (lo, hi float64) {
	if s.log {
		return math.Pow(10, s.lo*2), math.Pow(10, s.hi*2)
	}
	return s.lo * 2, s.hi * 2
}

// down is share counted from the top, as rows are. It is computed from that end
// and not as 1 − share, so that round figures fall on round positions.
func (s *scale) down(v float64) float64 {
	if s.log {
		if v <= 0 {
			return far
		}
		v = math.Log10(v)
	}
	return min(max((s.hi-v/2)/s.span, -far), far)
}

// step returns which dot a share between 0 and 1 falls on, in n cells of sub
// dots each. All modes agree on the cell: the tolerance, which keeps rounding
// from splitting equal figures, is applied to cells and not to dots.
func step(share float64, n, sub int) int {
	return min(max(int((share*float64(n)+1e-9)*float64(sub)), 0), n*sub-1)
}

// column returns the column of a value among n, and whether it lies on the axis.
func (s *scale) column(v float64, n int) (int, bool) {
	if !finite(v) || n <= 0 {
		return 0, false
	}
	u := s.share(v)
	return step(u, n, 1), u >= 0 && u <= 1
}

// row returns the row of a value among n, and whether it lies on the axis.
func (s *scale) row(v float64, n int) (int, bool) {
	if !finite(v) || n <= 0 {
		return 0, false
	}
	d := s.down(v)
	return step(d, n, 1), d >= 0 && d <= 1
}

func finite(v float64) bool { return v-v == 0 }

// extent is the range of the finite values seen.
type extent struct {
	lo, hi float64
	any    bool
}

func (e *extent) add(v float64) {
	switch {
	case !finite(v):
	case !e.any:
		e.lo, e.hi, e.any = v, v, true
	default:
		e.lo, e.hi = min(e.lo, v), max(e.hi, v)
	}
}

// auto reports whether an axis is to be fitted to its data.
func (a Axis) auto() bool {
	return a.Min == 0 && a.Max == 0 || !finite(a.Min) || !finite(a.Max)
}

// scales returns the scales of a Spec.
func (s *Spec) scales() (x, y scale) {
	return s.xScale(), s.yScale()
}

func (s *Spec) xScale() scale {
	if !s.X.auto() {
		return newScale(s.X.Min, s.X.Max, s.X.Log)
	}
	var e extent
	for i := range s.Series {
		for k := range s.Series[i].len() {
			e.add(s.Series[i].x(k))
		}
	}
	if e.any && e.lo == e.hi {
		pad := max(math.Abs(e.lo)/10, 1) // a lone sample stands in the middle
		return newScale(e.lo-pad, e.hi+pad, s.X.Log)
	}
	return newScale(e.lo, e.hi, s.X.Log)
}

func (s *Spec) yScale() scale {
	lo, hi := s.extentY()
	if s.Y.auto() {
		lo, hi = NiceDomain(lo, hi, s.Y.Log)
	}
	return newScale(lo, hi, s.Y.Log)
}

// extentY returns what the y axis must hold, apart and in order.
func (s *Spec) extentY() (lo, hi float64) {
	e := extent{s.Y.Min, s.Y.Max, true}
	if s.Y.auto() {
		e = extent{}
		for i := range s.Series {
			for _, v := range s.Series[i].Y[:s.Series[i].len()] {
				s.addY(&e, v)
			}
		}
		for _, r := range s.Rules {
			s.addY(&e, r.Y)
			if r.Band {
				s.addY(&e, r.To)
			}
		}
	}
	return widen(e.lo, e.hi)
}

func (s *Spec) addY(e *extent, v float64) {
	if !s.Y.Log || v > 0 {
		e.add(v)
	}
}

// len returns the number of samples.
func (s *Series) len() int {
	if s.X == nil {
		return len(s.Y)
	}
	return min(len(s.X), len(s.Y))
}

// x returns the place of sample i.
func (s *Series) x(i int) float64 {
	if s.X == nil {
		return float64(i)
	}
	return s.X[i]
}
