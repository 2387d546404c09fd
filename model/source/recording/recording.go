// Package recording plays the timelines of a file on a clock, as if they were
// measured now: the answer of Prometheus to a range query, or whatever else a
// format reads as a timeline. Each snapshot has the samples up to its moment.
//
// Start reading at Player.play; clip.go cuts a document off at a moment.
package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"scaledeck/model"
	"scaledeck/model/source/mailbox"
	"scaledeck/model/source/whole"
	"scaledeck/model/text"
)

// shortest is the least time between two snapshots, however fast samples follow.
const shortest = 100 * time.Millisecond

// Options say how a recording is played. All but MaxBytes have a default.
type Options struct {
	MaxBytes int64
	Once     bool    // all samples at once, as for a report
	Pace     float64 // how many times as fast as it was recorded; 0 for once
	Now      func() time.Time
	After    func(time.Duration) <-chan time.Time
}

// Player is a recording that plays.
type Player struct {
	*mailbox.Box
	path string
	o    Options

	// What follows belongs to the goroutine that runs play.
	file  model.File
	times []float64 // of all samples, in order
	seq   uint64
}

// Open plays the file until its end, until ctx ends, or until Close is called.
func Open(ctx context.Context, path string, o Options) *Player {
	if o.Pace <= 0 {
		o.Pace = 1
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = time.After
	}
	ctx, cancel := context.WithCancel(ctx)
	p := &Player{Box: mailbox.New(cancel), path: path, o: o}
	p.Start("playing a recording", func() error { return p.play(ctx) })
	return p
}

// String returns what is played as short text that is safe to print.
func (p *Player) String() string { return "recording " + text.Name(filepath.Base(p.path)) }

// play puts a snapshot into the box whenever a sample is due. The position follows
// from the time of the start, so that a snapshot that came late moves none after it.
func (p *Player) play(ctx context.Context) error {
	if err := p.read(ctx); err != nil {
		return err
	}
	if len(p.times) == 0 { // the issues of the file say why
		p.Put(p.snapshot(nil, true))
		return io.EOF
	}
	last := len(p.times) - 1
	if p.o.Once {
		p.Put(p.snapshot(clip(p.file.Doc, p.times[last]), true))
		return io.EOF
	}
	for begin, next := p.o.Now(), 0; ; {
		at := p.times[0] + p.o.Now().Sub(begin).Seconds()*p.o.Pace
		if p.times[next] <= at {
			for next <= last && p.times[next] <= at {
				next++
			}
			p.Put(p.snapshot(clip(p.file.Doc, p.times[next-1]), next > last))
		}
		if next > last {
			return io.EOF
		}
		select {
		case <-p.o.After(max(p.real(p.times[next]-at), shortest)):
		case <-ctx.Done():
			return fmt.Errorf("playing a recording: %w", ctx.Err())
		}
	}
}

// real returns how long seconds of the recording take.
func (p *Player) real(seconds float64) time.Duration {
	const most = time.Hour // far below what overflows
	return time.Duration(min(seconds/p.o.Pace*float64(time.Second), float64(most)))
}

// read reads the file. It is one of the snapshot in any case.
func (p *Player) read(ctx context.Context) error {
	now := p.o.Now()
	refused := func(why string) {
		name := text.Name(filepath.Base(p.path))
		p.file = model.File{Key: p.path, Name: name, State: model.Unusable, Since: now,
			Issues: []model.Issue{{Severity: model.Error, Code: model.CodeUnreadable, File: name, Message: text.Clean(why)}}}
	}
	// A pipe has no end to be read to before the first sample.
	info, err := os.Stat(p.path)
	if err == nil && !info.Mode().IsRegular() {
		refused("expected a file with a recording")
		return nil
	}
	f, err := os.Open(p.path)
	if err != nil {
		refused(reason(err))
		return nil
	}
	defer func() { _ = f.Close() }() // only read
	if p.file, err = whole.Read(ctx, f, filepath.Base(p.path), p.o.MaxBytes, now); err != nil {
		if ctx.Err() != nil {
			return err
		}
		refused(reason(err))
		return nil
	}
	p.file.Key, p.file.Modified = p.path, info.ModTime()
	if p.file.Doc == nil {
		return nil
	}
	if p.times = timesOf(p.file.Doc); len(p.times) == 0 {
		p.file.Doc = nil
		size := p.file.Size
		refused("no timeline in it: there is nothing to play")
		p.file.Size = size
	}
	return nil
}

// reason returns why the system refused a file, without its name and the call.
func reason(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.As(err, &path):
		return "it cannot be read: " + path.Err.Error()
	}
	return "it cannot be read: " + err.Error()
}

// snapshot returns the file with what has been played of it.
func (p *Player) snapshot(doc *model.Document, ended bool) *model.Snapshot {
	p.seq++
	now := p.o.Now()
	feed := model.Feed{Name: p.String(), Mode: model.Recorded, Last: now}
	if ended {
		feed.State = model.Ended
	}
	if len(p.times) > 1 {
		feed.Every = p.real((p.times[len(p.times)-1] - p.times[0]) / float64(len(p.times)-1))
	}
	f := p.file
	f.Grows = !ended
	if f.Doc = doc; doc != nil {
		f.Loaded = now
	}
	return &model.Snapshot{Seq: p.seq, At: now, Label: p.String(), Files: []model.File{f}, Feeds: []model.Feed{feed}}
}
