package model

// ScaleOutSchema is the schema a scale-out analysis names itself by.
const ScaleOutSchema = "stable-upstream-multi-replica-analysis-v1"

// RunMetric numbers the figures of one run of a scale-out analysis.
type RunMetric int

// The figures of a run, in the file's order. Counts are over the whole run;
// the percentiles are nearest-rank over the burst window.
const (
	Requests RunMetric = iota
	HTTP200
	HTTPNon200
	OfferedRPSPerGPU
	ServedRPSPerGPU
	PremiumBurstP95TTFT
	PremiumBurstP99TTFT
	PremiumBurstP95TPOT
	StandardBurstP95TTFT
	MaxEPPQueue
	MaxVLLMWaiting
	MaxKVCachePct
	Preemptions
	NumRunMetrics
)

var runMetrics = [NumRunMetrics]Metric{
	Requests:             {"requests", "requests", "requests", Count, Neither},
	HTTP200:              {"http_200", "HTTP 200", "HTTP 200", Count, Higher},
	HTTPNon200:           {"http_non_200", "non-200 responses", "non-200", Count, Lower},
	OfferedRPSPerGPU:     {"offered_rps_per_gpu", "offered load per GPU", "offered/GPU", RequestsPerGPU, Neither},
	ServedRPSPerGPU:      {"served_rps_per_gpu", "served throughput per GPU", "served/GPU", RequestsPerGPU, Higher},
	PremiumBurstP95TTFT:  {"premium_burst_p95_ttft_ms", "premium burst p95 TTFT", "prem p95 TTFT", Milliseconds, Lower},
	PremiumBurstP99TTFT:  {"premium_burst_p99_ttft_ms", "premium burst p99 TTFT", "prem p99 TTFT", Milliseconds, Lower},
	PremiumBurstP95TPOT:  {"premium_burst_p95_tpot_ms", "premium burst p95 TPOT", "prem p95 TPOT", Milliseconds, Lower},
	StandardBurstP95TTFT: {"standard_burst_p95_ttft_ms", "standard burst p95 TTFT", "std p95 TTFT", Milliseconds, Lower},
	MaxEPPQueue:          {"max_epp_queue", "peak EPP queue", "EPP queue", Count, Lower},
	MaxVLLMWaiting:       {"max_vllm_waiting", "peak vLLM waiting", "vLLM waiting", Count, Lower},
	MaxKVCachePct:        {"max_kv_cache_pct", "peak KV cache use", "KV cache", Percent, Neither},
	Preemptions:          {"preemptions", "preemptions", "preemptions", Count, Lower},
}

// Metric returns the description of m.
func (m RunMetric) Metric() Metric { return runMetrics[m] }

// Summed reports whether a topology carries the sum of m over its runs instead
// of their median. The 200s are in neither form.
func (m RunMetric) Summed() bool { return m == Requests || m == HTTP200 || m == HTTPNon200 }

// ScaleOut is an analysis of one endpoint picker in front of several numbers of
// model replicas, each run some times at equal offered load per GPU.
type ScaleOut struct {
	Schema           string
	Pointer          string // of the document's root: ""
	Rows             []Run
	Topologies       []Topology // in ascending order of their number of replicas
	Decision         Decision
	BusinessQuestion string
	Answer           string
	ClaimBoundary    string
}

// Run is one repeat at one number of replicas.
type Run struct {
	Pointer      string // JSON pointer, such as /rows/0
	Name         string
	Replicas     Figure
	Repeat       Figure
	Figures      [NumRunMetrics]Figure
	EPPRestarted Flag
}

// Topology is what the file claims of all runs at one number of replicas.
type Topology struct {
	Pointer          string // such as /topologies/4
	Key              string // the file's key, a number in text
	Replicas         Figure // the key as a number
	Runs             Figure
	EPPRestartedRuns Figure
	Figures          [NumRunMetrics]Figure // sums or medians, see RunMetric.Summed
}

// Decision is the verdict that the file itself states: a claim to check.
type Decision struct {
	Pointer         string
	DataPublishable Flag
	ScaleOutPass    Flag
	Comparisons     []Comparison // in ascending order of replicas
	Criteria        string
}

// Comparison is the claimed change of one topology against the baseline, in percent.
type Comparison struct {
	Pointer       string
	Key           string
	Replicas      Figure
	OfferedChange Figure
	LoadMatched   Flag
	ServedChange  Figure
	TTFTChange    Figure
	Pass          Flag
}
