package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model/source"
)

// auditForms are the forms of an audit.
var auditForms = forms[*analysis.Findings]{
	{"text", report.AuditText}, {"markdown", report.AuditMarkdown}, {"json", report.AuditJSON},
}

func newAudit(t *terminal) *cobra.Command {
	var read readFlags
	var out outputFlags
	var all bool
	cmd := &cobra.Command{
		Use:   "audit PATH...",
		Short: "Compare what files claim with what their own figures give",
		Long: `Audit recomputes every claim of a result file that can be recomputed: medians,
sums, changes, criteria and decisions from its rows, peaks and windows from its
samples, outcomes from its stages, totals from its phases. Where request-results.csv
or system-metrics.csv are next to a scale-out analysis, its rows are recomputed from
them, as scaledeck analyze would, as far as no request or sample is missing there.
Where only summary.csv or run-evidence.csv are next to it, its rows are compared with
them by column name; equality with a copy proves nothing and is reported as such.

One line for each claim: the result, its place, what it states, what was recomputed
and how. What does not agree is listed, what differs first; --all lists every claim,
and json always has them all.

It exits with 0 where nothing differs: claims that are ambiguous or cannot be
checked are listed and are no failure. It exits with 3 where a claim differs, and
with 4 where there is nothing to audit or a file could not be read.`,
		Example: `  scaledeck audit results/
  scaledeck audit results/multi-replica-scaling.json --all
  scaledeck audit results/ --format json | jq '.checks[] | select(.result == "differs")'`,
		Args: pathArgs(1, math.MaxInt, "one or more files or directories"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return job{
				out: &out, forms: auditForms, print: report.Options{Verbose: all},
				find: func(ctx context.Context, o *opened) (*analysis.Findings, error) {
					return audited(ctx, o, cmd.ErrOrStderr())
				},
				code: auditError,
			}.run(cmd, t, &read, args)
		},
	}
	read.register(cmd)
	out.register(cmd, auditForms.names())
	cmd.Flags().BoolVar(&all, "all", false, "list the claims that agree too")
	return cmd
}

// audited reads the paths, recomputes what their raw records allow, and says on
// stderr which records could not be used.
func audited(ctx context.Context, o *opened, stderr io.Writer) (*analysis.Findings, error) {
	f, err := o.read(ctx)
	if err != nil {
		return nil, err
	}
	var notes []string
	if paths := source.Paths(o.targets); len(paths) > 0 { // nothing else has a directory with raw records
		if f, notes, err = withRequests(ctx, f, paths); err != nil {
			return nil, err
		}
	}
	for _, n := range slices.Concat(evidenceNotes(f), notes) {
		fmt.Fprintln(stderr, "scaledeck: "+n)
	}
	return f, nil
}

// evidenceNotes says which tables next to the files could not be read.
func evidenceNotes(f *analysis.Findings) []string {
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

// auditError returns the error that carries the code of an audit.
func auditError(o *opened, f *analysis.Findings) error {
	differs := func(c analysis.Check) bool { return c.Result == analysis.Differs }
	unread := func(fd analysis.Finding) bool { return fd.Kind == analysis.KindFile }
	switch {
	case slices.ContainsFunc(f.Checks, differs):
		return &exitError{code: exitFail}
	case len(f.Checks) == 0:
		return undecidedf("nothing to audit in %s", o.where)
	case slices.ContainsFunc(f.List, unread):
		return &exitError{code: exitUndecided}
	}
	return nil
}
