package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/sim"
)

// sweepText prints a row a run and, last, the cheapest run that holds the SLO.
func sweepText(w io.Writer, s *sweepResult) error {
	p := &printer{w: w}
	p.line(s.in.title(&s.policies[0].config))
	p.line("")
	p.table(func(row func(cells ...string)) {
		titles := []string{"policy"}
		for _, a := range s.axes {
			titles = append(titles, a.Parameter.String())
		}
		row(append(titles, "over the SLO", "worst p99 TTFT", "peak demand/KV", "held", "over-provisioned", "first ready after")...)
		for _, pol := range s.policies {
			for i := range pol.points {
				sum := &pol.points[i].Summary
				row(append(s.values(&pol, i), seconds(sum.BreachSeconds), model.Of(sum.WorstTTFT).Text(model.Milliseconds), model.Of(sum.PeakRatio).Text(model.Ratio),
					model.Of(sum.ReplicaSeconds).Exact(model.ReplicaSeconds), model.Of(sum.OverProvisioned).Exact(model.ReplicaSeconds), sum.TimeToFirstReady.Text(model.Seconds))...)
			}
		}
	})
	p.line("")
	p.line(s.best())
	return p.err
}

// values are the policy and the values of a point as cells.
func (s *sweepResult) values(pol *policyPoints, i int) []string {
	cells := []string{pol.config.Policy.Name()}
	for k, a := range s.axes {
		cells = append(cells, model.Of(pol.points[i].Values[k]).Exact(a.Parameter.Unit()))
	}
	return cells
}

// best says which run is longest within the SLO, and of equals holds least.
func (s *sweepResult) best() string {
	var pol *policyPoints
	at := 0
	for k := range s.policies {
		for i := range s.policies[k].points {
			sum := &s.policies[k].points[i].Summary
			if pol == nil || sum.BreachSeconds < pol.points[at].Summary.BreachSeconds ||
				sum.BreachSeconds == pol.points[at].Summary.BreachSeconds && sum.ReplicaSeconds < pol.points[at].Summary.ReplicaSeconds {
				pol, at = &s.policies[k], i
			}
		}
	}
	sum := &pol.points[at].Summary
	var where []string
	for k, v := range s.values(pol, at)[1:] {
		where = append(where, s.axes[k].Parameter.String()+" "+v)
	}
	held := model.Of(sum.ReplicaSeconds).Exact(model.ReplicaSeconds)
	run := pol.config.Policy.Name() + " with " + strings.Join(where, ", ")
	if sum.BreachSeconds == 0 {
		return fmt.Sprintf("Of the runs that never pass the SLO, %s holds least: %s.", run, held)
	}
	return fmt.Sprintf("No run stays within the SLO; least over it is %s: %s, holding %s.", run, seconds(sum.BreachSeconds), held)
}

// sweepColumns are the figures of a run for other programs; "" is a missing one.
var sweepColumns = []struct {
	key  string
	text func(*sim.Summary) string
}{
	{"slo_breach_windows", func(s *sim.Summary) string { return strconv.Itoa(s.BreachWindows) }},
	{"breach_seconds", func(s *sim.Summary) string { return number(s.BreachSeconds) }},
	{"area_over_slo_ms_s", func(s *sim.Summary) string { return number(s.AreaOverSLO) }},
	{"worst_p99_ttft_ms", func(s *sim.Summary) string { return number(s.WorstTTFT) }},
	{"peak_demand_to_capacity", func(s *sim.Summary) string { return number(s.PeakRatio) }},
	{"max_ready_replicas", func(s *sim.Summary) string { return strconv.Itoa(s.MaxReady) }},
	{"replica_seconds", func(s *sim.Summary) string { return number(s.ReplicaSeconds) }},
	{"over_provisioned_replica_seconds", func(s *sim.Summary) string { return number(s.OverProvisioned) }},
	{"time_to_first_ready_seconds", func(s *sim.Summary) string {
		if v, ok := s.TimeToFirstReady.Get(); ok {
			return number(v)
		}
		return ""
	}},
}

// unitKeys end the key of a parameter with its unit, as the keys of documents do.
var unitKeys = map[model.Unit]string{model.Seconds: "_seconds", model.Milliseconds: "_ms", model.Tokens: "_tokens"}

// key is a parameter's name for other programs, such as cold_start_seconds.
func key(p sim.Parameter) string {
	return strings.ReplaceAll(p.String(), "-", "_") + unitKeys[p.Unit()]
}

func sweepCSV(w io.Writer, s *sweepResult) error {
	c := csv.NewWriter(w)
	row := []string{"policy"}
	for _, a := range s.axes {
		row = append(row, key(a.Parameter))
	}
	for _, col := range sweepColumns {
		row = append(row, col.key)
	}
	if err := c.Write(row); err != nil {
		return err
	}
	for _, pol := range s.policies {
		for i := range pol.points {
			row = append(row[:0], textCell(pol.config.Policy.Name()))
			for _, v := range pol.points[i].Values {
				row = append(row, number(v))
			}
			for _, col := range sweepColumns {
				row = append(row, col.text(&pol.points[i].Summary))
			}
			if err := c.Write(row); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

// sweepJSON writes one object for each run on its own line, keys in the order of
// the table; encoding/json would sort them.
func sweepJSON(w io.Writer, s *sweepResult) error {
	c := &s.policies[0].config
	head := fmt.Sprintf("{\n  \"simulated\": true,\n  \"demand\": %s,\n  \"interval_seconds\": %s,\n  \"samples\": %d,\n  \"slo_p99_ttft_ms\": %s,\n  \"runs\": [",
		quoted(s.in.label), number(c.Interval), len(c.Demand), number(c.SLO))
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	sep := "\n    "
	for _, pol := range s.policies {
		for i := range pol.points {
			var b strings.Builder
			b.WriteString(sep + `{"policy": ` + quoted(pol.config.Policy.Name()))
			for k, v := range pol.points[i].Values {
				b.WriteString(`, "` + key(s.axes[k].Parameter) + `": ` + number(v))
			}
			for _, col := range sweepColumns {
				text := col.text(&pol.points[i].Summary)
				if text == "" {
					text = "null"
				}
				b.WriteString(`, "` + col.key + `": ` + text)
			}
			if _, err := io.WriteString(w, b.String()+"}"); err != nil {
				return err
			}
			sep = ",\n    "
		}
	}
	_, err := io.WriteString(w, "\n  ]\n}\n")
	return err
}
