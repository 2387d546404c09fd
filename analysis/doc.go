// Package analysis judges what result files hold: it recomputes medians,
// changes, criteria, SLO windows, canary gates and outcomes from the rows,
// samples and stages themselves, compares them with what the file claims, and
// gives verdicts. Every badge, report line and exit code of scaledeck prints
// what this package returned.
//
// It is pure: no I/O, no clock. It imports the standard library and package
// model (and sim where a rule needs the model behind a file).
//
// Start reading at Judge, then Rule (one gate as data) and Gate (its result).
package analysis
