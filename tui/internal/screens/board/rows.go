package board

import (
	"fmt"
	"strings"

	"scaledeck/analysis"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// badgeCells returns the column at which titles begin: after the widest badge listed.
func badgeCells(th *theme.Theme, rows []analysis.Finding) int {
	w := 0
	for _, f := range rows {
		w = max(w, widget.Width(th.Badge(f.Verdict)))
	}
	return w + 3
}

// list draws the rows that fit into h lines, the selected one among them, and
// where they do not all fit, which of them are seen.
func (b *board) list(c screen.Ctx, rows []analysis.Finding, at, w, h int) []string {
	badge := badgeCells(c.Theme, rows)
	roomy := w < oneLineWidth && w < c.Width() // next to a preview there is room for a line of provenance
	drawn := make([][]string, len(rows))
	for i := range rows {
		drawn[i] = row(c, rows[i], i == at, badge, w, roomy)
	}
	if total(drawn)+len(drawn) <= h && roomy {
		for i := range drawn {
			drawn[i] = append(drawn[i], "") // room to breathe
		}
	}
	all := total(drawn) <= h
	if !all && h > 4 {
		h-- // for the line that says which are seen
	}
	// From the selected row upwards as far as half the room goes, so that what
	// comes after it is seen too.
	top, used := at, len(drawn[at])
	for ; top > 0 && used+len(drawn[top-1]) <= max(h/2, h-total(drawn[at+1:])); top-- {
		used += len(drawn[top-1])
	}
	lines := make([]string, 0, h+1)
	last := top
	for ; last < len(rows) && len(lines)+len(drawn[last]) <= max(h, len(drawn[at])); last++ {
		lines = append(lines, drawn[last]...)
	}
	lines = lines[:min(len(lines), h)]
	if all || h < 4 {
		return lines
	}
	for len(lines) < h {
		lines = append(lines, "")
	}
	seen := fmt.Sprintf("%d–%d of %d rows ", top+1, last, len(rows))
	return append(lines, widget.NewLine(c.Theme, w).Right(theme.Muted, seen).String())
}

func total(rows [][]string) int {
	n := 0
	for _, r := range rows {
		n += len(r)
	}
	return n
}

// row draws one finding: verdict, what it is, why, and always which file it
// comes from and how old that is.
func row(c screen.Ctx, f analysis.Finding, selected bool, badge, w int, roomy bool) []string {
	mark := " "
	if selected {
		mark = "▶"
	}
	first := widget.NewLine(c.Theme, w).Select(selected).Put(theme.Accent, mark)
	first.Column(theme.Verdict(f.Verdict), c.Theme.Badge(f.Verdict), badge)
	tags := tagsOf(c, f)
	if w >= oneLineWidth {
		return []string{oneLine(c, f, first, tags, badge, w)}
	}
	where := provenance(c, f)
	room := first.Left() - tags.width(c.Theme)
	if !roomy {
		room -= min(widget.Width(c.Theme.Spell(where)), leastProvenance) + 3
	}
	first.Put(theme.Strong, widget.Ellipsis(c.Theme, f.Title, room))
	tags.put(first)
	if !roomy {
		first.Right(theme.Muted, view.Middle(c.Theme, where, first.Left()-3)+" ")
	}
	out := []string{first.String()}
	why := view.Wrap(c.Theme, f.Why, w-badge)
	if len(why) > 2 {
		why = []string{why[0], widget.Ellipsis(c.Theme, strings.Join(why[1:], " "), w-badge)}
	}
	line := func(tok theme.Token, text string) {
		out = append(out, widget.NewLine(c.Theme, w).Select(selected).To(badge).Put(tok, text).String())
	}
	for _, text := range why {
		line(theme.Text, text)
	}
	if roomy {
		line(theme.Muted, view.Middle(c.Theme, where, w-badge))
	}
	return out
}

// oneLine draws a finding on a line of its own: title, why, tags, file.
func oneLine(c screen.Ctx, f analysis.Finding, l *widget.Line, tags tags, badge, w int) string {
	titleEnd := badge + 44
	l.Put(theme.Strong, widget.Ellipsis(c.Theme, f.Title, titleEnd-l.Used()-tags.width(c.Theme)-1))
	tags.put(l)
	l.To(titleEnd)
	const whereCells = 34
	l.Column(theme.Text, f.Why, w-whereCells-2)
	return l.Right(theme.Muted, view.Middle(c.Theme, provenance(c, f), whereCells)).String()
}

// leastProvenance is what a title leaves of a line for the file and its age.
const leastProvenance = 20

// tags are the words behind a title.
type tags []tag

type tag struct {
	tok  theme.Token
	text string
}

func tagsOf(c screen.Ctx, f analysis.Finding) tags {
	var t tags
	if old := view.Staleness(c, f); old != "" {
		t = append(t, tag{theme.Undecided, old})
	}
	if f.Simulated {
		t = append(t, tag{theme.Simulated, "SIMULATED"})
	}
	return t
}

func (t tags) width(th *theme.Theme) int {
	w := 0
	for _, one := range t {
		w += 2 + widget.Width(th.Spell(one.text))
	}
	return w
}

func (t tags) put(l *widget.Line) {
	for _, one := range t {
		l.Put(theme.Text, "  ").Put(one.tok, one.text)
	}
}

// provenance says which file a finding comes from and how old that is.
func provenance(c screen.Ctx, f analysis.Finding) string {
	where := view.FileName(f)
	if f.File == nil || f.File.Modified.IsZero() {
		return where
	}
	return where + " · " + view.Age(c.Now.Sub(f.File.Modified))
}
