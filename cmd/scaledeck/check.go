package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/model/source"
	"scaledeck/model/text"
)

// checkFlags say how a check is made.
type checkFlags struct {
	format   string
	wait     bool
	timeout  time.Duration
	baseline string
	ascii    bool // text without a byte over 0x7f
}

func newCheck(t *terminal) *cobra.Command {
	var read readFlags
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check PATH...",
		Short: "Judge results for a pipeline: the exit code is the verdict",
		Long: `Check judges the results in the paths and prints the verdict on the first line,
then one line of reason a finding, the worst first.

Exit codes:
  0  every gate passed, or only warned
  1  scaledeck itself failed
  2  wrong use: flags, a path that does not exist, a policy with a mistake
  3  a gate failed
  4  undecided: evidence is missing or still coming, or no gate was applied
128+n  ended by signal n

--wait follows the paths, which need not be there yet, until the verdict is final:
everything passed, or a gate failed in a file that is complete. What is undecided
may be completed, so it is waited for. When the timeout passes first the verdict
is that of the moment, and a sentence on stderr says so.

--baseline compares the topologies of a scale-out analysis with the baseline of
another one, by the same rules. Rules that count the baseline's own figure for
every topology (non-200 responses, restarts) judge the paths' own topologies only:
what the other file has of them is reported and not judged. Other results have no baseline to exchange: a
canary is measured beside its own, and timelines are judged by absolute limits.`,
		Example: `  scaledeck check results/
  scaledeck check results/ --policy fleet.yaml --format junit > gates.xml
  scaledeck check out/ --wait --timeout 30m
  scaledeck check new/scaling.json --baseline last-week/scaling.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("check: no path: expected one or more files or directories")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("timeout") && !flags.wait {
				return usagef("--timeout %v: expected --wait too", flags.timeout)
			}
			flags.ascii = flags.ascii || !cmd.Flags().Changed("ascii") && t.plainLocale()
			return check(cmd, args, read, flags)
		},
	}
	read.register(cmd.Flags())
	cmd.Flags().StringVar(&flags.format, "format", "text", "text, json, markdown or junit")
	cmd.Flags().BoolVar(&flags.wait, "wait", false, "follow the paths until the verdict is final")
	cmd.Flags().DurationVar(&flags.timeout, "timeout", 10*time.Minute, "longest time that --wait takes")
	cmd.Flags().StringVar(&flags.baseline, "baseline", "", "compare scale-outs with the baseline of this `FILE`")
	asciiFlag(cmd.Flags(), &flags.ascii)
	return cmd
}

// check judges the paths, prints the verdict and returns it as an exit code.
func check(cmd *cobra.Command, paths []string, read readFlags, flags checkFlags) error {
	write, ok := formats[flags.format]
	if !ok {
		return usagef("--format %s: expected text, json, markdown or junit", flags.format)
	}
	if flags.format == "text" {
		write = report.Brief
	}
	if flags.timeout <= 0 {
		return usagef("--timeout %v: expected more than zero", flags.timeout)
	}
	from, err := read.source(paths)
	if err != nil {
		return err
	}
	if !flags.wait {
		if err := allExist(from.Paths); err != nil {
			return err
		}
	}
	judge, err := read.judge()
	if err != nil {
		return err
	}
	ctx, cancel, stop := signals(cmd.Context())
	defer stop()
	defer cancel(nil)
	if judge.Reference, err = readReference(ctx, flags.baseline, from); err != nil {
		return orSignal(ctx, err)
	}
	f, late, err := judged(ctx, from, judge, flags)
	if err != nil {
		return orSignal(ctx, err)
	}
	if judge.Reference != nil && len(f.Of(analysis.KindScaleOut)) == 0 && !flags.wait {
		return usagef("--baseline %s: there is no scale-out analysis in %s to compare with it; a canary is measured beside its own baseline and a timeline has none", flags.baseline, strings.Join(paths, ", "))
	}
	if err := write(cmd.OutOrStdout(), f, report.Options{ASCII: flags.ascii}); err != nil {
		return fmt.Errorf("printing the verdict: %w", err)
	}
	return checkError(f, paths, flags, late)
}

// judged returns the findings to report: those of now, or with --wait the first
// that are final. late tells that they are not.
func judged(ctx context.Context, from source.Options, judge analysis.Options, flags checkFlags) (f *analysis.Findings, late bool, err error) {
	if flags.wait {
		f, err = waitFinal(ctx, from, judge, flags.timeout)
		if f != nil || err != nil {
			return f, false, err
		}
		late = true
	}
	snap, err := source.Read(ctx, from)
	if err != nil {
		return nil, late, fmt.Errorf("reading %s: %w", strings.Join(from.Paths, ", "), err)
	}
	f = analysis.Judge(snap, judge)
	return f, late && !final(f), nil
}

// checkError returns the verdict as an exit code, with a sentence where the
// report does not say what is missing.
func checkError(f *analysis.Findings, paths []string, flags checkFlags, late bool) error {
	where := strings.Join(paths, ", ")
	undecided := func(format string, args ...any) error {
		return &exitError{code: exitUndecided, err: fmt.Errorf(format, args...)}
	}
	switch code := report.ExitCode(f.Verdict); {
	case code == report.ExitFail:
		return verdictError(f.Verdict)
	case late:
		return undecided("no final verdict on %s after %v", where, flags.timeout)
	case nothing(f):
		return nothingError(f, where)
	case code == report.ExitPass && !f.Gated():
		return undecided("no gate was applied to %s: the policy has none for what is in it", where)
	default:
		return verdictError(f.Verdict)
	}
}

// orSignal returns the signal that ended ctx, where one did, instead of err.
func orSignal(ctx context.Context, err error) error {
	var sig signalError
	if errors.As(context.Cause(ctx), &sig) {
		return sig
	}
	return err
}

// allExist refuses a path that is not there: a pipeline that names the wrong
// one must not be told of the others only.
func allExist(paths []string) error {
	for _, p := range paths {
		if _, err := os.Stat(p); errors.Is(err, fs.ErrNotExist) {
			return usagef("%w; --wait waits for it", err)
		}
	}
	return nil
}

// readReference returns the baseline of another file, nil for no name.
func readReference(ctx context.Context, name string, like source.Options) (*analysis.Reference, error) {
	if name == "" {
		return nil, nil
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--baseline %s: no such file", name) // which --wait does not wait for
	}
	like.Paths = []string{name}
	snap, err := source.Read(ctx, like)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	var docs []*model.Document
	for _, f := range snap.Files {
		if f.Doc != nil && f.Doc.ScaleOut != nil {
			docs = append(docs, f.Doc)
		}
	}
	if len(docs) != 1 {
		return nil, usagef("--baseline %s: %d scale-out analyses in it: expected one", name, len(docs))
	}
	named := *docs[0]
	named.File = text.Name(name)
	ref, err := analysis.NewReference(&named)
	if err != nil {
		return nil, usagef("--baseline %s: %w", name, err)
	}
	return ref, nil
}
