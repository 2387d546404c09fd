package lab

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// labRow is a line of the Lab's numbers: a parameter, or the policy.
type labRow sim.Parameter

const labPolicy = labRow(sim.NumParameters)

// labStep is how one number is changed by a key.
type labStep struct {
	small, big float64 // 0 is about a fiftieth of the recorded figure, and ten times that
	low, high  float64 // bounds of stepping; a high of 0 is none
}

var labSteps = [sim.NumParameters]labStep{
	sim.ParamColdStart:    {small: 1, big: 10},
	sim.ParamStandby:      {small: 1, big: 5},
	sim.ParamInitial:      {small: 1, big: 5, low: 1},
	sim.ParamMin:          {small: 1, big: 5, low: 1},
	sim.ParamMax:          {small: 1, big: 5},
	sim.ParamCapacity:     {low: 1},
	sim.ParamTarget:       {small: 0.01, big: 0.1, low: 0.01},
	sim.ParamSLO:          {low: 1},
	sim.ParamDrain:        {small: 1, big: 10},
	sim.ParamDemand:       {small: 0.05, big: 0.5},
	sim.ParamGPUThreshold: {small: 0.01, big: 0.1, high: 1},
	sim.ParamLead:         {small: 1, big: 10},
	sim.ParamMaxBoots:     {small: 1, big: 5, low: 1},
	sim.ParamHPATarget:    {small: 0.01, big: 0.1, low: 0.01, high: 1},
	sim.ParamHPAWindow:    {small: 15, big: 60, high: 3600}, // of which Kubernetes takes no more
	sim.ParamHPATolerance: {small: 0.01, big: 0.05, high: 1},
}

// rows returns the numbers that the run's policy has, in the order shown.
func (l *lab) rows(run *labRun) []labRow {
	rows := []labRow{labRow(sim.ParamDemand), labPolicy}
	for _, p := range []sim.Parameter{
		sim.ParamGPUThreshold, sim.ParamLead, sim.ParamMaxBoots, sim.ParamHPATarget, sim.ParamHPAWindow, sim.ParamHPATolerance,
		sim.ParamColdStart, sim.ParamStandby, sim.ParamCapacity, sim.ParamSLO,
		sim.ParamInitial, sim.ParamMin, sim.ParamMax, sim.ParamTarget, sim.ParamDrain,
	} {
		if p == sim.ParamDrain && !sim.Drains(run.config.Policy) {
			continue
		}
		if _, has := p.Get(&run.config); has {
			rows = append(rows, labRow(p))
		}
	}
	return rows
}

// matching returns the rows whose name the filter, in lower case, lets through.
func (l *lab) matching(run *labRun, filter string) []labRow {
	return slices.DeleteFunc(l.rows(run), func(r labRow) bool { return !view.Holds(r.label(), filter) })
}

// labLabels name the numbers in as few cells as a narrow terminal has for them.
var labLabels = [sim.NumParameters]string{
	sim.ParamColdStart: "cold start", sim.ParamStandby: "standby", sim.ParamInitial: "ready at start", sim.ParamMin: "fewest",
	sim.ParamMax: "most", sim.ParamCapacity: "replica KV", sim.ParamTarget: "target ratio", sim.ParamSLO: "p99 TTFT SLO",
	sim.ParamDrain: "drain", sim.ParamDemand: "demand", sim.ParamGPUThreshold: "starts at GPU", sim.ParamLead: "looks ahead",
	sim.ParamMaxBoots: "boots/interval", sim.ParamHPATarget: "use aimed at",
	sim.ParamHPAWindow: "down window", sim.ParamHPATolerance: "tolerance",
}

// label names a row.
func (r labRow) label() string {
	if r == labPolicy {
		return "policy"
	}
	return labLabels[r]
}

// value returns the number of a row as it is now. The scale of the demand is in
// no config: once applied it is gone.
func (l *lab) value(run *labRun, p sim.Parameter) float64 {
	if p == sim.ParamDemand {
		if v, ok := l.values[p]; ok {
			return v
		}
	}
	v, _ := p.Get(&run.config)
	return v
}

// config returns the recorded inputs with the changes applied. A number that the
// policy does not have waits until it is back.
func (l *lab) config(base sim.Config, values map[sim.Parameter]float64) (sim.Config, error) {
	c := base
	if l.policy != "" && l.policy != c.Policy.Name() {
		p, err := sim.PolicyNamed(l.policy, c)
		if err != nil {
			return c, err
		}
		c.Policy = p
	}
	for p := range sim.NumParameters {
		v, changed := values[p]
		if _, has := p.Get(&c); !changed || !has {
			continue
		}
		if err := p.Set(&c, v); err != nil {
			return c, err
		}
	}
	if _, planned := c.Policy.(sim.Schedule); planned {
		c.Policy = sim.PlanAhead(c) // for the numbers as they are now
	}
	if err := c.Validate(); err != nil {
		return c, errors.New(sim.Words(err)) // the screen shows labels, not fields
	}
	return c, nil
}

// set changes a number, and with it those that it would contradict: the replicas
// at the start follow the fewest and the other way round. Where the result cannot
// be run nothing changes, and the error says why.
func (l *lab) set(run *labRun, p sim.Parameter, v float64) error {
	next := maps.Clone(l.values)
	if next == nil {
		next = make(map[sim.Parameter]float64)
	}
	put := func(p sim.Parameter, v float64) {
		if was, ok := p.Get(&run.base.config); ok && was == v && p != sim.ParamLead {
			delete(next, p)
			return
		}
		next[p] = v
	}
	if rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64); err == nil {
		v = rounded // the digits of a number, without the dust of its steps
	}
	put(p, v)
	c := &run.config
	switch {
	case p == sim.ParamInitial && v < float64(c.Min):
		put(sim.ParamMin, v)
	case p == sim.ParamMin && v > float64(c.InitialReady):
		put(sim.ParamInitial, v)
	}
	if most := float64(c.Max); most > 0 && (p == sim.ParamInitial || p == sim.ParamMin) && v > most {
		put(sim.ParamMax, v)
	}
	if _, err := l.config(run.base.config, next); err != nil {
		return err
	}
	l.values = next
	l.rev++
	return nil
}

// step changes a number by one step, onto a multiple of it.
func (l *lab) step(run *labRun, row labRow, by float64, far bool) screen.Action {
	p := sim.Parameter(row)
	s := labSteps[p]
	l.row = row
	size := s.small
	if size == 0 {
		recorded, _ := p.Get(&run.base.config)
		size = roundStep(recorded / 50)
		s.big = 10 * size
	}
	if far {
		size = s.big
	}
	now := l.value(run, p)
	next := (math.Floor(now/size+view.StepDust) + 1) * size
	if by < 0 {
		next = (math.Ceil(now/size-view.StepDust) - 1) * size
	}
	next = max(next, s.low)
	if s.high > 0 {
		next = min(next, s.high)
	}
	if p == sim.ParamMax { // between no limit and the replicas at the start there is nothing
		if least := float64(run.config.InitialReady); next < least {
			next = 0
			if by > 0 {
				next = least
			}
		}
	}
	if next == now {
		return screen.Action{}
	}
	if err := l.set(run, p, next); err != nil {
		return screen.Action{Notice: err.Error()}
	}
	return screen.Action{}
}

// roundStep returns 1, 2 or 5 times a power of ten, near v.
func roundStep(v float64) float64 {
	if !(v > 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	switch of := v / power; {
	case of < 1.5:
		return power
	case of < 3.5:
		return 2 * power
	default:
		return 5 * power
	}
}

func (l *lab) cyclePolicy(run *labRun, by int) screen.Action {
	names := sim.PolicyNames()
	at := slices.Index(names, run.config.Policy.Name())
	was := l.policy
	l.policy, l.row = names[(at+by+len(names))%len(names)], labPolicy
	if _, err := l.config(run.base.config, l.values); err != nil {
		l.policy = was
		return screen.Action{Notice: err.Error()}
	}
	l.rev++
	return screen.Action{}
}

// resetOne takes the change of one number back.
func (l *lab) resetOne(run *labRun, row labRow) screen.Action {
	l.row = row
	if row == labPolicy {
		l.policy = ""
		l.rev++
		return screen.Action{}
	}
	next := maps.Clone(l.values)
	delete(next, sim.Parameter(row))
	if _, err := l.config(run.base.config, next); err != nil {
		return screen.Action{Notice: err.Error()}
	}
	l.values = next
	l.rev++
	return screen.Action{}
}

// labChange is a number that differs from what was recorded, in words.
type labChange struct{ label, now, was string }

// changed lists what differs from the recorded inputs.
func (l *lab) changed(run *labRun) []labChange {
	var out []labChange
	for _, row := range l.rows(run) {
		if now, was, differs := l.compare(run, row); differs {
			out = append(out, labChange{row.label(), now, was})
		}
	}
	return out
}

// compare returns the number of a row as it is and as it was recorded, and
// whether they differ. A policy's own number has no recorded one under another.
func (l *lab) compare(run *labRun, row labRow) (now, was string, differs bool) {
	if row == labPolicy {
		now, was = run.config.Policy.Name(), run.base.config.Policy.Name()
		return now, was, now != was
	}
	p := sim.Parameter(row)
	now = row.text(l.value(run, p))
	v, ok := p.Get(&run.base.config)
	if !ok {
		_, differs = l.values[p]
		return now, model.Dash, differs
	}
	was = row.text(v)
	return now, was, now != was
}
