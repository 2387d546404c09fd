package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model/source"
)

// auditFormats are the writers behind --format.
var auditFormats = map[string]func(io.Writer, *analysis.Findings, report.Options) error{
	"text": report.AuditText, "markdown": report.AuditMarkdown, "json": report.AuditJSON,
}

func newAudit(t *terminal) *cobra.Command {
	var read readFlags
	var format string
	var all, ascii bool
	cmd := &cobra.Command{
		Use:   "audit PATH...",
		Short: "Compare what files claim with what their own figures give",
		Long: `Audit recomputes every claim of a result file that can be recomputed: medians,
sums, changes, criteria and decisions from its rows, peaks and windows from its
samples, outcomes from its stages, totals from its phases. Where request-results.csv
or system-metrics.csv lie beside a scale-out analysis, its rows are recomputed from
them, as scaledeck analyze would, as far as no request or sample is missing there.
Where only summary.csv or run-evidence.csv lie beside it, its rows are compared with
them by column name; that they equal a copy of themselves is no proof and has a
result of its own.

One line a claim: the result, where it stands, what it says, what was recomputed
and how. What does not agree is listed, what differs first; --all lists every claim,
and json always has them all.

It exits with 0 where nothing differs: claims that are ambiguous or cannot be
checked are listed and are no failure. It exits with 3 where a claim differs, and
with 4 where there is nothing to audit or a file could not be read.`,
		Example: `  scaledeck audit results/
  scaledeck audit results/multi-replica-scaling.json --all
  scaledeck audit results/ --format json | jq '.checks[] | select(.result == "differs")'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := auditFormats[format]
			if !ok {
				return usagef("--format %s: expected text, markdown or json", format)
			}
			f, err := readOnce(cmd, args, read)
			if err != nil {
				return err
			}
			ctx, cancel, stop := signals(cmd.Context())
			defer stop()
			defer cancel(nil)
			f, notes, err := withRequests(ctx, f, args)
			if err != nil {
				return err
			}
			for _, n := range slices.Concat(besideNotes(f), notes) {
				fmt.Fprintln(cmd.ErrOrStderr(), "scaledeck: "+n)
			}
			if err := write(cmd.OutOrStdout(), f, report.Options{Verbose: all, ASCII: ascii || !cmd.Flags().Changed("ascii") && t.plainLocale()}); err != nil {
				return fmt.Errorf("printing the audit: %w", err)
			}
			return auditError(f, args)
		},
	}
	read.register(cmd.Flags())
	cmd.Flags().StringVar(&format, "format", "text", "text, markdown or json")
	cmd.Flags().BoolVar(&all, "all", false, "list the claims that agree too")
	asciiFlag(cmd.Flags(), &ascii)
	return cmd
}

// besideNotes says which tables beside the files could not be read.
func besideNotes(f *analysis.Findings) []string {
	var notes []string
	for i := range f.Snap.Files {
		if b := f.Snap.Files[i].Beside; b != nil {
			for _, issue := range b.Issues {
				if s := issue.String(); !slices.Contains(notes, s) {
					notes = append(notes, s)
				}
			}
		}
	}
	return notes
}

// readOnce reads the paths and judges what is there.
func readOnce(cmd *cobra.Command, paths []string, read readFlags) (*analysis.Findings, error) {
	from, err := read.source(paths)
	if err != nil {
		return nil, err
	}
	if err := anyExists(from.Paths); err != nil {
		return nil, err
	}
	o, err := read.judge()
	if err != nil {
		return nil, err
	}
	snap, err := source.Read(cmd.Context(), from)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", strings.Join(from.Paths, ", "), err)
	}
	return analysis.Judge(snap, o), nil
}

// auditError returns the error that carries the code of an audit.
func auditError(f *analysis.Findings, paths []string) error {
	differs := func(c analysis.Check) bool { return c.Result == analysis.Differs }
	unread := func(fd analysis.Finding) bool { return fd.Kind == analysis.KindFile }
	switch {
	case slices.ContainsFunc(f.Checks, differs):
		return &exitError{code: exitFail}
	case len(f.Checks) == 0:
		return &exitError{code: exitUndecided, err: fmt.Errorf("nothing to audit in %s", strings.Join(paths, ", "))}
	case slices.ContainsFunc(f.List, unread):
		return &exitError{code: exitUndecided}
	}
	return nil
}
