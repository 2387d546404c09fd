package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// Judge says everything there is to say on a snapshot. It never fails: what
// cannot be judged is a finding or an issue of its own. A snapshot with nothing
// to judge, or none, is UNDECIDED without a finding.
//
// Files that are stale or gone keep the findings of their last good version;
// their state says how old it is. A file that never could be read is a finding
// too, UNDECIDED: it may be the one that holds the failure.
func Judge(snap *model.Snapshot, o gate.Options) *Findings {
	return judge(snap, func(f *model.File) *fileResult { return judgeFile(f, o) })
}

// judge puts together what the files of a snapshot come to.
func judge(snap *model.Snapshot, of func(*model.File) *fileResult) *Findings {
	if snap == nil {
		snap = &model.Snapshot{}
	}
	results := make([]*fileResult, len(snap.Files)) // nil for a file with nothing to judge
	findings := 0
	for i := range snap.Files {
		if f := &snap.Files[i]; !f.Doc.Empty() {
			results[i] = of(f)
			findings += len(results[i].list)
		} else {
			findings++
		}
	}
	j := &Findings{Snap: snap, Issues: slices.Clone(snap.Issues), List: slices.Grow([]finding.Finding(nil), findings), Checks: checksOf(results)}
	evidence := make(map[*model.Beside]bool)
	for i, r := range results {
		j.addFile(&snap.Files[i], r, evidence)
	}
	for _, issue := range snap.Issues {
		if issue.Severity == model.Error || cutOff(issue) {
			j.Verdict = gate.Worst(j.Verdict, gate.Undecided)
		}
	}
	if slices.ContainsFunc(snap.Feeds, model.Feed.Behind) { // what it has not brought may fail
		j.Verdict = gate.Worst(j.Verdict, gate.Undecided)
	}
	j.uniqueKeys()
	slices.SortStableFunc(j.List, compareFindings)
	for i := range j.List {
		v := j.List[i].Verdict
		j.Verdict = gate.Worst(j.Verdict, v)
		j.Counts[min(v, gate.NumVerdicts-1)]++
	}
	if len(j.List) == 0 { // nothing found is no evidence, and no evidence is never green
		j.Verdict = gate.Undecided
	}
	return j
}

// addFile adds what one file came to, nil where there is nothing to judge in it.
// evidence marks the Beside of the files before it.
func (j *Findings) addFile(f *model.File, r *fileResult, evidence map[*model.Beside]bool) {
	j.Issues = append(j.Issues, f.Issues...)
	if f.Doc != nil {
		j.Issues = append(j.Issues, f.Doc.Issues...)
	}
	if r == nil {
		if finding, ok := unreadable(f); ok {
			j.List = append(j.List, finding)
		}
		return
	}
	for _, finding := range r.list {
		finding.File = f
		finding.Gates = slices.Clone(finding.Gates)
		j.List = append(j.List, finding)
	}
	j.Issues = append(j.Issues, r.unknown...)
	if f.Beside != nil && !evidence[f.Beside] {
		evidence[f.Beside] = true
		for _, issue := range f.Beside.Issues { // files of one directory share them
			if !slices.Contains(j.Issues, issue) {
				j.Issues = append(j.Issues, issue)
			}
		}
	}
	j.Issues = append(j.Issues, r.issues...)
}

// checksOf returns the checks of all files, those to look at before the others.
func checksOf(results []*fileResult) []finding.Check {
	n := 0
	for _, r := range results {
		if r != nil {
			n += len(r.checks)
		}
	}
	list := slices.Grow([]finding.Check(nil), n)
	for result := range finding.NumCheckResults {
		for _, r := range results {
			if r == nil {
				continue
			}
			for i := range r.checks {
				if c := &r.checks[i]; c.Result == finding.NumCheckResults-1-result {
					list = append(list, *c)
				}
			}
		}
	}
	return list
}

// fileResult is what one file comes to. Its findings name no file: the same file
// is another value in every snapshot.
type fileResult struct {
	list    []finding.Finding
	checks  []finding.Check
	unknown []model.Issue // about its keys
	issues  []model.Issue // about limits and claims
}

// judgeFile judges a file that holds something. What it returns follows from the
// file's document, evidence, key, name and state and from nothing else.
func judgeFile(f *model.File, o gate.Options) *fileResult {
	r := &fileResult{unknown: unknownKeys(f.Doc)}
	if why, broken := firstError(f.Doc.Issues); broken {
		r.list = append(r.list, finding.FileFinding(f, gate.Undecided, "a part of it cannot be read: "+why))
	}
	if finding, ok := finding.Orphans(f); ok {
		r.list = append(r.list, finding)
	}
	for _, k := range kinds {
		for _, part := range f.Doc.Parts {
			if part.Kind() == k.ID {
				found := k.Judge(f, part, o)
				r.list = append(r.list, found.List...)
				r.issues = append(r.issues, found.Issues...)
				r.checks = append(r.checks, found.Checks...)
			}
		}
	}
	for _, part := range f.Doc.Parts {
		if _, known := kindOf(part.Kind()); !known {
			r.list = append(r.list, finding.FileFinding(f, gate.Undecided, "holds a part of an unknown kind, "+part.Kind().String()))
		}
	}
	if fd, ok := unknownLimit(f); ok {
		r.list = append(r.list, fd)
	}
	if fd, ok := contradicted(f, r); ok {
		r.list = append(r.list, fd)
	}
	r.issues = append(r.issues, contradictions(f.Doc.File, r.checks)...)
	for i := range r.list {
		r.list[i].File = nil // else a kept result would keep the whole snapshot
	}
	return r
}

// maxContradictions bounds the issues made of one file's claims; Findings.Checks
// has them all.
const maxContradictions = 200

// contradictions returns an issue for every claim that its own file does not bear out.
func contradictions(file string, checks []finding.Check) []model.Issue {
	var list []model.Issue
	left := 0
	for _, c := range checks {
		switch {
		case c.Result != finding.Differs:
		case len(list) < maxContradictions:
			list = append(list, contradiction(c))
		default:
			left++
		}
	}
	if left > 0 {
		list = append(list, model.Issue{Severity: model.Warning, Code: model.CodeTruncated, File: file,
			Message: fmt.Sprintf("%d more claims that the file's own rows contradict are not listed", left)})
	}
	return list
}

// contradiction is the issue for a claim that its own file, or what lies next to
// it, does not bear out.
func contradiction(c finding.Check) model.Issue {
	given := "its own rows give"
	if c.Source != "" {
		given = "beside it " + c.Source + " has"
	}
	return model.Issue{Severity: model.Warning, Code: model.CodeClaim, File: c.File, Pointer: c.Pointer,
		Message: fmt.Sprintf("%s: claims %s, %s %s", c.Claim, c.Claimed, given, c.Recomputed)}
}

// maxUnknown bounds the unknown keys that an issue names.
const maxUnknown = 5

// unknownKeys notes the keys of a file that no part of the model takes: a figure
// under a misspelt key is one that is never judged.
func unknownKeys(doc *model.Document) []model.Issue {
	if doc.UnknownCount == 0 {
		return nil
	}
	named := strings.Join(doc.Unknown[:min(len(doc.Unknown), maxUnknown)], ", ")
	if doc.UnknownCount > maxUnknown {
		named += " …"
	}
	return []model.Issue{{Severity: model.Note, Code: model.CodeUnknownKey, File: doc.File,
		Message: text.Counted(doc.UnknownCount, "unknown key") + ": " + named}}
}

// unreadable returns the finding for a file that holds nothing to judge. A file
// that is simply something else, such as a README, is none.
func unreadable(f *model.File) (finding.Finding, bool) {
	issues := f.Issues
	if f.Doc != nil {
		issues = slices.Concat(issues, f.Doc.Issues)
	}
	switch why, broken := firstError(issues); {
	case f.State == model.Pending:
		return finding.FileFinding(f, gate.Running, model.Pending.String()), true
	case broken:
		return finding.FileFinding(f, gate.Undecided, why), true
	case f.State == model.Unreadable:
		return finding.FileFinding(f, gate.Undecided, "cannot be read"), true
	default:
		return finding.Finding{}, false
	}
}

// firstError returns the first issue that is an error, in words and without the
// file's name, which the finding has already.
func firstError(issues []model.Issue) (string, bool) {
	for _, i := range issues {
		if i.Severity == model.Error {
			i.File = ""
			return strings.TrimPrefix(i.String(), ":"), true
		}
	}
	return "", false
}

// uniqueKeys numbers findings that would share a key, such as two rollouts of
// one name.
func (j *Findings) uniqueKeys() {
	seen := make(map[string]int, len(j.List))
	for i := range j.List {
		key := j.List[i].Key
		seen[key]++
		for n := seen[key]; n > 1; n++ {
			numbered := fmt.Sprintf("%s %d", key, n)
			if seen[numbered] == 0 {
				seen[numbered]++
				j.List[i].Key = numbered
				break
			}
		}
	}
}

// compareFindings orders worst first, equal verdicts by kind, file and how bad
// they are, then by title.
func compareFindings(a, b finding.Finding) int {
	n := cmp.Or(cmp.Compare(b.Verdict, a.Verdict), gate.ByKind(a.Kind, b.Kind), cmp.Compare(fileName(a), fileName(b)))
	if n != 0 {
		return n // without a look at the gates, which most findings of many files never need
	}
	return cmp.Or(cmp.Compare(badness(b), badness(a)), cmp.Compare(a.Title, b.Title))
}

func fileName(f finding.Finding) string {
	if f.File == nil {
		return ""
	}
	return f.File.Name
}

// badness is how bad a finding is among those of its kind: how much the worst
// gate uses of its limit, or by how much it breaks one of zero.
func badness(f finding.Finding) float64 {
	worst := 0.0
	for _, g := range f.Gates {
		if u, ok := gate.Used(g); ok {
			worst = max(worst, u)
		} else if g.Verdict == gate.Fail && g.Margin.OK() {
			worst = max(worst, 1-g.Margin.Value)
		}
	}
	return worst
}

// Gated reports whether at least one gate met a figure: without one there is no
// verdict to pass on, whatever was found.
func (j *Findings) Gated() bool {
	for _, f := range j.List {
		for _, g := range f.Gates {
			if g.Margin.OK() {
				return true
			}
		}
	}
	return false
}

// Find returns the index in List of the finding with the given key.
func (j *Findings) Find(key string) (int, bool) {
	i := slices.IndexFunc(j.List, func(f finding.Finding) bool { return f.Key == key })
	return i, i >= 0
}

// Of returns the findings of one kind, worst first.
func (j *Findings) Of(k gate.Kind) []finding.Finding {
	var list []finding.Finding
	for _, f := range j.List {
		if f.Kind == k {
			list = append(list, f)
		}
	}
	return list
}
