package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"scaledeck/analysis"
	"scaledeck/model"
)

// JSON writes the report in the schema of schema.go, indented by two blanks and
// ended by a newline. It holds everything, whatever the options; Now becomes
// as_of. Errors are those of w.
func JSON(w io.Writer, f *analysis.Findings, o Options) error {
	return encodeJSON(w, toJSON(f, o))
}

// encodeJSON writes v indented by two blanks, with nothing that a terminal obeys.
func encodeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode JSON: %w", err)
	}
	if _, err := w.Write(escapeControls(b.Bytes())); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

// escapeControls spells as \u escapes what encoding/json lets through and a
// terminal would obey. Such characters occur within strings only.
func escapeControls(b []byte) []byte {
	text := string(b)
	unsafe := func(r rune) bool { return r != '\n' && unsafeRune(r) }
	if !strings.ContainsFunc(text, unsafe) {
		return b
	}
	out := make([]byte, 0, len(b)+64)
	for _, r := range text {
		if unsafe(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

func toJSON(f *analysis.Findings, o Options) jsonReport {
	r := jsonReport{
		Schema: Schema, SchemaVersion: SchemaVersion, Verdict: f.Verdict.String(), Summary: Summary(f),
		Counts: jsonCounts{
			Fail: f.Counts[analysis.Fail], Undecided: f.Counts[analysis.Undecided], Running: f.Counts[analysis.Running],
			Pass: f.Counts[analysis.Pass], Info: f.Counts[analysis.Info],
		},
		Findings: each(f.List, jsonOfFinding),
		Checks:   each(f.Checks, jsonOfCheck),
		Issues: each(f.Issues, func(i model.Issue) jsonIssue {
			return jsonIssue{i.Severity.String(), string(i.Code), i.Message, i.File, i.Line, i.Column, i.Pointer}
		}),
		Files: []jsonFile{},
	}
	if f.Snap != nil {
		r.Source = f.Snap.Label
		r.Files = each(f.Snap.Files, jsonOfFile)
	}
	if !o.Now.IsZero() {
		at := o.Now.UTC().Format(time.RFC3339)
		r.AsOf = &at
	}
	return r
}

// each converts a list; the result is never nil, so that it encodes as [].
func each[T, J any](list []T, convert func(T) J) []J {
	out := make([]J, 0, len(list))
	for _, v := range list {
		out = append(out, convert(v))
	}
	return out
}

// copied returns the list, or an empty one for nil.
func copied(list []string) []string { return each(list, func(s string) string { return s }) }

// figure converts a figure; what is not finite is missing here whatever its state.
func figure(f model.Figure, u model.Unit) jsonFigure {
	if f.OK() {
		f = model.Of(f.Value)
	}
	j := jsonFigure{Unit: string(u)}
	if !f.OK() {
		j.Missing = f.State.String()
		return j
	}
	v := f.Value + 0 // −0 becomes 0
	j.Value = &v
	return j
}

func jsonOfFile(f model.File) jsonFile {
	j := jsonFile{Name: f.Name, State: f.State.String(), Bytes: f.Size}
	if d := f.Doc; d != nil {
		j.Schema, j.Simulated, j.UnknownKeys = d.Schema, d.Simulated, d.UnknownCount
		j.ExecutionMode, j.ScenarioScope = d.ExecutionMode, d.ScenarioScope
	}
	return j
}

func jsonOfFinding(f analysis.Finding) jsonFinding {
	j := jsonFinding{
		Key: f.Key, Kind: f.Kind.String(), Title: f.Title, Verdict: f.Verdict.String(), Why: f.Why, Sentence: f.Sentence,
		Simulated: f.Simulated, Gates: each(analysis.AllGates(f), jsonOfGate), ScaleOut: jsonOfScaleOut(f.ScaleOut),
		Canary: jsonOfCanary(f.Canary), Autoscaling: jsonOfAutoscaling(f.Autoscaling), ColdStart: jsonOfColdStart(f.ColdStart),
	}
	if f.File != nil {
		j.File, j.State = f.File.Name, f.File.State.String()
	}
	return j
}

// The words of operators and relations in JSON, which scripts compare.
var (
	operators = map[analysis.Op]string{
		analysis.AtMost: "at_most", analysis.AtLeast: "at_least", analysis.Below: "below", analysis.Above: "above",
	}
	relations = map[analysis.Relation]string{
		analysis.Absolute: "absolute", analysis.Difference: "difference", analysis.ChangePercent: "change_percent",
	}
)

func jsonOfGate(g analysis.Gate) jsonGate {
	return jsonGate{
		Rule: g.Rule.ID, Name: g.Rule.Name, Metric: g.Rule.Metric, Statistic: g.Rule.Statistic,
		Operator: operators[g.Rule.Op], Magnitude: g.Rule.Magnitude, Relation: relations[g.Rule.Relation],
		Scope: g.Scope, Whose: g.Whose, Verdict: g.Verdict.String(), Reason: g.Reason, NotInFile: g.NotInFile, Warned: g.Warned(),
		Observed: figure(g.Observed, g.Rule.Unit), Limit: figure(g.Limit, g.Rule.Unit),
		LimitSource: g.LimitSource, LimitPointer: g.LimitPtr,
		Used: figure(g.Used(), model.Ratio), Margin: figure(g.Margin, g.Rule.Unit),
		Value: figure(g.Value, g.ValueUnit), Baseline: figure(g.Baseline, g.ValueUnit), BaselineOf: g.BaselineOf,
		N: g.N, Provenance: g.Provenance.String(), File: g.File, Pointer: g.Pointer, Pointers: copied(g.Pointers), OwnPointers: copied(g.OwnPointers),
	}
}
