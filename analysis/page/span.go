package page

import (
	"strings"

	"scaledeck/model"
)

// Span returns smallest and largest with one unit: "310.2–333.4 ms".
func Span(lo, hi model.Figure, u model.Unit) string {
	if !lo.OK() || !hi.OK() {
		return model.Dash
	}
	ends := Aligned(u, lo, hi)
	return Spanned(ends[0], ends[1])
}

// Spanned is Span of figures that are spelt already.
func Spanned(low, high string) string {
	if low == high {
		return high
	}
	if i := strings.LastIndexByte(high, ' '); i >= 0 {
		low = strings.TrimSuffix(low, high[i:])
	}
	return low + "–" + high
}

// Join puts a separator between the texts that are not empty.
func Join(sep string, texts ...string) string {
	var some []string
	for _, s := range texts {
		if s != "" {
			some = append(some, s)
		}
	}
	return strings.Join(some, sep)
}
