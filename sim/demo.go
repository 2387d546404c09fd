package sim

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"scaledeck/model"
)

// DemoAutoscaling returns a document of the shape of the known autoscaling file:
// both runs and both rollouts computed here from its inputs, and the SLO they
// were judged by stated in it.
func DemoAutoscaling() []byte {
	var b bytes.Buffer
	if err := writeDemoAutoscaling(&b); err != nil {
		// The inputs are constants of this package and a buffer takes all that is
		// written, so only a mistake in them gets here; a test holds that none does.
		return []byte("{}\n")
	}
	return b.Bytes()
}

func writeDemoAutoscaling(b *bytes.Buffer) error {
	reactive, err := Run(ReferenceReactive())
	if err != nil {
		return err
	}
	leading, err := Run(ReferenceLeading())
	if err != nil {
		return err
	}
	rollouts, err := ReferenceCanaries()
	if err != nil {
		return err
	}
	return WriteDocument(b, Document{
		Scope:    "The two runs differ in signal, cold start and warm standby at once; what each of the three does on its own is for the ablation to say",
		Runs:     []NamedRun{{reactive.Config.Policy.Name(), reactive}, {leading.Config.Policy.Name(), leading}},
		Rollouts: rollouts,
	})
}

// scaleOutRows are the figures of nine measured runs, in the order of
// model.RunMetrics: one llm-d Endpoint Picker in front of one, two and four vLLM
// replicas, three repeats each, 270 s at equal offered load per GPU. Source: the
// rows of multi-replica-scaling.json, schema
// stable-upstream-multi-replica-analysis-v1. They are measurements and nothing
// here computes them; all that the document says about them is computed.
var scaleOutRows = [...]struct {
	replicas int
	figures  []float64
}{
	{1, []float64{1166, 1164, 2, 4.319, 4.293, 415.733, 713.929, 17.185, 716.118, 5, 1, 4.695, 0}},
	{1, []float64{1166, 1164, 2, 4.319, 4.293, 374.167, 520.643, 17.134, 666.022, 2, 2, 4.514, 0}},
	{1, []float64{1166, 1165, 1, 4.319, 4.296, 366.486, 501.625, 16.156, 679.059, 2, 1, 4.507, 0}},
	{2, []float64{2338, 2337, 1, 4.33, 4.317, 332.381, 508.074, 14.055, 737.231, 5, 2, 6.026, 0}},
	{2, []float64{2338, 2338, 0, 4.33, 4.319, 340.03, 456.038, 14.667, 761.285, 1, 2, 5.029, 0}},
	{2, []float64{2338, 2338, 0, 4.33, 4.317, 348.581, 451.98, 14.026, 646.192, 2, 2, 4.936, 0}},
	{4, []float64{4650, 4650, 0, 4.306, 4.303, 348.565, 711.494, 14.296, 885.665, 1, 3, 6.473, 0}},
	{4, []float64{4650, 4650, 0, 4.306, 4.302, 321.926, 538, 14.008, 736.757, 0, 4, 4.966, 0}},
	{4, []float64{4650, 4650, 0, 4.306, 4.301, 306.126, 426.212, 14.78, 714.948, 1, 2, 8.006, 0}},
}

// The limits of the scale-out decision, in percent.
const (
	maxLoadChange = 1.0
	maxServedLoss = 15.0
	maxTTFTGrowth = 20.0
	minRepeats    = 3
)

// scaleOutTopology is the demo's runs at one number of replicas.
type scaleOutTopology struct {
	replicas int
	runs     int
	figures  map[*model.Metric]float64 // sums or medians, see Metric.Summed
}

// scaleOutTopologies computes the topologies from the rows.
func scaleOutTopologies() []scaleOutTopology {
	var out []scaleOutTopology
	metrics := model.RunMetrics()
	for i := 0; i < len(scaleOutRows); {
		t := scaleOutTopology{replicas: scaleOutRows[i].replicas, figures: make(map[*model.Metric]float64)}
		values := make([][]float64, len(metrics))
		for ; i < len(scaleOutRows) && scaleOutRows[i].replicas == t.replicas; i++ {
			t.runs++
			for m, v := range scaleOutRows[i].figures {
				values[m] = append(values[m], v)
			}
		}
		for i, m := range metrics {
			if m.Summed() {
				for _, v := range values[i] {
					t.figures[m] += v
				}
			} else {
				t.figures[m] = median(values[i])
			}
		}
		out = append(out, t)
	}
	return out
}

// median returns the middle one of the values, or the mean of the middle two.
func median(vs []float64) float64 {
	vs = slices.Clone(vs)
	slices.Sort(vs)
	mid := len(vs) / 2
	if len(vs)%2 == 1 {
		return vs[mid]
	}
	return (vs[mid-1] + vs[mid]) / 2
}

// scaleOutChange is how a topology compares with one replica, in percent.
type scaleOutChange struct {
	offered, served, ttft float64
	matched, pass         bool
}

// compare judges t against the baseline. Responses and restarts count in every
// topology, so those of the baseline fail the others too; no run of the demo saw
// a restart.
func (t *scaleOutTopology) compare(base *scaleOutTopology) scaleOutChange {
	change := func(m *model.Metric) float64 { return round((t.figures[m]/base.figures[m]-1)*100, 2) }
	c := scaleOutChange{
		offered: change(model.OfferedRPSPerGPU),
		served:  change(model.ServedRPSPerGPU),
		ttft:    change(model.PremiumBurstP95TTFT),
	}
	c.matched = c.offered <= maxLoadChange && c.offered >= -maxLoadChange
	c.pass = c.matched && c.served >= -maxServedLoss && c.ttft <= maxTTFTGrowth &&
		t.figures[model.HTTPNon200]+base.figures[model.HTTPNon200] == 0
	return c
}

// runName names a run as the known file does: "2 model replicas - repeat 1".
func runName(replicas, repeat int) string {
	plural := "s"
	if replicas == 1 {
		plural = ""
	}
	return fmt.Sprintf("%d model replica%s - repeat %s", replicas, plural, strconv.Itoa(repeat))
}
