package format

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"scaledeck/model"
)

// The contract of the formats: a value that a file no longer has is missing in its
// document and said to be in an issue, or the file is refused. It is never 0 and
// never dropped in silence. Every fixture in the testdata of a format is held to
// it, each of its measured values removed in turn and in every way.

// figures returns the figures of a document that are there, by what and whose they are.
func figures(doc *model.Document) map[string]float64 {
	list := make(map[string]float64)
	put := func(key string, f model.Figure) {
		if f.OK() {
			list[key] = f.Value
		}
	}
	if c := doc.Comparison(); c != nil {
		for i, r := range c.Rows {
			put(fmt.Sprintf("%d run number", i), r.Repeat)
			for m, f := range r.Figures {
				put(fmt.Sprintf("%d %s", i, m.ID), f)
			}
		}
	}
	if s := doc.Startup(); s != nil {
		for _, p := range s.Profiles {
			put("start", p.Total)
		}
	}
	if s := doc.Timelines(); s != nil {
		for i := range s.Timelines {
			t := &s.Timelines[i]
			for _, c := range t.Columns {
				for k := range t.Len() {
					at, _ := t.Seconds.At(k).Get()
					put(fmt.Sprintf("%d %s %s at %v", i, c.Metric.ID, c.Scope, at), c.Series.At(k))
				}
			}
		}
	}
	return list
}

// holdsContract decodes a spoilt file and compares it with the whole one.
func holdsContract(t *testing.T, what string, whole *model.Document, spoilt string) {
	t.Helper()
	doc, found := Decode("f", []byte(spoilt), Options{})
	if doc == nil {
		if len(found) == 0 {
			t.Errorf("%s: refused without an issue", what)
		}
		return
	}
	got, before := figures(doc), figures(whole)
	for key, v := range got {
		// Times count from the first row, so that its loss moves them: new keys are no new values.
		if was, ok := before[key]; ok && was != v {
			t.Errorf("%s: %s is now %v, was %v", what, key, v, was)
		}
	}
	if len(got) >= len(before) {
		t.Errorf("%s: still %d figures of %d", what, len(got), len(before))
	}
	if doc.UnknownCount <= whole.UnknownCount && !slices.ContainsFunc(found, func(i model.Issue) bool { return !known(whole.Issues, i) }) {
		t.Errorf("%s: nothing says so", what)
	}
}

// known reports whether an issue is in the list, wherever it is in the file.
func known(list []model.Issue, issue model.Issue) bool {
	return slices.ContainsFunc(list, func(i model.Issue) bool {
		return i.Code == issue.Code && i.Pointer == issue.Pointer && i.Message == issue.Message
	})
}

func fixtures(t testing.TB, pattern string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("*", "testdata", pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures %s: %v", pattern, err)
	}
	list := make(map[string]string)
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		list[n] = string(data)
	}
	return list
}

// unmeasured are the keys of JSON fixtures that hold settings, not measurements,
// and optional those that a run may be without.
var (
	unmeasured = regexp.MustCompile(`^(burstiness|(max_)?concurrency|max_num_seqs|max|tp_size|random_.*|stage|accelerator_count|decode_node_count|(in|out)put_tokens)$`)
	optional   = regexp.MustCompile(`^(std.*|.*_e2el?(_latency)?_ms|max_.*|run_number|failed|(request_|achieved_|requested_)?rate|rate_qps)$`)
	member     = regexp.MustCompile(`"([^"]+)": (-?[0-9][0-9.eE+-]*)(,?\s*)`)
)

func TestContractOfJSON(t *testing.T) {
	for name, data := range fixtures(t, "*.json") {
		if strings.Contains(data, `"resultType"`) {
			continue // TestContractOfPairs
		}
		whole, _ := Decode("f", []byte(data), Options{})
		tried := 0
		for _, m := range member.FindAllStringSubmatchIndex(data, -1) {
			key := data[m[2]:m[3]]
			if unmeasured.MatchString(key) || strings.HasPrefix(data[m[4]:], "0.0") {
				continue // no figure to begin with
			}
			for _, word := range []string{"null", "NaN", `"x"`, "[1]", "{}"} {
				if (strings.HasSuffix(key, "rate") || key == "rate_qps") && word == "null" {
					continue // a run without an offered load
				}
				holdsContract(t, fmt.Sprintf("%s %s = %s", name, key, word), whole, data[:m[4]]+word+data[m[5]:])
				tried++
			}
			if before, after := data[:m[0]], data[m[1]:]; !optional.MatchString(key) {
				if !strings.HasPrefix(data[m[6]:], ",") {
					before = strings.TrimRight(before, ", \n")
				}
				holdsContract(t, name+" without "+key, whole, before+after)
				tried++
			}
		}
		if tried < 40 {
			t.Errorf("%s: only %d values were removed", name, tried)
		}
	}
}

// pair is a time and a value of a series of Prometheus.
var pair = regexp.MustCompile(`\[(\d+),("[^"]*")\]`)

func TestContractOfPairs(t *testing.T) {
	data := fixtures(t, "fleet.json")[filepath.Join("prometheus", "testdata", "fleet.json")]
	whole, _ := Decode("f", []byte(data), Options{})
	for _, m := range pair.FindAllStringSubmatchIndex(data, -1) {
		for _, word := range []string{`"NaN"`, `"+Inf"`, `"x"`, `""`, "null", "0.5", "{}"} {
			holdsContract(t, "value "+data[m[0]:m[1]]+" = "+word, whole, data[:m[4]]+word+data[m[5]:])
		}
		for _, word := range []string{"null", "NaN", `"x"`, "{}"} {
			holdsContract(t, "time "+data[m[0]:m[1]]+" = "+word, whole, data[:m[2]]+word+data[m[3]:])
		}
	}
}

func TestContractOfCSV(t *testing.T) {
	for name, data := range fixtures(t, "*.csv") {
		whole, _ := Decode("f", []byte(data), Options{})
		lines := strings.Split(strings.TrimSpace(data), "\n")
		tried := 0
		for i, line := range lines {
			cells := strings.Split(line, ",")
			for k, cell := range cells {
				column := strings.Split(lines[0], ",")[k]
				if cell == "" || !measuredColumn(column, line) {
					continue
				}
				for _, word := range []string{"", "NaN", "x", "{}"} {
					if i == 0 && word != "" {
						continue
					}
					spoilt := slices.Clone(cells)
					spoilt[k] = word
					all := slices.Clone(lines)
					all[i] = strings.Join(spoilt, ",")
					holdsContract(t, fmt.Sprintf("%s line %d %s = %q", name, i+1, column, word), whole, strings.Join(all, "\n"))
					tried++
				}
			}
		}
		if tried < 40 {
			t.Errorf("%s: only %d cells were emptied", name, tried)
		}
	}
}

// measuredColumn reports whether a figure comes from the column in the line: not
// where 0 is what a monitor writes for nothing, and not from what repeats others.
func measuredColumn(column, line string) bool {
	switch column {
	case "timestamp", "event_type", "pod", "action", "kv_cache_percent":
		return false
	case "ttft_ms", "itl_ms", "request_rate_per_min":
		return !strings.Contains(line, "0.00,0.00,0.00")
	}
	return !strings.Contains(line, "45:00.080Z") // an event that is there twice
}

func TestEveryFormatHasFixtures(t *testing.T) {
	names := slices.Collect(maps.Keys(fixtures(t, "*.*")))
	for _, f := range All()[1:] { // the first schemas have those of analysis
		read := func(name string) bool {
			data, err := os.ReadFile(name)
			doc, _ := Decode(name, data, Options{})
			return err == nil && doc != nil && doc.Schema == f.Name
		}
		if !slices.ContainsFunc(names, read) {
			t.Errorf("%s has no fixture in its testdata", f.Name)
		}
	}
}
