package analysis

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// contradicted returns the finding of a file whose gates pass while a claim of it
// differs from its own rows, in whatever direction: one of the two is wrong, and
// nobody knows which. A table next to it is another file, and no verdict rests on
// it. A file that does not pass needs no second reason.
func contradicted(f *model.File, r *fileResult) (finding.Finding, bool) {
	if slices.ContainsFunc(r.list, func(fd finding.Finding) bool { return fd.Verdict > gate.Pass }) {
		return finding.Finding{}, false
	}
	at := slices.IndexFunc(r.checks, func(c finding.Check) bool { return c.Result == finding.Differs && c.Source == "" })
	if at < 0 {
		return finding.Finding{}, false
	}
	fd := finding.FileFinding(f, gate.Undecided, contradiction(r.checks[at]).Message)
	fd.Read = true
	return fd, true
}

// policyPointer is where a file states the limits of its canary gates.
const policyPointer = "/canary_gate_policy/"

// unknownLimit returns the finding of a file that states a limit for a metric that
// nobody knows: a limit that cannot be judged is never green.
func unknownLimit(f *model.File) (finding.Finding, bool) {
	for _, pointer := range f.Doc.Unknown {
		if name, ok := strings.CutPrefix(pointer, policyPointer); ok {
			fd := finding.FileFinding(f, gate.Undecided, fmt.Sprintf("its gate policy has a limit for an unknown metric, %s: did you mean %s?",
				text.Clean(name), nearestLimit(name)))
			fd.Read = true
			return fd, true
		}
	}
	return finding.Finding{}, false
}

// nearestLimit returns the known limit whose name shares most words with name, the
// first of equals.
func nearestLimit(name string) string {
	words, best, most := strings.Split(name, "_"), "", -1
	for _, m := range model.StageMetrics() {
		if m.Limit == "" {
			continue
		}
		shared := 0
		for _, w := range strings.Split(m.Limit, "_") {
			if slices.Contains(words, w) {
				shared++
			}
		}
		if shared > most {
			best, most = m.Limit, shared
		}
	}
	return best
}

// cutOff reports whether an issue of the source says that something was left
// unread at a limit: the failure may be in it.
func cutOff(i model.Issue) bool {
	return i.Severity == model.Warning && i.Code == model.CodeTruncated
}
