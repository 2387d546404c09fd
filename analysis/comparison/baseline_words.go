package comparison

import (
	"fmt"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model/text"
)

// beside returns what the baseline of another file breaks and is not judged for:
// "5 non-200 responses there, not judged".
func beside(s *ScaleOut) string {
	var parts []string
	for _, c := range s.Criteria {
		if !c.Rule.Everywhere || len(c.Cells) == 0 {
			continue
		}
		g := c.Cells[0]
		value, ok := g.Baseline.Get()
		if limit, known := g.Limit.Get(); ok && known && !c.Rule.Op.Meets(value, limit) {
			parts = append(parts, g.Baseline.Text(g.ValueUnit)+" "+gate.MetricLabel(g))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return text.Listed(parts, finding.MaxNamed) + " there, not judged"
}

// baselineSentences say where a topology is judged by the baseline's figures,
// and which baseline that is where it is not one replica.
func baselineSentences(s *ScaleOut) []string {
	type group struct {
		verdict gate.Verdict
		clean   bool // none of the thing counted at the topology itself
	}
	var parts []string
	for _, c := range s.Criteria {
		sizes := make(map[group][]string)
		for t, g := range c.Cells {
			if g.Whose != "" {
				k := group{g.Verdict, g.Value.OK() && g.Value.Value == 0}
				sizes[k] = append(sizes[k], fmt.Sprint(s.Topologies[t].Replicas))
			}
		}
		for _, k := range []group{{gate.Fail, true}, {gate.Fail, false}, {gate.Undecided, true}, {gate.Undecided, false}} {
			if len(sizes[k]) > 0 {
				parts = append(parts, borrowed(c, sizes[k], k.verdict, k.clean))
			}
		}
	}
	if s.Reference != "" {
		text := "The baseline is that of " + s.Reference
		if there := beside(s); there != "" {
			text += ", with " + there
		}
		return append(parts, text+".")
	}
	if len(s.Topologies) > 0 && s.Topologies[s.Baseline].Replicas != 1 {
		parts = append(parts, "The baseline is "+s.Topologies[s.Baseline].Label+", not one replica.")
	}
	return parts
}

// borrowed returns "4 replicas has none of its own and fails on the baseline's."
func borrowed(c Criterion, sizes []string, v gate.Verdict, clean bool) string {
	has, fails, its := "has", "fails", "its"
	if len(sizes) > 1 {
		has, fails, its = "have", "fail", "their"
	}
	own := has + " none of " + its + " own"
	if !clean {
		own = has + " " + its + " own within the limit"
	}
	end := "cannot be decided while the baseline's are not known"
	if v == gate.Fail {
		end = fails + " on the baseline's"
	}
	subject := ""
	if c.Rule.ID != gate.RuleNon200 { // the non-200s are what a reader expects here
		subject = text.Capital(c.Rule.Name) + ": "
	}
	return subject + text.Listed(sizes, finding.MaxNamed) + " replicas " + own + " and " + end + "."
}
