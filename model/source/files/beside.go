package files

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"

	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/model/text"
)

// MaxEvidence bounds what is read of a table next to a result file, in bytes: it
// holds a row a run.
const MaxEvidence = 1 << 20

// The tables of an evidence package that hold its runs again, and its raw
// records, which are looked for and not read: they can be larger than memory.
var (
	evidenceNames = [...]string{"summary.csv", "run-evidence.csv"}
	rawNames      = [...]string{"request-results.csv", "system-metrics.csv"}
)

// evidenceDir is what is remembered of the evidence in one directory.
type evidenceDir struct {
	tables [len(evidenceNames)]besideTable
	found  *model.Beside
	used   bool // by a file of this refresh
}

// besideTable is one table; print is zero where it was not read.
type besideTable struct {
	print fingerprint
	table model.Evidence
	why   string // it is not used, cleaned
}

// lookBeside gives every scale-out analysis the evidence in its directory. A
// table is read again once it changed, or its path is in suspects.
func (t *tracker) lookBeside(ctx context.Context, suspects map[string]bool) {
	for _, d := range t.besides {
		d.used = false
	}
	for _, f := range t.files {
		if f.file.Doc == nil || f.file.Doc.Comparison() == nil {
			f.file.Beside = nil
			continue
		}
		path := filepath.Dir(f.path)
		d := t.besides[path]
		if d == nil {
			d = &evidenceDir{}
			if t.besides == nil {
				t.besides = make(map[string]*evidenceDir)
			}
			t.besides[path] = d
		}
		if !d.used {
			d.used = true
			d.look(ctx, path, filepath.Dir(f.file.Name), suspects)
		}
		f.file.Beside = d.found
	}
	for path, d := range t.besides {
		if !d.used {
			delete(t.besides, path)
		}
	}
}

// look looks for the evidence in the directory, which issues call by its name.
// Snapshots share what was found before, so that it is only replaced where it
// differs.
func (d *evidenceDir) look(ctx context.Context, path, name string, suspects map[string]bool) {
	found := &model.Beside{}
	folder, err := os.OpenRoot(path)
	if err != nil {
		return // the result file in it says so itself
	}
	defer func() { _ = folder.Close() }() // only looked through
	for i, table := range evidenceNames {
		at := &d.tables[i]
		at.look(ctx, folder, table, suspects[filepath.Join(path, table)])
		switch {
		case at.why != "":
			found.Issues = append(found.Issues, model.Issue{Severity: model.Warning, Code: model.CodeUnreadable,
				File: text.Name(filepath.Join(name, table)), Message: "not used as evidence: " + at.why})
		case at.print != (fingerprint{}):
			found.Tables = append(found.Tables, at.table)
		}
	}
	for _, raw := range rawNames {
		if info, err := folder.Stat(raw); err == nil && info.Mode().IsRegular() {
			found.Raw = append(found.Raw, raw)
		}
	}
	switch {
	case len(found.Tables)+len(found.Raw)+len(found.Issues) == 0:
		d.found = nil
	case !reflect.DeepEqual(found, d.found):
		d.found = found
	}
}

// look reads the table if it may have changed. Links are followed only within
// the directory.
func (b *besideTable) look(ctx context.Context, folder *os.Root, name string, suspect bool) {
	info, err := folder.Stat(name)
	if missing(err) {
		*b = besideTable{}
		return
	}
	if err == nil && b.print == fingerprintOf(info) && !suspect {
		return
	}
	*b = besideTable{}
	table, print, err := readBeside(ctx, folder, name)
	if err != nil {
		b.why = reasonOf(err)
		return
	}
	b.table, b.print = table, print
}

// readBeside reads one table within its bound.
func readBeside(ctx context.Context, folder *os.Root, name string) (model.Evidence, fingerprint, error) {
	info, err := folder.Stat(name)
	if err != nil {
		return model.Evidence{}, fingerprint{}, err
	}
	e := entry{path: name, folder: folder, at: name, info: info, print: fingerprintOf(info)}
	data, print, err := e.read(ctx, MaxEvidence, nil, nil)
	if errors.Is(err, errTooLarge) {
		err = errors.New("it is over " + mebibytes(MaxEvidence))
	}
	if err != nil {
		return model.Evidence{}, print, err
	}
	table, err := format.Evidence(name, bytes.NewReader(data))
	return table, print, err
}
