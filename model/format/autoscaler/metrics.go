package autoscaler

import (
	"slices"

	"scaledeck/model"
)

// The metrics that only these files have. Which statistic of the requests ttft_ms
// and itl_ms are, they do not say.
var (
	ttft          = &model.Metric{ID: "ttft_ms", Label: "TTFT", Short: "TTFT", Unit: model.Milliseconds, Better: model.Lower, Quantity: model.TTFT, Domain: model.NotNegative}
	itl           = &model.Metric{ID: "itl_ms", Label: "ITL", Short: "ITL", Unit: model.Milliseconds, Better: model.Lower, Quantity: model.ITL, Domain: model.NotNegative}
	requestRate   = &model.Metric{ID: "request_rps", Label: "request rate", Short: "requests", Unit: model.RequestsPerSecond, Quantity: model.Throughput, Domain: model.NotNegative}
	waitingTarget = &model.Metric{ID: "waiting_requests_target", Label: "target of waiting requests", Short: "wait target", Unit: model.Count, Quantity: model.QueueLength, Domain: model.NotNegative}
	kvTarget      = &model.Metric{ID: "kv_cache_target", Label: "target of KV cache use", Short: "KV target", Unit: model.Share, Quantity: model.KVCache, Domain: model.ZeroToOne}
	cost          = &model.Metric{ID: "cost", Label: "cost", Short: "cost", Better: model.Lower, Domain: model.NotNegative}
	predictedTTFT = &model.Metric{ID: "predicted_ttft_ms", Label: "predicted TTFT", Short: "pred TTFT", Unit: model.Milliseconds, Quantity: model.TTFT, Domain: model.NotNegative}
	predictedITL  = &model.Metric{ID: "predicted_itl_ms", Label: "predicted ITL", Short: "pred ITL", Unit: model.Milliseconds, Quantity: model.ITL, Domain: model.NotNegative}
)

// pollColumns are the columns of a file with a row a poll.
var pollColumns = []column{
	{key: "replicas", metric: model.Ready},
	{key: "desired_replicas", metric: model.DesiredReplicas},
	{key: "num_requests_waiting", metric: model.WaitingRequests},
	{key: "num_requests_waiting_target", metric: waitingTarget, optional: true},
	{key: "kv_cache_usage_perc", metric: model.KVUse}, // a share in spite of its name
	{key: "kv_cache_usage_target", metric: kvTarget, optional: true},
	{key: "ttft_ms", metric: ttft, zero: true},
	{key: "itl_ms", metric: itl, zero: true},
	{key: "request_rate_per_min", metric: requestRate, scale: 1.0 / 60},
	{key: "active_jobs", metric: model.ActiveJobs, optional: true},
}

// event is what the rows of one event_type hold.
type event struct {
	name    string
	pod     bool // one row a replica
	columns []column
}

var events = []event{
	{name: "metrics", columns: []column{
		{key: "replicas", metric: model.Ready}, {key: "ttft", metric: ttft, zero: true},
		{key: "itl", metric: itl, zero: true}, {key: "cost", metric: cost, optional: true},
	}},
	{name: "observed_metrics", columns: []column{
		{key: "observed_replicas", metric: model.Ready}, {key: "observed_ttft", metric: ttft, zero: true},
		{key: "observed_itl", metric: itl, zero: true},
	}},
	{name: "queue", pod: true, columns: []column{{key: "queue_length", metric: model.WaitingRequests}}},
	{name: "kv_cache", pod: true, columns: []column{{key: "kv_cache_usage", metric: model.KVUse}}},
	{name: "scaling_decision", columns: []column{{key: "target_replicas", metric: model.DesiredReplicas}}},
	{name: "prediction", columns: []column{
		{key: "predicted_ttft", metric: predictedTTFT, zero: true}, {key: "predicted_itl", metric: predictedITL, zero: true},
	}},
	{name: "capacity_analysis"}, {name: "slo"}, // nothing is read from them
}

// passedOver are columns that repeat others or that nothing is read from.
var passedOver = []string{
	"timestamp", "event_type", "pod", "action", "current_replicas", "kv_cache_percent", "non_saturated_replicas",
	"scale_down_safe", "should_scale_up", "total_replicas", "predicted_replicas", "max_batch",
}

// strangers counts the columns that no table here has.
func (r *rows) strangers(doc *model.Document) {
	known := slices.Clone(passedOver)
	for _, list := range [][]column{pollColumns} {
		for _, c := range list {
			known = append(known, c.key)
		}
	}
	for _, e := range events {
		for _, c := range e.columns {
			known = append(known, c.key)
		}
	}
	for _, c := range r.Columns {
		if slices.Contains(known, c) {
			continue
		}
		if doc.UnknownCount++; len(doc.Unknown) < model.MaxUnknown {
			doc.Unknown = append(doc.Unknown, c)
		}
	}
}
