package requests

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"scaledeck/model"
	"scaledeck/model/text"
)

// maxJSON is the largest JSON file that is looked at for a configuration, and
// maxFiles the most files of a directory that are looked at.
const (
	maxJSON  = 4 << 20
	maxFiles = 1000
)

// ErrNoRequests says that a directory holds no results of requests.
var ErrNoRequests = errors.New("no request results: expected a CSV file with the columns model_replicas, tenant, http_status, planned_arrival_seconds and ttft_ms")

// kind is what a file of an evidence directory is.
type kind uint8

const (
	requestResults kind = iota
	systemMetric
	trafficSamples
	runEvidence
	runSummary
	numKinds
)

// kinds are told by the header. name is the file that goes before others of its
// kind; only is whether one must not be read beside another.
var kinds = [numKinds]struct {
	name string
	is   func(*table) bool
	only bool
}{
	requestResults: {"request-results.csv", isRequests, true},
	systemMetric:   {"system-metrics.csv", isMetrics, false},
	trafficSamples: {"traffic-samples.csv", isTraffic, false},
	runEvidence:    {"run-evidence.csv", isEvidence, true},
	runSummary:     {"summary.csv", isSummary, true},
}

// configName is the configuration that goes before others.
const configName = "run-config.json"

// evidence is an evidence directory whose files are open.
type evidence struct {
	tables [numKinds][]*table
	config *config
	notes  []model.Issue
	parted []string // what is not used since its columns are not parted by commas
	files  []*os.File
}

func (e *evidence) close() {
	for _, f := range e.files {
		_ = f.Close() // only read from
	}
}

// openEvidence opens the files of a directory that are known by what is in them.
func openEvidence(dir string) (*evidence, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the directory of evidence: %w", err)
	}
	e := &evidence{}
	if len(entries) > maxFiles {
		e.notes = append(e.notes, note(model.Warning, "", fmt.Sprintf("only the first %d of %d files were looked at", maxFiles, len(entries))))
		entries = entries[:maxFiles]
	}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		extension := strings.ToLower(filepath.Ext(path))
		// A pipe must not be opened: nothing may ever come.
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || extension != ".csv" && extension != ".json" {
			continue
		}
		if err := e.open(path, extension); err != nil {
			e.notes = append(e.notes, note(model.Warning, text.Name(entry.Name()), "not used: "+text.Clean(err.Error())))
		}
	}
	if err := e.choose(); err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

func (e *evidence) open(path, extension string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	name := text.Name(filepath.Base(path))
	used, err := e.take(f, name, extension)
	if used {
		e.files = append(e.files, f)
		return err
	}
	return errors.Join(err, f.Close())
}

// take adds the file where it is known, and reports whether it must stay open.
func (e *evidence) take(f *os.File, name, extension string) (bool, error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	if extension == ".json" {
		return false, e.takeConfig(f, name, info.Size())
	}
	t, err := openTable(name, f, info.Size())
	if errors.Is(err, errNoHeader) {
		return false, nil // some other CSV
	}
	if err != nil {
		return false, err
	}
	for k := range kinds {
		if kinds[k].is(t) {
			e.tables[k] = append(e.tables[k], t)
			return true, nil
		}
	}
	if by := partedBy(t); by != "" {
		err := fmt.Errorf("its columns are parted by %s: expected commas, and points in numbers", by)
		e.parted = append(e.parted, fmt.Sprintf("%s is not used: %v", name, err))
		return false, err
	}
	return false, nil
}

// partedBy names what parts the columns of a table that looks like one of
// requests but for its commas; "" where it does not.
func partedBy(t *table) string {
	for _, d := range [...]struct{ mark, name string }{{";", "semicolons"}, {"\t", "tabs"}, {"|", "bars"}} {
		// Cleaning has made a visible sign of a tab.
		mark := text.Clean(d.mark)
		if first := t.columns[0]; strings.Contains(first, mark) && strings.Contains(strings.ToLower(strings.Join(t.columns, mark)), "ttft") {
			return d.name
		}
	}
	return ""
}

func (e *evidence) takeConfig(f *os.File, name string, size int64) error {
	if size > maxJSON {
		return nil // no configuration is that large
	}
	data, err := io.ReadAll(io.LimitReader(f, maxJSON))
	if err != nil {
		return err
	}
	c, notes, known := parseConfig(name, data)
	switch {
	case !known:
		if name == configName {
			return errors.New("no JSON with scenarios or decision_limits")
		}
	case e.config == nil || name == configName || e.config.name != configName && len(e.config.limits) == 0 && len(c.limits) > 0:
		e.config = c
		e.notes = append(e.notes, notes...)
	}
	return nil
}

// choose keeps the files that are to be read. Of several of one kind the one
// with the usual name goes first; without it requests are refused, since two
// files may hold the same ones.
func (e *evidence) choose() error {
	for k, kind := range kinds {
		list := e.tables[k]
		for _, t := range list {
			if t.name == kind.name && len(list) > 1 {
				e.notes = append(e.notes, note(model.Note, t.name, "read; other files of the same columns are not"))
				e.tables[k] = []*table{t}
			}
		}
		if list = e.tables[k]; len(list) > 1 && kind.only {
			return unfit(fmt.Errorf("%s and %s have the same columns: expected one of them, or one by the name %s", list[0].name, list[1].name, kind.name))
		}
	}
	if len(e.tables[requestResults]) == 0 {
		if len(e.parted) > 0 {
			return unfit(fmt.Errorf("%w; %s", ErrNoRequests, strings.Join(e.parted[:min(len(e.parted), 3)], "; ")))
		}
		return unfit(ErrNoRequests)
	}
	return nil
}
