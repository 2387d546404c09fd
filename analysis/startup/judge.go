package startup

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// JudgeColdStart compares the start-up profiles of a file and checks the totals
// it claims. There is no gate, so the verdict is always INFO. For a file without
// profiles the finding is the zero value, whose ColdStart is nil.
func JudgeColdStart(f *model.File, data *model.Startup) (finding.Finding, []finding.Check) {
	if data == nil {
		return finding.Finding{}, nil
	}
	c := compareProfiles(data)
	why := c.why()
	fd := finding.Finding{
		Key: finding.FindingKey(f, gate.KindColdStart, ""), Kind: gate.KindColdStart, Title: "cold start",
		Why: why, Sentence: fmt.Sprintf("%s: cold start %s.", gate.Info, why), Verdict: gate.Info, Simulated: f.Doc.Simulated, File: f, Outcome: c,
	}
	return fd, coldStartChecks(f, c)
}

// compareProfiles sums the phases of every profile and puts the longest first;
// profiles that cannot be summed come last, in the file's order.
func compareProfiles(data *model.Startup) *ColdStart {
	c := &ColdStart{Data: data}
	for i := range data.Profiles {
		c.Profiles = append(c.Profiles, sumPhases(&data.Profiles[i]))
	}
	slices.SortStableFunc(c.Profiles, func(x, y Profile) int {
		switch {
		case x.Known && y.Known:
			return cmp.Compare(y.Total.Value, x.Total.Value)
		case x.Known:
			return -1
		case y.Known:
			return 1
		default:
			return 0
		}
	})
	if long, short, ok := c.ends(); ok {
		c.Saved = model.Of(long.Total.Value - short.Total.Value)
		if short.Total.Value > 0 {
			c.Factor = model.Of(long.Total.Value / short.Total.Value)
		}
	}
	return c
}

// sumPhases adds up a profile. Where a phase has no figure there is no total: a
// partial sum would pass for a shorter start.
func sumPhases(p *model.Profile) Profile {
	sum, known := 0.0, len(p.Phases) > 0
	for _, ph := range p.Phases {
		v, ok := ph.Seconds.Get()
		known = known && ok
		sum += v
	}
	if !known {
		return Profile{Data: p}
	}
	return Profile{Data: p, Total: model.Of(sum), Known: true}
}

// ends returns the longest and the shortest profile; ok is false where fewer
// than two can be summed.
func (c *ColdStart) ends() (long, short Profile, ok bool) {
	known := 0
	for known < len(c.Profiles) && c.Profiles[known].Known {
		known++
	}
	if known < 2 {
		return Profile{}, Profile{}, false
	}
	return c.Profiles[0], c.Profiles[known-1], true
}

// why says in one line how much the shortest start saves and where.
func (c *ColdStart) why() string {
	long, short, ok := c.ends()
	switch {
	case len(c.Profiles) == 0:
		return "no profiles"
	case !c.Profiles[0].Known:
		return "no profile has a figure for every phase"
	case !ok:
		p := c.Profiles[0]
		return fmt.Sprintf("%s in %s", p.Total.Text(model.Seconds), text.Counted(len(p.Data.Phases), "phase")) + c.unsummed()
	case c.Saved.Value == 0:
		return "all profiles take " + long.Total.Text(model.Seconds) + c.unsummed()
	}
	text := long.Total.Text(model.Seconds) + " → " + short.Total.Text(model.Seconds)
	if c.Factor.OK() {
		text += ", " + factorText(c.Factor.Value) + "× shorter"
	}
	if name, saved := largestSaving(long.Data, short.Data); saved > 0 {
		text += fmt.Sprintf("; largest saving: %s %s", phrase(name), model.Of(-saved).Text(model.Seconds))
	}
	return text + c.unsummed()
}

// unsummed says how many profiles have no total.
func (c *ColdStart) unsummed() string {
	n := 0
	for _, p := range c.Profiles {
		if !p.Known {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %s cannot be summed", text.Counted(n, "profile"))
}

// factorText prints how many times shorter to one decimal, which is as much as
// anyone compares by; below 2 to two, where the first says little.
func factorText(v float64) string {
	decimals := 1
	if v < 2 {
		decimals = 2
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// largestSaving returns the phase of long that short spares most of, and the
// seconds.
func largestSaving(long, short *model.Profile) (name string, seconds float64) {
	for _, s := range Savings(long, short) {
		if v, ok := s.Saved.Get(); ok && v > seconds {
			name, seconds = s.Phase.Name, v
		}
	}
	return name, seconds
}

// phrase returns the last two words of a phase's key, which say what it does.
func phrase(key string) string {
	words := strings.FieldsFunc(key, func(r rune) bool { return r == '_' || r == ' ' })
	return strings.Join(words[max(0, len(words)-2):], " ")
}

// coldStartChecks compares every claimed total with the sum of its phases.
func coldStartChecks(f *model.File, c *ColdStart) []finding.Check {
	var checks []finding.Check
	for i := range c.Data.Profiles {
		p := sumPhases(&c.Data.Profiles[i])
		if p.Data.Total.State == model.Absent {
			continue
		}
		out := finding.Claims{File: f.Name, Pointer: p.Data.Pointer, Of: p.Data.Name}
		recomputed := finding.Exact(p.Total, model.Seconds)
		if !p.Known {
			recomputed = "a phase has no figure"
		}
		out.Add("total_seconds", "total", finding.Exact(p.Data.Total, model.Seconds), recomputed,
			"sum of "+text.Counted(len(p.Data.Phases), "phase"), finding.Compare(p.Data.Total, p.Total))
		checks = append(checks, out.List...)
	}
	return checks
}
