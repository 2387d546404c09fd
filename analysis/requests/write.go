package requests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"scaledeck/model"
)

// member is one member of a JSON object, and object one whose members keep their
// order, which a map would not.
type member struct {
	key   string
	value any
}

type object []member

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		key, err := plain(m.key)
		if err != nil {
			return nil, err
		}
		value, err := plain(m.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, key...), ':'), value...)
	}
	return append(b, '}'), nil
}

// plain returns a value as JSON without the escapes that are for HTML.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// figure is a figure as the known files print it: null where it is missing, and
// with a point even where it is whole. A count has none.
func figure(f model.Figure, count bool) json.RawMessage {
	if !f.OK() {
		return json.RawMessage("null")
	}
	s := strconv.FormatFloat(f.Value, 'f', -1, 64)
	if !count && f.Value == math.Trunc(f.Value) {
		s += ".0"
	}
	return json.RawMessage(s)
}

func truthValue(f model.Flag) any {
	if !f.OK() {
		return nil
	}
	return f.Value
}

// WriteJSON writes the document in the shape, order and number of digits of the
// known scale-out analysis. Two runs over the same evidence write the same bytes.
func (r *Result) WriteJSON(w io.Writer) error {
	s := r.Doc.Comparison()
	rows := make([]object, len(s.Rows))
	for i := range s.Rows {
		rows[i] = runObject(&s.Rows[i])
	}
	topologies, comparisons := object{}, object{}
	for i := range s.Topologies {
		topologies = append(topologies, member{s.Topologies[i].Key, topologyObject(&s.Topologies[i])})
	}
	d := &s.Decision
	for i := range d.Comparisons {
		comparisons = append(comparisons, member{d.Comparisons[i].Key, comparisonObject(&d.Comparisons[i])})
	}
	data, err := plain(object{
		{"rows", rows},
		{"topologies", topologies},
		{"decision", object{
			{"data_publishable", truthValue(d.DataPublishable)},
			{"scale_out_pass", truthValue(d.ScaleOutPass)},
			{"comparisons_to_one_replica", comparisons},
			{"criteria", d.Criteria},
		}},
		{"schema", s.Schema},
		{"business_question", s.BusinessQuestion},
		{"answer", s.Answer},
		{"claim_boundary", s.ClaimBoundary},
	})
	if err != nil {
		return fmt.Errorf("writing the analysis: %w", err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		return fmt.Errorf("writing the analysis: %w", err)
	}
	b.WriteByte('\n')
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing the analysis: %w", err)
	}
	return nil
}

func runObject(r *model.Run) object {
	o := object{{"replicas", figure(r.Replicas, true)}, {"repeat", figure(r.Repeat, true)}}
	for _, m := range model.RunMetrics() {
		o = append(o, member{m.ID, figure(r.Figures[m], m.Summed())})
	}
	return append(o, member{"epp_restarted", truthValue(r.EPPRestarted)}, member{"run_name", r.Name})
}

func topologyObject(t *model.Topology) object {
	o := object{
		{"runs", figure(t.Runs, true)},
		{model.Requests.ID, figure(t.Figures[model.Requests], true)},
		{model.HTTPNon200.ID, figure(t.Figures[model.HTTPNon200], true)},
		{"epp_restarted_runs", figure(t.EPPRestartedRuns, true)},
	}
	for _, m := range model.RunMetrics() {
		if !m.Summed() {
			o = append(o, member{"median_" + m.ID, figure(t.Figures[m], false)})
		}
	}
	return o
}

func comparisonObject(c *model.ClaimedChange) object {
	return object{
		{"offered_rps_per_gpu_change_pct", figure(c.OfferedChange, false)},
		{"offered_load_matched", truthValue(c.LoadMatched)},
		{"served_rps_per_gpu_change_pct", figure(c.ServedChange, false)},
		{"premium_burst_p95_ttft_change_pct", figure(c.TTFTChange, false)},
		{"pass", truthValue(c.Pass)},
	}
}
