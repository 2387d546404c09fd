package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"time"

	"github.com/spf13/cobra"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/model/source"
	"scaledeck/model/text"
)

// checkForms are the forms of a verdict.
var checkForms = forms[*analysis.Findings]{
	{"text", report.Brief}, {"json", report.JSON}, {"markdown", report.Markdown}, {"junit", report.JUnit},
}

// checkFlags say how a check is made.
type checkFlags struct {
	wait     bool
	timeout  time.Duration
	baseline string
}

func newCheck(t *terminal) *cobra.Command {
	var read readFlags
	var out outputFlags
	var flags checkFlags
	cmd := &cobra.Command{
		Use:   "check PATH...",
		Short: "Judge results for a pipeline: the exit code is the verdict",
		Long: `Check judges the results in the paths and prints the verdict on the first line,
then one line for each finding with the reason, the worst first.

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
canary has its own, and timelines are judged by absolute limits.`,
		Example: `  scaledeck check results/
  scaledeck check results/ --policy fleet.yaml --format junit > gates.xml
  scaledeck check out/ --wait --timeout 30m
  scaledeck check new/scaling.json --baseline last-week/scaling.json`,
		Args: pathArgs(1, math.MaxInt, "one or more files or directories"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("timeout") && !flags.wait {
				return usagef("--timeout %v: expected --wait too", flags.timeout)
			}
			if flags.timeout <= 0 {
				return usagef("--timeout %v: expected more than zero", flags.timeout)
			}
			return flags.job(&out).run(cmd, t, &read, args)
		},
	}
	read.register(cmd)
	out.register(cmd, checkForms.names())
	out.registerSchema(cmd)
	cmd.Flags().BoolVar(&flags.wait, "wait", false, "follow the paths until the verdict is final")
	cmd.Flags().DurationVar(&flags.timeout, "timeout", 10*time.Minute, "longest time that --wait takes")
	cmd.Flags().StringVar(&flags.baseline, "baseline", "", "compare scale-outs with the baseline of this `FILE`")
	return cmd
}

// job returns the check as a job: its findings are those of now, or with --wait
// the first that are final.
func (c checkFlags) job(out *outputFlags) job {
	late := false
	j := job{out: out, forms: checkForms, hint: " (use --wait to wait for it)"}
	if c.wait {
		j.need = noPath
	}
	j.find = func(ctx context.Context, o *opened) (f *analysis.Findings, err error) {
		if o.judge.Reference, err = readReference(ctx, c.baseline, o.from); err != nil {
			return nil, err
		}
		if f, late, err = c.judged(ctx, o); err != nil {
			return nil, err
		}
		if c.baseline != "" && len(f.Of(analysis.KindScaleOut)) == 0 && !c.wait {
			return nil, usagef("--baseline %s: there is no scale-out analysis in %s to compare with it; a canary has its own baseline and a timeline has none", c.baseline, o.where)
		}
		return f, nil
	}
	j.code = func(o *opened, f *analysis.Findings) error { return c.code(f, o.where, late) }
	return j
}

// judged returns the findings to report. late says that they are not final though
// they were waited for.
func (c checkFlags) judged(ctx context.Context, o *opened) (f *analysis.Findings, late bool, err error) {
	if c.wait {
		if f, late, err = waitFinal(ctx, o, c.timeout); err != nil || !late {
			return f, false, err
		}
		if f != nil && playing(f) {
			return f, true, nil
		}
	}
	f, err = o.read(ctx)
	return f, err == nil && c.wait && !final(f), err
}

// code returns the verdict as an exit code, with a sentence where the report does
// not say what is missing.
func (c checkFlags) code(f *analysis.Findings, where string, late bool) error {
	switch code := report.ExitCode(f.Verdict); {
	case code == report.ExitFail:
		return verdictError(f.Verdict)
	case late:
		return undecidedf("no final verdict on %s after %v", where, c.timeout)
	case nothing(f):
		return nothingError(f, where)
	case code == report.ExitPass && !f.Gated():
		return undecidedf("no gate was applied to %s: the policy has none for what is in it", where)
	default:
		return verdictError(f.Verdict)
	}
}

// readReference returns the baseline of another file, nil for no name.
func readReference(ctx context.Context, name string, like source.Options) (*model.Document, error) {
	if name == "" {
		return nil, nil
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--baseline %s: there is no such file", name) // which --wait does not wait for
	}
	snap, err := source.Read(ctx, []string{name}, like)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	var docs []*model.Document
	for _, f := range snap.Files {
		if f.Doc != nil && f.Doc.Comparison() != nil {
			docs = append(docs, f.Doc)
		}
	}
	if len(docs) != 1 {
		return nil, usagef("--baseline %s: %d scale-out analyses in it: expected one", name, len(docs))
	}
	named := *docs[0]
	named.File = text.Name(name)
	if err := analysis.CheckReference(&named); err != nil {
		return nil, usagef("--baseline %s: %w", name, err)
	}
	return &named, nil
}
