package main

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"scaledeck/sim"
)

// mostSweepRuns bounds a sweep: the summaries of so many runs are held in memory
// until the last one is done, about half a gigabyte.
const mostSweepRuns = 1_000_000

// sweepFormats are the writers behind --format.
var sweepFormats = map[string]func(io.Writer, *sweepResult) error{"text": sweepText, "json": sweepJSON, "csv": sweepCSV}

// sweepResult is a sweep that is done.
type sweepResult struct {
	in       input
	axes     []sim.Axis
	policies []policyPoints
}

// policyPoints are the points of one policy, in the order of the grid.
type policyPoints struct {
	config sim.Config
	points []sim.Point
}

// sweepFlags say what a sweep varies and how it runs.
type sweepFlags struct {
	simFlags
	policies, vary []string
	workers        int
}

func newSimSweep(t *terminal) *cobra.Command {
	var flags sweepFlags
	var format string
	cmd := &cobra.Command{
		Use:   "sweep --vary PARAMETER=VALUES...",
		Short: "Run a grid of parameters",
		Long: `Sweep runs a policy once for every combination of the values given, on all cores,
and prints a row a run, the last --vary changing fastest. What it prints does not
depend on the number of workers, and nothing is printed before all runs are done.

VALUES are one, several with commas, or a range with a step, in the parameter's
unit or with one of their own: 22s, 0,2,4, 10s..180s/10s, 0..4.
The parameters are ` + parameterList() + `.`,
		Example: `  scaledeck sim sweep --vary cold-start=10s..180s/10s --vary standby=0..4
  scaledeck sim sweep --policy reactive --vary gpu-threshold=60%..90%/5% --format csv
  scaledeck sim sweep --policy leading,hpa --vary cold-start=22s,60s,180s --format json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			write, ok := sweepFormats[format]
			if !ok {
				return usagef("--format %s: expected text, json or csv", format)
			}
			result, err := flags.sweep(cmd, t)
			if err != nil {
				return err
			}
			// What is written in one piece is whole or not there.
			var b bytes.Buffer
			if err := write(&b, result); err != nil {
				return err
			}
			_, err = b.WriteTo(cmd.OutOrStdout())
			return err
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&flags.vary, "vary", nil, "`PARAMETER=VALUES` to vary, repeatable")
	flags.register(cmd, slices.Concat(common, ofPolicies)...)
	flags.registerPolicies(cmd, &flags.policies, []string{sim.Leading{}.Name()})
	formatFlag(cmd, &format, []string{"text", "json", "csv"})
	f.IntVar(&flags.workers, "workers", 0, "run on `N` cores; 0 is all")
	return cmd
}

// sweep runs the grid that the flags describe, with a progress line on stderr.
func (s *sweepFlags) sweep(cmd *cobra.Command, t *terminal) (*sweepResult, error) {
	if s.workers < 0 {
		return nil, usagef("--workers %d: expected zero, for one a core, or more", s.workers)
	}
	axes, err := parseAxes(s.vary, len(s.policies))
	if err != nil {
		return nil, err
	}
	in, err := s.input(t, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	configs, err := s.configs(s.policies, in)
	if err != nil {
		return nil, err
	}
	if !s.given("plan") && slices.ContainsFunc(configs, isSchedule) {
		return nil, usagef("--policy schedule in a sweep needs a --plan: one made from the demand would not follow what is varied")
	}
	var varied []sim.Parameter
	for _, a := range axes {
		varied = append(varied, a.Parameter)
	}
	in.numbers = s.allNumbers(configs, varied...)
	ctx, _, stop := signals(cmd.Context())
	defer stop()
	bar := newProgress(t, cmd.ErrOrStderr(), runsOf(axes)*len(configs))
	defer bar.clear()
	done, err := runGrid(ctx, configs, axes, s.workers, bar)
	if err != nil {
		return nil, err
	}
	return &sweepResult{in, axes, done}, nil
}

func parameterList() string {
	var names []string
	for p := range sim.NumParameters {
		names = append(names, p.String())
	}
	return strings.Join(names, ", ")
}

// parseAxes reads every --vary and holds the grid to its bound.
func parseAxes(vary []string, policies int) ([]sim.Axis, error) {
	if len(vary) == 0 {
		return nil, usagef("--vary is missing: it says what to vary, such as --vary cold-start=10s..180s/10s")
	}
	var axes []sim.Axis
	total := max(policies, 1)
	for _, v := range vary {
		a, err := sim.ParseAxis(v)
		if err != nil {
			return nil, usagef("--vary: %w", err)
		}
		if slices.ContainsFunc(axes, func(b sim.Axis) bool { return a.Parameter == b.Parameter }) {
			return nil, usagef("--vary: %s is given twice; --vary %s=1,2,3 takes several values", a.Parameter, a.Parameter)
		}
		if len(a.Values) > mostSweepRuns/total {
			return nil, usagef("--vary: the grid has more than %d runs; take larger steps or fewer parameters", mostSweepRuns)
		}
		total *= len(a.Values)
		axes = append(axes, a)
	}
	return axes, nil
}

// runsOf returns the number of runs of a grid.
func runsOf(axes []sim.Axis) int {
	n := 1
	for _, a := range axes {
		n *= len(a.Values)
	}
	return n
}

// runGrid runs the grid under each policy.
func runGrid(ctx context.Context, configs []sim.Config, axes []sim.Axis, workers int, bar *progress) ([]policyPoints, error) {
	var done []policyPoints
	each := runsOf(axes)
	for i, c := range configs {
		points, err := sim.Sweep(ctx, c, axes, sim.SweepOptions{Workers: workers, Progress: func(n, _ int) { bar.show(i*each + n) }})
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil:
			return nil, usagef("policy %s: %w", c.Policy.Name(), err)
		}
		done = append(done, policyPoints{c, points})
	}
	return done, nil
}
