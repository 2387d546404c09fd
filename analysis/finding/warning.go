package finding

import (
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model/text"
)

// Warn adds the gates that break a limit which only warns to the words of a
// finding: such a break changes no verdict, and must not go unseen for that.
func (f *Finding) Warn() {
	var parts []string
	for _, g := range f.Gates {
		if g.Warned() && g.Whose == "" {
			parts = append(parts, g.Rule.Name+" "+gate.ObservedAgainst(g)+" at "+g.Scope)
		}
	}
	if len(parts) == 0 {
		return
	}
	text := text.Listed(parts, MaxNamed)
	if f.Why != "" {
		f.Why += " · "
	}
	f.Why += "WARNS: " + text
	f.Sentence = strings.TrimSpace(f.Sentence + " It warns: " + text + ".")
}
