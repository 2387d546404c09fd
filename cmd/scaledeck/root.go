package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"scaledeck/model/source"
	"scaledeck/model/text"
	"scaledeck/tui"
)

// run is the whole command; it returns the exit code.
func run(args []string, stdin, stdout, stderr *os.File) int {
	root := newRoot(&terminal{in: stdin, out: stdout, lookup: os.LookupEnv})
	out := &checkedWriter{w: stdout}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.Execute()
	if err == nil && out.err != nil {
		err = fmt.Errorf("printing: %w", out.err)
	}
	code, show := exitCode(err)
	if show {
		// An error's text can carry a file's name: it is cleaned like any other.
		fmt.Fprintln(stderr, "scaledeck: "+text.Clean(plain(err)))
	}
	// Where it broke: the terminal is restored by now.
	if broke := (*source.PanicError)(nil); errors.As(err, &broke) {
		fmt.Fprintf(stderr, "%s\n", broke.Stack)
	}
	if broke := (*tui.PanicError)(nil); errors.As(err, &broke) {
		fmt.Fprintf(stderr, "%s\n", broke.Stack)
	}
	return code
}

// checkedWriter remembers the first error of writing: cobra prints its help
// without looking at any.
type checkedWriter struct {
	w   io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

const rootLong = `scaledeck shows, judges and replays the results of LLM-inference fleets:
scale-out comparisons, autoscaling timelines, canary rollouts and cold starts.

In a terminal it opens a console on the files and follows them as they change;
when its output is no terminal it prints a plain report. Without a path it looks
at the current directory. scaledeck demo needs no files at all.

A path of replay:FILE plays the timelines of a file as if they were measured now,
such as the answer of Prometheus to a range query; --pace 10 plays ten times as
fast. Commands that print read all of it at once.`

const rootExample = `  scaledeck results/                    open the console, follow the files
  scaledeck results/ | less             the plain report
  scaledeck report results/ --format json
  scaledeck results/ --screen replay --at 80s --play --speed 8
  scaledeck replay:query-range.json --pace 10
  scaledeck demo`

// newRoot returns the command with all its subcommands.
func newRoot(t *terminal) *cobra.Command {
	var show showFlags
	var read readFlags
	root := &cobra.Command{
		Use:               "scaledeck [PATH...]",
		Short:             "A terminal operations console for LLM-inference fleets",
		Long:              rootLong,
		Example:           rootExample,
		Version:           version(),
		Args:              pathsOrCommand,
		PersistentPreRunE: noEmptyFlags,
		SilenceErrors:     true,
		SilenceUsage:      true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !t.interactive() {
				// A wrong flag of the console is wrong here too.
				if _, err := show.options(t); err != nil {
					return err
				}
				out := outputFlags{format: "text", ascii: show.ascii, set: show.set}
				return printReport(cmd, t, args, &read, &out, reportOptions{})
			}
			return openConsole(cmd, t, args, &read, show)
		},
	}
	root.SetVersionTemplate("scaledeck {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	read.register(root)
	show.register(root)
	root.AddCommand(newReport(t), newDemo(t), newSim(t), newAnalyze(t), newAudit(t), newCompare(t), newCheck(t), newPolicy(), newMan())
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			completionArgs(cmd)
		}
	}
	root.SetHelpCommand(newHelp())
	root.SetUsageFunc(usage)
	return root
}

// completionArgs gives cobra's own commands the checks that ours have.
func completionArgs(cmd *cobra.Command) {
	cmd.Args = noArgs
	if !cmd.Runnable() {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	for _, sub := range cmd.Commands() {
		completionArgs(sub)
	}
}

// version returns the version that the build recorded: the module's, or the
// commit and whether the tree had changes.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v, rev, dirty := info.Main.Version, "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			rev = s.Value[:min(len(s.Value), 12)]
		case "vcs.modified":
			if s.Value == "true" {
				dirty = ", with local changes"
			}
		}
	}
	if v == "" || v == "(devel)" {
		v = "development build"
	}
	if rev != "" {
		return fmt.Sprintf("%s (%s%s, %s)", v, rev, dirty, info.GoVersion)
	}
	return fmt.Sprintf("%s (%s)", v, info.GoVersion)
}
