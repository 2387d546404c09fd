package analysis

import "scaledeck/model"

// judgeColdStart compares the start-up profiles of a file.
func judgeColdStart(f *model.File, o Options) (Finding, []Check) { return Finding{}, nil }
