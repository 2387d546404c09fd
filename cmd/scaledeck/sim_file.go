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

// isOurs reports whether a simulation wrote a file, by its beginning alone: an
// object whose first key is the execution mode. Another program that rewrites the
// file seldom keeps that key first.
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

// defaultMaxSize is the default of --max-size, in bytes.
const defaultMaxSize = 64 << 20

// warnOfSize warns about a file that is larger than the console reads by default.
func warnOfSize(w io.Writer, name string) {
	info, err := os.Stat(name)
	if err != nil || info.Size() <= defaultMaxSize {
		return
	}
	const mebibyte = 1 << 20
	whole := (info.Size() + mebibyte - 1) / mebibyte
	fmt.Fprintf(w, "%s has %d MiB, more than the default limit: open it with --max-size %dMiB\n", name, whole, whole)
}

// writeLabRun writes the runs of the Lab to a new file in the current directory
// and returns its name.
func writeLabRun(d sim.Document, now time.Time) (name string, err error) {
	return writeNew("scaledeck-lab-"+stamped(now), ".json", func(w io.Writer) error { return sim.WriteDocument(w, d) })
}
