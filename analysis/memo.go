package analysis

import (
	"maps"
	"reflect"
	"slices"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// Memo judges one snapshot after another and keeps what every file came to, so
// that only what changed is judged. What it returns is what Judge returns. The
// zero value is ready; it must not be used by two goroutines at once.
type Memo struct {
	options gate.Options // a copy: the caller may change its own
	files   map[version]*kept
	turn    uint64 // counts the snapshots
}

// kept is what one version of a file came to.
type kept struct {
	*fileResult
	turn uint64 // of the last snapshot that had it
}

// version is all of a file that its result follows from, but for the options. A
// document and its evidence are never changed once they are there, so
// their addresses speak for them.
type version struct {
	doc       *model.Document
	beside    *model.Beside
	key, name string
	state     model.FileState
}

// Judge returns what the function Judge returns. The findings of an earlier call
// stay as they are: they share no list with these, and what the lists point to is
// never changed.
func (m *Memo) Judge(snap *model.Snapshot, o gate.Options) *Findings {
	if !sameOptions(m.options, o) {
		m.files = nil
		m.options = o
		m.options.Limits = maps.Clone(o.Limits)
		m.options.Policy.Rules = slices.Clone(o.Policy.Rules)
	}
	if m.files == nil {
		m.files = make(map[version]*kept)
	}
	m.turn++
	found := judge(snap, func(f *model.File) *fileResult {
		v := version{f.Doc, f.Beside, f.Key, f.Name, f.State}
		k := m.files[v]
		if k == nil {
			k = &kept{fileResult: judgeFile(f, o)}
			m.files[v] = k
		}
		k.turn = m.turn
		return k.fileResult
	})
	maps.DeleteFunc(m.files, func(_ version, k *kept) bool { return k.turn != m.turn })
	return found
}

// sameOptions reports whether two options judge alike. The document that is
// compared with counts by its address.
func sameOptions(a, b gate.Options) bool {
	if a.Reference != b.Reference {
		return false
	}
	a.Reference, b.Reference = nil, nil
	return reflect.DeepEqual(a, b)
}
