// Package analysis judges what result files hold: it recomputes medians,
// changes, criteria, SLO windows, canary gates and outcomes from the rows,
// samples and stages themselves, compares them with what the file claims, and
// gives verdicts. Every badge, report line and exit code of scaledeck prints
// what this package returned.
//
// It is pure: no I/O, no clock; only requests reads files. It imports the
// standard library, package model, and sim where a rule needs the model behind a file.
//
// Each kind of result has a package below: comparison (scale-out), timeline
// (autoscaling), rollout (canary), startup (cold start) and arms (load generators).
// They return findings (package finding), made of gates (gate, policy) and
// statistics (stats), with a page to print (page). Package report prints them,
// requests makes results from raw evidence, and known has the published figures.
//
// Start reading at Judge, then kinds.go (the list of kinds) and package gate.
package analysis
