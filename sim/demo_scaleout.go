package sim

import (
	"bytes"
	"fmt"
	"strconv"

	"scaledeck/model"
)

// DemoScaleOut returns a document of the shape of the known scale-out analysis.
// Its nine rows are measured figures, see scaleOutRows; sums, medians, changes,
// decision and the answer's numbers are computed here from them.
func DemoScaleOut() []byte {
	topologies := scaleOutTopologies()
	base := &topologies[0]
	var changes []scaleOutChange
	publishable, pass := base.runs >= minRepeats, true
	for i := range topologies[1:] {
		t := &topologies[i+1]
		c := t.compare(base)
		changes = append(changes, c)
		publishable = publishable && t.runs >= minRepeats
		pass = pass && c.pass
	}
	var b bytes.Buffer
	j := newJSONWriter(&b)
	j.object("", func() {
		j.list("rows", func() { writeScaleOutRows(j) })
		j.object("topologies", func() {
			for i := range topologies {
				writeTopology(j, &topologies[i])
			}
		})
		j.object("decision", func() {
			j.flag("data_publishable", publishable)
			j.flag("scale_out_pass", pass)
			j.object("comparisons_to_one_replica", func() {
				for i, c := range changes {
					writeChange(j, topologies[i+1].replicas, c)
				}
			})
			j.text("criteria", scaleOutCriteria())
		})
		j.text("schema", model.ScaleOutSchema)
		j.text("business_question", "Are premium requests still protected when one endpoint picker serves two or four model replicas instead of one?")
		j.text("answer", scaleOutAnswer(topologies, changes))
		j.text("claim_boundary", "One endpoint picker in front of one, two and four replicas, three repeats each; several pickers were not tested. The rows are the measured figures of multi-replica-scaling.json, carried along as a demonstration.")
	})
	if j.close() != nil {
		return []byte("{}\n") // a buffer takes all that is written
	}
	return b.Bytes()
}

func writeScaleOutRows(j *jsonWriter) {
	repeat := 0
	for i, r := range scaleOutRows {
		if repeat++; i == 0 || scaleOutRows[i-1].replicas != r.replicas {
			repeat = 1
		}
		j.object("", func() {
			j.count("replicas", r.replicas)
			j.count("repeat", repeat)
			for m, v := range r.figures {
				writeRunFigure(j, "", model.RunMetrics()[m], v)
			}
			j.flag("epp_restarted", false)
			j.text("run_name", runName(r.replicas, repeat))
		})
	}
}

// writeRunFigure writes counts of requests without a point and all else with one.
func writeRunFigure(j *jsonWriter, prefix string, m *model.Metric, v float64) {
	if key := prefix + m.ID; m.Summed() {
		j.number(key, v)
	} else {
		j.float(key, v)
	}
}

func writeTopology(j *jsonWriter, t *scaleOutTopology) {
	j.object(strconv.Itoa(t.replicas), func() {
		j.count("runs", t.runs)
		writeRunFigure(j, "", model.Requests, t.figures[model.Requests])
		writeRunFigure(j, "", model.HTTPNon200, t.figures[model.HTTPNon200])
		j.count("epp_restarted_runs", 0)
		for _, m := range model.RunMetrics() {
			if !m.Summed() {
				writeRunFigure(j, "median_", m, t.figures[m])
			}
		}
	})
}

func writeChange(j *jsonWriter, replicas int, c scaleOutChange) {
	j.object(strconv.Itoa(replicas), func() {
		j.float("offered_rps_per_gpu_change_pct", c.offered)
		j.flag("offered_load_matched", c.matched)
		j.float("served_rps_per_gpu_change_pct", c.served)
		j.float("premium_burst_p95_ttft_change_pct", c.ttft)
		j.flag("pass", c.pass)
	})
}

// scaleOutCriteria states the limits, one a clause, in the terms of the format.
func scaleOutCriteria() string {
	return fmt.Sprintf("Zero EPP restarts in every topology, zero non-200 responses in every topology, per-GPU offered load within %v%%, "+
		"no more than %v%% served-RPS-per-GPU loss, no more than %v%% premium burst p95 TTFT regression.",
		maxLoadChange, maxServedLoss, maxTTFTGrowth)
}

// scaleOutAnswer states the figures that the decision rests on.
func scaleOutAnswer(topologies []scaleOutTopology, changes []scaleOutChange) string {
	var b bytes.Buffer
	b.WriteString("Against one replica:")
	for i, c := range changes {
		if i > 0 {
			b.WriteByte(';')
		}
		fmt.Fprintf(&b, " at %d replicas served throughput per GPU %s, premium burst p95 TTFT %s", topologies[i+1].replicas,
			model.Of(c.served).Signed(model.Percent), model.Of(c.ttft).Signed(model.Percent))
	}
	b.WriteString(". Responses other than 200:")
	for i, t := range topologies {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " %v of %v at %d", t.figures[model.HTTPNon200], t.figures[model.Requests], t.replicas)
	}
	b.WriteString(". Whether it passes is for the decision to say.")
	return b.String()
}
