package comparison

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model/text"
)

// noun is what the sentence calls a rule when it holds.
func noun(r gate.Rule) string {
	switch r.ID {
	case gate.RuleOfferedLoad:
		return "load"
	case gate.RuleServed:
		return "throughput"
	case gate.RulePremiumTTFT:
		return "latency"
	case gate.RuleNon200:
		return "non-200 responses"
	case gate.RuleRestarts:
		return "restarts"
	default:
		return r.Name
	}
}

// scaleOutTitle returns "scale-out 1 → 2 → 4 replicas".
func scaleOutTitle(s *ScaleOut) string {
	n := len(s.Topologies)
	if n == 0 {
		return "scale-out"
	}
	sizes := make([]string, 0, min(n, finding.MaxTitleSizes))
	for i := range s.Topologies {
		if n > finding.MaxTitleSizes && i >= finding.MaxTitleSizes-2 && i < n-1 {
			continue
		}
		if n > finding.MaxTitleSizes && i == n-1 {
			sizes = append(sizes, "…")
		}
		sizes = append(sizes, fmt.Sprint(s.Topologies[i].Replicas))
	}
	noun := "replicas"
	if n == 1 && s.Topologies[0].Replicas == 1 {
		noun = "replica"
	}
	return "scale-out " + strings.Join(sizes, " → ") + " " + noun
}

// scaleOutWhy returns the deciding figures in one line, for the board.
func scaleOutWhy(s *ScaleOut, v gate.Verdict) string {
	var parts, waiting []string
	for _, c := range s.Criteria {
		switch {
		case c.Verdict != v || v != gate.Fail && v != gate.Undecided:
		case waits(s, c):
			waiting = append(waiting, gate.MetricLabel(c.Cells[0]))
		default:
			figures, limit := cells(s, c)
			parts = append(parts, gate.MetricLabel(c.Cells[0])+" "+joined(figures)+parenthesised("limit ", limit))
		}
	}
	if len(waiting) > 0 {
		parts = append(parts, text.Listed(waiting, finding.MaxNamed)+" not compared")
	}
	if v >= gate.Undecided {
		parts = append(parts, s.Doubts...)
	}
	if extra := len(parts) - finding.MaxNamed; extra > 0 {
		parts = append(parts[:finding.MaxNamed], fmt.Sprintf("%d more", extra))
	}
	if near, ok := nearest(s); ok && v == gate.Pass {
		parts = append(parts, "nearest limit: "+gate.MetricLabel(near)+" "+gate.ObservedAgainst(near)+" at "+near.Scope)
	}
	parts = append(parts, fmt.Sprintf("%d of %d criteria hold", s.Holding, len(s.Criteria)))
	if s.Reference != "" {
		parts = append(parts, "against the baseline of "+s.Reference+parenthesised("", beside(s)))
	}
	return strings.Join(parts, " · ")
}

// waits reports whether a criterion is undecided for no reason but that its
// precondition does not hold.
func waits(s *ScaleOut, c Criterion) bool {
	at := slices.IndexFunc(s.Criteria, func(p Criterion) bool { return p.Rule.ID == c.Rule.Precondition })
	if at < 0 || c.Verdict != gate.Undecided {
		return false
	}
	for t, g := range c.Cells {
		if g.Verdict == gate.Undecided && s.Criteria[at].Cells[t].Verdict != gate.Undecided {
			return false
		}
	}
	return true
}

// cells returns the figures that decide a criterion, "5 at 1×", or the reasons
// why there is none, "undecided at 4×, no figure in 1 of 3 runs (null)", and the limit
// where there are figures to meet it.
func cells(s *ScaleOut, c Criterion) (figures []string, limit string) {
	for t, g := range c.Cells {
		at := "at " + s.Topologies[t].short()
		switch {
		case g.Verdict != c.Verdict || g.Whose != "":
		case g.Verdict == gate.Fail, g.Reason.Code == gate.NotMet:
			figures, limit = append(figures, g.ObservedText()+" "+at), gate.LimitText(g)
		default:
			figures = append(figures, "undecided "+at+", "+g.Reason.String())
		}
	}
	return figures, limit
}

// joined joins items by commas, naming at most maxNamed of them.
func joined(items []string) string {
	if extra := len(items) - finding.MaxNamed; extra > 0 {
		items = append(slices.Clone(items[:finding.MaxNamed]), fmt.Sprintf("%d more", extra))
	}
	return strings.Join(items, ", ")
}

// parenthesised returns " (label text)", or "" for no text.
func parenthesised(label, text string) string {
	if text == "" {
		return ""
	}
	return " (" + label + text + ")"
}

// scaleOutSentence returns the verdict in whole sentences, for reports.
func scaleOutSentence(s *ScaleOut, v gate.Verdict) string {
	broken, open := count(s.Criteria, gate.Fail), count(s.Criteria, gate.Undecided)
	head := fmt.Sprintf("%d of %s hold.", s.Holding, criteriaCount(s))
	switch {
	case broken > 0:
		head = fmt.Sprintf("%d of %s.", broken, criteriaCount(s))
	case open > 0:
		head = fmt.Sprintf("%d of %s cannot be decided.", open, criteriaCount(s))
	}
	parts := append([]string{v.String() + ": " + head}, criteriaSentences(s)...)
	if near, ok := nearest(s); ok && v == gate.Pass {
		parts = append(parts, fmt.Sprintf("Nearest its limit: %s at %s, %s.", gate.MetricLabel(near), near.Scope, gate.ObservedAgainst(near)))
	}
	parts = append(parts, baselineSentences(s)...)
	for i, d := range s.Doubts {
		if i == finding.MaxNamed {
			parts = append(parts, fmt.Sprintf("%d more doubts.", len(s.Doubts)-i))
			break
		}
		parts = append(parts, text.Capital(d)+".")
	}
	return strings.Join(parts, " ")
}

// criteriaSentences say what breaks, what is undecided and what holds:
// "Zero non-200 responses: 5 at 1×, 1 at 2×. Load and restarts hold."
func criteriaSentences(s *ScaleOut) []string {
	var parts, waiting []string
	for _, worst := range []gate.Verdict{gate.Fail, gate.Undecided} {
		for _, c := range s.Criteria {
			if c.Verdict != worst {
				continue
			}
			if waits(s, c) {
				waiting = append(waiting, c.Rule.Name)
				continue
			}
			figures, limit := cells(s, c)
			text := text.Capital(c.Rule.Name) + ": " + joined(figures)
			if limit != "" && limit != "0" {
				text += ", limit " + limit
			}
			parts = append(parts, text+".")
		}
	}
	if len(waiting) > 0 {
		parts = append(parts, text.Capital(text.Listed(waiting, len(waiting)))+" cannot be compared without that.")
	}
	if h := holdingSentence(s); h != "" {
		parts = append(parts, h)
	}
	return parts
}

func criteriaCount(s *ScaleOut) string {
	if len(s.Criteria) == 1 {
		return "1 criterion"
	}
	return fmt.Sprintf("%d criteria", len(s.Criteria))
}

func count(criteria []Criterion, v gate.Verdict) int {
	n := 0
	for _, c := range criteria {
		if c.Verdict == v {
			n++
		}
	}
	return n
}

// holdingSentence returns "Load, throughput, latency and restarts hold."
func holdingSentence(s *ScaleOut) string {
	var names []string
	for _, c := range s.Criteria {
		if c.Verdict == gate.Pass {
			names = append(names, noun(c.Rule))
		}
	}
	if len(names) == 0 || len(names) == len(s.Criteria) {
		return ""
	}
	verb := " hold."
	if len(names) == 1 && names[0] != "restarts" && names[0] != "non-200 responses" {
		verb = " holds."
	}
	return text.Capital(text.Listed(names, len(names))) + verb
}

// nearest returns the passing gate that uses up most of its limit.
func nearest(s *ScaleOut) (gate.Gate, bool) {
	var best gate.Gate
	most := -1.0
	for _, c := range s.Criteria {
		for _, g := range c.Cells {
			if used, ok := gate.Used(g); ok && g.Verdict == gate.Pass && used > most {
				best, most = g, used
			}
		}
	}
	return best, most >= 0
}
