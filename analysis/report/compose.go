package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"scaledeck/analysis"
	"scaledeck/analysis/page"
	"scaledeck/model"
	"scaledeck/model/text"
)

// maxIssues bounds the issues that are listed unless Verbose is set: a file
// that is wrong in every row must not bury the verdicts.
const maxIssues = 40

// composer builds what a report says apart from its findings' figures.
type composer struct {
	o     Options
	alone bool // the finding has no board above it, which would say why
}

// compose says everything there is to say, in the order in which the person on
// call asks: is it all right, which rule broke and by how much, when, and how
// far the figures carry.
func compose(f *analysis.Findings, o Options) document {
	c := composer{o: o}
	p := document{mark: f.Verdict.Mark(), summary: Summary(f), source: c.source(f)}
	for _, fd := range f.List {
		p.board = append(p.board, boardRow{fd.Verdict.Mark(), fd.Title, fd.Why, flags(f, fd)})
	}
	for _, fd := range f.List {
		p.sections = append(p.sections, c.finding(fd))
	}
	for _, s := range []page.Section{c.checks(f.Checks), c.issues(f.Issues), scopes(f.Snap), c.files(f.Snap)} {
		if len(s.Blocks) > 0 {
			p.sections = append(p.sections, s)
		}
	}
	return p
}

// source names what was opened and counts what is wrong with it.
func (c composer) source(f *analysis.Findings) string {
	var parts []string
	if f.Snap != nil {
		if f.Snap.Label != "" {
			parts = append(parts, f.Snap.Label)
		}
		parts = append(parts, text.Counted(len(f.Snap.Files), "file"))
	}
	var n [model.Error + 1]int
	for _, i := range f.Issues {
		n[min(i.Severity, model.Error)]++
	}
	for s := model.Error + 1; s > 0; s-- {
		if n[s-1] > 0 {
			parts = append(parts, text.Counted(n[s-1], (s-1).String()))
		}
	}
	if !c.o.Now.IsZero() {
		parts = append(parts, "as of "+c.o.Now.UTC().Format(time.RFC3339))
	}
	return strings.Join(parts, " · ")
}

// flags returns what must not be missed next to a finding's figures.
func flags(all *analysis.Findings, f analysis.Finding) string {
	var parts []string
	if f.Simulated {
		parts = append(parts, analysis.Simulated.String())
	}
	if f.File != nil {
		if f.File.State != model.Fresh {
			parts = append(parts, f.File.State.String())
		}
		same := func(o analysis.Finding) bool { return o.Title == f.Title && o.Key != f.Key }
		if slices.ContainsFunc(all.List, same) {
			parts = append(parts, f.File.Name)
		}
	}
	return strings.Join(parts, " · ")
}

// finding puts the verdict in words and its file before the section of a finding.
func (c composer) finding(f analysis.Finding) page.Section {
	figures := analysis.Page(f)
	s := page.Section{Title: figures.Title, Mark: figures.Mark}
	s.Say("", f.Sentence)
	if c.alone && !strings.Contains(f.Sentence, f.Why) {
		s.Say("why", f.Why)
	}
	s.Say("file", c.fileLine(f))
	if f.Simulated && !strings.Contains(f.Sentence, analysis.Simulated.String()) {
		s.Say(analysis.Simulated.String(), "the figures come from a model with assumed coefficients, not from a measurement")
	}
	s.Blocks = append(s.Blocks, figures.Blocks...)
	return s
}

// fileLine names the file of a finding and says where it is not current.
func (c composer) fileLine(f analysis.Finding) string {
	if f.File == nil {
		return ""
	}
	if f.File.State == model.Fresh {
		return f.File.Name
	}
	return f.File.Name + " · " + c.state(f.File)
}

// state returns the state of a file, with its age where the moment is known.
func (c composer) state(f *model.File) string {
	s := f.State.String()
	if f.State != model.Fresh && !c.o.Now.IsZero() && !f.Since.IsZero() {
		s += " for " + age(c.o.Now.Sub(f.Since))
	}
	return s
}

// checks lists the claims that do not hold, and counts the ones that do.
func (c composer) checks(all []analysis.Check) page.Section {
	s := page.Section{Title: "Claims of the files, compared with their own figures"}
	var n [analysis.NumCheckResults]int
	for _, k := range all {
		n[min(k.Result, analysis.NumCheckResults-1)]++
	}
	var counts []string
	for r := analysis.Differs + 1; r > 0; r-- {
		if n[r-1] > 0 {
			word := (r - 1).String()
			if r-1 == analysis.Copied && n[r-1] > 1 {
				word = "equal a copy"
			}
			counts = append(counts, fmt.Sprintf("%d %s", n[r-1], word))
		}
	}
	if len(all) > 0 {
		s.Say("", text.Counted(len(all), "claim")+": "+strings.Join(counts, " · "))
	}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b analysis.Check) int { return cmp.Compare(b.Result, a.Result) })
	t := page.NewTable("result", "claim", "the file says", "recomputed", "rule", "where")
	t.Below(page.BelowNarrow, 2, 3).Below(page.BelowAlways, 4, 5)
	for _, k := range sorted {
		if !k.Result.Agrees() || c.o.Verbose {
			t.Add(page.Text(k.Result.String()), page.Text(k.Claim), page.Text(k.Claimed).Or("the file says "+k.Claimed),
				page.Text(k.Recomputed).Or("recomputed "+k.Recomputed), page.Text(k.Rule), page.Text(model.Issue{File: k.File, Pointer: k.Pointer}.Where()))
		}
	}
	s.Table("", t)
	return s
}

// issues lists what is wrong with source and files, one line each, the worst first.
func (c composer) issues(all []model.Issue) page.Section {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b model.Issue) int { return cmp.Compare(b.Severity, a.Severity) })
	var items []string
	for i, is := range sorted {
		if i == maxIssues && !c.o.Verbose {
			items = append(items, fmt.Sprintf("and %d more, of no greater severity", len(sorted)-i))
			break
		}
		items = append(items, is.Severity.String()+" "+string(is.Code)+": "+is.String())
	}
	s := page.Section{Title: "Issues"}
	s.List("", items)
	return s
}

// scopes gives each file's own sentences on how far its figures carry.
func scopes(snap *model.Snapshot) page.Section {
	s := page.Section{Title: "How far the figures carry"}
	if snap == nil {
		return s
	}
	for _, f := range snap.Files {
		if f.Doc != nil {
			s.Say(f.Name+", execution mode", f.Doc.ExecutionMode)
			s.Say(f.Name+", scenario scope", f.Doc.ScenarioScope)
		}
	}
	return s
}

// files lists what was read.
func (c composer) files(snap *model.Snapshot) page.Section {
	s := page.Section{Title: "Files"}
	if snap == nil {
		return s
	}
	head := []string{"file", "state", "kind"}
	aged := !c.o.Now.IsZero()
	if aged {
		head = append(head, "modified")
	}
	t := page.NewTable(head...)
	for i := range snap.Files {
		f := &snap.Files[i]
		kind := model.Dash
		if f.Doc != nil && f.Doc.Schema != "" {
			kind = f.Doc.Schema
		}
		row := []string{f.Name, c.state(f), kind}
		if aged {
			row = append(row, modified(c.o.Now, f.Modified))
		}
		t.Add(page.Texts(row...)...)
	}
	s.Table("", t)
	s.List("keys that nothing is read from", unknown(snap))
	return s
}

// unknown names the unknown keys of every file that has any, one line each.
func unknown(snap *model.Snapshot) []string {
	const most = 10
	var items []string
	for _, f := range snap.Files {
		if f.Doc == nil || f.Doc.UnknownCount == 0 {
			continue
		}
		named := strings.Join(f.Doc.Unknown[:min(len(f.Doc.Unknown), most)], ", ")
		if f.Doc.UnknownCount > most {
			named += " …"
		}
		items = append(items, f.Name+": "+text.Counted(f.Doc.UnknownCount, "unknown key")+": "+named)
	}
	return items
}

func modified(now, at time.Time) string {
	if at.IsZero() {
		return model.Dash
	}
	return age(now.Sub(at)) + " ago"
}

// age returns a length of time in its largest unit. A moment in the future, as
// clocks that disagree give it, counts as now.
func age(d time.Duration) string {
	switch d = max(d, 0); {
	case d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", d/time.Hour)
	default:
		return fmt.Sprintf("%d days", d/(24*time.Hour))
	}
}
