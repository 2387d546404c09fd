package lab

import (
	"strconv"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
)

// labFigures are what a run comes to; missing ones were not in its samples.
type labFigures struct {
	windows    model.Figure // samples with p99 TTFT over the SLO
	judged     int          // samples with a p99 TTFT
	breach     model.Figure // s
	worst      model.Figure // p99 TTFT, ms
	held       model.Figure // replica·s, ready, booting and standby
	firstReady model.Figure // s, from the first that was asked for
	over       []model.Flag // one a sample
}

// figuresOf counts a timeline by an SLO in ms: recorded and simulated by the same.
func figuresOf(tl *model.Timeline, slo, interval float64) labFigures {
	var f labFigures
	f.over = make([]model.Flag, tl.Len())
	over, held, complete := 0, 0.0, true
	asked, wasReady := model.Figure{}, model.Figure{}
	for i := range tl.Len() {
		if v, ok := tl.Column(model.P99TTFT).At(i).Get(); ok {
			f.judged++
			f.over[i] = model.FlagOf(!model.AtMost.Meets(v, slo))
			if f.over[i].Value {
				over++
			}
		}
		ready, booting, standby := tl.Column(model.Ready).At(i), tl.Column(model.Booting).At(i), tl.Column(model.Standby).At(i)
		complete = complete && ready.OK() && booting.OK() && standby.OK()
		held += ready.Value + booting.Value + standby.Value
		second := tl.Seconds.At(i)
		if !asked.OK() && booting.Value > 0 {
			asked = second
		}
		if asked.OK() && !f.firstReady.OK() && wasReady.OK() && ready.OK() && ready.Value > wasReady.Value && second.OK() {
			f.firstReady = model.Of(second.Value - asked.Value)
		}
		wasReady = ready
	}
	f.worst, _ = tl.Column(model.P99TTFT).Max()
	if f.judged > 0 {
		f.windows, f.breach = model.Of(float64(over)), model.Of(float64(over)*interval)
	}
	if complete && tl.Len() > 0 {
		f.held = model.Of(held * interval)
	}
	return f
}

// labFigure is one line of the comparison, in words.
type labFigure struct {
	label, short, tiny              string
	recorded, simulated, difference string
	token                           theme.Token // of simulated and difference
}

// figures are the lines of the comparison, recorded against simulated.
func (r *labRun) figures() []labFigure {
	a, b := r.recorded, r.simulated
	line := func(label, short, tiny string, was, now model.Figure, u model.Unit) labFigure {
		f := labFigure{label: label, short: short, tiny: tiny, recorded: was.Text(u), simulated: now.Text(u), token: theme.Text}
		d := view.Difference(was, now)
		f.difference = d.Signed(u)
		switch {
		case d.OK() && d.Value < 0:
			f.token = theme.Pass
		case d.OK() && d.Value > 0:
			f.token = theme.Fail
		}
		return f
	}
	windows := line("breach windows", "windows", "windows", a.windows, b.windows, model.Count)
	windows.recorded += of(a)
	windows.simulated += of(b)
	held := line("replica·s held", "replica·s", "rep·s", a.held, b.held, model.None)
	held.recorded, held.simulated = a.held.Exact(model.None), b.held.Exact(model.None)
	worst := line("worst p99 TTFT", "worst p99", "worst", a.worst, b.worst, model.Milliseconds)
	slo := model.Of(r.config.SLO)
	worst.recorded, worst.simulated = a.worst.TextAgainst(slo, model.Milliseconds), b.worst.TextAgainst(slo, model.Milliseconds)
	return []labFigure{
		line("over the SLO", "over SLO", "over", a.breach, b.breach, model.Seconds),
		windows, worst, held,
		line("first ready in", "ready in", "ready", a.firstReady, b.firstReady, model.Seconds),
	}
}

func of(f labFigures) string {
	if f.judged == 0 {
		return ""
	}
	return " of " + strconv.Itoa(f.judged)
}
