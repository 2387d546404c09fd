package prometheus

import (
	"scaledeck/model"
	"scaledeck/model/text"
)

// row is a series name that is a known metric.
type row struct {
	name   string
	metric *model.Metric
	scale  float64 // from the unit of the series to that of the metric
	join   join    // how those of several replicas make one
}

// join is how the values of several replicas make one of all. There is none for a
// percentile: the p99 of all requests is not in those of the replicas.
type join uint8

const (
	apart join = iota
	sum
	largest
)

var joinNames = [...]string{sum: "sum", largest: "max"}

// of joins two values.
func (j join) of(a, b float64) float64 {
	if j == sum {
		return a + b
	}
	return max(a, b)
}

var rows = []row{
	{"vllm:kv_cache_usage_perc", model.KVUse, 1, largest}, // a share in spite of its name
	{"vllm:gpu_cache_usage_perc", model.KVUse, 1, largest},
	{"vllm:num_requests_waiting", model.WaitingRequests, 1, sum},
	{"vllm:num_requests_running", model.RunningRequests, 1, sum},
	{"ttft_p99", model.P99TTFT, 1000, apart},
}

// rowOf returns the row of a series name, with a metric of that name where no row has it.
func rowOf(name string) row {
	for _, r := range rows {
		if r.name == name {
			return r
		}
	}
	return row{name, &model.Metric{ID: name, Label: name, Short: text.Shortened(name, 14), Domain: model.AnyNumber}, 1, apart}
}
