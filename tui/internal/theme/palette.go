package theme

// The palettes. Every foreground has a contrast of at least 4.5 : 1 against the
// backgrounds the test names, and 3 : 1 for Faint and the series ahead of the
// playhead; the selected background keeps them readable too. PASS and FAIL
// differ in lightness and not only in hue, so that red-green blindness does not
// merge them.
//
// Every colour but the light PASS, which must be darker than any of them, is one
// of the 256 that tmux, screen and mosh reduce to, so that what was chosen here
// is what is seen there.
var darkPalette = &palette{
	selected: "#303030",
	fg: [NumTokens]string{
		Text: "#dadada", Strong: "#ffffff", Muted: "#a8a8a8", Faint: "#808080",
		Title: "#eeeeee", Accent: "#87d7ff", Key: "#87d7ff",
		Pass: "#87ff87", Fail: "#ff8787", Undecided: "#ffd75f", Running: "#87d7ff", Info: "#b2b2b2",
		Simulated: "#d7afff", Limit: "#ffd75f", Playhead: "#ffffff",
		SeriesA: "#ffaf5f", SeriesB: "#5fd7d7", SeriesC: "#afd75f", SeriesD: "#d7afff",
		AheadA: "#af5f00", AheadB: "#008787", AheadC: "#5f8700", AheadD: "#875faf",
		Bar: "#87afff", BarAlt: "#a8a8a8",
	},
}

var lightPalette = &palette{
	selected: "#eeeeee",
	fg: [NumTokens]string{
		Text: "#262626", Strong: "#000000", Muted: "#4e4e4e", Faint: "#767676",
		Title: "#121212", Accent: "#005faf", Key: "#005faf",
		Pass: "#00521f", Fail: "#d70000", Undecided: "#5f5f00", Running: "#005faf", Info: "#4e4e4e",
		Simulated: "#8700af", Limit: "#5f5f00", Playhead: "#000000",
		SeriesA: "#875f00", SeriesB: "#005f87", SeriesC: "#005f00", SeriesD: "#8700af",
		AheadA: "#af875f", AheadB: "#5f87af", AheadC: "#5f875f", AheadD: "#af5fd7",
		Bar: "#005faf", BarAlt: "#626262",
	},
}

// neutralPalette leaves text to the terminal. Its tones lie midway: none can
// have more than about 3.9 : 1 on both black and white.
var neutralPalette = &palette{
	fg: [NumTokens]string{
		Muted: "#767676", Faint: "#808080", Accent: "#0087af", Key: "#0087af",
		Pass: "#008700", Fail: "#ff0000", Undecided: "#878700", Running: "#0087d7", Info: "#767676",
		Simulated: "#875fd7", Limit: "#878700",
		SeriesA: "#d75f00", SeriesB: "#008787", SeriesC: "#5f8700", SeriesD: "#af5fd7",
		AheadA: "#af5f5f", AheadB: "#5f8787", AheadC: "#87875f", AheadD: "#af5f87",
		Bar: "#0087af", BarAlt: "#808080",
	},
}
