package format

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/csvscan"
	"scaledeck/model/text"
)

// Evidence reads a table of runs from the directory of a result file. A column whose name is
// there twice loses it: which of the two is meant cannot be known. A cell that is
// neither a number nor true or false is empty. The error says what is no CSV; the
// rows before it are returned with it.
func Evidence(name string, r io.Reader) (model.Evidence, error) {
	table := model.Evidence{File: text.Name(name)}
	data, err := io.ReadAll(r)
	if err != nil {
		return table, fmt.Errorf("reading it: %w", err)
	}
	t := csvscan.Read(data)
	if t.Fault != csvscan.Sound {
		return table, fmt.Errorf("reading it as CSV: line %d: %s", t.Line, t.Fault)
	}
	table.Columns = evidenceHeader(t.Columns)
	for t.Next() {
		if t.Fault != csvscan.Sound {
			return table, fmt.Errorf("reading it as CSV: line %d: %s", t.Line, t.Fault)
		}
		n := t.Cells() // a row that is cut short lacks figures, no more
		row := model.EvidenceRow{Line: t.Line, Figures: make([]model.Figure, n), Flags: make([]model.Flag, n)}
		for i := range n {
			row.Figures[i], row.Flags[i] = evidenceCell(t.Cell(i))
		}
		table.Rows = append(table.Rows, row)
	}
	return table, nil
}

// evidenceHeader returns the names of the columns, "" for those that are not unique.
func evidenceHeader(columns []string) []string {
	count := make(map[string]int, len(columns))
	for _, c := range columns {
		count[c]++
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		if count[c] == 1 {
			names[i] = c
		}
	}
	return names
}

// evidenceCell returns a cell as a number or a truth value. The empty cell is
// CSV's only null, and so is everything else that is neither.
func evidenceCell(s string) (model.Figure, model.Flag) {
	switch strings.ToLower(s) {
	case "":
		return model.Figure{}, model.Flag{}
	case "true":
		return model.Figure{}, model.FlagOf(true)
	case "false":
		return model.Figure{}, model.FlagOf(false)
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return model.Missing(model.WrongType), model.Flag{State: model.WrongType}
	}
	return model.Of(v), model.Flag{}
}
