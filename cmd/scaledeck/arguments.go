package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scaledeck/model/text"
)

// pathArgs takes between low and high arguments, called what in messages.
func pathArgs(low, high int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < low || len(args) > high {
			return usagef("%s: expected %s, got %s", cmd.Name(), what, argumentCount(len(args)))
		}
		return nil
	}
}

func argumentCount(n int) string {
	if n == 0 {
		return "no argument"
	}
	return text.Counted(n, "argument")
}

// noArgs refuses arguments. Where the command has subcommands the argument was
// meant as one.
func noArgs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case cmd.HasAvailableSubCommands():
		return unknownCommand(cmd, args[0])
	default:
		return usagef("%s: unexpected argument %q", cmd.Name(), args[0])
	}
}

// unknownCommand is the error of a word that names no subcommand of cmd.
func unknownCommand(cmd *cobra.Command, word string) error {
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(word); len(near) > 0 {
		return usagef("unknown command %q; did you mean %q?", word, near[0])
	}
	return usagef("unknown command %q; %s --help lists the commands", word, cmd.CommandPath())
}

// pathsOrCommand takes any paths, but refuses a first word that can only be a
// mistyped command: it names no file and does not look like a path.
func pathsOrCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || strings.ContainsAny(args[0], `./\*~-:`) {
		return nil
	}
	if _, err := os.Lstat(args[0]); errors.Is(err, fs.ErrNotExist) {
		return unknownCommand(cmd, args[0])
	}
	return nil
}

// flagError says in plain words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return usagef("unknown flag: -%s", unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		return usagef("unknown flag: --%s%s", unknown.GetSpecifiedName(), nearFlag(cmd, unknown.GetSpecifiedName()))
	case errors.As(err, &bare):
		return usagef("--%s: expected a value after it", bare.GetFlag().Name)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return usagef("--%s %s: expected %s", f.Name, invalid.GetValue(), expectedOf(f.Value.Type()))
	case errors.As(err, &syntax):
		return usagef("%s: expected a flag such as --format=json", syntax.GetSpecifiedFlag())
	}
	return &exitError{code: exitUsage, err: err}
}

// expectedOf says what a flag of the given type takes.
func expectedOf(kind string) string {
	switch kind {
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "duration":
		return "a duration such as 30s or 5m"
	case "bool":
		return "true or false"
	default:
		return "names, with commas between them"
	}
}

// nearFlag suggests the flag of cmd whose name is nearest, where one is near.
func nearFlag(cmd *cobra.Command, name string) string {
	// Cobra measures the distance between names of commands only.
	flags := &cobra.Command{SuggestionsMinimumDistance: 2}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		flags.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	if near := flags.SuggestionsFor(name); len(near) > 0 {
		return fmt.Sprintf("; did you mean --%s?", near[0])
	}
	return ""
}

// noEmptyFlags refuses a flag whose value is the empty string: a shell variable
// that is not set must not silently mean the default.
func noEmptyFlags(cmd *cobra.Command, _ []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if kind := f.Value.Type(); err == nil && (kind == "string" && f.Value.String() == "" || strings.HasSuffix(kind, "Array") && f.Value.String() == "[]") {
			err = usagef("--%s: expected a value, got an empty one", f.Name)
		}
	})
	return err
}
