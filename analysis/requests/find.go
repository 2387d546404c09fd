package requests

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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

// kinds are recognised by the header. name is the file that goes before others of its
// kind; only is whether one must not be read along with another.
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
	tables  [numKinds][]*table
	config  *config
	notes   []model.Issue
	refused []string // what looks like evidence and is not used, with the reason
	files   []*os.File
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
		use, err := usable(path, extension)
		if !use && err == nil {
			continue
		}
		if err == nil {
			err = e.open(path, extension)
		} else {
			e.refused = append(e.refused, fmt.Sprintf("%s is not used: %v", text.Name(entry.Name()), err))
		}
		if err != nil {
			e.notes = append(e.notes, note(model.Warning, text.Name(entry.Name()), "not used: "+text.Clean(err.Error())))
		}
	}
	if err := e.choose(); err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// usable reports whether a file can be evidence, by its name and what it is. The
// error says why one that is named like evidence cannot be read.
func usable(path, extension string) (bool, error) {
	packed, _ := strings.CutSuffix(strings.ToLower(path), extension)
	inside := filepath.Ext(packed)
	switch evident := func(s string) bool { return s == ".csv" || s == ".json" }; {
	case evident(inside) && slices.Contains(packings, extension):
		return false, fmt.Errorf("it is compressed (%s): expected it unpacked", extension[1:])
	case !evident(extension):
		return false, nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return false, errors.New("it cannot be found or looked at")
	case info.IsDir():
		return false, nil
	case info.Mode()&os.ModeNamedPipe != 0: // not opened: nothing may ever come
		return false, errors.New("it is a named pipe: expected a file")
	case !info.Mode().IsRegular():
		return false, errors.New("it is not a regular file")
	}
	return true, nil
}

// packings are the endings of compressed files.
var packings = []string{".gz", ".bz2", ".xz", ".zst", ".zip"}

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
	if by := codedAs(f); by != "" {
		return false, e.refuse(name, fmt.Errorf("it is %s: expected UTF-8", by))
	}
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
		return false, e.refuse(name, fmt.Errorf("its columns are separated by %s: expected commas, and points in numbers", by))
	}
	if missing := missingOf(t); missing != "" {
		return false, e.refuse(name, fmt.Errorf("it looks like requests but has no column %s: its columns are %s", missing, firstColumns(t)))
	}
	return false, nil
}

// refuse notes why a file that looks like requests is not used.
func (e *evidence) refuse(name string, why error) error {
	e.refused = append(e.refused, fmt.Sprintf("%s is not used: %v", name, why))
	return why
}

// firstColumns lists the columns of a table, as many as a reader looks at.
func firstColumns(t *table) string {
	const most = 12
	if len(t.columns) <= most {
		return strings.Join(t.columns, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(t.columns[:most], ", "), len(t.columns)-most)
}

// codedAs names the encoding of a text that is not UTF-8, by its byte order mark
// or by the zero bytes that UTF-16 has between the letters of a header; "" for
// none of these.
func codedAs(in io.ReaderAt) string {
	head := make([]byte, 4)
	n, _ := in.ReadAt(head, 0) // a file this short is no table anyhow
	switch head = head[:n]; {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}),
		n == 4 && head[0] == 0 && head[2] == 0, n == 4 && head[1] == 0 && head[3] == 0:
		return "UTF-16"
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return "compressed (gzip)"
	}
	return ""
}

// partedBy names what separates the columns of a table that looks like one of
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
		if len(e.refused) > 0 {
			return unfit(fmt.Errorf("%w; %s", ErrNoRequests, strings.Join(e.refused[:min(len(e.refused), 3)], "; ")))
		}
		return unfit(ErrNoRequests)
	}
	return nil
}
