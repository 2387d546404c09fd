package startup

import "scaledeck/model"

// Saving is one phase of a start-up profile next to its counterpart in
// another profile.
type Saving struct {
	Phase  *model.Phase
	Other  *model.Phase // nil where nothing stands for it
	Saved  model.Figure // s, Phase less Other; missing where either figure is
	ByName bool         // the two have one name; else they stand in the same place
}

// Savings returns what a profile other spares of each phase of p, in the order of
// p. Phases of one name belong together. Where two profiles name no phase alike
// and have equally many, they belong together by position: the first phase of
// each gets the container up, the last gets the weights in. Otherwise a phase
// without its name in other has no counterpart.
func Savings(p, other *model.Profile) []Saving {
	named := make(map[string]*model.Phase, len(other.Phases))
	for i := range other.Phases {
		named[other.Phases[i].Name] = &other.Phases[i]
	}
	out := make([]Saving, len(p.Phases))
	common := false
	for i := range p.Phases {
		out[i].Phase = &p.Phases[i]
		if o := named[p.Phases[i].Name]; o != nil {
			out[i].Other, out[i].ByName, common = o, true, true
		}
	}
	for i := range out {
		if !common && len(p.Phases) == len(other.Phases) {
			out[i].Other = &other.Phases[i]
		}
		if o := out[i].Other; o != nil && o.Seconds.OK() && out[i].Phase.Seconds.OK() {
			out[i].Saved = model.Of(out[i].Phase.Seconds.Value - o.Seconds.Value)
		}
	}
	return out
}
