package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
)

// marks are the signs of the verdicts, asciiMarks what stands for mark and word
// where only ASCII may be written.
var (
	marks      = [analysis.NumVerdicts]string{"·", "✓", "…", "?", "✗"}
	asciiMarks = [analysis.NumVerdicts]string{"[INFO]", "[PASS]", "[RUN ]", "[????]", "[FAIL]"}
)

// narrowBelow is the width in cells from which on tables are written in full.
const narrowBelow = 112

// composer builds the parts of a page under one set of options.
type composer struct {
	o     Options
	alone bool // the finding stands without a board above it, which would say why
}

// narrow reports whether the page is so narrow that tables give up what other
// columns imply.
func (c composer) narrow() bool { return c.o.Width > 0 && c.o.Width < narrowBelow }

// badge returns mark and word, "✗ FAIL", or "[FAIL]" in ASCII.
func (c composer) badge(v analysis.Verdict) string {
	if v = min(v, analysis.Fail); c.o.ASCII {
		return asciiMarks[v]
	}
	return marks[v] + " " + v.String()
}

// mark returns the mark alone, which in ASCII is the word.
func (c composer) mark(v analysis.Verdict) string {
	if v = min(v, analysis.Fail); c.o.ASCII {
		return asciiMarks[v]
	}
	return marks[v]
}

// gateBadge is badge for a gate, which says "not in file" or "WARN" where INFO
// alone would leave the reader to guess.
func (c composer) gateBadge(g analysis.Gate) string {
	if g.NotInFile && g.Verdict == analysis.Info {
		return model.Dash + " not in file"
	}
	if g.Warned() { // INFO would not say that a limit is broken
		return c.warnBadge()
	}
	return c.badge(g.Verdict)
}

// warnMark is the mark of a broken limit that only warns, in ASCII the word.
func (c composer) warnMark() string {
	if c.o.ASCII {
		return "[WARN]"
	}
	return "!"
}

// warnBadge is the mark with its word.
func (c composer) warnBadge() string {
	if c.o.ASCII {
		return c.warnMark()
	}
	return c.warnMark() + " WARN"
}

// usedText returns the share of the limit that is used up in whole percent, with
// more digits where those alone would hide on which side of it the figure is. A
// figure on the good side of zero uses nothing.
func usedText(g analysis.Gate) string {
	u, ok := g.Used().Get()
	if !ok {
		return model.Dash
	}
	if u = max(u, 0); math.Round(u*100) == 100 && u != 1 {
		return model.Of(u).TextAgainst(model.Of(1), model.Share)
	}
	return model.Of(math.Round(u * 100)).Text(model.Percent)
}

// samplesText returns the number of samples behind a gate's figure.
func samplesText(g analysis.Gate) string {
	if g.NotInFile {
		return model.Dash
	}
	return strconv.Itoa(g.N)
}

// note returns why a gate has the verdict it has, where its figures do not say it.
func note(g analysis.Gate, simulated bool) string {
	var parts []string
	if g.Reason != "" && !(g.NotInFile && g.Verdict == analysis.Info) {
		parts = append(parts, g.Reason)
	}
	if g.Whose != "" && g.Whose != g.Scope && !strings.Contains(g.Reason, g.Whose) {
		parts = append(parts, "figure of "+g.Whose)
	}
	if g.Provenance == analysis.Claimed || (g.Provenance == analysis.Simulated && !simulated) {
		parts = append(parts, g.Provenance.String())
	}
	return strings.Join(parts, " · ")
}

// where returns where the figures of a gate stand, and what they were related
// to. Of several figures all are named where every one is asked for, else the first.
func where(g analysis.Gate, all bool) string {
	var parts []string
	switch at := g.Pointer; {
	case all && len(g.Pointers) > 0:
		parts = append(parts, "at "+strings.Join(g.Pointers, " "))
	case len(g.Pointers) > 1 && at == "":
		parts = append(parts, fmt.Sprintf("at %s and %d more", g.Pointers[0], len(g.Pointers)-1))
	case at != "":
		parts = append(parts, "at "+at)
	}
	if g.Rule.Relation != analysis.Absolute && g.Value.OK() && g.Baseline.OK() {
		related := g.Value.Text(g.ValueUnit) + " against " + g.Baseline.Text(g.ValueUnit)
		if g.BaselineOf != "" {
			related += " of " + g.BaselineOf
		}
		parts = append(parts, related)
	}
	return strings.Join(parts, " · ")
}

// span returns smallest and largest with one unit: "310.2–333.4 ms".
func span(lo, hi model.Figure, u model.Unit) string {
	if !lo.OK() || !hi.OK() {
		return model.Dash
	}
	ends := Aligned(u, lo, hi)
	return spanned(ends[0], ends[1])
}

// spanned is span of figures that are spelt already.
func spanned(low, high string) string {
	if low == high {
		return high
	}
	if i := strings.LastIndexByte(high, ' '); i >= 0 {
		low = strings.TrimSuffix(low, high[i:])
	}
	return low + "–" + high
}

// seconds returns a moment or a length of time with its unit.
func seconds(v float64) string { return model.Of(v).Text(model.Seconds) }

// plural returns "1 file" or "2 files".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// join puts sep between the parts that are not empty.
func join(sep string, parts ...string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, sep)
}
