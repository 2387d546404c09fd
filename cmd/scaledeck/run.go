package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model/source"
)

// form is one way to print a T, under its name for --format.
type form[T any] struct {
	name  string
	write func(io.Writer, T, report.Options) error
}

// forms are the ways in which a command prints, the default first.
type forms[T any] []form[T]

func (all forms[T]) names() []string {
	var names []string
	for _, f := range all {
		names = append(names, f.name)
	}
	return names
}

// outputFlags say how a command prints.
type outputFlags struct {
	format string
	ascii  bool // text without a byte over 0x7f
	schema int  // of JSON reports

	set *pflag.FlagSet
}

func (o *outputFlags) register(cmd *cobra.Command, formats []string) {
	o.set = cmd.Flags()
	group(o.set, "Output", func() {
		formatFlag(cmd, &o.format, formats)
		o.set.BoolVar(&o.ascii, "ascii", false, "write text in ASCII only; without the flag a locale that is not UTF-8 decides")
	})
}

// registerSchema adds --schema, for commands that print reports.
func (o *outputFlags) registerSchema(cmd *cobra.Command) {
	group(o.set, "Output", func() {
		o.set.IntVar(&o.schema, "schema", 1, "schema of JSON: 1, or 2, which has the same fields for every kind")
	})
	complete(cmd, "schema", []string{"1", "2"})
}

// formatFlag is --format of every command that prints, its first form the default.
func formatFlag(cmd *cobra.Command, format *string, formats []string) {
	cmd.Flags().StringVar(format, "format", formats[0], list(formats))
	complete(cmd, "format", formats)
}

// plain reports whether text is written in ASCII.
func (o *outputFlags) plain(t *terminal) bool {
	return o.ascii || !o.set.Changed("ascii") && t.plainLocale()
}

// writer returns the form that --format names.
func writer[T any](o *outputFlags, all forms[T]) (func(io.Writer, T, report.Options) error, error) {
	for _, f := range all {
		if f.name == o.format {
			return f.write, nil
		}
	}
	return nil, usagef("--format %s: expected %s", o.format, list(all.names()))
}

// list joins names as a sentence does: "text, json or csv".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// dash is the path that means standard input.
const dash = "-"

// presence says which of the paths must exist when a command starts.
type presence uint8

const (
	everyPath presence = iota
	onePath            // the console waits for the others
	noPath             // --wait waits for all of them
)

// opened is what a command reads and the options it judges with.
type opened struct {
	targets []string
	from    source.Options
	judge   analysis.Options
	where   string // the targets, for messages
}

// open checks the paths, the current directory where there are none, and reads the
// policy. It is the one place where the arguments of a command become a source.
func (r *readFlags) open(t *terminal, paths []string, need presence, hint string) (*opened, error) {
	from, err := r.source()
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	o := &opened{targets: paths, from: from, where: strings.Join(paths, ", ")}
	switch stdin := slices.Contains(paths, dash); {
	case stdin && len(paths) > 1:
		return nil, usagef("- is standard input: expected no other path with it")
	case stdin && need != everyPath:
		return nil, usagef("- is standard input, which cannot be followed: expected files or directories")
	case stdin:
		o.from.Input, o.where = t.in, source.InputName
	default:
		if err := present(paths, need, hint); err != nil {
			return nil, err
		}
	}
	if o.judge, err = r.judge(); err != nil {
		return nil, err
	}
	return o, nil
}

// read judges what the paths hold now.
func (o *opened) read(ctx context.Context) (*analysis.Findings, error) {
	snap, err := source.Read(ctx, o.targets, o.from)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", o.where, err)
	}
	return analysis.Judge(snap, o.judge), nil
}

// watch follows the paths.
func (o *opened) watch(ctx context.Context) (source.Source, error) {
	w, err := source.Open(ctx, o.targets, o.from)
	if err != nil {
		return nil, fmt.Errorf("following %s: %w", o.where, err)
	}
	return w, nil
}

// job is one run of a command that judges files and prints what it found.
type job struct {
	out   *outputFlags
	forms forms[*analysis.Findings]
	need  presence
	hint  string // what to do about a path that does not exist
	print report.Options
	// find returns the findings to print; nil reads the paths once.
	find func(context.Context, *opened) (*analysis.Findings, error)
	// code turns what was printed into an exit code.
	code func(*opened, *analysis.Findings) error
}

// run opens the paths, judges them, prints the findings and returns the exit code
// as an error.
func (j job) run(cmd *cobra.Command, t *terminal, read *readFlags, paths []string) error {
	write, err := writer(j.out, j.forms)
	if err != nil {
		return err
	}
	if j.out.schema < 0 || j.out.schema > 2 || j.out.schema == 0 && j.out.set.Changed("schema") {
		return usagef("--schema %d: expected 1 or 2", j.out.schema)
	}
	o, err := read.open(t, paths, j.need, j.hint)
	if err != nil {
		return err
	}
	ctx, _, stop := signals(cmd.Context())
	defer stop()
	if j.find == nil {
		j.find = func(ctx context.Context, o *opened) (*analysis.Findings, error) { return o.read(ctx) }
	}
	f, err := j.find(ctx, o)
	if err != nil {
		return orSignal(ctx, err)
	}
	j.print.ASCII, j.print.Schema = j.out.plain(t), j.out.schema
	if err := write(cmd.OutOrStdout(), f, j.print); err != nil {
		return fmt.Errorf("printing as %s: %w", j.out.format, err)
	}
	return j.code(o, f)
}

// orSignal returns the signal that ended ctx, where one did, instead of err.
func orSignal(ctx context.Context, err error) error {
	var sig signalError
	if errors.As(context.Cause(ctx), &sig) {
		return sig
	}
	return err
}

// present refuses paths that do not exist: a mistyped name must not
// look like a result.
func present(paths []string, need presence, hint string) error {
	var gone []string
	for _, p := range paths {
		file := source.File(p)
		if _, err := os.Stat(file); file != "" && errors.Is(err, fs.ErrNotExist) {
			gone = append(gone, file)
		}
	}
	switch {
	case need == noPath || len(gone) == 0 || need == onePath && len(gone) < len(paths):
		return nil
	default:
		return usagef("%s does not exist%s", gone[0], hint)
	}
}

// undecidedf returns an error that ends the command as undecided.
func undecidedf(format string, args ...any) error {
	return &exitError{code: exitUndecided, err: fmt.Errorf(format, args...)}
}

// nothingError says why there was nothing to judge: files that cannot be read are
// not the same as no files.
func nothingError(f *analysis.Findings, where string) error {
	switch n := len(f.List); {
	case n == 1:
		return undecidedf("nothing could be read: %s: %s", f.List[0].File.Name, f.List[0].Why)
	case n > 1:
		return undecidedf("nothing could be read: %s: %s; and %d more", f.List[0].File.Name, f.List[0].Why, n-1)
	case len(f.Snap.Files) > 0:
		return undecidedf("nothing to judge: %s", report.Unfound(f))
	default:
		return undecidedf("nothing to judge in %s; scaledeck demo shows an example", where)
	}
}

// nothing reports whether no file held anything that scaledeck knows.
func nothing(f *analysis.Findings) bool {
	for _, file := range f.Snap.Files {
		if !file.Doc.Empty() {
			return false
		}
	}
	return true
}
