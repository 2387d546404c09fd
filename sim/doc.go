// Package sim computes what a fleet of model replicas would have done: how an
// autoscaling policy follows a demand, how a canary passes its gates, and which
// of the changes between two policies helped.
//
// It is pure and deterministic: the same values in give the same values out, on
// any number of cores. It reads no clock and no file and imports the standard
// library and package model only. Its coefficients are assumptions (see
// Coefficients), so everything computed here is SIMULATED and never measured.
//
// Start reading at Config (a run is a value), then Run, then Policy.
package sim
