package report

import (
	"io"
	"time"

	"scaledeck/analysis"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/report/jsonvalue"
	v1 "scaledeck/analysis/report/v1"
	"scaledeck/model"
	"scaledeck/model/text"
)

// JSON writes the report in the schema that Options.Schema names, indented by two
// blanks and ended by a newline. It holds everything, whatever the other options;
// Now becomes as_of. Errors are those of w.
func JSON(w io.Writer, f *analysis.Findings, o Options) error {
	schema, version, of := Schema, 1, v1.Outcome
	if o.Schema == 2 {
		schema, version, of = SchemaV2, 2, sectionJSON
	}
	source, files, asOf := "", []jsonvalue.Object{}, any(nil)
	if f.Snap != nil {
		source, files = f.Snap.Label, jsonvalue.Each(f.Snap.Files, fileJSON)
	}
	if !o.Now.IsZero() {
		asOf = o.Now.UTC().Format(time.RFC3339)
	}
	return jsonvalue.Write(w, jsonvalue.Of("schema", schema, "schema_version", version, "source", source, "as_of", asOf,
		"verdict", f.Verdict.String(), "summary", Summary(f),
		"counts", jsonvalue.Of("fail", f.Counts[gate.Fail], "undecided", f.Counts[gate.Undecided], "running", f.Counts[gate.Running],
			"pass", f.Counts[gate.Pass], "info", f.Counts[gate.Info]),
		"findings", jsonvalue.Each(f.List, func(fd analysis.Finding) jsonvalue.Object { return findingJSON(fd).And(of(fd)) }),
		"checks", jsonvalue.Each(f.Checks, checkJSON), "issues", jsonvalue.Each(f.Issues, issueJSON), "files", files))
}

func fileJSON(f model.File) jsonvalue.Object {
	var d model.Document
	if f.Doc != nil {
		d = *f.Doc
	}
	return jsonvalue.Of("name", f.Name, "state", f.State.String(), "schema", d.Schema, "bytes", f.Size, "simulated", d.Simulated,
		"execution_mode", d.ExecutionMode, "scenario_scope", d.ScenarioScope, "unknown_keys", d.UnknownCount)
}

func issueJSON(i model.Issue) jsonvalue.Object {
	return jsonvalue.Of("severity", i.Severity.String(), "code", string(i.Code), "message", i.Message, "file", i.File).And(
		jsonvalue.If(i.Line != 0, "line", i.Line), jsonvalue.If(i.Column != 0, "column", i.Column), jsonvalue.Of("pointer", i.Pointer))
}

func checkJSON(c analysis.Check) jsonvalue.Object {
	return jsonvalue.Of("result", c.Result.String(), "claim", c.Claim, "claimed", c.Claimed, "recomputed", c.Recomputed,
		"rule", c.Rule, "file", c.File, "pointer", c.Pointer)
}

// findingJSON is what every kind has: its verdict, why, and its gates.
func findingJSON(f analysis.Finding) jsonvalue.Object {
	file, state := "", ""
	if f.File != nil {
		file, state = f.File.Name, f.File.State.String()
	}
	return jsonvalue.Of("key", text.Clean(f.Key), "kind", f.Kind.String(), "title", f.Title, "verdict", f.Verdict.String(), "why", f.Why,
		"sentence", f.Sentence, "simulated", f.Simulated, "file", file, "state", state,
		"gates", jsonvalue.Each(f.Gates, gateJSON))
}

// The words of operators and relations in JSON, which scripts compare.
var (
	operators = map[gate.Op]string{gate.AtMost: "at_most", gate.AtLeast: "at_least", gate.Below: "below", gate.Above: "above"}
	relations = map[gate.Relation]string{gate.Absolute: "absolute", gate.Difference: "difference", gate.ChangePercent: "change_percent"}
)

// gateJSON has the share of the limit that is used as used, 1 at the limit, and where
// whose is set the origins of value as own_pointers.
func gateJSON(g gate.Gate) jsonvalue.Object {
	figure, u := jsonvalue.Figure, g.Rule.Unit
	return jsonvalue.Of("rule", g.Rule.ID, "name", g.Rule.Name, "metric", g.Rule.Metric, "statistic", g.Rule.Statistic,
		"operator", operators[g.Rule.Op], "magnitude", g.Rule.Magnitude, "relation", relations[g.Rule.Relation],
		"scope", g.Scope, "whose", g.Whose, "verdict", g.Verdict.String(), "reason", g.Reason, "not_in_file", g.NotInFile, "warned", g.Warned(),
		"observed", figure(g.Observed, u), "limit", figure(g.Limit, u), "limit_source", g.LimitSource, "limit_pointer", g.LimitPtr,
		"used", figure(g.Used(), model.Ratio), "margin", figure(g.Margin, u),
		"value", figure(g.Value, g.ValueUnit), "baseline", figure(g.Baseline, g.ValueUnit), "baseline_of", g.BaselineOf,
		"n", g.N, "provenance", g.Provenance.String(), "file", g.File, "pointer", g.Pointer,
		"pointers", jsonvalue.Copied(g.Pointers), "own_pointers", jsonvalue.Copied(g.OwnPointers))
}
