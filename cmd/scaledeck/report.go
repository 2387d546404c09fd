package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/model/source"
)

// reportFlags say how a report is printed.
type reportFlags struct {
	format   string
	exitCode bool
	verbose  bool
	ascii    bool // text without a byte over 0x7f
}

// formats are the writers behind --format.
var formats = map[string]func(io.Writer, *analysis.Findings, report.Options) error{
	"text": report.Text, "markdown": report.Markdown, "json": report.JSON, "junit": report.JUnit,
}

func newReport(t *terminal) *cobra.Command {
	var read readFlags
	var flags reportFlags
	cmd := &cobra.Command{
		Use:   "report [PATH...]",
		Short: "Print what was found, and leave",
		Long: `Report prints every finding with its gates, limits, figures and margins, then
every issue. It exits with 0 when the report was made, whatever it says, and with
4 where there was nothing to judge; --exit-code makes the code speak: 0 pass,
3 a gate failed, 4 undecided.`,
		Example: `  scaledeck report results/
  scaledeck report results/ --format json | jq .verdict
  scaledeck report results/ --format markdown > incident.md`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.ascii = flags.ascii || !cmd.Flags().Changed("ascii") && t.plainLocale()
			return printReport(cmd, args, read, flags)
		},
	}
	read.register(cmd.Flags())
	cmd.Flags().StringVar(&flags.format, "format", "text", "text, markdown, json or junit")
	cmd.Flags().BoolVar(&flags.exitCode, "exit-code", false, "exit with the verdict's code")
	cmd.Flags().BoolVarP(&flags.verbose, "verbose", "v", false, "every check of every claim too")
	asciiFlag(cmd.Flags(), &flags.ascii)
	return cmd
}

// asciiFlag is the flag of every command that prints plain text.
func asciiFlag(f *pflag.FlagSet, ascii *bool) {
	f.BoolVar(ascii, "ascii", false, "write text in ASCII only; without the flag a locale that is not UTF-8 decides")
}

// printReport reads the paths once and prints what was found.
func printReport(cmd *cobra.Command, paths []string, read readFlags, flags reportFlags) error {
	write, ok := formats[flags.format]
	if !ok {
		return usagef("--format %s: expected text, markdown, json or junit", flags.format)
	}
	from, err := read.source(paths)
	if err != nil {
		return err
	}
	if err := anyExists(from.Paths); err != nil {
		return err
	}
	judge, err := read.judge()
	if err != nil {
		return err
	}
	snap, err := source.Read(cmd.Context(), from)
	if err != nil {
		return fmt.Errorf("reading %s: %w", strings.Join(from.Paths, ", "), err)
	}
	f := analysis.Judge(snap, judge)
	if err := write(cmd.OutOrStdout(), f, report.Options{Verbose: flags.verbose, ASCII: flags.ascii}); err != nil {
		return fmt.Errorf("printing the report: %w", err)
	}
	if nothing(f) {
		return nothingError(f, strings.Join(from.Paths, ", "))
	}
	if flags.exitCode {
		return verdictError(f.Verdict)
	}
	return nil
}

// nothingError says why there was nothing to judge: files that are there and
// cannot be read are another thing than none.
func nothingError(f *analysis.Findings, where string) error {
	undecided := func(format string, args ...any) error {
		return &exitError{code: exitUndecided, err: fmt.Errorf(format, args...)}
	}
	switch n := len(f.List); {
	case n == 1:
		return undecided("nothing could be read: %s: %s", f.List[0].File.Name, f.List[0].Why)
	case n > 1:
		return undecided("nothing could be read: %s: %s; and %d more", f.List[0].File.Name, f.List[0].Why, n-1)
	case len(f.Snap.Files) > 0:
		return undecided("nothing to judge: %s", report.Unfound(f))
	default:
		return undecided("nothing to judge in %s; scaledeck demo shows an example", where)
	}
}

// nothing reports whether not one file held anything that scaledeck knows.
func nothing(f *analysis.Findings) bool {
	for _, file := range f.Snap.Files {
		if !file.Doc.Empty() {
			return false
		}
	}
	return true
}

// writeReportFile writes the findings as Markdown to a new file in the current
// directory and returns its name. It never replaces a file nor follows a link.
func writeReportFile(f *analysis.Findings) (name string, err error) {
	stamp := f.Snap.At
	if stamp.IsZero() {
		stamp = time.Now()
	}
	base := "scaledeck-report-" + stamp.UTC().Format("20060102-150405")
	for n := range 100 {
		name = base + ".md"
		if n > 0 {
			name = fmt.Sprintf("%s-%d.md", base, n)
		}
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("creating %s: %w", name, err)
		}
		if err := errors.Join(report.Markdown(file, f, report.Options{}), file.Close()); err != nil {
			return "", fmt.Errorf("writing %s: %w", name, err)
		}
		return filepath.Clean(name), nil
	}
	return "", fmt.Errorf("a hundred reports of %s are there already", base)
}

// demoSnapshot is a snapshot of documents that were computed, not read.
func demoSnapshot(now time.Time, files ...model.File) *model.Snapshot {
	return &model.Snapshot{Seq: 1, At: now, Label: "demo", Files: files, Watch: model.Watch{Mode: model.Static}}
}
