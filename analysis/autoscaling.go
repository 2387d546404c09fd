package analysis

import "scaledeck/model"

// judgeAutoscaling judges every timeline of a file and compares the file's claims.
func judgeAutoscaling(f *model.File, o Options) ([]Finding, []Check) { return nil, nil }
