package theme

import (
	"math"
	"strconv"
	"testing"
)

// luminance is the relative luminance of WCAG 2.2 of a colour such as #7cc7ff.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	if len(hex) != 7 || hex[0] != '#' {
		t.Fatalf("%q is no colour", hex)
	}
	channel := func(s string) float64 {
		n, err := strconv.ParseUint(s, 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(hex[1:3]) + 0.7152*channel(hex[3:5]) + 0.0722*channel(hex[5:7])
}

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func TestContrastByHand(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"#000000", "#ffffff", 21}, {"#777777", "#ffffff", 4.478}, {"#123456", "#123456", 1},
	} {
		if got := contrast(t, c.a, c.b); math.Abs(got-c.want) > 0.001 {
			t.Errorf("%s on %s is %.3f, want %.3f", c.a, c.b, got, c.want)
		}
	}
}

// Every token can be read on the backgrounds that terminals are set to.
func TestEveryTokenCanBeRead(t *testing.T) {
	type ground struct {
		colour     string
		text, rule float64 // the least contrast, of text and of Faint
	}
	for _, c := range []struct {
		name    string
		palette *palette
		grounds []ground
	}{
		{"dark", darkPalette, []ground{
			{"#000000", 4.5, 3}, {"#121212", 4.5, 3}, {"#1e1e1e", 4.5, 3}, {"#002b36", 4.5, 3}, {darkPalette.selected, 4.5, 3},
		}},
		{"light", lightPalette, []ground{
			{"#ffffff", 4.5, 3}, {"#fafafa", 4.5, 3}, {"#fdf6e3", 4.5, 3}, {lightPalette.selected, 4.5, 3},
		}},
	} {
		for tok := Text; tok < NumTokens; tok++ {
			if c.palette.fg[tok] == "" {
				t.Errorf("%s: token %d has no colour", c.name, tok)
				continue
			}
			for _, g := range c.grounds {
				least := g.text
				if ahead := tok >= AheadA && tok <= AheadD; tok == Faint || ahead {
					least = g.rule
					if ahead && g.colour == c.palette.selected {
						continue // charts have no selected rows
					}
				}
				if got := contrast(t, c.palette.fg[tok], g.colour); got < least {
					t.Errorf("%s: token %d, %s on %s, has a contrast of %.2f, less than %v", c.name, tok, c.palette.fg[tok], g.colour, got, least)
				}
			}
		}
	}
}

// Red and green look alike to one man in twelve: the two verdicts differ in
// lightness too.
func TestVerdictsDifferInLightness(t *testing.T) {
	for _, p := range []*palette{darkPalette, lightPalette} {
		if got := contrast(t, p.fg[Pass], p.fg[Fail]); got < 1.5 {
			t.Errorf("PASS %s and FAIL %s differ by %.2f in lightness, less than 1.5", p.fg[Pass], p.fg[Fail], got)
		}
	}
}

// The series of a chart have different colours.
func TestSeriesDiffer(t *testing.T) {
	for _, p := range []*palette{darkPalette, lightPalette, neutralPalette} {
		seen := map[string]Token{}
		for tok := SeriesA; tok <= AheadD; tok++ {
			if other, dup := seen[p.fg[tok]]; dup {
				t.Errorf("series %d and %d are both %s", other, tok, p.fg[tok])
			}
			seen[p.fg[tok]] = tok
		}
	}
}

// Where the background is unknown every tone can be read on black and on white.
func TestNeutralCanBeReadOnBoth(t *testing.T) {
	for tok := Text; tok < NumTokens; tok++ {
		fg := neutralPalette.fg[tok]
		if fg == "" {
			continue // the terminal's own colour
		}
		for _, ground := range []string{"#000000", "#121212", "#1e1e1e", "#ffffff", "#fafafa", "#fdf6e3"} {
			if got := contrast(t, fg, ground); got < 3.4 {
				t.Errorf("token %d, %s on %s, has a contrast of %.2f, less than 3.4", tok, fg, ground, got)
			}
		}
	}
	if neutralPalette.fg[Text] != "" || neutralPalette.fg[Strong] != "" || neutralPalette.selected != "" {
		t.Error("text and the selected row are not the terminal's own")
	}
}
