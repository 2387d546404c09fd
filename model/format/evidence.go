package format

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/model/text"
)

// Evidence reads a table of runs that lies beside a result file. A column whose
// name stands twice loses it: which of the two is meant cannot be known. A cell
// that is neither a number nor true or false is empty. The error says what is no
// CSV; the rows before it are returned with it.
func Evidence(name string, r io.Reader) (model.Evidence, error) {
	table := model.Evidence{File: text.Name(name)}
	in := csv.NewReader(r)
	in.FieldsPerRecord = -1 // a row that is cut short lacks figures, no more
	in.ReuseRecord = true
	for first := true; ; first = false {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return table, nil
		}
		if err != nil {
			return table, fmt.Errorf("reading it as CSV: %w", err)
		}
		if first {
			table.Columns = evidenceHeader(record)
			continue
		}
		line, _ := in.FieldPos(0)
		row := model.EvidenceRow{Line: line, Figures: make([]model.Figure, len(record)), Flags: make([]model.Flag, len(record))}
		for i, cell := range record {
			row.Figures[i], row.Flags[i] = evidenceCell(strings.TrimSpace(cell))
		}
		table.Rows = append(table.Rows, row)
	}
}

// evidenceHeader returns the names of the columns, "" for those that are not unique.
func evidenceHeader(record []string) []string {
	names := make([]string, len(record))
	count := make(map[string]int, len(record))
	for i, c := range record {
		if i == 0 {
			c = strings.TrimPrefix(c, "\ufeff") // a byte order mark
		}
		names[i] = text.Clean(strings.TrimSpace(c))
		count[names[i]]++
	}
	for i, n := range names {
		if count[n] > 1 {
			names[i] = ""
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
