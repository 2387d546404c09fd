package widget

import (
	"math"
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// LimitBar shows how much of its limit a figure uses, as a bar and in percent:
//
//	████████            │              40 %
//	████████████████████│███          187 %
//	████████████████████│████████     327 %
//	████████████████████│█████████▶   512 %
//
// The limit is at the same column in every bar of one width, two thirds into
// it. The part up to it is to scale, and so is the part over it, on a scale of its
// own that ends at LimitBarEnd: how far a limit is broken is seen, whatever the
// width. An arrow says that a bar goes on. A bar reaches or crosses the mark only
// where the figure reaches or breaks the limit, however close it comes.
type LimitBar struct {
	Used    model.Figure     // share of the limit, 1 at the limit, as analysis.Gate.Used; below 0 counts as 0
	Verdict analysis.Verdict // of the gate; a share that contradicts it is not drawn
	Unused  string           // said in place of the bar where Used is below 0 and there is room
}

// LimitBarEnd is the share of the limit at the right end of a bar.
const LimitBarEnd = 4

const (
	limitTextCells = 8 // of " >9999 %"
	limitBarLeast  = 6 // cells of a bar below which only the text is drawn
	usedDust       = 1e-6
)

// Put draws the bar into width cells, or the percentage alone where they are few.
func (b LimitBar) Put(l *Line, width int) {
	width = min(width, l.Left())
	end := l.used + width
	used, tok, ok := b.resolve()
	text := model.Dash
	if ok {
		text = usedText(used)
	} else {
		tok = theme.Muted
	}
	if bar := width - limitTextCells; bar >= limitBarLeast {
		if ok {
			b.putBar(l, used, bar, tok)
		}
		l.To(end - limitTextCells)
	}
	l.ColumnRight(tok, text, end)
}

// resolve returns what to draw: the share, its token, and whether there is one.
// A limit of 0 has no share: what breaks it is drawn as far over.
func (b LimitBar) resolve() (used float64, tok theme.Token, ok bool) {
	tok = theme.Bar
	fails := b.Verdict == analysis.Fail
	if fails {
		tok = theme.Fail
	}
	used, ok = b.Used.Get()
	if b.Verdict == analysis.Info && ok && used > 1 {
		tok = theme.Undecided // a limit that only warns is broken
	}
	switch {
	case b.Used.State == model.NotFinite && fails:
		return math.Inf(1), tok, true
	case !ok || math.IsNaN(used):
		return 0, tok, false
	case b.Verdict == analysis.Pass && used > 1+usedDust, fails && used < 1-usedDust:
		return 0, tok, false
	case b.Verdict == analysis.Pass:
		used = min(used, 1)
	}
	return used, tok, true
}

func (b LimitBar) putBar(l *Line, used float64, bar int, tok theme.Token) {
	left := (bar - 2) * 2 / 3
	right := bar - left - 1
	start := l.used
	filled := int(math.Floor(min(max(used, 0), 1) * float64(left)))
	switch {
	case used < 0:
		if said := spell(l.th, b.Unused); Width(said) <= left-1 {
			l.Put(theme.Muted, said)
		}
	case used > 0 && filled == 0:
		l.Put(tok, "·")
	case used < 1:
		filled = min(filled, left-1)
	}
	l.Repeat(tok, "█", filled).To(start+left).Put(theme.Limit, "│")
	if used <= 1 {
		return
	}
	if used > LimitBarEnd {
		l.Repeat(tok, "█", right-1).Put(tok, "▶")
		return
	}
	l.Repeat(tok, "█", int(math.Ceil((used-1)/(LimitBarEnd-1)*float64(right))))
}

// usedText prints a share as whole percent that never rounds to the limit from
// either side of it. What lies on the good side of zero uses nothing.
func usedText(used float64) string {
	p := math.Round(used * 100)
	switch {
	case math.IsInf(used, 1):
		return "over"
	case p > 9999:
		return ">9999 %"
	case p == 100 && used > 1:
		return ">100 %"
	case p == 100 && used < 1:
		return "<100 %"
	case p <= 0 && used > 0:
		return "<1 %"
	}
	return strconv.Itoa(int(max(p, 0))) + " %"
}
