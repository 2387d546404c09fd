// Package chart draws line charts, sparklines and state strips in cells. Every
// function is pure: a Spec and a theme in, lines of an exact width out. Nothing
// here panics, hangs or leaves its area, whatever the size and the data.
//
// It may import theme, model, ansi and, alone in the tree, ntcharts: the block
// tables of ntcharts' canvas/runes are what it draws with. Their per-cell canvas is not
// used, because it renders a style for every cell, nor their grid of dots, which takes a
// slice for every row of dots.
//
// One mapping places everything. A value becomes a share of its axis, the share
// a position in the plot, and the position a cell: see scale. Lines, rules, tick
// labels and the playhead all go through it, so that they agree to the cell and
// in every mode.
//
// Start reading at Spec, then Render in frame.go; pen.go draws the lines.
package chart
