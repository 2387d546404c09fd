package model

import (
	"iter"
	"math"
	"slices"
)

// Quantity is what a metric measures, whatever its statistic, tenant and window.
// Metrics of one quantity share a scale and can be checked against each other.
type Quantity string

// The quantities.
const (
	TTFT         Quantity = "TTFT"       // time to first token
	TPOT         Quantity = "TPOT"       // time per output token
	ITL          Quantity = "ITL"        // inter-token latency
	E2E          Quantity = "E2E"        // end-to-end latency of a request
	Throughput   Quantity = "throughput" // of requests or tokens
	RequestCount Quantity = "requests"   // a number of requests
	ReplicaCount Quantity = "replicas"   // a number of replicas
	QueueLength  Quantity = "queue"      // requests waiting or running
	KVCache      Quantity = "KV cache"   // use of, or demand on, the KV cache
	Compute      Quantity = "compute"    // use of a GPU
	Quality      Quantity = "quality"    // of answers
	Errors       Quantity = "errors"     // a share or a number of failures
)

// Stat is how a metric sums up what it measures.
type Stat uint8

// The statistics.
const (
	Plain      Stat = iota // one figure as it is, or one at each time
	Sum                    // a count over the whole run: of several runs, their sum
	Mean                   // of requests
	Median                 // of requests
	Percentile             // of requests: Metric.Q says which
	Peak                   // the largest over a run
)

// Domain is what a metric can be. The zero value is any number.
type Domain struct {
	Low, High float64 // inclusive; both 0: any number
	Whole     bool    // no fractions
	Words     string  // what is expected, for messages
}

// The domains of this field.
var (
	AnyNumber   = Domain{Low: math.Inf(-1), High: math.Inf(1), Words: "a number"}
	NotNegative = Domain{Low: 0, High: math.Inf(1), Words: "a number of 0 or more"}
	Counted     = Domain{Low: 0, High: math.Inf(1), Whole: true, Words: "a whole number of 0 or more"}
	AtLeastOne  = Domain{Low: 1, High: math.Inf(1), Whole: true, Words: "a whole number of 1 or more"}
	ZeroToOne   = Domain{Low: 0, High: 1, Words: "a number from 0 to 1"}
	ZeroTo100   = Domain{Low: 0, High: 100, Words: "a number from 0 to 100"}
)

// domainDust is what a sum of floating-point figures may be over the upper bound, of it.
const domainDust = 1e-9

// Holds reports whether v is in the domain.
func (d *Domain) Holds(v float64) bool {
	return v >= d.Low && (v <= d.High || v <= d.High*(1+domainDust)) && (!d.Whole || v == math.Trunc(v))
}

// Better says which direction of a quantity is the good one.
type Better int8

// The directions. Neither is for inputs such as offered load, where only a
// match matters.
const (
	Neither Better = iota
	Lower
	Higher
)

// Metric describes one thing that is measured. The known ones are the rows of
// one table, metrics.go; a format may make its own. Two metrics are the same
// where their IDs are.
type Metric struct {
	ID       string // stable: names the metric in policies, reports and messages
	Label    string // what the screens call it
	Short    string // at most 14 cells, for narrow screens
	Unit     Unit
	Better   Better
	Quantity Quantity
	Stat     Stat
	Q        float64 // of a Percentile, as 0–1
	Domain   Domain
	Tenant   string // whose requests; "" for all
	Window   string // the span of time it is about; "" for the whole run
	Limit    string // the key under which a file states the limit of this metric; "" where none does
	Signed   bool   // a difference: printed with its sign
	Optional bool   // files of its kind may leave it out
}

// Quantile returns the percentile that the metric is, as 0–1; ok is false where
// it is none.
func (m *Metric) Quantile() (q float64, ok bool) { return m.Q, m.Stat == Percentile }

// Summed reports whether several runs have the sum of the metric and not its median.
func (m *Metric) Summed() bool { return m.Stat == Sum }

// MetricOf returns the metric of the list that has the ID, nil where none has.
func MetricOf(list []*Metric, id string) *Metric {
	if i := slices.IndexFunc(list, func(m *Metric) bool { return m.ID == id }); i >= 0 {
		return list[i]
	}
	return nil
}

// Values are figures by metric. What is not in it is absent.
type Values map[*Metric]Figure

// Any reports whether any figure is in the file, even one that is no number.
func (v Values) Any() bool {
	for _, f := range v {
		if f.State != Absent {
			return true
		}
	}
	return false
}

// Origin says where a figure was read: a JSON pointer, the cell of a table, a
// query. It is shown, and nothing is ever decided by it.
type Origin struct {
	File         string // cleaned name; "" for the document's own
	Line, Column int    // 1-based; 0 where they do not apply
	At           string // JSON pointer, name of a column, PromQL; "" where nobody knows
}

// Measured is one figure of a part: what it is, how much is behind it, where it
// was read.
type Measured struct {
	Metric *Metric // nil for a figure that is no metric, such as a claim
	Scope  string  // whose: a run, a stage, a replica; "" for the whole part
	Figure Figure
	N      int // samples behind it; 0 where nobody counted
	Origin Origin
	Limit  bool // the limit of Metric, and not Metric itself
	// Expected is set where the figure has to be there: the document gives it
	// elsewhere, or its kind cannot be judged without. A figure that is expected
	// and is not there is lost, and what lost a figure cannot pass.
	Expected bool
}

// Lost reports whether a figure is gone that should be there. One that is in the
// file and cannot be used is lost too.
func (m Measured) Lost() bool {
	return !m.Figure.OK() && (m.Expected || m.Figure.State != Absent)
}

// Figures is a sequence of the figures of a part.
type Figures = iter.Seq[Measured]
