package page

import (
	"strconv"
	"strings"

	"scaledeck/model"
)

// Aligned returns figures of one unit as Text of each does, but all with as many
// decimals as the one that needs most, so that they can be compared down a column:
// 4.33 above 4.319 becomes 4.330. The decimals are those of the figures, never
// zeros put behind a rounded one.
func Aligned(u model.Unit, figures ...model.Figure) []string {
	texts, most := make([]string, len(figures)), 0
	for i, f := range figures {
		texts[i] = f.Text(u)
		number, _, _ := strings.Cut(texts[i], " ")
		if _, decimals, ok := strings.Cut(number, "."); ok {
			most = max(most, len(decimals))
		}
	}
	if most == 0 {
		return texts
	}
	for i, f := range figures {
		v, ok := f.Get()
		if !ok {
			continue
		}
		if u == model.Share {
			v *= 100
		}
		number, unit, spaced := strings.Cut(texts[i], " ")
		fixed := strings.Replace(strconv.FormatFloat(v, 'f', most, 64), "-", "−", 1)
		if number == "0" {
			fixed = strings.TrimPrefix(fixed, "−")
		}
		if texts[i] = fixed; spaced {
			texts[i] += " " + unit
		}
	}
	return texts
}

// AlignedChanges is Aligned for changes in percent, which carry their sign.
func AlignedChanges(changes []model.Figure) []string {
	texts := Aligned(model.Percent, changes...)
	for i, f := range changes {
		if f.OK() && f.Value > 0 && f.Text(model.Percent) != "0 %" {
			texts[i] = "+" + texts[i]
		}
	}
	return texts
}
