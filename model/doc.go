// Package model is the vocabulary of scaledeck: the plain values that a result
// file is read into and that everything else speaks in.
//
// It imports the standard library only and does no I/O. A value here says what
// a file says, never what we think of it: judging is package analysis, reading
// is model/format, following files and other sources is model/source.
//
// Start reading at Figure (a number that may be missing), then Metric (what it
// measures), Document (the parts that one file holds, of a kind each) and Snapshot
// (what all watched files hold at one moment).
package model
