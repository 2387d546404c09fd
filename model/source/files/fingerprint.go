package files

import "io/fs"

// A fingerprint tells two versions of a file apart without reading it. Size and
// time alone miss a replacement in place that keeps both: hence the number of
// the file and the time of its last change of any kind, which nothing can set.
// Where the system tells neither, they are zero and the content is compared
// from time to time (see tracker.recheck).
type fingerprint struct {
	id      identity
	size    int64
	written int64 // ns; any process can set it
	changed int64 // ns; the system sets it
}

// identity is the number of a file on its device; zero where there is none.
type identity struct{ device, file uint64 }

func fingerprintOf(info fs.FileInfo) fingerprint {
	id, changed := systemStat(info)
	return fingerprint{id: id, size: info.Size(), written: info.ModTime().UnixNano(), changed: changed}
}
