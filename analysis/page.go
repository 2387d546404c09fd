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
	case f.ScaleOut != nil:
		pageScaleOut(&s, f)
	case f.Canary != nil:
		pageCanary(&s, f)
	case f.Autoscaling != nil:
		pageAutoscaling(&s, f)
	case f.ColdStart != nil:
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
	if f.Canary != nil {
		for _, st := range f.Canary.Stages {
			gates = append(gates, st.Gates...)
		}
	}
	if f.ScaleOut != nil {
		for _, cr := range f.ScaleOut.Criteria {
			gates = append(gates, cr.Cells...)
		}
	}
	return gates
}

func percentCell(v float64) page.Cell { return page.Value(model.Of(v), model.Percent) }

func secondsCell(v float64) page.Cell { return page.Value(model.Of(v), model.Seconds) }
