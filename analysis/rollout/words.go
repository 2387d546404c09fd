package rollout

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// shareText prints a stage's share of traffic.
func shareText(percent model.Figure) string {
	if !percent.OK() {
		return "without a share of traffic"
	}
	return percent.Text(model.Percent)
}

// label names a stage by its share of traffic.
func (s Stage) label() string {
	if s.Data != nil && !s.Data.Percent.OK() {
		return "a stage without a share of traffic"
	}
	return model.Of(s.Percent).Text(model.Percent)
}

// blockedBy says why the rollout cannot be decided, "" where nothing stands in
// the way: a stage that could not be judged, or a planned one that was left out
// before one that is there.
func (c Canary) blockedBy() string {
	for _, s := range c.Stages {
		if s.Reached && !s.Data.Percent.OK() { // first: it may be the one that seems to be left out
			return "at " + s.label() + ": " + s.undecided()
		}
	}
	gap := ""
	for _, s := range c.Stages {
		switch {
		case !s.Reached && gap == "":
			gap = s.label()
		case s.Reached && gap != "":
			return "no stage at " + gap + ", which the plan has before " + s.label()
		case s.Reached && s.Verdict == gate.Undecided:
			return "at " + s.label() + ": " + s.undecided()
		}
	}
	return ""
}

// undecided says which gates of a stage have no verdict and why, gates with the
// same reason together.
func (s Stage) undecided() string {
	var reasons []gate.Reason
	names := make(map[gate.Reason][]string)
	for _, g := range s.Gates {
		if g.Verdict != gate.Undecided {
			continue
		}
		if _, seen := names[g.Reason]; !seen {
			reasons = append(reasons, g.Reason)
		}
		names[g.Reason] = append(names[g.Reason], gate.GateName(g))
	}
	var parts []string
	for _, why := range reasons {
		if len(names[why]) == len(s.Gates) && len(s.Gates) > 1 || why.Code == gate.NoSamples {
			parts = append(parts, why.String())
		} else {
			parts = append(parts, text.Listed(names[why], 4)+": "+why.String())
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, "; ")
	case s.Data != nil && !s.Data.Percent.OK():
		return "stage_percent is " + s.Data.Percent.State.String()
	default:
		return "no gate has a figure in the file"
	}
}

// missingFrom names the planned stages that are not there, from index i on; past
// the plan that is the full traffic.
func (c Canary) missingFrom(i int) string {
	var labels []string
	for _, s := range c.Stages[i:] {
		labels = append(labels, s.label())
	}
	if len(labels) == 0 {
		return "100 %"
	}
	return text.Listed(labels, 4)
}

// why says in one line how the rollout ended and what decided it.
func (c Canary) why() string {
	switch {
	case c.ungated():
		return c.Reason
	case c.Outcome == Blocked && !c.contradicted() && strings.HasPrefix(c.Reason, "at "):
		return "blocked " + c.Reason
	case c.Outcome == Blocked && !c.contradicted():
		return "blocked: " + c.Reason
	}
	parts := []string{c.decided()}
	if c.Outcome == Promoted || c.Outcome == InProgress {
		if near := c.nearest(); near != "" {
			parts[0] += "; nearest limit: " + near
		}
		if names := c.notInFile(); names != "" {
			parts = append(parts, names+" not in file")
		}
	}
	if limits := c.unstated(); limits != "" {
		parts = append(parts, limits)
	}
	return strings.Join(parts, " · ")
}

// decided says how the rollout ended.
func (c Canary) decided() string {
	switch c.Outcome {
	case RolledBack:
		return c.Ended() + ": " + strings.Join(c.Stages[c.Stopped].breaks(), ", ") + c.dispute()
	case Blocked: // by what the file says
		said, _, _ := strings.Cut(c.Reason, ", and no gate is broken")
		return c.Ending() + " ≠ " + said
	case Promoted:
		return c.Ended()
	}
	passed := 0
	for _, s := range c.Stages {
		if s.Reached {
			passed++
		}
	}
	if passed == len(c.Stages) {
		return text.Counted(passed, "stage") + " passed, 100 % not reached"
	}
	return fmt.Sprintf("%d of %s passed, %s not reached", passed, text.Counted(len(c.Stages), "stage"), c.missingFrom(passed))
}

// breaks names the gates of a stage that are broken, each with its limit.
func (s Stage) breaks() []string {
	var parts []string
	for _, g := range s.Gates {
		if g.Verdict == gate.Fail {
			parts = append(parts, breakText(g))
		}
	}
	return parts
}

// breakText prints a broken gate with its limit, both as changes where the
// metric is one: a quality drop of 0.028 is a quality of −0.028.
func breakText(g gate.Gate) string {
	name, sign, signed := g.Rule.Name, 1.0, false
	switch g.Rule.ID {
	case gate.RuleTPOTRegression:
		name, signed = "TPOT", true
	case gate.RuleQualityDrop:
		name, sign, signed = "quality", -1, true
	}
	observed := model.Of(sign * g.Observed.Value)
	limit := model.Of(sign * g.Limit.Value)
	text := observed.TextAgainst(limit, g.Rule.Unit)
	bound := decimalsLike(limit, g.Rule.Unit, text)
	if signed {
		text, bound = gate.Plus(observed, text), gate.Plus(limit, bound)
	}
	op := ""
	if g.Rule.Op != gate.AtMost {
		op = g.Rule.Op.String() + " "
	}
	return fmt.Sprintf("%s %s (limit %s%s)", name, text, op, bound)
}

// decimalsLike prints a limit without its unit and with at least the decimals of
// the text beside it, so that 19.6 stands against 6.0 and not against 6.
func decimalsLike(limit model.Figure, u model.Unit, beside string) string {
	if u == model.Share {
		return limit.Text(u)
	}
	short := limit.Exact(model.None)
	want := decimalsOf(strings.TrimSuffix(beside, " "+string(u)))
	if decimalsOf(short) >= want {
		return short
	}
	return strings.Replace(strconv.FormatFloat(limit.Value, 'f', want, 64), "-", "−", 1)
}

func decimalsOf(number string) int {
	if i := strings.IndexByte(number, '.'); i >= 0 {
		return len(number) - i - 1
	}
	return 0
}

// nearest names the gate that came nearest to its limit over all judged stages,
// by the share of the limit used, with its figure; "" where no share is known.
func (c Canary) nearest() string {
	var best gate.Gate
	most := math.Inf(-1)
	for _, s := range c.Stages {
		for _, g := range s.Gates {
			used, ok := g.Used().Get()
			if !ok && g.Margin == model.Of(0) {
				used, ok = 1, true // on a limit of zero
			}
			if ok && g.Margin.OK() && !g.Warned() && used > most {
				best, most = g, used
			}
		}
	}
	if math.IsInf(most, -1) {
		return ""
	}
	u := best.Rule.Unit
	return fmt.Sprintf("%s %s of %s", gate.GateName(best), best.Observed.TextAgainst(best.Limit, u), best.BesideText())
}

// notInFile names the gates that this kind of file has no figure for.
func (c Canary) notInFile() string {
	var names []string
	for _, s := range c.Stages {
		if !s.Reached {
			continue
		}
		for _, g := range s.Gates {
			if g.NotInFile {
				names = append(names, gate.GateName(g))
			}
		}
		break // the same in every stage
	}
	return text.Listed(names, 4)
}

// sentence says the verdict in full: the outcome, how many requests and gates it
// rests on, and which gates the file has no figure for.
func (c Canary) sentence(v gate.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: rollout %s ", v, c.Data.Name)
	switch c.Outcome {
	case RolledBack:
		s, verb := c.Stages[c.Stopped], "breaks its gates"
		if c.saidRolledBack() {
			verb = "is rolled back"
		}
		fmt.Fprintf(&b, "%s at %s of traffic, after %s requests: %s%s.", verb, s.label(), s.Requests.Text(model.Count), text.Listed(s.breaks(), 8), c.dispute())
	case Blocked:
		fmt.Fprintf(&b, "cannot be decided, %s.", c.Reason)
	case Promoted:
		verb := "is promoted"
		if !c.saidPromoted() {
			verb = "meets every gate up"
		}
		fmt.Fprintf(&b, "%s to %s of traffic", verb, c.Stages[len(c.Stages)-1].label())
	default:
		fmt.Fprintf(&b, "is in progress, %s", c.decided())
	}
	if c.Outcome == Promoted || c.Outcome == InProgress {
		if near := c.nearest(); near != "" {
			fmt.Fprintf(&b, "; nearest to its limit is the %s", near)
		}
		b.WriteByte('.')
	}
	passed, failed, undecided, absent := 0, 0, 0, 0
	for _, s := range c.Stages {
		for _, g := range s.Gates {
			switch {
			case g.NotInFile:
				absent++
			case g.Verdict == gate.Fail:
				failed++
			case g.Verdict == gate.Undecided:
				undecided++
			case g.Verdict == gate.Pass:
				passed++
			}
		}
	}
	fmt.Fprintf(&b, " Over all its stages %s held, %d broken, %d undecided", text.Counted(passed, "gate"), failed, undecided)
	if absent > 0 {
		fmt.Fprintf(&b, "; %d not in file (%s)", absent, c.notInFile())
	}
	b.WriteByte('.')
	if limits := c.unstated(); limits != "" {
		b.WriteString(" " + text.Capital(limits) + ".")
	}
	return b.String()
}
