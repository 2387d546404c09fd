package chart

import "math"

// rowTick is a label of the gutter: the value in the middle of a row.
type rowTick struct {
	row   int
	value float64
}

// maxRowTicks is how many labels an axis has at most.
const maxRowTicks = 6

// lay returns the axis that holds lo to hi on n rows with round values in the
// middle of its rows, so that a tick says what its row is.
func lay(lo, hi float64, log, whole bool, n int) (scale, []rowTick, bool) {
	if log && lo > 0 {
		return layLog(lo, hi, n)
	}
	return layLinear(lo, hi, whole, n)
}

// roundSteps are the steps between two rows, in tens.
var roundSteps = [...]float64{1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8}

func layLinear(lo, hi float64, whole bool, n int) (scale, []rowTick, bool) {
	span := hi - lo
	if !(span > 1e-290) || !finite(span) {
		return scale{}, nil, false
	}
	ten := math.Pow(10, math.Floor(math.Log10(span/float64(n))))
	for range 3 {
		for _, m := range roundSteps {
			by := m * ten
			if whole && by != math.Floor(by) {
				continue
			}
			first := math.Floor(lo/by + 0.5 + 1e-9)
			from, to := (first-0.5)*by, (first+float64(n)-0.5)*by
			if math.Abs(first) > 1e9 || from > lo+by*1e-6 || to < hi-by*1e-6 || !finite(to) {
				continue
			}
			return newScale(from, to, false), linearTicks(first, by, n), true
		}
		ten *= 10
	}
	return scale{}, nil, false
}

// linearTicks labels every so many rows, those of the rounder multiples.
func linearTicks(first, by float64, n int) []rowTick {
	ticks := make([]rowTick, 0, maxRowTicks)
	stride := thin(n, n)
	for i := range n {
		if m := first + float64(i); math.Mod(m, float64(stride)) == 0 {
			ticks = append(ticks, rowTick{n - 1 - i, m*by + 0})
		}
	}
	return ticks
}

// thin returns of how many ticks one is labelled on so many rows.
func thin(ticks, rows int) int {
	most := min(max((rows+2)/2, 2), 5)
	for _, s := range [...]int{1, 2, 4, 5, 10, 20, 50, 100} {
		if (ticks+s-1)/s <= most {
			return s
		}
	}
	return max(ticks/most, 1)
}

// roundRatios are what one labelled row is to the next on a log axis: the ratio, the
// digits its first label may begin with, and how much a looser fit of a better one
// is put up with.
var roundRatios = [...]struct {
	ratio  float64
	digits []float64
	worth  float64
}{
	{2, []float64{1, 1.25, 2, 2.5, 4, 5, 8}, 1},
	{10, []float64{1, 2, 5}, 1},
	{5, []float64{1, 2}, 1.1},
	{4, []float64{1, 2.5, 5}, 1.15},
	{3, []float64{1, 3}, 1.2},
	{100, []float64{1}, 1.5}, {1000, []float64{1}, 1.5}, {1e4, []float64{1}, 1.5}, {1e6, []float64{1}, 1.5}, {1e9, []float64{1}, 1.5},
}

// logTries bounds the ways in which a log axis is laid for one ratio.
const logTries = 12

// layLog lays rows that are a root of a round ratio apart: of all that hold lo to hi
// the closest.
func layLog(lo, hi float64, n int) (s scale, ticks []rowTick, ok bool) {
	least := math.Inf(1)
	var first logTick
	for _, r := range roundRatios {
		most := int(min(float64(n)*math.Log(r.ratio)/math.Log(hi/lo)+1, float64(n-1)))
		for per := most; per > max(most-logTries, 0); per-- {
			by := math.Pow(r.ratio, 1/float64(per))
			cost := float64(n) * math.Log(by) * r.worth
			if math.Pow(by, float64(n)) < hi/lo || cost >= least {
				continue
			}
			for below := 0; below < min(per, logTries) && below+per < n; below++ {
				base := anchor(lo*math.Pow(by, 0.5+float64(below)), r.digits)
				from := base / math.Pow(by, 0.5+float64(below))
				to := from * math.Pow(by, float64(n))
				if to < hi*(1-1e-9) || !finite(to) || from < 1e-300 {
					continue
				}
				least, ok = cost, true
				s, first = newScale(from, to, true), logTick{base, r.ratio, below, per}
				break
			}
			if ok && least == cost {
				break // more rows to the ratio fit no better
			}
		}
	}
	if ok {
		ticks = first.rows(n)
	}
	return s, ticks, ok
}

// logTick is the lowest label of a log axis, the ratio to the next and how many rows
// it takes.
type logTick struct {
	base, ratio float64
	below, per  int
}

// anchor returns the greatest value up to v that begins with one of the digits.
func anchor(v float64, digits []float64) float64 {
	ten := math.Pow(10, math.Floor(math.Log10(v)+1e-9))
	best := digits[len(digits)-1] * ten / 10
	for _, d := range digits {
		if d*ten <= v*(1+1e-9) {
			best = max(best, d*ten)
		}
	}
	return best
}

func (t logTick) rows(n int) []rowTick {
	ticks := make([]rowTick, 0, maxRowTicks)
	count := (n - 1 - t.below) / t.per
	stride := thin(count+1, n)
	for i := 0; i <= count; i += stride {
		ticks = append(ticks, rowTick{n - 1 - t.below - i*t.per, t.base * math.Pow(t.ratio, float64(i))})
	}
	return ticks
}

// middle returns the value in the middle of a row of n.
func (s *scale) middle(row, n int) float64 {
	at := s.hi*2 - (float64(row)+0.5)/float64(n)*s.span*2
	if s.log {
		return math.Pow(10, at)
	}
	return at
}
