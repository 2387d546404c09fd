package comparison

import (
	"fmt"
	"slices"

	"scaledeck/model"
)

// sighting is one figure of a run where a table has it.
type sighting struct {
	figure model.Figure
	flag   model.Flag
	file   string
	rule   string // file, line and column; for a computed figure how

	computed bool // from raw records
}

// find returns where the tables have a figure of a run, by column name.
func (e *EvidenceAudit) find(run *model.Run, names []evidenceColumn) []sighting {
	var list []sighting
	for t := range e.Tables {
		table := &e.Tables[t]
		line, ok := rowOf(table, run)
		if !ok {
			continue
		}
		for _, n := range names {
			col := slices.Index(table.Columns, n.name)
			if col < 0 || col >= len(line.Figures) || col >= len(line.Flags) {
				continue
			}
			s := sighting{figure: line.Figures[col], flag: line.Flags[col], file: table.File, rule: fmt.Sprintf("%s line %d, column %s", table.File, line.Line, n.name)}
			if table.Computed() && col < len(table.Rules) {
				s.rule, s.computed = table.File+": "+table.Rules[col], true
			}
			if n.scale != 1 && s.figure.OK() {
				s.figure = model.Of(s.figure.Value * n.scale)
				s.rule += fmt.Sprintf(" × %v", n.scale)
			}
			if s.figure.OK() || s.flag.OK() {
				list = append(list, s)
			}
		}
	}
	return list
}

// rowOf returns the one row of the table for a run. A run that stands twice has
// none: which of the two is meant cannot be known.
func rowOf(t *Evidence, run *model.Run) (EvidenceRow, bool) {
	at, repeat := columnOf(t, replicaColumns), columnOf(t, repeatColumns)
	if at < 0 || repeat < 0 || !run.Replicas.OK() || !run.Repeat.OK() {
		return EvidenceRow{}, false
	}
	var found EvidenceRow
	n := 0
	for _, r := range t.Rows {
		if at < len(r.Figures) && repeat < len(r.Figures) && r.Figures[at] == run.Replicas && r.Figures[repeat] == run.Repeat {
			found = r
			n++
		}
	}
	return found, n == 1
}

// columnOf returns the index of the first of the names that the table has, or −1.
func columnOf(t *Evidence, names []string) int {
	for _, n := range names {
		if i := slices.Index(t.Columns, n); i >= 0 {
			return i
		}
	}
	return -1
}
