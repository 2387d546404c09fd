package seed

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/text"
)

// expectedKinds says what scaledeck reads, for the files that are something else.
const expectedKinds = "expected a scale-out analysis (rows, topologies, decision), an autoscaling_comparison, " +
	"a cold_start_breakdown_seconds or canary_rollouts"

// scaleOutFamily is what the schemas of scale-out analyses begin with; the major
// version follows.
const scaleOutFamily = "stable-upstream-multi-replica-analysis-v"

// root is what the top level of a file holds besides what is decoded at once.
type root struct {
	keys       []string // of the top level, cleaned, the first few
	count      int      // of all keys
	schema     string
	schemaAt   int // offset of the schema
	experiment string
	version    string // what a file that is no kind of ours calls itself
	held       []held
	slo        model.Figure // for all timelines that do not have their own
	hasSLO     bool
}

// held is a top-level value that waits for the file to be recognised: the keys
// of a scale-out analysis, such as rows, are words that other files use too.
type held struct {
	key      string
	begin    int  // offset of the value
	conflict bool // the key stands twice with different values
}

// document reads the one document there should be and reports whether there was one.
func (d *decoder) document() bool {
	d.Peek()
	begin := d.Pos()
	var r root
	d.top(&r)
	d.end()
	if d.Failed() {
		severity := model.Error
		if d.Fault().Code == model.CodeUnsupported && !d.ours(&r) {
			severity = model.Warning // a log in JSON Lines: nothing that is judged can be in it
		}
		d.Broken(severity)
		return false
	}
	scaleOut, ok := d.isScaleOut(&r)
	if !ok {
		return false
	}
	d.release(&r, scaleOut, begin)
	if d.doc.Empty() {
		d.IssueAt("", begin, model.Warning, model.CodeUnrecognised, "%s: %s", r.describe(), expectedKinds)
		return false
	}
	d.settle(&r, begin)
	return true
}

// ours reports whether what has been read so far has anything of a kind that is
// read here.
func (d *decoder) ours(r *root) bool {
	return !d.doc.Empty() || len(r.held) > 0 || strings.HasPrefix(r.schema, scaleOutFamily)
}

// end looks at what follows the document.
func (d *decoder) end() {
	if d.Failed() || d.Done() {
		return
	}
	if d.Peek() == jsonscan.KindObject {
		d.Fail(d.Pos(), model.CodeUnsupported, "a second object begins here, as in JSON Lines, which is not supported: expected one object a file")
		return
	}
	d.Expected(jsonscan.AfterDocument)
}

// top reads the object of the top level.
func (d *decoder) top(r *root) {
	for o := d.Object(); d.Member(&o); {
		if !o.Repeated() {
			r.note(o.Key)
		}
		switch string(o.Key) {
		case "schema":
			r.schemaAt = o.At
			d.Text(&o, &r.schema)
		case "experiment":
			d.Text(&o, &r.experiment)
		case "execution_mode":
			d.Text(&o, &d.doc.ExecutionMode)
		case "scenario_scope":
			d.Text(&o, &d.doc.ScenarioScope)
		case "rows", "topologies", "decision", "business_question", "answer", "claim_boundary":
			d.hold(&o, r)
		case "autoscaling_comparison":
			d.autoscaling(&o)
		case "cold_start_breakdown_seconds":
			d.coldStart(&o)
		case "canary_rollouts":
			d.rollouts(&o)
		case "canary_gate_policy":
			d.gatePolicy(&o)
		case "slo_p99_ttft_ms":
			r.hasSLO = true
			d.Figure(&o, &r.slo, &model.NotNegative)
		case "version", "schema_version":
			d.Unknown(&o)
			r.version = d.Raw(o.At)
		default:
			d.Unknown(&o)
		}
	}
}

// shownKeys bounds the keys that a message lists.
const shownKeys = 8

func (r *root) note(key []byte) {
	if r.count++; r.count <= shownKeys {
		r.keys = append(r.keys, jsonscan.Quote(key))
	}
}

// describe says what a file is that is no kind of ours.
func (r *root) describe() string {
	if r.count == 0 {
		return "an object without keys"
	}
	s := "an object with the keys " + strings.Join(r.keys, ", ")
	if more := r.count - len(r.keys); more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	switch {
	case r.schema != "":
		s += ", which names its schema " + text.Quote(r.schema, 4*jsonscan.Shown)
	case r.experiment != "":
		s += ", which names its experiment " + text.Quote(r.experiment, 4*jsonscan.Shown)
	case r.version != "":
		s += ", which gives its version as " + r.version
	}
	return s
}

// hold notes where the current member's value begins and reads past it.
func (d *decoder) hold(o *jsonscan.Object, r *root) {
	key := string(o.Key)
	switch d.Repeat(o) {
	case jsonscan.Once:
		r.held = append(r.held, held{key: key, begin: o.At})
		d.Skip()
	case jsonscan.Differs:
		r.held[slices.IndexFunc(r.held, func(h held) bool { return h.key == key })].conflict = true
	}
}

func (r *root) holds(key string) bool {
	return slices.ContainsFunc(r.held, func(h held) bool { return h.key == key })
}

// isScaleOut reports whether the file is a scale-out analysis, by its schema or
// else by its shape. ok is false where it is one of a version that is not supported.
func (d *decoder) isScaleOut(r *root) (is, ok bool) {
	byShape := r.holds("rows") && r.holds("topologies") && r.holds("decision")
	version, family := strings.CutPrefix(r.schema, scaleOutFamily)
	const at = "/schema"
	switch major, _, _ := strings.Cut(version, "."); {
	case family && major != "1":
		d.IssueAt(at, r.schemaAt, model.Error, model.CodeUnsupported, "schema %s is not supported: expected %s", text.Quote(r.schema, 4*jsonscan.Shown), model.ScaleOutSchema)
		return false, false
	case family:
		return true, true
	case byShape && r.schema == "":
		d.IssueAt(at, -1, model.Note, model.CodeMissing, "absent: read by its shape as %s", model.ScaleOutSchema)
	case byShape:
		d.IssueAt(at, r.schemaAt, model.Warning, model.CodeUnsupported, "schema %s is not known: read by its shape as %s", text.Quote(r.schema, 4*jsonscan.Shown), model.ScaleOutSchema)
	}
	return byShape, true
}

// release decodes the held values, or counts them as unknown where the file is
// no scale-out analysis. The scanner has been over them, so they are well-formed.
func (d *decoder) release(r *root, scaleOut bool, begin int) {
	if scaleOut {
		d.scaleOut = &model.Comparison{Schema: r.schema}
		d.doc.Parts = slices.Insert(d.doc.Parts, 0, model.Part(d.scaleOut))
	}
	for _, h := range r.held {
		d.Revisit(h.key, h.begin)
		if scaleOut {
			d.scaleOutPart(h)
			continue
		}
		d.CountUnknown()
		d.WalkUnknown()
	}
	d.Leave()
	if scaleOut {
		d.finishScaleOut(r, begin)
	}
}

// settle does what takes the whole document.
func (d *decoder) settle(r *root, begin int) {
	doc := d.doc
	if doc.Schema = r.schema; doc.Schema == "" {
		doc.Schema = r.experiment
	}
	doc.Simulated = simulated(doc.ExecutionMode)
	if doc.Rollouts() != nil {
		d.finishCanary(begin)
	}
	switch {
	case doc.Timelines() != nil && r.hasSLO:
		for i := range doc.Timelines().Timelines {
			if t := &doc.Timelines().Timelines[i]; t.SLO.State == model.Absent {
				t.SLO = r.slo
			}
		}
	case r.hasSLO:
		d.CountUnknownAt("/slo_p99_ttft_ms")
	}
}

// simulated reports whether a file's sentence on how it was made says that its
// figures are modelled and not measured.
func simulated(mode string) bool {
	mode = strings.ToLower(mode)
	for _, denied := range [...]string{"not simulated", "no simulation", "without assumptions", "no assumptions", "not assumed"} {
		mode = strings.ReplaceAll(mode, denied, "")
	}
	for _, word := range [...]string{"assum", "simulat", "synthetic"} {
		if strings.Contains(mode, word) {
			return true
		}
	}
	return false
}
