package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/model/text"
)

// compareForms are the forms of a comparison.
var compareForms = forms[*analysis.Compared]{
	{"text", report.CompareText}, {"markdown", report.CompareMarkdown}, {"json", report.CompareJSON},
}

func newCompare(t *terminal) *cobra.Command {
	var read readFlags
	var out outputFlags
	var width int
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Put two result files side by side",
		Long: `Compare matches what two files, or two directories with one file of a kind each,
both hold: topologies by their number of replicas, autoscaling timelines by
policy, canary rollouts by build, cold starts by profile. For every figure it
gives both medians with their repeats, the difference and a word: better, worse,
within noise, no change, higher or lower, with the reason for it. A difference that
cannot be judged has no word. What only one side has is listed.

It exits with 0 when the comparison was made, whatever it says, and with 4 where
the two have nothing in common.`,
		Example: `  scaledeck compare last-week.json today.json
  scaledeck compare before/ after/ --format markdown`,
		Args: pathArgs(2, 2, "two files or directories"),
		RunE: func(cmd *cobra.Command, args []string) error {
			write, err := writer(&out, compareForms)
			if err != nil {
				return err
			}
			if width < 0 {
				return usagef("--width %d: expected zero or more", width)
			}
			if args[0] == dash && args[1] == dash {
				return usagef("both sides are standard input: expected a file or directory as one of them")
			}
			var sides [2]*analysis.Findings
			for i, path := range args {
				if sides[i], err = readSide(cmd, t, path, &read); err != nil {
					return err
				}
			}
			c := analysis.Compare(text.Name(args[0]), text.Name(args[1]), sides[0].List, sides[1].List)
			if c.Empty() {
				return undecidedf("%s and %s have nothing in common to compare%s", args[0], args[1], apart(c))
			}
			if err := write(cmd.OutOrStdout(), c, report.Options{Width: width, ASCII: out.plain(t)}); err != nil {
				return fmt.Errorf("printing the comparison: %w", err)
			}
			return nil
		},
	}
	read.register(cmd)
	out.register(cmd, compareForms.names())
	cmd.Flags().IntVar(&width, "width", 0, "break text at this many `CELLS`; 0 leaves lines as long as they are")
	return cmd
}

// readSide reads one side of a comparison, which must hold one document of a
// kind at most and none that cannot be read.
func readSide(cmd *cobra.Command, t *terminal, path string, read *readFlags) (*analysis.Findings, error) {
	o, err := read.open(t, []string{path}, everyPath, "")
	if err != nil {
		return nil, err
	}
	f, err := o.read(cmd.Context())
	if err != nil {
		return nil, err
	}
	if err := analysis.OneOfEach(f.List); err != nil {
		return nil, usagef("%s: %w", path, err)
	}
	for _, fd := range f.List {
		if fd.Kind == analysis.KindFile {
			fmt.Fprintln(cmd.ErrOrStderr(), "scaledeck: not compared: "+model.Issue{File: fd.File.Name, Message: fd.Why}.String())
		}
	}
	return f, nil
}

// apart says what each side holds, so that the reader sees why nothing matched.
func apart(c *analysis.Compared) string {
	if len(c.OnlyA)+len(c.OnlyB) == 0 {
		return ""
	}
	return fmt.Sprintf(": A has %s, B has %s", orNothing(c.OnlyA), orNothing(c.OnlyB))
}

func orNothing(list []string) string {
	const most = 4
	switch {
	case len(list) == 0:
		return "nothing"
	case len(list) > most:
		return strings.Join(list[:most], ", ") + fmt.Sprintf(" and %d more", len(list)-most)
	}
	return strings.Join(list, ", ")
}
