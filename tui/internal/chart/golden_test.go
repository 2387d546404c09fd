package chart

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// surge is a run of our own making: a burst that one policy meets late and the
// other in time, with a hole in the second one's samples.
func surge(w, h int, mode Mode) Spec {
	var at, late, early []float64
	for s := 0.0; s <= 300; s += 20 {
		burst := math.Exp(-math.Pow((s-130)/60, 2))
		at = append(at, s)
		late = append(late, math.Round(200+4600*burst))
		early = append(early, math.Round(180+260*burst))
	}
	early[9], early[10] = math.NaN(), math.NaN()
	return Spec{
		Width: w, Height: h, Gutter: min(9, w/3), Mode: mode,
		X: Axis{Min: 0, Max: 300, Unit: model.Seconds},
		Y: Axis{Min: 100, Max: 7000, Log: true, Unit: model.Milliseconds},
		Series: []Series{
			{Name: "late", X: at, Y: late, Token: theme.SeriesA},
			{Name: "early", X: at, Y: early, Token: theme.SeriesB, Dashed: true},
		},
		Rules:    []Rule{{Y: 500, Label: "SLO 500 ms", Token: theme.Limit}},
		Marks:    []Mark{{X: 40, Label: "+2", Token: theme.SeriesA}, {X: 100, Label: "+3", Token: theme.SeriesB}},
		Playhead: 160, HasPlayhead: true, Until: 160, HasUntil: true, TimeAxis: true,
	}
}

func TestGoldenFrames(t *testing.T) {
	modes := map[string]Mode{"braille": Braille, "block": Block, "ascii": ASCII}
	for name, mode := range modes {
		for _, size := range [][2]int{{20, 5}, {60, 10}, {100, 20}} {
			file := fmt.Sprintf("%s-%dx%d.txt", name, size[0], size[1])
			t.Run(file, func(t *testing.T) {
				lines := Render(theme.Dark(false), surge(size[0], size[1], mode))
				golden(t, file, ansi.Strip(strings.Join(lines, "\n"))+"\n")
			})
		}
	}
}

// TestGoldenStyles holds the escape sequences of one small frame.
func TestGoldenStyles(t *testing.T) {
	lines := Render(theme.None(false), surge(40, 8, Braille))
	golden(t, "styles-40x8.txt", strings.ReplaceAll(strings.Join(lines, "\n"), "\x1b", "ESC")+"\n")
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}
