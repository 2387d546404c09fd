package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/sim"
)

// demoDocuments are the files of the demo by name, each computed when asked for.
var demoDocuments = []struct {
	name string
	make func() []byte
}{
	{"demo-autoscaling-canary.json", sim.DemoAutoscaling},
	{"demo-multi-replica-scaling.json", sim.DemoScaleOut},
}

func newDemo(t *terminal) *cobra.Command {
	var show showFlags
	var write string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Show an example that needs no files",
		Long: `Demo computes two documents and shows them as if they had been read: a
scale-out analysis from published figures, and an autoscaling and canary run of
the simulator. With --write they are written to a directory instead, so that
scaledeck can follow them there.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if write != "" {
				return writeDemo(cmd, write)
			}
			o, err := show.options(t)
			if err != nil {
				return err
			}
			snap, err := readDemo(time.Now())
			if err != nil {
				return err
			}
			if !t.interactive() {
				f := analysis.Judge(snap, analysis.Options{})
				return report.Text(cmd.OutOrStdout(), f, report.Options{ASCII: show.ascii || !show.set.Changed("ascii") && t.plainLocale()})
			}
			ctx, cancel, stop := signals(cmd.Context())
			defer stop()
			o.Source = &still{snap: snap}
			return runConsole(ctx, cancel, t, o)
		},
	}
	show.register(cmd)
	cmd.Flags().StringVar(&write, "write", "", "write the documents to this `DIR` instead of showing them")
	return cmd
}

// readDemo decodes the demo's documents as if they had been read from files.
func readDemo(now time.Time) (*model.Snapshot, error) {
	var files []model.File
	for _, d := range demoDocuments {
		data := d.make()
		doc, issues := format.Decode(d.name, data, format.Options{})
		if doc == nil {
			return nil, fmt.Errorf("reading back %s: %v", d.name, issues)
		}
		files = append(files, model.File{Key: d.name, Name: d.name, Since: now, Modified: now, Loaded: now, Size: int64(len(data)), Doc: doc})
	}
	return demoSnapshot(now, files...), nil
}

// writeDemo writes the demo's documents into dir, never over a file.
func writeDemo(cmd *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("making %s: %w", dir, err)
	}
	for _, d := range demoDocuments {
		name := filepath.Join(dir, d.name)
		file, err := create(name)
		if err != nil {
			return fmt.Errorf("creating %s: %w", name, err)
		}
		_, err = file.Write(d.make())
		if err := errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
		fmt.Fprintln(cmd.OutOrStdout(), name)
	}
	return nil
}

// still is a source of one snapshot that never changes.
type still struct {
	snap *model.Snapshot
	sent atomic.Bool
}

// Next returns the snapshot once and then waits for ctx to end.
func (s *still) Next(ctx context.Context) (*model.Snapshot, error) {
	if !s.sent.Swap(true) {
		return s.snap, nil
	}
	<-ctx.Done()
	return nil, ctx.Err()
}
