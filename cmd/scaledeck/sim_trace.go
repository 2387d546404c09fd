package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/model/text"
	"scaledeck/sim"
)

// input is the demand of a simulation and where it comes from.
type input struct {
	label string // in words, for titles, with what it is multiplied by
	trace sim.Trace
	doc   *model.Document // nil where the demand is no document's

	numbers []string // what else was given, in words; see simFlags.allNumbers
}

// maxTraceDocument is the largest document that a trace is taken from, in bytes.
const maxTraceDocument = 64 << 20

// input reads the demand that the flags name; without one it is the reference's.
func (s *simFlags) input(t *terminal, warn io.Writer) (input, error) {
	in, err := s.unscaled(t, warn)
	if s.given(sim.ParamDemand.String()) {
		if v, bad := sim.ParamDemand.Parse(s.numbers[sim.ParamDemand]); bad == nil {
			in.label += " " + sim.ParamDemand.Text(v)
		}
	}
	return in, err
}

// unscaled reads the demand as it is before it is multiplied.
func (s *simFlags) unscaled(t *terminal, warn io.Writer) (input, error) {
	every := 0.0
	if s.given("interval") {
		var err error
		if every, err = intervalParameter.Parse(s.interval); err != nil || every <= 0 {
			return input{}, usagef("--interval %s: expected a time over zero, such as 20s", s.interval)
		}
	}
	if s.trace == "" {
		if s.given("timeline") {
			return input{}, usagef("--timeline is for a --trace that is a document")
		}
		ref := sim.ReferenceReactive()
		in := input{label: "reference demand", trace: sim.Trace{Interval: ref.Interval, Demand: ref.Demand}}
		if every > 0 {
			in.trace.Interval = every
		}
		return in, nil
	}
	in, err := s.readTrace(t.in, every)
	if err != nil {
		return in, err
	}
	if n := in.trace.Held; n > 0 {
		fmt.Fprintf(warn, "%s: %d of %d values repeat the last one, because no row has their time\n", in.label, n, len(in.trace.Demand))
	}
	return in, nil
}

// readTrace reads the file that --trace names. The first character tells a document,
// which is a JSON object, from CSV.
func (s *simFlags) readTrace(stdin *os.File, every float64) (input, error) {
	file, label := stdin, "standard input"
	if s.trace != "-" {
		var err error
		if file, err = os.Open(s.trace); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return input{}, usagef("--trace: %w", err)
			}
			return input{}, fmt.Errorf("reading the trace: %w", err)
		}
		defer file.Close()
		label = filepath.Base(s.trace)
	}
	r := bufio.NewReaderSize(file, 1<<16)
	if first, _ := r.Peek(1 << 10); bytes.HasPrefix(bytes.TrimLeft(first, "\ufeff \t\r\n"), []byte("{")) {
		return s.fromDocument(r, label, every)
	}
	if s.given("timeline") {
		return input{}, usagef("--timeline is for a --trace that is a document; %s is CSV", label)
	}
	read := func() (sim.Trace, error) { return sim.ReadTrace(r) }
	if every > 0 {
		read = func() (sim.Trace, error) { return sim.ReadTraceEvery(r, every) }
	}
	trace, err := read()
	if err != nil {
		return input{}, traceError(label, err)
	}
	if trace.Interval == 0 {
		return input{}, usagef("%s: a single row leaves the interval unknown: give --interval", label)
	}
	return input{label: label, trace: trace}, nil
}

// traceError tells a trace that cannot be used from a file that cannot be read.
func traceError(label string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", label, err)
	}
	return usagef("%s: %w", label, err)
}

// fromDocument takes the demand of an autoscaling document.
func (s *simFlags) fromDocument(r io.Reader, label string, every float64) (input, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxTraceDocument+1))
	if err != nil {
		return input{}, fmt.Errorf("reading the trace %s: %w", label, err)
	}
	if len(data) > maxTraceDocument {
		return input{}, usagef("%s: larger than %d bytes", label, maxTraceDocument)
	}
	doc, issues := format.Decode(label, data, format.Options{})
	if doc == nil {
		if len(issues) > 0 {
			return input{}, usagef("%s", issues[0])
		}
		return input{}, usagef("%s: holds no document", label)
	}
	if doc.Timelines() == nil || len(doc.Timelines().Timelines) == 0 {
		return input{}, usagef("%s: holds no autoscaling timeline to take a demand from", label)
	}
	tl, err := s.pick(doc.Timelines().Timelines, label)
	if err != nil {
		return input{}, err
	}
	trace, err := sim.TraceFrom(tl)
	if err != nil {
		return input{}, usagef("%s: %w", label, err)
	}
	switch {
	case trace.Interval == 0 && every == 0:
		return input{}, usagef("%s: a single sample leaves the interval unknown: give --interval", label)
	case trace.Interval == 0:
		trace.Interval = every
	case every > 0 && every != trace.Interval:
		return input{}, usagef("--interval %s: the samples of %s are %s apart; only a CSV trace is read at another interval", s.interval, label, seconds(trace.Interval))
	}
	return input{label: "demand of " + label, trace: trace, doc: doc}, nil
}

// pick returns the timeline of a document whose demand is taken: the one that is
// named, else the first where all have the same demand.
func (s *simFlags) pick(all []model.Timeline, label string) (*model.Timeline, error) {
	var names []string
	same := true
	for i := range all {
		names = append(names, all[i].Name)
		if s.given("timeline") && all[i].Name == s.timeline {
			return &all[i], nil
		}
		same = same && sameDemand(&all[0], &all[i])
	}
	switch {
	case s.given("timeline"):
		return nil, usagef("--timeline %s: the timelines of %s are %s", s.timeline, label, strings.Join(names, ", "))
	case !same:
		return nil, usagef("%s: its timelines differ in their demand; --timeline takes one of %s", label, strings.Join(names, ", "))
	}
	return &all[0], nil
}

func sameDemand(a, b *model.Timeline) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if a.Seconds.At(i) != b.Seconds.At(i) || a.Column(model.Demand).At(i) != b.Column(model.Demand).At(i) {
			return false
		}
	}
	return true
}

// knownProfile is a cold-start profile, or why it cannot be used.
type knownProfile struct {
	profile sim.ColdStart
	err     error
}

// profiles returns the profiles that --cold-start may name: those of the trace's
// document, then those of the reference.
func (in input) profiles() []knownProfile {
	var out []knownProfile
	seen := make(map[string]bool)
	add := func(c sim.ColdStart, err error) {
		if !seen[c.Name] {
			out = append(out, knownProfile{c, err})
		}
		seen[c.Name] = true
	}
	if in.doc != nil && in.doc.Startup() != nil {
		for _, p := range in.doc.Startup().Profiles {
			c, err := sim.ColdStartFrom(p)
			c.Name = p.Name
			add(c, err)
		}
	}
	add(sim.SlowColdStart(), nil)
	add(sim.FastColdStart(), nil)
	return out
}

// title says what was simulated: the demand, and the numbers that were given.
func (in input) title(c *sim.Config) string {
	head := fmt.Sprintf("%s  %s · %s of %s", simulatedTitle, in.label, text.Counted(len(c.Demand), "interval"), seconds(c.Interval))
	return strings.Join(append([]string{head}, in.numbers...), " · ")
}
