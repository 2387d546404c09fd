package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/text"
)

// evidenceNames are the small tables of an evidence package that hold its runs
// again. What is in them is found by their headers.
var evidenceNames = []string{"summary.csv", "run-evidence.csv"}

// maxEvidence bounds what is read of such a table, in bytes: it holds a row a run.
const maxEvidence = 1 << 20

// withEvidence checks every scale-out analysis against the tables in its
// directory, and returns what could not be used, in words.
func withEvidence(f *analysis.Findings, paths []string) (*analysis.Findings, []string) {
	var notes []string
	for i := range f.Snap.Files {
		file := &f.Snap.Files[i]
		if file.Doc == nil || file.Doc.ScaleOut == nil {
			continue
		}
		var tables []analysis.Evidence
		for _, name := range evidenceNames {
			t, err := readEvidence(filepath.Join(filepath.Dir(pathOf(file.Key, paths)), name))
			switch {
			case errors.Is(err, os.ErrNotExist):
			case err != nil:
				notes = append(notes, fmt.Sprintf("beside %s: %s is not used: %v", file.Name, name, err))
			default:
				tables = append(tables, t)
			}
		}
		if len(tables) > 0 {
			f = f.WithEvidence(file.Doc.File, tables)
		}
	}
	return f, notes
}

// pathOf returns where the file with the given key lies: keys are relative to
// the path that was opened where it is the only one.
func pathOf(key string, paths []string) string {
	if len(paths) != 1 {
		return key
	}
	if info, err := os.Stat(paths[0]); err == nil && info.IsDir() {
		return filepath.Join(paths[0], key)
	}
	return paths[0]
}

// readEvidence reads a table from a file, which may be none that a command
// should wait for or read for ever.
func readEvidence(path string) (analysis.Evidence, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return analysis.Evidence{}, err
	}
	defer func() { _ = file.Close() }() // only read
	info, err := file.Stat()
	switch {
	case err != nil:
		return analysis.Evidence{}, err
	case !info.Mode().IsRegular():
		return analysis.Evidence{}, errors.New("it is no regular file")
	case info.Size() > maxEvidence:
		return analysis.Evidence{}, fmt.Errorf("it is over %d bytes", maxEvidence)
	}
	return parseEvidence(text.Name(filepath.Base(path)), io.LimitReader(file, maxEvidence))
}

// parseEvidence reads a table. A column whose name stands twice loses it: which
// of the two is meant cannot be known. A cell that is neither a number nor true
// or false is empty.
func parseEvidence(name string, r io.Reader) (analysis.Evidence, error) {
	table := analysis.Evidence{File: name}
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
			table.Columns = header(record)
			continue
		}
		line, _ := in.FieldPos(0)
		row := analysis.EvidenceRow{Line: line, Figures: make([]model.Figure, len(record)), Flags: make([]model.Flag, len(record))}
		for i, cell := range record {
			row.Figures[i], row.Flags[i] = evidenceCell(strings.TrimSpace(cell))
		}
		table.Rows = append(table.Rows, row)
	}
}

// header returns the names of the columns, "" for those that are not unique.
func header(record []string) []string {
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
