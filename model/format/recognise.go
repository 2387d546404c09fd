package format

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/model"
)

// expectedKinds says what scaledeck reads, for the files that are something else.
const expectedKinds = "expected a scale-out analysis (rows, topologies, decision), an autoscaling_comparison, " +
	"a cold_start_breakdown_seconds or canary_rollouts"

// scaleOutFamily is what the schemas of scale-out analyses begin with; the major
// version follows.
const scaleOutFamily = "stable-upstream-multi-replica-analysis-v"

// root is what the top level of a file holds beside what is decoded at once.
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
	k := d.peek()
	begin := d.pos
	var r root
	if k == kindObject {
		d.top(&r)
	} else {
		d.skip()
	}
	d.end(k)
	if d.failed {
		// What was found so far was found in something that is no document.
		d.issues.found, d.issues.left = nil, 0
		severity := model.Error
		if d.fault.code == model.CodeUnsupported && !d.ours(&r) {
			severity = model.Warning // a log in JSON Lines: nothing that is judged can be in it
		}
		d.issues.add(d.fault.at, severity, d.fault.code, nil, "%s", d.fault.message)
		return false
	}
	if k != kindObject {
		d.noObject(begin, k)
		return false
	}
	scaleOut, ok := d.isScaleOut(&r)
	if !ok {
		return false
	}
	d.release(&r, scaleOut, begin)
	if d.doc.Empty() {
		d.issues.add(begin, model.Warning, model.CodeUnrecognised, nil, "%s: %s", r.describe(), expectedKinds)
		return false
	}
	d.settle(&r, begin)
	return true
}

// noObject adds the issue of a file that is another JSON value.
func (d *decoder) noObject(begin int, k kind) {
	d.issues.add(begin, model.Warning, model.CodeUnrecognised, nil, "expected an object, got %s", k)
}

// ours reports whether what has been read so far has anything of a kind that is
// read here.
func (d *decoder) ours(r *root) bool {
	return !d.doc.Empty() || len(r.held) > 0 || strings.HasPrefix(r.schema, scaleOutFamily)
}

// end looks at what follows the document.
func (d *decoder) end(k kind) {
	d.space()
	if d.failed || d.pos >= len(d.data) {
		return
	}
	if k == kindObject && d.data[d.pos] == '{' {
		d.fail(d.pos, model.CodeUnsupported, "a second object begins here, as in JSON Lines, which is not supported: expected one object a file")
		return
	}
	d.expected("the end of the file after the document")
}

// top reads the object of the top level.
func (d *decoder) top(r *root) {
	for o := d.object(); d.member(&o); {
		if o.dup < 0 {
			r.note(o.key)
		}
		switch string(o.key) {
		case "schema":
			r.schemaAt = o.at
			d.text(&o, &r.schema)
		case "experiment":
			d.text(&o, &r.experiment)
		case "execution_mode":
			d.text(&o, &d.doc.ExecutionMode)
		case "scenario_scope":
			d.text(&o, &d.doc.ScenarioScope)
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
			d.figure(&o, &r.slo, &model.NotNegative)
		case "version", "schema_version":
			d.unknown(&o)
			r.version = d.raw(o.at)
		default:
			d.unknown(&o)
		}
	}
}

// shownKeys bounds the keys that a message lists.
const shownKeys = 8

func (r *root) note(key []byte) {
	if r.count++; r.count <= shownKeys {
		r.keys = append(r.keys, quote(key))
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
		s += ", which names its schema " + quoteAll(r.schema)
	case r.experiment != "":
		s += ", which names its experiment " + quoteAll(r.experiment)
	case r.version != "":
		s += ", which gives its version as " + r.version
	}
	return s
}

// hold notes where the current member's value begins and reads past it.
func (d *decoder) hold(o *object, r *root) {
	key := string(o.key)
	switch d.repeat(o) {
	case once:
		r.held = append(r.held, held{key: key, begin: o.at})
		d.skip()
	case differs:
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
	at := []step{{key: []byte("schema")}}
	switch major, _, _ := strings.Cut(version, "."); {
	case family && major != "1":
		d.issues.add(r.schemaAt, model.Error, model.CodeUnsupported, at, "schema %s is not supported: expected %s", quoteAll(r.schema), model.ScaleOutSchema)
		return false, false
	case family:
		return true, true
	case byShape && r.schema == "":
		d.issues.add(-1, model.Note, model.CodeMissing, at, "absent: read by its shape as %s", model.ScaleOutSchema)
	case byShape:
		d.issues.add(r.schemaAt, model.Warning, model.CodeUnsupported, at, "schema %s is not known: read by its shape as %s", quoteAll(r.schema), model.ScaleOutSchema)
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
		d.pos, d.depth = h.begin, 1
		d.path = append(d.path[:0], step{key: []byte(h.key)})
		if scaleOut {
			d.scaleOutPart(h)
			continue
		}
		d.countUnknown()
		d.walkUnknown()
	}
	d.path = d.path[:0]
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
		d.path = append(d.path, step{key: []byte("slo_p99_ttft_ms")})
		d.countUnknown()
		d.path = d.path[:0]
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
