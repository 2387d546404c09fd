package tui

import (
	"strconv"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/screens"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// verdicts is a screen made for the test: it counts one verdict of those listed.
type verdicts struct {
	judge analysis.Options
	want  analysis.Verdict
	next  key.Binding
	last  string // title of the finding that was opened
}

func (v *verdicts) Keys(screen.Ctx) []key.Binding { return []key.Binding{v.next} }

func (v *verdicts) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	switch msg := msg.(type) {
	case screen.Open:
		v.last = msg.Finding.Title
	case screen.Copy:
		return screen.Action{Copy: "copied by the new screen"}
	case screen.WriteFile:
		return screen.Action{Save: &screen.Save{Done: "list written to", Failed: "list not written", Write: func() (string, error) { return "new.txt", nil }}}
	case tea.KeyPressMsg:
		if key.Matches(msg, v.next) {
			v.want = analysis.Pass
			return screen.Action{Notice: "counting " + v.want.String()}
		}
	}
	return screen.Action{}
}

func (v *verdicts) View(c screen.Ctx) []string {
	return []string{widget.NewLine(c.Theme, c.Width()).Put(theme.Text, strconv.Itoa(c.Snap.Counts[v.want])+" findings are "+v.want.String()+" "+v.last).String()}
}

// TestScreenByRecipe adds a screen as its recipe says, a type and a line in the
// list: its tab, its digit, its name, its help, its keys and what it wants done work.
func TestScreenByRecipe(t *testing.T) {
	spec := screen.Spec{
		ID: "verdicts", Title: "Verdict count", Short: "Count",
		Shows: func(f *analysis.Finding) bool { return f.Kind == analysis.KindFile }, Unfiltered: true,
		New: func(d screen.Deps) screen.Screen {
			return &verdicts{judge: d.Judge, want: analysis.Fail, next: key.NewBinding(key.WithKeys("v"), key.WithHelp("v", "next verdict"))}
		},
	}
	for n, specs := range map[int][]screen.Spec{8: append(screens.All(), spec), 1: append([]screen.Spec{spec}, screens.All()...)} {
		o := options(snapshot(1, demoFiles(t)...))
		o.specs = specs
		r := run(t, o, 120, 40)
		r.Press(strconv.Itoa(n%8+1), strconv.Itoa(n))
		wants(t, r.Frame(), strconv.Itoa(n)+" Verdict count", "4 findings are FAIL", "v next verdict")
		r.Press("v")
		wants(t, frameLine(r, -1), "counting PASS")
		wants(t, r.Frame(), "1 findings are PASS")
		r.Press("?")
		wants(t, r.Frame(), "keys on Verdict count", "next verdict", "1…8")
		r.Press("esc", "/")
		wants(t, frameLine(r, -1), "there is no list to filter here")
		r.Press("w")
		wants(t, frameLine(r, -1), "list written to new.txt")
		r.Press("y")
		wants(t, r.Frame(), "copied by the new screen")
		r.Press("esc", "tab", "shift+tab")
		wants(t, r.Frame(), "findings are")
		r.Resize(60, 15)
		if top := frameLine(r, 0); !strings.Contains(top, strconv.Itoa(n)+" Count") {
			t.Errorf("the tabs of a narrow terminal are %q", top)
		}
	}
	o := options(snapshot(1, demoFiles(t)...))
	o.specs, o.Screen = append(screens.All(), spec), "verdicts"
	wants(t, run(t, o, 120, 40).Frame(), "4 findings are FAIL")
}

// TestScreenNames: the names for --screen are those of the list, each once.
func TestScreenNames(t *testing.T) {
	seen := map[string]bool{}
	for i, s := range screens.All() {
		if s.ID != strings.ToLower(s.ID) || strings.Contains(s.ID, " ") || s.ID != ScreenNames()[i] || seen[s.ID] || s.Title == "" || s.Short == "" || s.New == nil {
			t.Errorf("the screen %+v cannot be named", s)
		}
		seen[s.ID] = true
	}
}
