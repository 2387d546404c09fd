package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"scaledeck/sim"
)

// writeRun writes a document of runs. Without force it replaces only what a
// simulation wrote.
func writeRun(ctx context.Context, name string, force bool, d sim.Document) error {
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && !force && !isOurs(name) {
		return usagef("--out %s: is there and was not written by scaledeck sim; --force replaces it", name)
	}
	return replaceFile(ctx, name, func(w io.Writer) error { return sim.WriteDocument(w, d) })
}

// headOfOurs bounds what is read of a file to tell whose it is.
const headOfOurs = 4 << 10

// isOurs reports whether a file begins as every document does that a simulation
// of ours wrote, however long it is: an object whose first key is the execution
// mode. A file that was written anew by something else is somebody else's.
func isOurs(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	d := json.NewDecoder(io.LimitReader(file, headOfOurs))
	for _, want := range []json.Token{json.Delim('{'), "execution_mode", sim.ExecutionMode} {
		if got, err := d.Token(); err != nil || got != want {
			return false
		}
	}
	return true
}

// readUnasked is the default of --max-size, in bytes.
const readUnasked = 64 << 20

// warnOfSize says so where a file is larger than the console reads by itself.
func warnOfSize(w io.Writer, name string) {
	info, err := os.Stat(name)
	if err != nil || info.Size() <= readUnasked {
		return
	}
	const mebibyte = 1 << 20
	whole := (info.Size() + mebibyte - 1) / mebibyte
	fmt.Fprintf(w, "%s has %d MiB, more than is read unasked: open it with --max-size %dMiB\n", name, whole, whole)
}

// writeLabRun writes the runs of the Lab to a new file in the current directory
// and returns its name.
func writeLabRun(d sim.Document, now time.Time) (name string, err error) {
	return writeNew("scaledeck-lab-"+stamped(now), ".json", func(w io.Writer) error { return sim.WriteDocument(w, d) })
}
