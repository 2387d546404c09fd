package theme

// The palettes. Every foreground has a contrast of at least 4.5 : 1 against the
// backgrounds the test names, and 3 : 1 for Faint, which only draws rules; the
// selected background keeps them readable too. PASS and FAIL differ in lightness
// and not only in hue, so that red-green blindness does not merge them.
var darkPalette = &palette{
	selected: "#2a3140",
	fg: [NumTokens]string{
		Text: "#d8dee9", Strong: "#ffffff", Muted: "#9aa5b8", Faint: "#6e7a90",
		Title: "#e6ecf5", Accent: "#7cc7ff", Key: "#7cc7ff",
		Pass: "#7ddf9a", Fail: "#ff7b7b", Undecided: "#ffc35c", Running: "#7cc7ff", Info: "#a9b4c7",
		Simulated: "#d2a6ff", Limit: "#ffc35c", Playhead: "#ffffff",
		SeriesA: "#ff9e64", SeriesB: "#5ccfe6", SeriesC: "#c7e36b", SeriesD: "#d2a6ff",
		Bar: "#86a8e0", BarAlt: "#9aa5b8",
	},
}

var lightPalette = &palette{
	selected: "#dfe7f3",
	fg: [NumTokens]string{
		Text: "#24292f", Strong: "#000000", Muted: "#4d5663", Faint: "#7a828e",
		Title: "#101418", Accent: "#0550ae", Key: "#0550ae",
		Pass: "#0a5224", Fail: "#c4151f", Undecided: "#7a4b00", Running: "#0550ae", Info: "#4d5663",
		Simulated: "#6f2da8", Limit: "#7a4b00", Playhead: "#000000",
		SeriesA: "#a63d00", SeriesB: "#006a80", SeriesC: "#4f6400", SeriesD: "#6f2da8",
		Bar: "#2f5aa8", BarAlt: "#5c6572",
	},
}
