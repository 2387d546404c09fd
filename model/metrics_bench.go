package model

import (
	"slices"
	"strconv"
)

// Figures of one run of a load generator against a server.
var (
	CompletedRequests = &Metric{ID: "completed_requests", Label: "completed requests", Short: "completed", Unit: Count, Better: Higher, Stat: Sum, Quantity: RequestCount, Domain: Counted}
	FailedRequests    = &Metric{ID: "failed_requests", Label: "failed requests", Short: "failed", Unit: Count, Better: Lower, Stat: Sum, Quantity: Errors, Domain: Counted}
	InputTokens       = &Metric{ID: "input_tokens", Label: "input tokens", Short: "input", Unit: Tokens, Stat: Sum, Quantity: Throughput, Domain: Counted}
	OutputTokens      = &Metric{ID: "output_tokens", Label: "output tokens", Short: "output", Unit: Tokens, Stat: Sum, Quantity: Throughput, Domain: Counted}
	RunDuration       = &Metric{ID: "duration_s", Label: "duration", Short: "duration", Unit: Seconds, Quantity: E2E, Domain: NotNegative}
	OfferedRate       = &Metric{ID: "offered_rps", Label: "offered load", Short: "offered", Unit: RequestsPerSecond, Quantity: Throughput, Domain: NotNegative}
	SentRate          = &Metric{ID: "sent_rps", Label: "sent load", Short: "sent", Unit: RequestsPerSecond, Quantity: Throughput, Domain: NotNegative}
	ServedRate        = &Metric{ID: "served_rps", Label: "served throughput", Short: "served", Unit: RequestsPerSecond, Better: Higher, Quantity: Throughput, Domain: NotNegative}
	Goodput           = &Metric{ID: "goodput_rps", Label: "goodput", Short: "goodput", Unit: RequestsPerSecond, Better: Higher, Quantity: Throughput, Domain: NotNegative}
	OutputRate        = &Metric{ID: "output_tokens_per_s", Label: "output tokens per second", Short: "output", Unit: TokensPerSecond, Better: Higher, Quantity: Throughput, Domain: NotNegative}
	TotalTokenRate    = &Metric{ID: "total_tokens_per_s", Label: "tokens per second", Short: "tokens", Unit: TokensPerSecond, Better: Higher, Quantity: Throughput, Domain: NotNegative}
	PeakOutputRate    = &Metric{ID: "peak_output_tokens_per_s", Label: "peak output tokens per second", Short: "peak output", Unit: TokensPerSecond, Stat: Peak, Quantity: Throughput, Domain: NotNegative}
	PeakConcurrency   = &Metric{ID: "peak_concurrent_requests", Label: "peak concurrent requests", Short: "concurrent", Unit: Count, Stat: Peak, Quantity: QueueLength, Domain: Counted}
)

// Columns of a timeline that monitors of a cluster record.
var (
	DesiredReplicas = &Metric{ID: "desired_replicas", Label: "desired replicas", Short: "desired", Unit: Count, Quantity: ReplicaCount, Domain: NotNegative}
	RunningRequests = &Metric{ID: "running_requests", Label: "running requests", Short: "running", Unit: Count, Quantity: QueueLength, Domain: NotNegative}
	WaitingRequests = &Metric{ID: "waiting_requests", Label: "waiting requests", Short: "waiting", Unit: Count, Better: Lower, Quantity: QueueLength, Domain: NotNegative}
	ActiveJobs      = &Metric{ID: "active_jobs", Label: "active load jobs", Short: "load jobs", Unit: Count, Quantity: RequestCount, Domain: Counted}
)

// latencies are the statistics of the latencies of requests, built once.
var latencies = func() (list []*Metric) {
	for _, q := range [...]Quantity{TTFT, TPOT, ITL, E2E} {
		add := func(m Metric) {
			m.Unit, m.Better, m.Quantity, m.Domain = Milliseconds, Lower, q, NotNegative
			list = append(list, &m)
		}
		id := map[Quantity]string{TTFT: "ttft_ms", TPOT: "tpot_ms", ITL: "itl_ms", E2E: "e2el_ms"}[q]
		add(Metric{ID: "mean_" + id, Label: "mean " + string(q), Short: "mean " + string(q), Stat: Mean})
		add(Metric{ID: "median_" + id, Label: "median " + string(q), Short: "median " + string(q), Stat: Median})
		add(Metric{ID: "std_" + id, Label: "standard deviation of " + string(q), Short: "σ " + string(q)})
		for _, p := range [...]float64{1, 5, 10, 25, 50, 75, 80, 90, 95, 99, 99.9} {
			name := "p" + strconv.FormatFloat(p, 'f', -1, 64)
			if name+"_"+id == P99TTFT.ID {
				list = append(list, P99TTFT)
				continue
			}
			add(Metric{ID: name + "_" + id, Label: name + " " + string(q), Short: name + " " + string(q), Stat: Percentile, Q: p / 100})
		}
	}
	return list
}()

// LatencyMetrics returns the statistics of TTFT, TPOT, ITL and end-to-end latency
// that are known. The list is shared and must not be changed.
func LatencyMetrics() []*Metric { return latencies[:len(latencies):len(latencies)] }

// Latency returns one of them: a Mean or a Median, or the Percentile q. It is nil
// for one that is not known.
func Latency(of Quantity, s Stat, q float64) *Metric {
	i := slices.IndexFunc(latencies, func(m *Metric) bool {
		return m.Quantity == of && m.Stat == s && (s != Percentile || m.Q == q)
	})
	if i < 0 {
		return nil
	}
	return latencies[i]
}

// loadMetrics are the figures of a run of a load generator, latencies aside.
var loadMetrics = [...]*Metric{
	CompletedRequests, FailedRequests, InputTokens, OutputTokens, RunDuration, OfferedRate, ServedRate, Goodput,
	OutputRate, TotalTokenRate, PeakOutputRate, PeakConcurrency,
}

// LoadMetrics returns what a run of a load generator can have: counts and rates,
// then the statistics of its latencies.
func LoadMetrics() []*Metric { return slices.Concat(loadMetrics[:], latencies) }
