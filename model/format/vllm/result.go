package vllm

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// field is a row of the table of what a result measures.
type field struct {
	key      string
	metric   *model.Metric
	optional bool // some versions or calls leave it out, or write null
}

// fields are the keys of what a result measures; model.LatencyMetrics, whose IDs
// are the tool's own keys, are the rest.
var fields = []field{
	{key: "num_prompts", metric: model.Requests},
	{key: "completed", metric: model.CompletedRequests},
	{key: "failed", metric: model.FailedRequests, optional: true},
	{key: "duration", metric: model.RunDuration},
	{key: "total_input_tokens", metric: model.InputTokens},
	{key: "total_output_tokens", metric: model.OutputTokens},
	{key: "request_throughput", metric: model.ServedRate},
	{key: "request_goodput", metric: model.Goodput, optional: true},
	{key: "output_throughput", metric: model.OutputRate},
	{key: "total_token_throughput", metric: model.TotalTokenRate},
	{key: "max_output_tokens_per_s", metric: model.PeakOutputRate, optional: true},
	{key: "max_concurrent_requests", metric: model.PeakConcurrency, optional: true},
}

// details are lists with one element a request. They are passed over.
var details = []string{"input_lens", "output_lens", "ttfts", "itls", "start_times", "generated_texts", "errors"}

// result is one object of a file.
type result struct {
	run        model.Run
	settings   []model.Setting
	date       string
	begin, end int // of the object
}

// result reads the object at the current position.
func (d *decoder) result() {
	r := result{begin: d.Pos(), run: model.Run{Pointer: d.Pointer(), Figures: make(model.Values)}}
	detailed := 0
	for o := d.Object(); d.Member(&o); {
		// Files of 2025 have the key "request_goodput:".
		key := strings.TrimSuffix(string(o.Key), ":")
		switch m := metricOf(key); {
		case m != nil:
			d.measured(&o, &r, m)
		case key == "request_rate":
			d.rate(&o, &r)
		case key == "run_number":
			d.Figure(&o, &r.run.Repeat, &model.Counted)
		case key == "date":
			d.Text(&o, &r.date)
		case key == "rtfx": // of audio only
			d.Skip()
		case slices.Contains(details, key):
			detailed++
			d.Skip()
		default:
			d.setting(&o, &r, key)
		}
	}
	if d.Failed() {
		return
	}
	r.end = d.Pos()
	if detailed > 0 {
		d.Issue(r.begin, model.Note, model.CodeUnsupported, "%d lists with an element for each request are not read yet", detailed)
	}
	d.complete(&r)
	d.results = append(d.results, r)
}

// metricOf returns what a key measures, nil for none.
func metricOf(key string) *model.Metric {
	for i := range fields {
		if fields[i].key == key {
			return fields[i].metric
		}
	}
	return model.MetricOf(model.LatencyMetrics(), key)
}

// measured reads a figure. Goodput is null where no objective was given.
func (d *decoder) measured(o *jsonscan.Object, r *result, m *model.Metric) {
	if m == model.Goodput && d.Peek() == jsonscan.KindNull {
		d.Skip()
		return
	}
	d.Value(o, r.run.Figures, m)
}

// rate reads the offered load: requests a second, or "inf" for all at once, which
// old versions write as the word Infinity.
func (d *decoder) rate(o *jsonscan.Object, r *result) {
	k := d.Peek()
	if k == jsonscan.KindNumber {
		d.Value(o, r.run.Figures, model.OfferedRate)
		if f := r.run.Figures[model.OfferedRate]; f.OK() {
			r.set("request_rate", number(f.Value))
		}
		return
	}
	if k == jsonscan.KindNull || k != jsonscan.KindString && k != jsonscan.KindNotFinite {
		d.Value(o, r.run.Figures, model.OfferedRate)
		return
	}
	d.Skip()
	word := string(bytes.Trim(d.Slice(o.At, d.Pos()), `"`))
	if v, exactly, ok := jsonscan.Number([]byte(word)); ok && exactly && v >= 0 {
		r.run.Figures[model.OfferedRate] = model.Of(v)
		word = number(v)
	} else if v, err := strconv.ParseFloat(word, 64); err != nil || !math.IsInf(v, 1) {
		r.run.Figures[model.OfferedRate] = model.Missing(model.WrongType)
		d.Issue(o.At, model.Warning, model.CodeWrongType, `expected requests per second or "inf", got %s`, jsonscan.Quote([]byte(word)))
		return
	} else {
		word = "inf"
	}
	r.set("request_rate", word)
}

// setting reads a key that the run was made with. What cannot be one is counted
// as unknown, and so is a key that looks like a statistic.
func (d *decoder) setting(o *jsonscan.Object, r *result, key string) {
	k := d.Peek()
	if k == jsonscan.KindObject || k == jsonscan.KindArray || k == jsonscan.KindNotFinite || strings.HasSuffix(key, "_ms") {
		d.Unknown(o)
		return
	}
	if d.Repeat(o) != jsonscan.Once {
		r.settings = slices.DeleteFunc(r.settings, func(s model.Setting) bool { return s.Key == jsonscan.Clean(o.Key) })
		return
	}
	var value string
	switch k {
	case jsonscan.KindString:
		value = d.ScanText("text")
	case jsonscan.KindNumber:
		v, _ := d.Number()
		value = number(v)
	default:
		d.Skip()
		value = d.Raw(o.At)
	}
	if k != jsonscan.KindNull && value != "" {
		r.set(jsonscan.Clean(o.Key), value)
	}
}

func (r *result) set(key, value string) {
	r.settings = append(r.settings, model.Setting{Key: key, Value: value})
}

func (r *result) get(key string) string {
	if i := slices.IndexFunc(r.settings, func(s model.Setting) bool { return s.Key == key }); i >= 0 {
		return r.settings[i].Value
	}
	return ""
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
