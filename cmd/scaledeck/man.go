package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan returns the command that packagers call: it is documented in the README
// and not listed in the help.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write a manual page of every command",
		Long:   `Man writes a manual page of every command into a directory, over pages that are there.`,
		Hidden: true,
		Args:   pathArgs(1, 1, "one directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("making %s: %w", args[0], err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			// The date is today's, or that of SOURCE_DATE_EPOCH.
			header := &doc.GenManHeader{Section: "1", Source: "scaledeck", Manual: "scaledeck"}
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return fmt.Errorf("writing the manual: %w", err)
			}
			return nil
		},
	}
}
