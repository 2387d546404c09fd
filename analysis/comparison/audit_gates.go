package comparison

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/model"
)

// publishable answers whether the data are publishable, where a table has the
// gates of the evidence: it is so where every gate of every run of the file is
// passed.
func (e *EvidenceAudit) publishable(checks []finding.Check) []finding.Check {
	claimed := e.Data.Decision.DataPublishable
	at := slices.IndexFunc(checks, func(c finding.Check) bool { return c.File == e.File && c.Rule == NeedsEvidence })
	if at < 0 || !claimed.OK() {
		return checks
	}
	for i := range e.Tables {
		gates := gatesOf(&e.Tables[i])
		if len(gates) == 0 {
			continue
		}
		c := &checks[at]
		passed, broken := e.gatesPassed(&e.Tables[i], gates)
		c.Rule = fmt.Sprintf("every gate of every run in %s, columns %s", e.Tables[i].File, strings.Join(namesOf(&e.Tables[i], gates), ", "))
		switch {
		case !passed.OK():
			c.Recomputed = broken
		case passed == claimed:
			c.Recomputed, c.Result = finding.YesNo(passed), finding.Reproduced
		default:
			c.Recomputed, c.Result = finding.YesNo(passed), finding.Differs
		}
		if passed.OK() && !passed.Value {
			c.Recomputed += ": " + broken
		}
		return checks
	}
	return checks
}

// gatesOf returns the columns that hold gates of the evidence.
func gatesOf(t *Evidence) []int {
	var list []int
	for i, name := range t.Columns {
		if strings.HasSuffix(name, "_passed") || name == "flow_control_engaged" {
			list = append(list, i)
		}
	}
	return list
}

func namesOf(t *Evidence, columns []int) []string {
	var list []string
	for _, i := range columns {
		list = append(list, t.Columns[i])
	}
	return list
}

// gatesPassed reports whether the gates of every run hold, and the first thing
// that stands against it.
func (e *EvidenceAudit) gatesPassed(t *Evidence, gates []int) (passed model.Flag, why string) {
	unknown := ""
	for i := range e.Data.Rows {
		run := &e.Data.Rows[i]
		line, ok := rowOf(t, run)
		if !ok && unknown == "" {
			unknown = "no one row for " + runName(run)
		}
		for _, g := range gates {
			switch {
			case !ok:
			case g >= len(line.Flags) || !line.Flags[g].OK():
				if unknown == "" {
					unknown = fmt.Sprintf("%s has no value at line %d", t.Columns[g], line.Line)
				}
			case !line.Flags[g].Value:
				return model.FlagOf(false), fmt.Sprintf("%s is false for %s", t.Columns[g], runName(run))
			}
		}
	}
	if unknown != "" || len(e.Data.Rows) == 0 {
		return model.Flag{}, unknown
	}
	return model.FlagOf(true), ""
}
