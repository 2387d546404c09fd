package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

	"scaledeck/tui/internal/theme"
)

// asciiLevels are the heights of a spark in ASCII, lowest first. A blank is
// left for what is missing.
const asciiLevels = ".:-=+*#"

// Spark draws values in one row of exactly width cells, lowest at lo, full at
// hi; lo not below hi fits the range to the values. A cell that stands for
// several values shows the largest, so that no peak is lost; a value that takes
// several cells fills them. Missing values are blank.
func Spark(th *theme.Theme, tok theme.Token, values []float64, width int, lo, hi float64, mode Mode) string {
	return spark(th, tok, values, width, lo, hi, math.NaN(), mode)
}

// SparkOver is Spark against a limit: values over it are painted as failed. The
// limit lies at mid-height, so that without colour a tall cell is over it too.
func SparkOver(th *theme.Theme, tok theme.Token, values []float64, width int, lo, hi, limit float64, mode Mode) string {
	return spark(th, tok, values, width, lo, hi, limit, mode)
}

func spark(th *theme.Theme, tok theme.Token, values []float64, width int, lo, hi, limit float64, mode Mode) string {
	width = min(max(width, 0), maxSide)
	if th == nil {
		th = theme.None(false)
	}
	if th.ASCII {
		mode = ASCII
	}
	if !(lo < hi) || !finite(lo) || !finite(hi) {
		var e extent
		for _, v := range values {
			e.add(v)
		}
		lo, hi = widen(e.lo, e.hi)
	}
	s := newScale(lo, hi, false)
	b := brush{th: th, last: blank, buf: make([]byte, 0, 4*width+32)}
	for cell := range width {
		v, ok := largest(values, cell, width)
		switch {
		case !ok:
			b.space()
		case finite(limit):
			h, over := against(v, lo, hi, limit)
			t := tok
			if over {
				t = theme.Fail
			}
			b.put(t, sparkRune(h, mode))
		default:
			b.put(tok, sparkRune(s.share(v), mode))
		}
	}
	b.end()
	return string(b.buf)
}

// largest returns the largest finite value of those a cell stands for.
func largest(values []float64, cell, width int) (float64, bool) {
	n := len(values)
	from := cell * n / width
	to := max((cell+1)*n/width, from+1)
	var e extent
	for _, v := range values[min(from, n):min(to, n)] {
		e.add(v)
	}
	return e.hi, e.any
}

// against returns the height of a value beside a limit: up to 4 of 8 levels at
// or under it, from 6 up over it.
func against(v, lo, hi, limit float64) (height float64, over bool) {
	if v > limit {
		return 0.65 + 0.35*between(v, limit, max(hi, limit)), true
	}
	return 0.45 * between(v, min(lo, limit), limit), false
}

func between(v, lo, hi float64) float64 {
	if d := hi/2 - lo/2; d > 0 {
		return min(max((v/2-lo/2)/d, 0), 1)
	}
	return 1
}

// sparkRune returns the glyph of a height from 0 to 1; even 0 can be seen.
func sparkRune(height float64, mode Mode) rune {
	if mode == ASCII {
		return rune(asciiLevels[step(height, len(asciiLevels), 1)])
	}
	return runes.LowerBlockElementFromFloat64(float64(step(height, 8, 1)+1) / 8)
}
