package model

// SampleMetric numbers the figures of one sample of an autoscaling timeline.
type SampleMetric int

// The figures of a sample.
const (
	Demand      SampleMetric = iota // tokens in flight
	Ready                           // replicas serving
	Booting                         // replicas started, not yet ready
	Standby                         // warm replicas left to use
	DemandRatio                     // demand / KV capacity of the ready replicas; passes 1
	KVUse                           // share of KV capacity in use, 0–1
	GPUUse                          // GPU compute utilisation, 0–1
	P99TTFT                         // ms
	NumSampleMetrics
)

var sampleMetrics = [NumSampleMetrics]Metric{
	Demand:      {"demand_tokens", "demand", "demand", Tokens, Neither},
	Ready:       {"ready_replicas", "ready replicas", "ready", Count, Neither},
	Booting:     {"booting_replicas", "booting replicas", "booting", Count, Neither},
	Standby:     {"warm_standby_remaining", "warm standby", "standby", Count, Neither},
	DemandRatio: {"demand_to_kv_capacity_ratio", "demand / KV capacity", "demand/KV", Ratio, Lower},
	KVUse:       {"kv_utilization", "KV cache use", "KV use", Share, Neither},
	GPUUse:      {"gpu_compute_utilization", "GPU utilisation", "GPU", Share, Neither},
	P99TTFT:     {"p99_ttft_ms", "p99 TTFT", "p99 TTFT", Milliseconds, Lower},
}

// Metric returns the description of m.
func (m SampleMetric) Metric() Metric { return sampleMetrics[m] }

// Autoscaling is a set of timelines of one demand under several policies.
type Autoscaling struct {
	Pointer   string     // such as /autoscaling_comparison
	Timelines []Timeline // in the file's order
}

// Timeline is one run under one policy, with what the file claims of it.
type Timeline struct {
	Pointer           string // such as /autoscaling_comparison/reactive_gpu_util
	Name              string
	Mode              string
	ColdStartSeconds  Figure
	PeakKVUtilization Figure // as claimed; in the known file this is the peak of DemandRatio
	PeakP99TTFT       Figure
	MaxReady          Figure
	BreachWindows     Figure
	SLO               Figure // ms, p99 TTFT; absent where the file does not state it (slo_p99_ttft_ms)

	Seconds  Series // time of each sample from the start of the run, ascending
	Figures  [NumSampleMetrics]Series
	Breached []Flag // as the file claims
}

// Len returns the number of samples.
func (t *Timeline) Len() int { return t.Seconds.Len() }
