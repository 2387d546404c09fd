package requests

import (
	"slices"

	"scaledeck/analysis"
)

// micro is the unit in which figures are kept where that loses nothing: 1e-6 of
// theirs. Evidence is printed with six decimals, so nearly all fit, up to 4294.
const micro = 1e6

// column holds figures in no order, four bytes each where it can.
type column struct {
	small []uint32 // in micro
	large []float64
}

func (c *column) add(v float64) {
	if v >= 0 && v < (1<<32-1)/micro {
		if u := uint32(v*micro + 0.5); float64(u)/micro == v {
			c.small = append(c.small, u)
			return
		}
	}
	c.large = append(c.large, v)
}

func (c *column) reset() { c.small, c.large = c.small[:0], c.large[:0] }

// maxBlock is the number of figures in the largest block of a series.
const maxBlock = 16 << 10

// series holds the figures of one run and tenant in blocks, so that growing
// copies nothing and leaves nothing behind.
type series struct {
	blocks [][]uint32
	large  []float64
	n      int
}

// take copies the figures of c.
func (s *series) take(c *column) {
	s.n += len(c.small) + len(c.large)
	s.large = append(s.large, c.large...)
	for from := c.small; len(from) > 0; {
		last := len(s.blocks) - 1
		if last < 0 || len(s.blocks[last]) == cap(s.blocks[last]) {
			size := min(max(s.n, 64), maxBlock)
			s.blocks = append(s.blocks, make([]uint32, 0, size))
			last++
		}
		b := s.blocks[last]
		k := min(cap(b)-len(b), len(from))
		s.blocks[last] = append(b, from[:k]...)
		from = from[k:]
	}
}

// appendTo appends the figures to dst.
func (s *series) appendTo(dst []float64) []float64 {
	dst = slices.Grow(dst, s.n)
	for _, b := range s.blocks {
		for _, u := range b {
			dst = append(dst, float64(u)/micro)
		}
	}
	return append(dst, s.large...)
}

// percentile returns the nearest-rank percentile q of values, which it reorders.
func percentile(values []float64, q float64) (float64, bool) {
	rank, ok := analysis.Rank(len(values), q)
	if !ok {
		return 0, false
	}
	return selected(values, rank-1), true
}

// selected returns what would be at index k if values were sorted. It is
// Hoare's selection; where the pivots are poor too often, it sorts.
func selected(values []float64, k int) float64 {
	for budget := 64; len(values) > 32 && budget > 0; budget-- {
		pivot := middleOf(values[0], values[len(values)/2], values[len(values)-1])
		i, j := 0, len(values)-1
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for pivot < values[j] {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			values = values[:j+1]
		case k >= i:
			values, k = values[i:], k-i
		default:
			return pivot
		}
	}
	slices.Sort(values)
	return values[k]
}

func middleOf(a, b, c float64) float64 {
	return max(min(a, b), min(max(a, b), c))
}
