package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagGroups are the headings under which help lists flags, in order. A flag without
// a heading is listed under the first.
var flagGroups = []string{"Flags", "Reading", "Judging", "Console", "Output", "Simulation"}

const groupKey = "group"

// group registers flags and puts them under a heading of the help.
func group(f *pflag.FlagSet, heading string, register func()) {
	before := make(map[string]bool)
	f.VisitAll(func(flag *pflag.Flag) { before[flag.Name] = true })
	register()
	f.VisitAll(func(flag *pflag.Flag) {
		if !before[flag.Name] {
			flag.Annotations = map[string][]string{groupKey: {heading}}
		}
	})
}

// complete gives a shell the values of a flag.
func complete(cmd *cobra.Command, flag string, values []string) {
	must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)))
}

// completeFiles gives a shell the files with one of the endings as values of a flag.
func completeFiles(cmd *cobra.Command, flag string, endings ...string) {
	must(cmd.MarkFlagFilename(flag, endings...))
}

// must panics: a flag that is completed before it is registered is a mistake of
// this package, which every run of it would show.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// usage prints how a command is called: examples, subcommands, and the flags
// under their headings.
func usage(cmd *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", cmd.CommandPath())
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s %s\n", cmd.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	for _, heading := range flagGroups {
		flags := pflag.NewFlagSet(heading, pflag.ContinueOnError)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if in := f.Annotations[groupKey]; slices.Contains(in, heading) || len(in) == 0 && heading == flagGroups[0] {
				flags.AddFlag(f)
			}
		})
		if flags.HasAvailableFlags() {
			fmt.Fprintf(&b, "\n%s:\n%s", heading, flags.FlagUsages())
		}
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s COMMAND --help says more about a command.\n", cmd.CommandPath())
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), b.String())
	return err
}

// newHelp is cobra's help command, but that it refuses a topic it does not have.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), args[0])
			}
			found.InitDefaultHelpFlag()
			found.InitDefaultVersionFlag()
			return found.Help()
		},
	}
}
