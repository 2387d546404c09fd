package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"scaledeck/model"
	"scaledeck/sim"
)

// ablationFormats are the writers behind --format.
var ablationFormats = map[string]func(io.Writer, input, *ablation) error{
	"text": ablationText, "markdown": ablationMarkdown, "json": ablationJSON, "csv": ablationCSV,
}

// ablation is an ablation with its premises.
type ablation struct {
	sim.Ablation
	premises []string
}

// premised returns the ablation with its premises. The SLO is the caller's, or the
// one assumed for the reference: then the premises also say how the effects change
// over the range in which that SLO must be.
func premised(a sim.Ablation, sloGiven bool) *ablation {
	if sloGiven {
		return &ablation{a, a.Premises("as given", nil)}
	}
	const source = "assumed: the known file states none"
	if r, ok := a.Across(sim.ReferenceSLOLow, sim.ReferenceSLOHigh); ok {
		return &ablation{a, a.Premises(source, &r)}
	}
	return &ablation{a, a.Premises(source, nil)}
}

func newSimAblate(t *terminal) *cobra.Command {
	var flags simFlags
	var format string
	cmd := &cobra.Command{
		Use:   "ablate",
		Short: "Separate the effects of signal, cold start and standby",
		Long: `Ablate runs all eight combinations of signal (reactive_gpu_util or
leading_kv_and_velocity), cold start (180 s or 22 s) and standby (none or 2) on one
demand, and says what each of the three does on average over the other two. The
known autoscaling file changes all three at once, so it cannot tell.`,
		Example: `  scaledeck sim ablate
  scaledeck sim ablate --trace results/autoscaling-canary.json --format markdown
  scaledeck sim ablate --trace demand.csv --slo 300ms`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			write, ok := ablationFormats[format]
			if !ok {
				return usagef("--format %s: expected text, markdown, json or csv", format)
			}
			in, err := flags.input(t, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			c, err := flags.configs(referencePolicies, in)
			if err != nil {
				return err
			}
			in.numbers = flags.allNumbers(c)
			a, err := sim.Ablate(c[0], c[1])
			if err != nil {
				return err
			}
			return write(cmd.OutOrStdout(), in, premised(a, flags.given(sim.ParamSLO.String())))
		},
	}
	flags.register(cmd, slices.Concat(common, []sim.Parameter{sim.ParamGPUThreshold, sim.ParamLead, sim.ParamMaxBoots})...)
	formatFlag(cmd, &format, []string{"text", "markdown", "json", "csv"})
	return cmd
}

// runCells are one of the eight runs as a row; its titles are runTitles.
func runCells(r *sim.AblationRun) []string {
	return []string{
		r.Config.Policy.Name(), seconds(r.Config.ColdStart.Seconds), strconv.Itoa(r.Config.Standby), seconds(r.Summary.BreachSeconds),
		model.Of(r.Summary.WorstTTFT).Text(model.Milliseconds), model.Of(r.Summary.ReplicaSeconds).Exact(model.ReplicaSeconds),
	}
}

var runTitles = []string{"signal", "cold start", "standby", "over the SLO", "worst p99 TTFT", "held"}

// effectCells are one effect as a row; its titles are effectTitles.
func effectCells(e *sim.Effect) []string {
	return []string{
		e.Of.String(), model.Of(e.BreachSeconds).Signed(model.Seconds), model.Of(e.WorstTTFT).Signed(model.Milliseconds),
		model.Of(e.ReplicaSeconds).Signed(model.ReplicaSeconds),
	}
}

var effectTitles = []string{"effect of", "over the SLO", "worst p99 TTFT", "held"}

func ablationText(w io.Writer, in input, a *ablation) error {
	p := &printer{w: w}
	p.line(in.title(&a.Runs[0].Config))
	p.line("")
	p.table(func(row func(cells ...string)) {
		row(runTitles...)
		for i := range a.Runs {
			row(runCells(&a.Runs[i])...)
		}
	})
	p.line("")
	p.table(func(row func(cells ...string)) {
		row(effectTitles...)
		for i := range a.Effects {
			row(effectCells(&a.Effects[i])...)
		}
	})
	p.line("")
	p.line(a.Sentence())
	p.line("")
	for _, premise := range a.premises {
		p.line(premise)
	}
	return p.err
}

func ablationMarkdown(w io.Writer, in input, a *ablation) error {
	p := &printer{w: w}
	p.line(in.title(&a.Runs[0].Config))
	p.line("")
	rows := func(titles []string, n int, cells func(i int) []string) {
		p.line("| " + strings.Join(titles, " | ") + " |")
		p.line("|" + strings.Repeat("---|", len(titles)))
		for i := range n {
			p.line("| " + strings.Join(cells(i), " | ") + " |")
		}
		p.line("")
	}
	rows(runTitles, len(a.Runs), func(i int) []string { return runCells(&a.Runs[i]) })
	rows(effectTitles, len(a.Effects), func(i int) []string { return effectCells(&a.Effects[i]) })
	p.line(a.Sentence())
	p.line("")
	for _, premise := range a.premises {
		p.line("- " + premise)
	}
	return p.err
}

// The ablation as JSON: figures in the unit that ends their key.
type (
	ablationDoc struct {
		Simulated bool             `json:"simulated"`
		Demand    string           `json:"demand"`
		Interval  float64          `json:"interval_seconds"`
		Samples   int              `json:"samples"`
		SLO       float64          `json:"slo_p99_ttft_ms"`
		Runs      []ablationRunDoc `json:"runs"`
		Effects   []ablationEffect `json:"effects"`
		Sentence  string           `json:"sentence"`
		Premises  []string         `json:"premises"`
	}
	ablationRunDoc struct {
		Signal    string  `json:"signal"`
		ColdStart float64 `json:"cold_start_seconds"`
		Standby   int     `json:"standby"`
		ablationFigures
		Windows int `json:"slo_breach_windows"`
	}
	ablationEffect struct {
		Of string `json:"of"`
		ablationFigures
	}
	ablationFigures struct {
		Breach         json.Number `json:"breach_seconds"`
		Worst          json.Number `json:"worst_p99_ttft_ms"`
		ReplicaSeconds json.Number `json:"replica_seconds"`
	}
)

func figuresDoc(breach, worst, held float64) ablationFigures {
	return ablationFigures{json.Number(number(breach)), json.Number(number(worst)), json.Number(number(held))}
}

func ablationJSON(w io.Writer, in input, a *ablation) error {
	c := &a.Runs[0].Config
	d := ablationDoc{Simulated: true, Demand: in.label, Interval: c.Interval, Samples: len(c.Demand), SLO: c.SLO, Sentence: a.Sentence(), Premises: a.premises}
	for i := range a.Runs {
		r := &a.Runs[i]
		d.Runs = append(d.Runs, ablationRunDoc{
			r.Config.Policy.Name(), r.Config.ColdStart.Seconds, r.Config.Standby,
			figuresDoc(r.Summary.BreachSeconds, r.Summary.WorstTTFT, r.Summary.ReplicaSeconds), r.Summary.BreachWindows,
		})
	}
	for _, e := range a.Effects {
		d.Effects = append(d.Effects, ablationEffect{e.Of.String(), figuresDoc(e.BreachSeconds, e.WorstTTFT, e.ReplicaSeconds)})
	}
	return writeJSON(w, d)
}

// ablationCSV writes the eight runs, from which the effects follow.
func ablationCSV(w io.Writer, _ input, a *ablation) error {
	c := csv.NewWriter(w)
	rows := [][]string{{"signal", "cold_start_seconds", "standby", "slo_breach_windows", "breach_seconds", "worst_p99_ttft_ms", "replica_seconds"}}
	for i := range a.Runs {
		r := &a.Runs[i]
		rows = append(rows, []string{
			textCell(r.Config.Policy.Name()), number(r.Config.ColdStart.Seconds), strconv.Itoa(r.Config.Standby), strconv.Itoa(r.Summary.BreachWindows),
			number(r.Summary.BreachSeconds), number(r.Summary.WorstTTFT), number(r.Summary.ReplicaSeconds),
		})
	}
	return c.WriteAll(rows)
}

// textCell returns a text for a cell of a CSV file. One that a spreadsheet would
// run as a formula gets a quote before it, which makes it text there.
func textCell(s string) string {
	if s != "" && strings.IndexByte("=+-@\t\r\n", s[0]) >= 0 || strings.HasPrefix(s, "＝") || strings.HasPrefix(s, "−") {
		return "'" + s
	}
	return s
}

// number prints a figure for other programs: six decimals at most, no unit. More
// would be rounding noise, which differs between processors.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', 6, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// quoted returns s as a JSON string.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil { // no string fails to encode
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
