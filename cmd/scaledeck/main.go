// Scaledeck is a terminal operations console for LLM-inference fleets.
//
// This package is flags, wiring and exit codes: what a file holds is read by
// package model/format, judged by package analysis and shown by package tui.
// Start reading at run.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
