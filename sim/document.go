package sim

import (
	"fmt"
	"io"
	"slices"
)

// ExecutionMode is what every written document says of how its figures came to
// be. Screens take from it that they are simulated.
const ExecutionMode = "CPU simulation with controlled inputs; latency and capacity coefficients are assumptions, not measurements"

// experiment is the name by which a document of runs is known.
const experiment = "gpu-autoscaling-cold-starts-and-canary-rollout"

// Document is what WriteDocument writes: runs, and rollouts where there are any.
type Document struct {
	ExecutionMode string // ExecutionMode where empty
	Scope         string // what the runs can and cannot show, in a sentence
	Runs          []NamedRun
	Rollouts      []Canary // all under the same gates
	OmitSLO       bool     // leave slo_p99_ttft_ms out, as the known file does
}

// NamedRun is a run under the name it has in a document.
type NamedRun struct {
	Name   string
	Result Result
}

// WriteDocument writes runs as a document of the shape of the known autoscaling
// file, in its order of keys and with its number of digits, so that whatever
// reads the one reads the other. It fails where a run has no name or the name of
// another, and where w fails.
func WriteDocument(w io.Writer, d Document) error {
	if err := d.validate(); err != nil {
		return fmt.Errorf("write document: %w", err)
	}
	mode := d.ExecutionMode
	if mode == "" {
		mode = ExecutionMode
	}
	j := newJSONWriter(w)
	j.object("", func() {
		j.text("execution_mode", mode)
		j.text("experiment", experiment)
		j.text("scenario_scope", d.Scope)
		if profiles := d.profiles(); len(profiles) > 0 {
			j.object("cold_start_breakdown_seconds", func() { writeProfiles(j, profiles) })
		}
		if len(d.Runs) > 0 {
			j.object("autoscaling_comparison", func() {
				for i := range d.Runs {
					writeRun(j, &d.Runs[i], d.OmitSLO)
				}
			})
		}
		if len(d.Rollouts) > 0 {
			j.object("canary_rollouts", func() {
				for _, c := range d.Rollouts {
					writeRollout(j, c)
				}
			})
			writeGates(j, d.Rollouts[0].Plan.Gates)
		}
	})
	if err := j.close(); err != nil {
		return fmt.Errorf("write document: %w", err)
	}
	return nil
}

func (d *Document) validate() error {
	if len(d.Runs)+len(d.Rollouts) == 0 {
		return fmt.Errorf("there is nothing to write")
	}
	names := make(map[string]bool)
	for i, r := range d.Runs {
		if r.Name == "" || names[r.Name] {
			return invalid(fmt.Sprintf("Runs[%d].Name", i), "%q is empty or the name of another run", r.Name)
		}
		names[r.Name] = true
	}
	clear(names)
	for i, c := range d.Rollouts {
		if c.Plan.Build == "" || names[c.Plan.Build] {
			return invalid(fmt.Sprintf("Rollouts[%d].Build", i), "%q is empty or the name of another build", c.Plan.Build)
		}
		names[c.Plan.Build] = true
		if c.Plan.Gates != d.Rollouts[0].Plan.Gates {
			return invalid(fmt.Sprintf("Rollouts[%d].Gates", i), "not those of the first rollout; a document states one policy")
		}
	}
	return nil
}

// profiles returns the cold starts of the runs that have phases, each once.
func (d *Document) profiles() []ColdStart {
	var out []ColdStart
	for _, r := range d.Runs {
		c := r.Result.Config.ColdStart
		known := slices.ContainsFunc(out, func(o ColdStart) bool { return o.Name == c.Name })
		if c.Name != "" && len(c.Phases) > 0 && !known {
			out = append(out, c)
		}
	}
	return out
}

func writeProfiles(j *jsonWriter, profiles []ColdStart) {
	for _, p := range profiles {
		j.object(p.Name, func() {
			for _, ph := range p.Phases {
				j.number(ph.Name, ph.Seconds)
			}
			j.number("total_seconds", p.Seconds)
		})
	}
}

func writeRun(j *jsonWriter, r *NamedRun, omitSLO bool) {
	s, c := &r.Result.Summary, &r.Result.Config
	j.object(r.Name, func() {
		j.text("mode", c.Policy.Name())
		j.number("cold_start_seconds", c.ColdStart.Seconds)
		j.float("peak_kv_utilization", round(s.PeakRatio, ratioDecimals))
		j.float("peak_p99_ttft_ms", round(s.WorstTTFT, ttftDecimals))
		j.count("max_ready_replicas", s.MaxReady)
		j.count("slo_breach_windows", s.BreachWindows)
		if !omitSLO {
			j.float("slo_p99_ttft_ms", c.SLO)
		}
		j.list("timeline", func() {
			for _, sample := range r.Result.Samples {
				writeSample(j, sample.Printed())
			}
		})
	})
}

func writeSample(j *jsonWriter, s Sample) {
	j.object("", func() {
		j.number("sec", s.Second)
		j.number("demand_tokens", s.Demand)
		j.count("ready_replicas", s.Ready)
		j.count("booting_replicas", s.Booting)
		j.float("demand_to_kv_capacity_ratio", s.Ratio)
		j.float("kv_utilization", s.KV)
		j.count("warm_standby_remaining", s.Standby)
		j.float("gpu_compute_utilization", s.GPU)
		j.float("p99_ttft_ms", s.TTFT)
		j.flag("slo_breached", s.Breached)
	})
}

func writeRollout(j *jsonWriter, c Canary) {
	j.object(c.Plan.Build, func() {
		j.flag("completed_100_percent", c.Completed())
		j.flag("rolled_back", c.RolledBack())
		j.number("final_canary_traffic_percent", c.Percent())
		j.texts("rollback_reasons", c.Reasons())
		j.list("stages", func() {
			for _, s := range c.Results {
				j.object("", func() {
					j.number("stage_percent", s.Percent)
					j.count("requests_evaluated", s.Requests)
					j.text("decision", s.Decision)
					j.flag("passed", s.Passed)
					j.float("tpot_delta_ms", s.TPOTDelta)
					j.float("quality_drop", s.QualityDrop)
					j.float("canary_error_rate", s.ErrorRate)
					j.texts("reasons", s.Reasons)
				})
			}
		})
	})
}

func writeGates(j *jsonWriter, g Gates) {
	j.object("canary_gate_policy", func() {
		j.float("max_tpot_regression_ms", g.MaxTPOTRegression)
		j.float("max_tpot_ceiling_ms", g.MaxTPOT)
		j.float("max_quality_drop", g.MaxQualityDrop)
		j.float("max_error_rate", g.MaxErrorRate)
	})
}
