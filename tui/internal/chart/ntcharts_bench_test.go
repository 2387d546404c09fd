// The widgets of ntcharts on the data of BenchmarkRender, to measure again what
// drawing without its per-cell canvas saves.

package chart

import (
	"testing"

	"github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/graph"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
	"github.com/NimbleMarkets/ntcharts/v2/linechart"
	"github.com/NimbleMarkets/ntcharts/v2/linechart/streamlinechart"
)

// BenchmarkNtchartsStream draws one series with the stream widget.
func BenchmarkNtchartsStream(b *testing.B) {
	y := dense(Braille).Series[0].Y
	b.ReportAllocs()
	for b.Loop() {
		m := streamlinechart.New(100, 20, streamlinechart.WithYRange(0, 4))
		for _, v := range y {
			m.Push(v)
		}
		m.Draw()
		_ = m.View()
	}
}

// BenchmarkNtchartsLine draws both series with the line widget, a braille line a segment.
func BenchmarkNtchartsLine(b *testing.B) {
	s := dense(Braille)
	b.ReportAllocs()
	for b.Loop() {
		m := linechart.New(100, 20, 0, 299, 0, 4)
		m.DrawXYAxisAndLabel()
		for _, one := range s.Series {
			for i := 1; i < len(one.Y); i++ {
				m.DrawBrailleLine(canvas.Float64Point{X: float64(i - 1), Y: one.Y[i-1]}, canvas.Float64Point{X: float64(i), Y: one.Y[i]})
			}
		}
		_ = m.View()
	}
}

// BenchmarkNtchartsGrid draws both series into one braille grid on the canvas
// of the line widget: the best that its own parts give.
func BenchmarkNtchartsGrid(b *testing.B) {
	s := dense(Braille)
	b.ReportAllocs()
	for b.Loop() {
		m := linechart.New(100, 20, 0, 299, 0, 4)
		m.DrawXYAxisAndLabel()
		g := graph.NewBrailleGrid(m.GraphWidth(), m.GraphHeight(), 0, 299, 0, 4)
		for _, one := range s.Series {
			for i := 1; i < len(one.Y); i++ {
				from := g.GridPoint(canvas.Float64Point{X: float64(i - 1), Y: one.Y[i-1]})
				to := g.GridPoint(canvas.Float64Point{X: float64(i), Y: one.Y[i]})
				for _, p := range graph.GetLinePoints(from, to) {
					g.Set(p)
				}
			}
		}
		graph.DrawBraillePatterns(&m.Canvas, canvas.Point{X: m.Origin().X + 1}, g.BraillePatterns(), m.Style)
		_ = m.View()
	}
}

// BenchmarkNtchartsDots compares the dots alone: ntcharts' grid of dots, which
// allocates a slice a row and grows each row of runes.
func BenchmarkNtchartsDots(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		runes.NewPatternDotsGrid(182, 80).BraillePatterns()
	}
}
