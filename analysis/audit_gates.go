package analysis

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/model"
)

// publishable answers whether the data are publishable, where a table has the
// gates of the evidence: it is so where every gate of every run of the file is
// passed.
func (e *evidenceAudit) publishable(checks []Check) []Check {
	claimed := e.data.Decision.DataPublishable
	at := slices.IndexFunc(checks, func(c Check) bool { return c.File == e.file && c.Rule == needsEvidence })
	if at < 0 || !claimed.OK() {
		return checks
	}
	for i := range e.tables {
		gates := gatesOf(&e.tables[i])
		if len(gates) == 0 {
			continue
		}
		c := &checks[at]
		passed, broken := e.gatesPassed(&e.tables[i], gates)
		c.Rule = fmt.Sprintf("every gate of every run in %s, columns %s", e.tables[i].File, strings.Join(namesOf(&e.tables[i], gates), ", "))
		switch {
		case !passed.OK():
			c.Recomputed = broken
		case passed == claimed:
			c.Recomputed, c.Result = yesNo(passed), Reproduced
		default:
			c.Recomputed, c.Result = yesNo(passed), Differs
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
func (e *evidenceAudit) gatesPassed(t *Evidence, gates []int) (passed model.Flag, why string) {
	unknown := ""
	for i := range e.data.Rows {
		run := &e.data.Rows[i]
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
	if unknown != "" || len(e.data.Rows) == 0 {
		return model.Flag{}, unknown
	}
	return model.FlagOf(true), ""
}
