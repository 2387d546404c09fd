package files

import (
	"errors"
	"time"

	"scaledeck/model"
	"scaledeck/model/format"
)

// The defaults and limits of following files.
const (
	DefaultMaxBytes = 64 << 20               // of one file
	DefaultMaxDepth = 3                      // directories below an opened one
	DefaultQuiet    = 100 * time.Millisecond // without a change before files are read
	DefaultMaxWait  = 500 * time.Millisecond // from the first change, however many follow
	DefaultSettle   = 2 * time.Second        // unchanged before what does not decode is an error
	SlowPoll        = 2 * time.Second        // beside events
	FastPoll        = time.Second            // in place of events

	MaxFiles       = 2000  // documents read from all paths together
	MaxDirectories = 1000  // listed from all paths together
	maxEntries     = 50000 // directory entries looked at in one scan
	maxGone        = 200   // deleted files kept, the latest
	maxIssues      = 100   // of one snapshot, not of its files
	maxAside       = 20    // files that are no documents, each with a line of its own
)

// ErrNoPath means that there was nothing to open.
var ErrNoPath = errors.New("no file or directory given")

// DecodeFunc reads one document from the bytes of a file called name. The
// document is nil where there is none, and the issues then say why. It must not
// keep the bytes: they are overwritten by those of the next file.
type DecodeFunc func(name string, data []byte) (*model.Document, []model.Issue)

// SniffFunc says by the first bytes of a file called name whether it can be a
// document; whole means that they are all there is. See format.Sniff. It must not
// keep the bytes.
type SniffFunc func(name string, head []byte, whole bool) (format.Likeness, []model.Issue)

// Options say what to open and how to follow it. Zero values mean the defaults.
type Options struct {
	Paths    []string      // files and directories, at least one
	MaxBytes int64         // larger files are not read
	MaxDepth int           // of directories below an opened one; negative for none
	Poll     time.Duration // between fingerprints; 0 for SlowPoll, or FastPoll without events
	// ForcePoll does without the system's events.
	ForcePoll bool
	Quiet     time.Duration // read once nothing has changed for so long,
	MaxWait   time.Duration // or so long after the first change
	// Settle is how long a file that does not decode counts as being written,
	// from its last change.
	Settle time.Duration
	Now    func() time.Time // stamps snapshots and files; it must advance
	Decode DecodeFunc       // nil for the decoder of package format
	// Sniff is asked about the files of directories before they are read. nil means
	// that of package format, or nobody where Decode is another decoder.
	Sniff SniffFunc
}

// Defaults returns the options with their defaults filled in, all but the decoder.
func Defaults() Options { return Options{}.filled() }

// complete returns o with its defaults filled in, or ErrNoPath.
func (o Options) complete() (Options, error) {
	if len(o.Paths) == 0 {
		return o, ErrNoPath
	}
	for _, p := range o.Paths {
		if p == "" {
			return o, ErrNoPath
		}
	}
	if o = o.filled(); o.Decode == nil {
		o.Decode = decoder(o.MaxBytes)
		if o.Sniff == nil {
			o.Sniff = format.Sniff
		}
	}
	return o, nil
}

func (o Options) filled() Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = DefaultMaxDepth
	}
	o.MaxDepth = max(o.MaxDepth, 0)
	if o.Quiet <= 0 {
		o.Quiet = DefaultQuiet
	}
	if o.MaxWait <= 0 {
		o.MaxWait = DefaultMaxWait
	}
	if o.Settle <= 0 {
		o.Settle = DefaultSettle
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}
