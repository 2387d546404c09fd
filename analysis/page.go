package analysis

import (
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/model"
)

// Page returns the section of a finding without what its file has to say of it:
// the figures of its kind and its gates. Every report and the console's detail
// print this one.
func Page(f Finding) page.Section {
	s := page.Section{Title: f.Title, Mark: f.Verdict.Mark()}
	switch {
	case ScaleOutOf(f.Outcome) != nil:
		pageScaleOut(&s, f)
	case CanaryOf(f.Outcome) != nil:
		pageCanary(&s, f)
	case AutoscalingOf(f.Outcome) != nil:
		pageAutoscaling(&s, f)
	case ColdStartOf(f.Outcome) != nil:
		pageColdStart(&s, f)
	default:
		gate.Page(&s, f.Gates, f.Simulated)
	}
	return s
}

// AllGates returns every gate of a finding, those of its stages or criteria where
// the finding itself lists none.
func AllGates(f Finding) []gate.Gate {
	if len(f.Gates) > 0 {
		return f.Gates
	}
	var gates []gate.Gate
	if CanaryOf(f.Outcome) != nil {
		for _, st := range CanaryOf(f.Outcome).Stages {
			gates = append(gates, st.Gates...)
		}
	}
	if ScaleOutOf(f.Outcome) != nil {
		for _, cr := range ScaleOutOf(f.Outcome).Criteria {
			gates = append(gates, cr.Cells...)
		}
	}
	return gates
}

func percentCell(v float64) page.Cell { return page.Value(model.Of(v), model.Percent) }

func secondsCell(v float64) page.Cell { return page.Value(model.Of(v), model.Seconds) }
