// Package tui is the console: one Bubble Tea program with a frame, global keys,
// dialogs, and the screens of the list in internal/screens.
//
// Bubble Tea and Lip Gloss are imported here and below only. Verdicts come from
// package analysis; a what-if asks it again with other limits.
//
// Start reading at App, the only tea.Model, then internal/screen (what a screen
// is). To add a screen, write a package in internal/screens and name it in the
// list there: its tab, digit, name for --screen and help follow. Screens draw with
// internal/view (what they share), widget, chart and theme; playback is the clock
// of a replay.
package tui
