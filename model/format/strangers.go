package format

import (
	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/text"
)

// strangers are JSON files that are known and not read: what they are, and keys at
// their beginning that hardly anything else has.
var strangers = [...]struct {
	name string
	list bool // of objects
	keys []string
}{
	{"an AIPerf timeslice export", false, []string{"timeslices"}},
	{"an answer of Prometheus", false, []string{"status", "data"}},
	{"a Kubernetes object", false, []string{"apiVersion", "kind"}},
	{"a Jupyter notebook", false, []string{"cells", "nbformat"}},
}

// unreadable names a JSON file that is known and not read, nil for any other. What
// a format finds likely is its own.
func unreadable(h *intake.Head, is intake.Likeness) []model.Issue {
	if is > intake.Possible {
		return nil
	}
	keys, list := jsonscan.Root(h.Data)
	for _, s := range strangers {
		if list == s.list && keys.Have(s.keys...) {
			return []model.Issue{{Severity: model.Warning, Code: model.CodeUnsupported, File: text.Name(h.Name), Message: s.name + " (not read yet)"}}
		}
	}
	return nil
}
