package chart

import (
	"math"
	"testing"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// dense returns a chart of 100×20 cells with two series of 300 samples, a rule
// and a playhead: what one band of the replay costs at its worst.
func dense(mode Mode) Spec {
	s := Spec{
		Width: 100, Height: 20, Gutter: 9, Mode: mode, TimeAxis: true,
		X:        Axis{Min: 0, Max: 299, Unit: model.Seconds},
		Y:        Axis{Min: 0, Max: 4, Unit: model.Ratio},
		Rules:    []Rule{{Y: 1, Label: "limit 1.0", Token: theme.Limit}},
		Playhead: 120, HasPlayhead: true, Until: 120, HasUntil: true,
	}
	for k := range 2 {
		y := make([]float64, 300)
		for i := range y {
			y[i] = 2 + (1.5-float64(k))*math.Sin(float64(i)/40+float64(k)) + 0.2*math.Sin(float64(i*(k+3)))
		}
		s.Series = append(s.Series, Series{Name: []string{"reactive", "leading"}[k], Y: y, Token: theme.SeriesA + theme.Token(k)})
	}
	return s
}

func BenchmarkRender(b *testing.B) {
	th := theme.Dark(false)
	for _, m := range []struct {
		name string
		mode Mode
	}{{"braille", Braille}, {"block", Block}, {"ascii", ASCII}} {
		b.Run(m.name, func(b *testing.B) {
			s := dense(m.mode)
			b.ReportAllocs()
			for b.Loop() {
				Render(th, s)
			}
		})
	}
}

// BenchmarkRenderLong has 100 000 samples: strokes per column keep it near the
// cost of reading them.
func BenchmarkRenderLong(b *testing.B) {
	th := theme.Dark(false)
	s := dense(Braille)
	y := make([]float64, 100_000)
	for i := range y {
		y[i] = 2 + 1.9*math.Sin(float64(i)*1.7)
	}
	s.Series = []Series{{Y: y}}
	s.X.Max = float64(len(y) - 1)
	b.ReportAllocs()
	for b.Loop() {
		Render(th, s)
	}
}

func BenchmarkSpark(b *testing.B) {
	th := theme.Dark(false)
	y := dense(Braille).Series[0].Y
	b.ReportAllocs()
	for b.Loop() {
		SparkOver(th, theme.SeriesA, y, 100, 0, 4, 3, Braille)
	}
}
