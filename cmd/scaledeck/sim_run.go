package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"scaledeck/model"
	"scaledeck/model/text"
	"scaledeck/sim"
)

// referencePolicies are the policies of the known file.
var referencePolicies = []string{sim.Reactive{}.Name(), sim.Leading{}.Name()}

// runForms are the forms of a run; json is the document itself.
var runForms = []string{"text", "json"}

func newSimRun(t *terminal) *cobra.Command {
	var flags simFlags
	var policies []string
	var format, out string
	var force bool
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run policies on a demand",
		Long: `Run computes what a fleet would have done under each policy. Without flags it
runs the two reference configurations on the reference demand, which gives both
timelines of the known autoscaling file digit for digit. A policy starts from the
cold start and standby it has in the reference (leading: 22 s and 2, any other:
180 s and none); each flag changes one number for every policy that has it.

With --out it writes a document that the console opens and follows, whole or not
at all. A file that scaledeck did not write is never replaced without --force.`,
		Example: `  scaledeck sim run
  scaledeck sim run --policy hpa --cold-start 22s --trace results/autoscaling-canary.json
  scaledeck sim run --policy schedule --plan 0s=4,40s=12 --out results/plan.json
  scaledeck sim run --trace demand.csv --format json | jq .autoscaling_comparison`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains(runForms, format) {
				return usagef("--format %s: expected %s", format, list(runForms))
			}
			ctx, _, stop := signals(cmd.Context())
			defer stop()
			runs, in, err := flags.run(t, policies, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			doc := flags.document(in, runs)
			switch {
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case out != "":
				if err := writeRun(ctx, out, force, doc); err != nil {
					return err
				}
				warnOfSize(cmd.ErrOrStderr(), out)
				_, err = fmt.Fprintln(cmd.OutOrStdout(), out)
				return err
			case format == "json":
				return sim.WriteDocument(cmd.OutOrStdout(), doc)
			default:
				return printRuns(cmd.OutOrStdout(), in, runs)
			}
		},
	}
	f := cmd.Flags()
	flags.register(cmd, slices.Concat(common, ofPolicies)...)
	flags.registerPolicies(cmd, &policies, referencePolicies)
	formatFlag(cmd, &format, runForms)
	f.StringVar(&out, "out", "", "write the document to `FILE` instead of printing")
	f.BoolVar(&force, "force", false, "let --out replace a file that scaledeck did not write")
	return cmd
}

// run simulates every policy on the demand of the flags.
func (s *simFlags) run(t *terminal, policies []string, warn io.Writer) ([]sim.NamedRun, input, error) {
	in, err := s.input(t, warn)
	if err != nil {
		return nil, in, err
	}
	configs, err := s.configs(policies, in)
	if err != nil {
		return nil, in, err
	}
	in.numbers = s.allNumbers(configs)
	var runs []sim.NamedRun
	for _, c := range configs {
		r, err := sim.Run(c)
		if err != nil {
			return nil, in, fmt.Errorf("policy %s: %w", c.Policy.Name(), err)
		}
		runs = append(runs, sim.NamedRun{Name: c.Policy.Name(), Result: r})
	}
	return runs, in, nil
}

// document makes a document of runs. Its scope says what was run, down to the
// last number that is not the reference's: no timeline shows those of a policy.
func (s *simFlags) document(in input, runs []sim.NamedRun) sim.Document {
	scope := fmt.Sprintf("%s, %s of %s", in.label, text.Counted(len(in.trace.Demand), "interval"), seconds(in.trace.Interval))
	for i := range runs {
		c := &runs[i].Result.Config
		scope += fmt.Sprintf("; %s with a cold start of %s and %d standby", runs[i].Name, seconds(c.ColdStart.Seconds), c.Standby)
		for _, n := range s.numbersOf(c, sim.ParamColdStart, sim.ParamStandby) {
			scope += ", " + n
		}
	}
	if len(runs) > 1 {
		scope += ". Where they differ in more than one of these, scaledeck sim ablate tells their effects apart"
	}
	return sim.Document{Scope: scope, Runs: runs}
}

// printRuns prints the runs side by side, then the timeline of each.
func printRuns(w io.Writer, in input, runs []sim.NamedRun) error {
	p := &printer{w: w}
	p.line(in.title(&runs[0].Result.Config))
	p.line("")
	p.table(func(row func(cells ...string)) {
		names := []string{""}
		for _, r := range runs {
			names = append(names, r.Name)
		}
		row(names...)
		for _, figure := range runFigures {
			cells := []string{figure.label}
			for i := range runs {
				cells = append(cells, figure.text(&runs[i].Result))
			}
			row(cells...)
		}
	})
	for i := range runs {
		p.line("")
		p.timeline(&runs[i])
	}
	return p.err
}

// runFigures are the rows of the summary.
var runFigures = []struct {
	label string
	text  func(*sim.Result) string
}{
	{"cold start", func(r *sim.Result) string { return seconds(r.Config.ColdStart.Seconds) }},
	{"standby at the start", func(r *sim.Result) string { return strconv.Itoa(r.Config.Standby) }},
	{"over the SLO of p99 TTFT", func(r *sim.Result) string {
		return fmt.Sprintf("%s (%d of %s)", seconds(r.Summary.BreachSeconds), r.Summary.BreachWindows, text.Counted(r.Summary.Samples, "window"))
	}},
	{"SLO", func(r *sim.Result) string { return model.Of(r.Config.SLO).Text(model.Milliseconds) }},
	{"worst p99 TTFT", func(r *sim.Result) string {
		return model.Of(r.Summary.WorstTTFT).TextAgainst(model.Of(r.Config.SLO), model.Milliseconds) + " at " + seconds(r.Summary.WorstAt)
	}},
	{"area over the SLO", func(r *sim.Result) string { return model.Of(r.Summary.AreaOverSLO).Text("ms·s") }},
	{"peak demand/capacity", func(r *sim.Result) string {
		return model.Of(r.Summary.PeakRatio).Text(model.Ratio) + " at " + seconds(r.Summary.PeakRatioAt)
	}},
	{"most ready", func(r *sim.Result) string { return strconv.Itoa(r.Summary.MaxReady) }},
	{"time to first ready", func(r *sim.Result) string { return r.Summary.TimeToFirstReady.Text(model.Seconds) }},
	{"held", func(r *sim.Result) string { return model.Of(r.Summary.ReplicaSeconds).Exact(model.ReplicaSeconds) }},
	{"of that over-provisioned", func(r *sim.Result) string {
		return model.Of(r.Summary.OverProvisioned).Exact(model.ReplicaSeconds)
	}},
	{"started, standbys used", func(r *sim.Result) string { return fmt.Sprintf("%d, %d", r.Summary.Started, r.Summary.Warmed) }},
	{"drained, boots given up", func(r *sim.Result) string { return fmt.Sprintf("%d, %d", r.Summary.Drained, r.Summary.Cancelled) }},
}

// wholeTimeline is how many samples are printed one by one; of a longer run only
// those in which something happened.
const wholeTimeline = 120

// printer writes lines and tables; the first error stays.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(s string) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, s)
	}
}

// table aligns rows in columns two blanks apart.
func (p *printer) table(body func(row func(cells ...string))) {
	tw := tabwriter.NewWriter(p.w, 0, 0, 2, ' ', 0)
	body(func(cells ...string) {
		if p.err == nil {
			_, p.err = fmt.Fprintln(tw, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
		}
	})
	if err := tw.Flush(); p.err == nil {
		p.err = err
	}
}

// timeline prints a run sample by sample, with its events.
func (p *printer) timeline(run *sim.NamedRun) {
	events := make(map[int][]string)
	for _, e := range run.Result.Events {
		events[e.Index] = append(events[e.Index], e.Text())
	}
	all := len(run.Result.Samples) <= wholeTimeline
	p.line(run.Name)
	if !all {
		p.line(fmt.Sprintf("the samples in which something happened; --format json has all %d", len(run.Result.Samples)))
	}
	p.table(func(row func(cells ...string)) {
		row("at", "demand", "ready", "booting", "standby", "demand/KV", "KV use", "GPU", "p99 TTFT", "", "")
		for i, s := range run.Result.Samples {
			if !all && len(events[i]) == 0 {
				continue
			}
			s = s.Printed()
			over := ""
			if s.Breached {
				over = "OVER"
			}
			row(model.Of(s.Second).Exact(model.Seconds), model.Of(s.Demand).Exact(model.None), strconv.Itoa(s.Ready), strconv.Itoa(s.Booting), strconv.Itoa(s.Standby),
				model.Of(s.Ratio).Exact(model.Ratio), model.Of(s.KV).Exact(model.Share), model.Of(s.GPU).Exact(model.Share), model.Of(s.TTFT).Exact(model.Milliseconds),
				over, strings.Join(events[i], "; "))
		}
	})
}
