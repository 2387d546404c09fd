package model

import "time"

// FileState says how current the document of a file is.
type FileState uint8

// The states of a file.
const (
	Fresh      FileState = iota // Doc is what the file holds now
	Stale                       // the file no longer decodes; Doc is the last good version
	Gone                        // the file is no longer there; Doc is the last good version
	Pending                     // being written: it does not decode yet, and has not been quiet for long
	Unusable                    // there is no document, now or before; Issues say why
	Unreadable                  // the system refuses to read it; Doc may hold the last good version
)

var fileStateWords = [...]string{
	Fresh: "live", Stale: "stale", Gone: "gone", Pending: "incomplete, retrying",
	Unusable: "unusable", Unreadable: "unreadable",
}

// String returns the state in the words of the screens.
func (s FileState) String() string { return fileStateWords[min(int(s), len(fileStateWords)-1)] }

// File is one watched file at one moment.
type File struct {
	Key      string    // identity across reloads, unique in a Snapshot; not for printing
	Name     string    // cleaned, for printing
	State    FileState // how current Doc is
	Since    time.Time // when State began
	Modified time.Time // the file's own time
	Loaded   time.Time // when Doc was decoded
	Size     int64     // bytes
	Doc      *Document // the last version that decoded; nil where there never was one
	Issues   []Issue   // of the bytes that are there now, where State is not Fresh
	Grows    bool      // Doc is replaced by a longer one all the time: that is no news
	Beside   *Beside   // the evidence in its directory; nil for none, and for kinds that have none
}

// Snapshot is what all sources hold at one moment. It is immutable.
type Snapshot struct {
	Seq    uint64    // grows by one with every snapshot
	At     time.Time // when it was taken
	Label  string    // what was opened, cleaned, such as "results/"
	Files  []File    // in ascending order of Name
	Feeds  []Feed    // one for each source, in the order they were opened in
	Issues []Issue   // of the sources themselves: a missing path, a limit reached
}
