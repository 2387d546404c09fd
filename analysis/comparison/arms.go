package comparison

import (
	"fmt"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
	"scaledeck/model/text"
)

// maxArms bounds the arms that the sentence of a finding names.
const maxArms = 8

// JudgeArms says what a comparison of arms measured. Such files state no limits,
// so there is nothing to pass: it is INFO, with the failures first.
func JudgeArms(f *model.File, c *model.Comparison) finding.Finding {
	out := finding.FileFinding(f, gate.Info, "no limits in the file")
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s, no limits in the file.", gate.Info, text.Counted(len(c.Arms), "arm"), c.Schema)
	for i, a := range c.Arms[:min(len(c.Arms), maxArms)] {
		fmt.Fprintf(&b, " %s: %s.", a.Name, armText(c, i))
	}
	if more := len(c.Arms) - maxArms; more > 0 {
		fmt.Fprintf(&b, " And %s.", text.Counted(more, "more arm"))
	}
	out.Sentence = b.String()
	return out
}

// armText gives the failures of an arm and the medians over its runs.
func armText(c *model.Comparison, arm int) string {
	shown := []*model.Metric{
		model.FailedRequests, model.ServedRate, model.OutputRate,
		model.Latency(model.TTFT, model.Median, 0), model.P99TTFT, model.Latency(model.TPOT, model.Median, 0),
	}
	var list []string
	for _, m := range shown {
		var values []float64
		lost := 0
		for _, r := range c.Rows {
			if r.Arm != arm {
				continue
			}
			if v, ok := r.Figures[m].Get(); ok {
				values = append(values, v)
			} else {
				lost++
			}
		}
		figure := model.Figure{}
		switch {
		case lost > 0: // of some runs alone it would not be the arm's
		case m.Summed():
			sum := 0.0
			for _, v := range values {
				sum += v
			}
			figure = model.Of(sum)
		default:
			if v, ok := stats.Median(values); ok {
				figure = model.Of(v)
			}
		}
		list = append(list, m.Label+" "+figure.Text(m.Unit))
	}
	return strings.Join(list, ", ")
}
