package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"scaledeck/model"
	"scaledeck/model/source/mailbox"
	"scaledeck/model/text"
)

// Merge returns one source of several: its snapshots have the files, feeds and
// issues of the newest snapshot of each. A source that ends keeps what it brought
// last; where it failed, its feeds and an issue say so and the others go on. The
// merged source ends when all have ended: with io.EOF, or with their errors where
// every one of them failed. Closing it closes them.
func Merge(sources ...Source) Source {
	if len(sources) == 1 {
		return sources[0]
	}
	ctx, cancel := context.WithCancel(context.Background())
	m := &merged{Box: mailbox.New(cancel), sources: sources, inputs: make([]input, len(sources))}
	for i, s := range sources {
		name := "source " + strconv.Itoa(i+1)
		if named, ok := s.(fmt.Stringer); ok {
			name = named.String()
		}
		m.inputs[i].name = name
	}
	m.Start("merging sources", func() error { return m.run(ctx) })
	return m
}

type merged struct {
	*mailbox.Box
	sources []Source

	// What follows belongs to the goroutine that runs run.
	inputs []input
	seq    uint64
}

// input is the latest of one source.
type input struct {
	name string
	snap *model.Snapshot // nil before the first
	err  error           // why there will be no more
}

// arrival is what Next of a source returned.
type arrival struct {
	from int
	snap *model.Snapshot
	err  error
}

// run takes what the sources bring until all have ended.
func (m *merged) run(ctx context.Context) error {
	arrivals := make(chan arrival)
	for i, s := range m.sources {
		m.Start("following a source", func() error {
			follow(ctx, i, s, arrivals)
			return nil
		})
	}
	for open := len(m.sources); open > 0; {
		select {
		case a := <-arrivals:
			in := &m.inputs[a.from]
			if in.err = a.err; a.err != nil {
				open--
			} else {
				in.snap = a.snap
			}
			m.Put(m.snapshot())
		case <-ctx.Done():
			return fmt.Errorf("merging sources: %w", ctx.Err())
		}
	}
	return m.end()
}

// follow sends what a source brings until it ends.
func follow(ctx context.Context, from int, s Source, to chan<- arrival) {
	for {
		a := arrival{from: from}
		a.err = mailbox.Guard("following a source", func() (err error) {
			a.snap, err = s.Next(ctx)
			return err
		})
		select {
		case to <- a:
		case <-ctx.Done():
			return
		}
		if a.err != nil {
			return
		}
	}
}

// end returns how the merged source ends, once every source has.
func (m *merged) end() error {
	var failures []error
	for _, in := range m.inputs {
		if errors.Is(in.err, io.EOF) {
			return io.EOF
		}
		failures = append(failures, fmt.Errorf("%s: %w", in.name, in.err))
	}
	if len(failures) == 0 {
		return io.EOF
	}
	return errors.Join(failures...)
}

// snapshot puts together what the sources brought last.
func (m *merged) snapshot() *model.Snapshot {
	m.seq++
	all := &model.Snapshot{Seq: m.seq}
	var labels []string
	for i, in := range m.inputs {
		if s := in.snap; s != nil {
			if s.At.After(all.At) {
				all.At = s.At
			}
			all.Files = append(all.Files, filesOf(i, s)...)
			all.Issues = append(all.Issues, s.Issues...)
		}
		labels = append(labels, in.label())
		all.Feeds = append(all.Feeds, in.feeds()...)
		if in.failed() {
			all.Issues = append(all.Issues, model.Issue{Severity: model.Error, Code: model.CodeWatch, Message: text.Clean(in.name + " is no longer followed: " + in.err.Error())})
		}
	}
	all.Label = strings.Join(labels, ", ")
	if len(labels) > 2 {
		all.Label = text.Counted(len(labels), "source")
	}
	slices.SortStableFunc(all.Files, func(a, b model.File) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// filesOf returns the files of one source with keys that no other source has. The
// first keeps its own.
func filesOf(from int, s *model.Snapshot) []model.File {
	if from == 0 {
		return s.Files
	}
	list := slices.Clone(s.Files)
	for i := range list {
		list[i].Key = strconv.Itoa(from) + ":" + list[i].Key
	}
	return list
}

func (in *input) failed() bool { return in.err != nil && !errors.Is(in.err, io.EOF) }

func (in *input) label() string {
	if in.snap != nil && in.snap.Label != "" {
		return in.snap.Label
	}
	return in.name
}

// feeds returns the feeds of the source, marked where it has ended.
func (in *input) feeds() []model.Feed {
	list := []model.Feed{{Name: in.label(), State: model.Waiting}}
	if in.snap != nil && len(in.snap.Feeds) > 0 {
		list = slices.Clone(in.snap.Feeds)
	}
	for i := range list {
		if in.err == nil {
			break
		}
		list[i].State, list[i].Next = model.Ended, time.Time{}
		if in.failed() {
			list[i].Err = text.Clean(in.err.Error())
		}
	}
	return list
}

// Close closes all sources, each within its own time.
func (m *merged) Close() error {
	errs := make([]error, len(m.sources)+1)
	var wait sync.WaitGroup
	for i, s := range m.sources {
		wait.Go(func() { errs[i] = s.Close() })
	}
	errs[len(m.sources)] = m.Box.Close()
	wait.Wait()
	return errors.Join(errs...)
}
