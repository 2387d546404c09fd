package coldstart

import (
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// startView is everything a drawing of the profiles needs to know.
type startView struct {
	th    *theme.Theme
	snap  *analysis.Findings
	f     analysis.Finding
	cs    *analysis.ColdStart
	rows  []startRow
	sel   int
	scale float64 // s, of a bar of the full width
	thick int     // lines of a bar
	all   bool    // the phases of every profile are listed, not only the selected one's

	old, simulated view.Span // at the right of the head line
}

// A bar is thick only where that takes no room from anything that says more.
const (
	thickest  = 3
	thickFrom = 34
)

// totalCells is the room after a bar for its total.
const totalCells = 12

// View draws every profile as a bar on one scale, its phases below it with what
// each differs by from its counterpart in the longest, and what the
// seconds meant in the replay.
//
//	· INFO  180 s → 22 s, 8.2× shorter; largest saving: image pull −71 s  SIMULATED
//	▶ unoptimized_container_and_safetensors_init                            longest
//	  ██████████████████████████▒▒▒▒▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 180 s
//	    ██ node_alloc_and_image_pull          75 s  41.7 %
//	  pre_pulled_image_plus_object_memory_tensor_stream      −158 s, 8.2× shorter
//	  █▒▓▓▓ 22 s
//	    ██ warm_container_init                 4 s  18.2 %   −71 s
//	reactive: a replica asked for at 40 s was ready at 220 s; the surge peaked at 120 s
func (s *coldStart) View(c screen.Ctx) []string {
	w, h := c.Width(), c.Height()
	list, at := s.findings(c)
	if at < 0 {
		return view.Empty(c, "No cold start is open.")
	}
	f := list[at]
	rows, keys := s.rows(c, analysis.ColdStartOf(f.Outcome))
	v := startView{th: c.Theme, snap: c.Snap, f: f, cs: analysis.ColdStartOf(f.Outcome), rows: rows, sel: s.row.In(keys), thick: 1, old: view.NotFresh(c, f), simulated: view.SimulatedSpan(c, f.Simulated)}
	v.scale = longestBar(v.cs)
	head := v.head(w, list, at, h)
	if len(rows) == 0 {
		say := "No profile matches the filter."
		if len(v.cs.Profiles) == 0 {
			say = "The file has no profile."
		}
		return append(head, view.Empty(c, say)...)
	}
	ties := v.ties(w, max(h/4, 1))
	profiles := v.profiles(w, max(h-len(head)-1-len(ties), 0))
	scope := v.scope(w)
	return view.Stack(h,
		view.Lines(0, 1, head),
		view.Lines(1, 1, profiles),
		view.Lines(0, 1, []string{v.axis(w)}),
		view.Lines(0, len(ties), ties).Spaced(1),
		view.Block{Rank: 2, More: 2, Least: v.runLines(w, leastRun), Ideal: v.runLines(w, mostRun), Gap: true, Draw: func(n int) []string { return v.run(w, n) }},
		view.Lines(3, len(scope), scope).Spaced(3),
	)
}

// longestBar returns the seconds that a bar of the full width is.
func longestBar(cs *analysis.ColdStart) float64 {
	scale := 0.0
	for _, p := range cs.Profiles {
		sum := 0.0
		for _, ph := range p.Data.Phases {
			if v, ok := ph.Seconds.Get(); ok && v > 0 {
				sum += v
			}
		}
		scale = max(scale, sum)
	}
	return scale
}

// head says what is compared and what came of it.
func (v startView) head(w int, list []analysis.Finding, at, h int) []string {
	tail := []view.Span{v.old, v.simulated}
	if len(list) > 1 {
		tail = append(tail, view.Span{Token: theme.Muted, Text: strconv.Itoa(at+1) + " of " + strconv.Itoa(len(list)) + " files"})
	}
	l := widget.NewLine(v.th, w).Put(theme.Text, " ").Put(theme.Verdict(v.f.Verdict), v.th.Badge(v.f.Verdict)).Put(theme.Text, "  ")
	indent := l.Used()
	room := w - indent - view.SpansWidth(v.th, tail)
	for len(tail) > 1 && room < 12 { // the sentence before the badges
		tail = tail[:len(tail)-1]
		room = w - indent - view.SpansWidth(v.th, tail)
	}
	texts := view.Wrap(v.th, v.f.Why, max(room, 12))
	most := min(len(texts), max(h/6, 1))
	var lines []string
	for i, text := range texts[:most] {
		if i > 0 {
			l = widget.NewLine(v.th, w).To(indent)
		}
		if i == most-1 && most < len(texts) {
			text = widget.Cut(v.th, text+" "+texts[i+1], max(room, 12))
		}
		l.Put(theme.Strong, text)
		if i == 0 {
			view.PutSpans(v.th, l, tail)
		}
		lines = append(lines, l.String())
	}
	if h >= 16 {
		lines = append(lines, "")
	}
	return lines
}

// profiles draws every profile into at most h lines: with its phases where all of
// that fits, with those of the selected one alone where it does not, and the part
// around the selected row where even that is too much.
func (v startView) profiles(w, h int) []string {
	phases, count := 0, 0
	for _, r := range v.rows {
		if r.phase < 0 {
			count++
		} else {
			phases++
		}
	}
	v.all = 2*count+phases <= h
	gaps := 0
	if v.all && 2*count+phases+count <= h {
		gaps = 1
	}
	for v.all && v.thick < thickest && h >= thickFrom && (2+v.thick+gaps+1)*count+phases <= h {
		v.thick++
	}
	var lines []string
	selected := 0
	for i := 0; i < len(v.rows); {
		end := i + 1
		for end < len(v.rows) && v.rows[end].phase >= 0 {
			end++
		}
		if v.sel >= i && v.sel < end {
			selected = len(lines)
			if v.sel > i {
				selected += v.thick + v.sel - i
			}
		}
		lines = append(lines, v.profile(w, i, end)...)
		if gaps > 0 && end < len(v.rows) {
			lines = append(lines, "")
		}
		i = end
	}
	if len(lines) > h {
		top := min(max(selected-h/2, 0), len(lines)-h)
		lines = lines[top : top+h]
	}
	return lines
}

// profile draws the rows from i to end, which are a profile and its phases.
func (v startView) profile(w, i, end int) []string {
	at := v.rows[i].profile
	p := v.cs.Profiles[at]
	lines := []string{v.nameLine(w, i)}
	bar := widget.StackedBar{Scale: v.scale}
	for _, ph := range p.Data.Phases {
		bar.Phases = append(bar.Phases, widget.Phase{Name: ph.Name, Figure: ph.Seconds})
	}
	for y := range v.thick {
		l := widget.NewLine(v.th, w).To(2)
		bar.Put(l, v.barCells(w))
		if y == v.thick/2 {
			v.total(l.Put(theme.Text, " "), p)
			v.savingBeside(l, w, at)
		}
		lines = append(lines, l.String())
	}
	if !v.all && (v.sel < i || v.sel >= end) {
		return lines
	}
	var savings []analysis.Saving
	if at > 0 {
		savings = analysis.Savings(p.Data, v.cs.Profiles[0].Data)
	}
	for j := i + 1; j < end; j++ {
		lines = append(lines, v.phaseLine(w, j, savings))
	}
	return lines
}

func (v startView) barCells(w int) int { return max(w-2-totalCells, 1) }

// total puts a profile's total after its bar, or why there is none.
func (v startView) total(l *widget.Line, p analysis.Profile) {
	switch {
	case len(p.Data.Phases) == 0:
		l.Put(theme.Undecided, "no phases")
	case !p.Known:
		l.Put(theme.Undecided, widget.Ellipsis(v.th, "– "+strconv.Itoa(missingPhases(p))+" unknown", l.Left()))
	default:
		l.Put(theme.Strong, view.WholeFigure(v.th, p.Total, model.Seconds, l.Left(), false))
	}
}

// axis is the scale of the bars.
func (v startView) axis(w int) string {
	cells := v.barCells(w)
	l := widget.NewLine(v.th, w).To(2)
	if !(v.scale > 0) || cells < 12 {
		return l.String()
	}
	l.Put(theme.Faint, "└").Repeat(theme.Faint, "─", cells/2-1).Put(theme.Faint, "┴").Repeat(theme.Faint, "─", cells-cells/2-2).Put(theme.Faint, "┘")
	return l.Put(theme.Muted, " "+view.WholeFigure(v.th, model.Of(v.scale), model.Seconds, l.Left()-1, false)).String()
}

// ties say what the seconds of a start meant while demand was rising, on at most
// most lines.
func (v startView) ties(w, most int) []string {
	var lines []string
	for _, tie := range v.cs.Tie {
		name, said, ok := strings.Cut(tie, ": ")
		if !ok {
			name, said = "", tie
		}
		texts := view.Wrap(v.th, name+": "+said, max(w-2, 1))
		for _, text := range texts {
			l := widget.NewLine(v.th, w).Put(theme.Text, " ")
			if rest, found := strings.CutPrefix(text, v.th.Spell(name)+":"); found {
				l.Put(theme.Accent, v.th.Spell(name)+":")
				text = rest
			}
			lines = append(lines, l.Put(theme.Text, text).String())
		}
	}
	if len(lines) > most {
		lines = append(lines[:most-1], view.Sentence(v.th, theme.Muted, "… enter says the rest", w))
	}
	return lines
}

// scope is how far the figures carry, in the file's own words.
func (v startView) scope(w int) []string {
	var lines []string
	for _, said := range []string{v.f.File.Doc.ExecutionMode, v.f.File.Doc.ScenarioScope} {
		for _, text := range view.Wrap(v.th, said, max(w-2, 1)) {
			if text != "" {
				lines = append(lines, view.Sentence(v.th, theme.Muted, text, w))
			}
		}
	}
	return lines
}
