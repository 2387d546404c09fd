package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"scaledeck/analysis/requests"
	"scaledeck/model"
	"scaledeck/model/text"
)

// analyzeFlags say how evidence is read and where the analysis goes.
type analyzeFlags struct {
	out       string
	force     bool
	window    string
	duration  string
	premium   string
	standard  string
	malformed string
	partial   bool
	quiet     bool
}

func newAnalyze(*terminal) *cobra.Command {
	var flags analyzeFlags
	cmd := &cobra.Command{
		Use:   "analyze DIR",
		Short: "Compute a scale-out analysis from a directory of evidence",
		Long: `Analyze reads the raw results of a scale-out benchmark, request-results.csv and
the files next to it (run-config.json, system-metrics.csv, traffic-samples.csv,
run-evidence.csv, summary.csv), and prints the analysis of them as JSON: one row
a run, one topology a number of replicas, and the decision. Files are known by
their columns, not by their names.

A figure that the evidence does not give is null, never 0: so is everything that a
row could change which is missing or cannot be read, and a percentile of fewer
requests than it needs, 20 for p95 and 100 for p99. What was used, what is missing
and which rows are malformed goes to standard error; what was taken from
summary.csv or run-evidence.csv instead of computed is also listed in claim_boundary.

The exit code is 0 when the analysis was made, whatever it says, 2 when no request
is of a tenant that was named, and 4 when the evidence does not allow an analysis;
scaledeck report on the written file gives the verdict.`,
		Example: `  scaledeck analyze evidence/ --out results/scaling.json
  scaledeck analyze evidence/ --window 100s..190s --duration 270s
  scaledeck analyze evidence/ --premium realtime-chat --standard batch`,
		Args: pathArgs(1, 1, "one directory of evidence"),
		RunE: func(cmd *cobra.Command, args []string) error { return analyze(cmd, args[0], flags) },
	}
	f := cmd.Flags()
	f.StringVarP(&flags.out, "out", "o", "", "write the analysis to `FILE` instead of printing it; never over a file")
	f.BoolVar(&flags.force, "force", false, "with --out, write over a file")
	f.StringVar(&flags.window, "window", "", "burst window on the traffic clock, `START..END` such as 100s..190s, instead of the configuration's")
	f.StringVar(&flags.duration, "duration", "", "length of a run, such as 270s, instead of the configuration's")
	f.StringVar(&flags.premium, "premium", "", "premium `TENANT`; without it the one of the highest priority")
	f.StringVar(&flags.standard, "standard", "", "standard `TENANT`; without it the one of the next priority")
	f.StringVar(&flags.malformed, "max-malformed", "", "refuse a file with more malformed rows than this `LIMIT`, such as 50 or 0.5%; without it 1000 rows and 1%")
	f.BoolVar(&flags.partial, "partial", false, "give figures even of runs that are known to be incomplete")
	f.BoolVarP(&flags.quiet, "quiet", "q", false, "warnings only on standard error")
	return cmd
}

// options returns the options for package requests.
func (a *analyzeFlags) options() (requests.Options, error) {
	o := requests.Options{Premium: a.premium, Standard: a.standard, Partial: a.partial}
	if a.window != "" {
		from, to, ok := strings.Cut(a.window, "..")
		start, err1 := parseClock(from)
		end, err2 := parseClock(to)
		if !ok || err1 != nil || err2 != nil || start >= end {
			return o, usagef("--window %s: expected START..END such as 100s..190s", a.window)
		}
		o.WindowStart, o.WindowEnd = start, end
	}
	if a.duration != "" {
		seconds, err := parseClock(a.duration)
		if err != nil || seconds <= 0 {
			return o, usagef("--duration %s: expected a length over zero such as 270s", a.duration)
		}
		o.Duration = seconds
	}
	if a.premium != "" && a.premium == a.standard {
		return o, usagef("--premium %s --standard %s: expected two tenants", a.premium, a.standard)
	}
	if a.force && a.out == "" {
		return o, usagef("--force: expected with --out")
	}
	if a.malformed != "" {
		number, percent := strings.CutSuffix(a.malformed, "%")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || !(v >= 0) || percent && v > 100 || !percent && (v != math.Trunc(v) || v > math.MaxInt32) {
			return o, usagef("--max-malformed %s: expected a number of rows such as 50, or a share such as 0.5%%", a.malformed)
		}
		// Only the limit that is given holds; none at all is a negative number there.
		switch {
		case percent:
			o.MaxMalformed, o.MaxMalformedShare = math.MaxInt, orNone(v/100)
		default:
			o.MaxMalformed, o.MaxMalformedShare = int(orNone(v)), 1
		}
	}
	return o, nil
}

// orNone returns −1 for zero, which the options would take for their default.
func orNone(v float64) float64 {
	if v == 0 {
		return -1
	}
	return v
}

// analyze reads the evidence and writes the analysis.
func analyze(cmd *cobra.Command, dir string, flags analyzeFlags) error {
	o, err := flags.options()
	if err != nil {
		return err
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return usagef("%s does not exist", dir)
	case err != nil:
		return err
	case !info.IsDir():
		return usagef("%s is a file: expected a directory of evidence", dir)
	}
	if _, err := os.Lstat(flags.out); flags.out != "" && !flags.force && err == nil {
		return existsError(flags.out) // before minutes of reading
	}
	ctx, _, stop := signals(cmd.Context())
	defer stop()
	result, err := requests.Analyze(ctx, dir, o)
	if err != nil {
		return analyzeError(ctx, dir, err)
	}
	var b bytes.Buffer
	if err := result.WriteJSON(&b); err != nil {
		return err
	}
	printNotes(cmd.ErrOrStderr(), result.Notes, flags.quiet)
	if flags.out == "" {
		_, err = cmd.OutOrStdout().Write(b.Bytes())
		return err
	}
	return writeAnalysis(ctx, flags.out, b.Bytes(), flags.force)
}

// analyzeError returns the error that carries the code of an analysis that was not
// made: evidence that does not allow one is not a failure of scaledeck.
func analyzeError(ctx context.Context, dir string, err error) error {
	var refused *requests.RefusedError
	var unfit *requests.UnfitError
	var tenant *requests.TenantError
	var span *requests.SpanError
	about := fmt.Errorf("analyzing %s: %w", dir, err)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &tenant):
		return usagef("--%s %s: %w", tenant.Class, tenant.Name, about)
	case errors.As(err, &span):
		return usagef("%w: expected --window or --duration to fit the run", span)
	case errors.As(err, &refused), errors.As(err, &unfit):
		return &exitError{code: exitUndecided, err: about}
	default:
		return about
	}
}

// printNotes prints one line a note, warnings first.
func printNotes(w io.Writer, notes []model.Issue, quiet bool) {
	for _, severity := range [...]model.Severity{model.Error, model.Warning, model.Note} {
		for _, n := range notes {
			if n.Severity == severity && (severity != model.Note || !quiet) {
				fmt.Fprintf(w, "%s: %s\n", severity, text.Clean(n.String()))
			}
		}
	}
}

func existsError(name string) error {
	return usagef("%s: file exists; --force writes over it", name)
}

// writeAnalysis writes a new file, or with force a file that replaces another.
func writeAnalysis(ctx context.Context, name string, data []byte, force bool) error {
	if force {
		return replaceFile(ctx, name, func(w io.Writer) error { _, err := w.Write(data); return err })
	}
	file, err := create(name)
	if errors.Is(err, os.ErrExist) {
		return existsError(name)
	}
	if err != nil {
		return fmt.Errorf("creating %s: %w", name, err)
	}
	_, err = file.Write(data)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", name, errors.Join(err, os.Remove(name)))
	}
	return nil
}
