package model

// The known metrics, a row each. An ID that a result file uses as its key stays
// as that file spells it, since policies and scripts name metrics by it.
//
// Figures of a run of a scale-out analysis, in the file's order. Counts are over
// the whole run; the percentiles are nearest-rank over the burst window.
var (
	Requests             = &Metric{ID: "requests", Label: "requests", Short: "requests", Unit: Count, Stat: Sum, Quantity: RequestCount, Domain: Counted}
	HTTP200              = &Metric{ID: "http_200", Label: "HTTP 200", Short: "HTTP 200", Unit: Count, Better: Higher, Stat: Sum, Quantity: RequestCount, Domain: Counted}
	HTTPNon200           = &Metric{ID: "http_non_200", Label: "non-200 responses", Short: "non-200", Unit: Count, Better: Lower, Stat: Sum, Quantity: Errors, Domain: Counted}
	OfferedRPSPerGPU     = &Metric{ID: "offered_rps_per_gpu", Label: "offered load per GPU", Short: "offered/GPU", Unit: RequestsPerGPU, Quantity: Throughput, Domain: NotNegative}
	ServedRPSPerGPU      = &Metric{ID: "served_rps_per_gpu", Label: "served throughput per GPU", Short: "served/GPU", Unit: RequestsPerGPU, Better: Higher, Quantity: Throughput, Domain: NotNegative}
	PremiumBurstP95TTFT  = &Metric{ID: "premium_burst_p95_ttft_ms", Label: "premium burst p95 TTFT", Short: "prem p95 TTFT", Unit: Milliseconds, Better: Lower, Stat: Percentile, Q: 0.95, Quantity: TTFT, Domain: NotNegative, Tenant: "premium", Window: "burst"}
	PremiumBurstP99TTFT  = &Metric{ID: "premium_burst_p99_ttft_ms", Label: "premium burst p99 TTFT", Short: "prem p99 TTFT", Unit: Milliseconds, Better: Lower, Stat: Percentile, Q: 0.99, Quantity: TTFT, Domain: NotNegative, Tenant: "premium", Window: "burst"}
	PremiumBurstP95TPOT  = &Metric{ID: "premium_burst_p95_tpot_ms", Label: "premium burst p95 TPOT", Short: "prem p95 TPOT", Unit: Milliseconds, Better: Lower, Stat: Percentile, Q: 0.95, Quantity: TPOT, Domain: NotNegative, Tenant: "premium", Window: "burst"}
	StandardBurstP95TTFT = &Metric{ID: "standard_burst_p95_ttft_ms", Label: "standard burst p95 TTFT", Short: "std p95 TTFT", Unit: Milliseconds, Better: Lower, Stat: Percentile, Q: 0.95, Quantity: TTFT, Domain: NotNegative, Tenant: "standard", Window: "burst"}
	MaxEPPQueue          = &Metric{ID: "max_epp_queue", Label: "peak EPP queue", Short: "EPP queue", Unit: Count, Better: Lower, Stat: Peak, Quantity: QueueLength, Domain: NotNegative}
	MaxVLLMWaiting       = &Metric{ID: "max_vllm_waiting", Label: "peak vLLM waiting", Short: "vLLM waiting", Unit: Count, Better: Lower, Stat: Peak, Quantity: QueueLength, Domain: NotNegative}
	MaxKVCachePct        = &Metric{ID: "max_kv_cache_pct", Label: "peak KV cache use", Short: "KV cache", Unit: Percent, Stat: Peak, Quantity: KVCache, Domain: ZeroTo100}
	Preemptions          = &Metric{ID: "preemptions", Label: "preemptions", Short: "preemptions", Unit: Count, Better: Lower, Quantity: QueueLength, Domain: NotNegative}
)

// EPPRestarts is 1 for a run whose endpoint picker restarted, else 0.
var EPPRestarts = &Metric{ID: "epp_restarted", Label: "EPP restarts", Short: "EPP restarts", Unit: Count, Better: Lower, Stat: Sum, Quantity: Errors, Domain: Counted}

// RunMetrics returns the figures of a run of a scale-out analysis, in the file's
// order. The list is shared and must not be changed.
func RunMetrics() []*Metric { return runMetrics[:len(runMetrics):len(runMetrics)] }

var runMetrics = [...]*Metric{
	Requests, HTTP200, HTTPNon200, OfferedRPSPerGPU, ServedRPSPerGPU,
	PremiumBurstP95TTFT, PremiumBurstP99TTFT, PremiumBurstP95TPOT, StandardBurstP95TTFT,
	MaxEPPQueue, MaxVLLMWaiting, MaxKVCachePct, Preemptions,
}

// Columns of a timeline.
var (
	Demand      = &Metric{ID: "demand_tokens", Label: "demand", Short: "demand", Unit: Tokens, Quantity: KVCache, Domain: NotNegative}                                                // in flight
	Ready       = &Metric{ID: "ready_replicas", Label: "ready replicas", Short: "ready", Unit: Count, Quantity: ReplicaCount, Domain: Counted}                                        // serving
	Booting     = &Metric{ID: "booting_replicas", Label: "booting replicas", Short: "booting", Unit: Count, Quantity: ReplicaCount, Domain: Counted}                                  // started, not yet ready
	Standby     = &Metric{ID: "warm_standby_remaining", Label: "warm standby", Short: "standby", Unit: Count, Quantity: ReplicaCount, Domain: Counted}                                // warm replicas left to use
	DemandRatio = &Metric{ID: "demand_to_kv_capacity_ratio", Label: "demand / KV capacity", Short: "demand/KV", Unit: Ratio, Better: Lower, Quantity: KVCache, Domain: NotNegative}   // of the ready replicas; passes 1
	KVUse       = &Metric{ID: "kv_utilization", Label: "KV cache use", Short: "KV use", Unit: Share, Quantity: KVCache, Domain: ZeroToOne}                                            // of the capacity
	GPUUse      = &Metric{ID: "gpu_compute_utilization", Label: "GPU utilisation", Short: "GPU", Unit: Share, Quantity: Compute, Domain: ZeroToOne}                                   // of compute
	P99TTFT     = &Metric{ID: "p99_ttft_ms", Label: "p99 TTFT", Short: "p99 TTFT", Unit: Milliseconds, Better: Lower, Stat: Percentile, Q: 0.99, Quantity: TTFT, Domain: NotNegative} // of the requests of one sample
)

// SampleMetrics returns the columns of a simulated or recorded autoscaling timeline,
// in the file's order. The list is shared and must not be changed.
func SampleMetrics() []*Metric { return sampleMetrics[:len(sampleMetrics):len(sampleMetrics)] }

var sampleMetrics = [...]*Metric{Demand, Ready, Booting, Standby, DemandRatio, KVUse, GPUUse, P99TTFT}

// Figures of a canary stage, against the baseline build where they are differences.
var (
	TPOTDelta   = &Metric{ID: "tpot_delta_ms", Label: "TPOT regression", Short: "TPOT delta", Unit: Milliseconds, Better: Lower, Quantity: TPOT, Domain: AnyNumber, Limit: "max_tpot_regression_ms", Signed: true}
	CanaryTPOT  = &Metric{ID: "canary_tpot_ms", Label: "TPOT", Short: "TPOT", Unit: Milliseconds, Better: Lower, Quantity: TPOT, Domain: NotNegative, Limit: "max_tpot_ceiling_ms", Optional: true}
	QualityDrop = &Metric{ID: "quality_drop", Label: "quality drop", Short: "quality drop", Unit: Score, Better: Lower, Quantity: Quality, Domain: AnyNumber, Limit: "max_quality_drop"}
	ErrorRate   = &Metric{ID: "canary_error_rate", Label: "error rate", Short: "error rate", Unit: Ratio, Better: Lower, Quantity: Errors, Domain: ZeroToOne, Limit: "max_error_rate"}
)

// StageMetrics returns the figures of a canary stage. The list is shared and must
// not be changed.
func StageMetrics() []*Metric { return stageMetrics[:len(stageMetrics):len(stageMetrics)] }

var stageMetrics = [...]*Metric{TPOTDelta, CanaryTPOT, QualityDrop, ErrorRate}
