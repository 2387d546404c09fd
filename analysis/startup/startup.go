package startup

import (
	"scaledeck/analysis/finding"
	"scaledeck/model"
)

// ColdStart is the comparison of start-up profiles.
type ColdStart struct {
	Data     *model.Startup
	Profiles []Profile    // longest first
	Saved    model.Figure // s, longest less shortest
	Factor   model.Figure // longest / shortest
	Tie      []string     // sentences that tie a profile to a timeline of the same file
}

// Profile is one start-up profile with its phases summed.
type Profile struct {
	Data  *model.Profile
	Total model.Figure // s, the sum of the phases
	Known bool         // every phase has a figure
}

// ColdStartOf returns the outcome of start-up profiles, nil for any other finding.
func ColdStartOf(outcome any) *ColdStart { return finding.As[ColdStart](outcome) }
