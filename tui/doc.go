// Package tui is the console: one Bubble Tea program with a screen each for
// the board, the replay, canary rollouts, topologies and cold starts.
//
// It is the only package that imports Bubble Tea and Lip Gloss. It shows what
// package analysis found and never judges anything itself.
//
// Start reading at App (the only tea.Model), then screen (what a screen is) and
// layout (the only arithmetic on the terminal's size).
package tui
