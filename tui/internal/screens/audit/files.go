package audit

import (
	"strings"

	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// shortFiles names the files of a list in few cells: without what all their names
// begin and end with, which tells none from another.
type shortFiles struct {
	begin, end int  // bytes that are left out at either end
	cells      int  // of the column; 0 where there is none
	middle     bool // what is too long loses its middle, since the ends of names tell them apart
}

// filesOf returns how the files are named in a list of w cells. There is no column
// where all claims are of one file, which then goes without saying.
func filesOf(c screen.Ctx, l listing, w int) shortFiles {
	if !l.severalFiles() {
		return shortFiles{}
	}
	most := 8
	switch {
	case w >= 100:
		most = 20
	case w >= 70:
		most = 13
	}
	var s shortFiles
	var names []string
	for i := range c.Snap.Snap.Files {
		if f := &c.Snap.Snap.Files[i]; f.Doc != nil {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return shortFiles{cells: most, middle: true}
	}
	s.begin, s.end = len(names[0]), len(names[0])
	for _, n := range names[1:] {
		s.begin, s.end = min(s.begin, alike(names[0], n)), min(s.end, alikeAtEnd(names[0], n))
	}
	// Whole words only: of "run-10" and "run-11" the "1" says as much as the "0".
	s.begin = strings.LastIndexAny(names[0][:s.begin], "-_/ ") + 1
	ending := names[0][len(names[0])-s.end:]
	if s.end = 0; strings.Contains(ending, ".") {
		s.end = len(ending) - strings.Index(ending, ".")
	}
	for _, n := range names {
		s.cells = max(s.cells, widget.Width(c.Theme.Spell(s.name(n))))
	}
	s.cells = min(max(s.cells, len("file")), most)
	s.middle = s.confuses(names)
	return s
}

// confuses reports whether names cut at their end could be taken for each other.
func (s shortFiles) confuses(names []string) bool {
	const few = 16
	if len(names) > few {
		return true
	}
	for i, a := range names {
		for _, b := range names[:i] {
			if alike(s.name(a), s.name(b)) >= s.cells-1 {
				return true
			}
		}
	}
	return false
}

// alike returns how many bytes two names have in common at their beginning.
func alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// alikeAtEnd is alike for the end.
func alikeAtEnd(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// name returns what is left of a file's name.
func (s shortFiles) name(file string) string {
	if s.begin+s.end >= len(file) {
		return file
	}
	return file[s.begin : len(file)-s.end]
}

// short returns a file's name as its cell shows it.
func (s shortFiles) short(th *theme.Theme, file string) string {
	if s.middle {
		return view.Middle(th, s.name(file), s.cells)
	}
	return widget.Ellipsis(th, s.name(file), s.cells)
}
