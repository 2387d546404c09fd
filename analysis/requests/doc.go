// Package requests turns the raw evidence of a scale-out benchmark, above all
// its request-results.csv, into the document that the other packages judge.
//
// The file of requests can be larger than memory. It is read in chunks on all
// cores, each chunk assuming that it begins outside quotes; the chunks are put
// together in order, and one whose assumption turns out wrong is read again from
// where the one before it ended. The outcome is that of reading the file from
// front to back, whatever the number of cores and the size of the chunks. Of
// each request only the figures that a percentile needs are kept.
//
// It imports the standard library, package model with its text, and package
// analysis. Start reading at Analyze, then record.go (what a record is),
// chunks.go (how a file is cut) and row.go (what is taken from a request).
package requests
