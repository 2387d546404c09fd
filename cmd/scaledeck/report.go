package main

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
)

// reportForms are the forms of a report.
var reportForms = forms[*analysis.Findings]{
	{"text", report.Text}, {"markdown", report.Markdown}, {"json", report.JSON}, {"junit", report.JUnit},
}

func newReport(t *terminal) *cobra.Command {
	var read readFlags
	var out outputFlags
	var exitCode, verbose bool
	cmd := &cobra.Command{
		Use:   "report [PATH...]",
		Short: "Print what was found, and leave",
		Long: `Report prints every finding with its gates, limits, figures and margins, then
every issue. It exits with 0 when the report was made, whatever it says, and with
4 when there was nothing to judge; with --exit-code the code is the verdict: 0 pass,
3 a gate failed, 4 undecided. A path of - is standard input.`,
		Example: `  scaledeck report results/
  scaledeck report results/ --format json | jq .verdict
  scaledeck report results/ --format markdown > incident.md`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return printReport(cmd, t, args, &read, &out, reportOptions{exitCode: exitCode, verbose: verbose})
		},
	}
	read.register(cmd)
	out.register(cmd, reportForms.names())
	out.registerSchema(cmd)
	cmd.Flags().BoolVar(&exitCode, "exit-code", false, "exit with the verdict's code")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "every check of every claim too")
	return cmd
}

// demoHint ends messages about a path that is not there: new users type the
// commands of the README.
const demoHint = "; scaledeck demo shows an example"

// reportOptions are what a report takes besides its form.
type reportOptions struct {
	exitCode bool // the verdict decides the exit code
	verbose  bool // with every check
}

// printReport reads the paths once and prints what was found.
func printReport(cmd *cobra.Command, t *terminal, paths []string, read *readFlags, out *outputFlags, o reportOptions) error {
	return job{out: out, forms: reportForms, hint: demoHint, print: report.Options{Verbose: o.verbose}, code: func(at *opened, f *analysis.Findings) error {
		switch {
		case nothing(f):
			return nothingError(f, at.where)
		case o.exitCode:
			return verdictError(f.Verdict)
		}
		return nil
	}}.run(cmd, t, read, paths)
}

// writeReportFile writes the findings as Markdown to a new file in the current
// directory and returns its name.
func writeReportFile(f *analysis.Findings) (name string, err error) {
	at := f.Snap.At
	if at.IsZero() {
		at = time.Now()
	}
	return writeNew("scaledeck-report-"+stamped(at), ".md", func(w io.Writer) error {
		return report.Markdown(w, f, report.Options{})
	})
}

// demoSnapshot is a snapshot of documents that were computed, not read.
func demoSnapshot(now time.Time, files ...model.File) *model.Snapshot {
	return &model.Snapshot{Seq: 1, At: now, Label: "demo", Files: files, Feeds: []model.Feed{{Name: "demo", Last: now}}}
}
