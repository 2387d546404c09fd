package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	if snap == nil {
		snap = &model.Snapshot{}
	}
	j := &Findings{Snap: snap, Issues: slices.Clone(snap.Issues)}
	for i := range snap.Files {
		j.addFile(&snap.Files[i], o)
	}
	for _, issue := range snap.Issues {
		if issue.Severity == model.Error {
			j.Verdict = gate.Worst(j.Verdict, gate.Undecided)
		}
	}
	j.uniqueKeys()
	slices.SortStableFunc(j.List, compareFindings)
	slices.SortStableFunc(j.Checks, func(a, b Check) int { return cmp.Compare(b.Result, a.Result) })
	for _, f := range j.List {
		j.Verdict = gate.Worst(j.Verdict, f.Verdict)
		j.Counts[min(f.Verdict, gate.NumVerdicts-1)]++
	}
	if len(j.List) == 0 { // nothing found is no evidence, and no evidence is never green
		j.Verdict = gate.Undecided
	}
	return j
}

// addFile adds the findings, checks and issues of one file.
func (j *Findings) addFile(f *model.File, o gate.Options) {
	j.Issues = append(j.Issues, f.Issues...)
	if f.Doc != nil {
		j.Issues = append(j.Issues, f.Doc.Issues...)
	}
	if f.Doc.Empty() {
		if finding, ok := unreadable(f); ok {
			j.List = append(j.List, finding)
		}
		return
	}
	if why, broken := firstError(f.Doc.Issues); broken {
		j.List = append(j.List, fileFinding(f, gate.Undecided, "a part of it cannot be read: "+why))
	}
	if finding, ok := orphans(f); ok {
		j.List = append(j.List, finding)
	}
	j.Issues = append(j.Issues, unknownKeys(f.Doc)...)
	if f.Beside != nil {
		for _, issue := range f.Beside.Issues { // files of one directory share them
			if !slices.Contains(j.Issues, issue) {
				j.Issues = append(j.Issues, issue)
			}
		}
	}
	var checks []Check
	for _, k := range kinds {
		for _, part := range f.Doc.Parts {
			if part.Kind() == k.id {
				found := k.judge(f, part, o)
				j.List = append(j.List, found.list...)
				j.Issues = append(j.Issues, found.issues...)
				checks = append(checks, found.checks...)
			}
		}
	}
	for _, part := range f.Doc.Parts {
		if !slices.ContainsFunc(kinds[:], func(k kind) bool { return k.id == part.Kind() }) {
			j.List = append(j.List, fileFinding(f, gate.Undecided, "holds a part of an unknown kind, "+part.Kind().String()))
		}
	}
	j.Checks = append(j.Checks, checks...)
	j.Issues = append(j.Issues, contradictions(f.Doc.File, checks)...)
}

// maxContradictions bounds the issues made of one file's claims; Findings.Checks
// has them all.
const maxContradictions = 200

// contradictions returns an issue for every claim that its own file does not bear out.
func contradictions(file string, checks []Check) []model.Issue {
	var list []model.Issue
	left := 0
	for _, c := range checks {
		switch {
		case c.Result != Differs:
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

// contradiction is the issue for a claim that its own file, or what lies beside
// it, does not bear out.
func contradiction(c Check) model.Issue {
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
// under a misspelt key is one that nobody judges.
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
func unreadable(f *model.File) (Finding, bool) {
	issues := f.Issues
	if f.Doc != nil {
		issues = slices.Concat(issues, f.Doc.Issues)
	}
	switch why, broken := firstError(issues); {
	case f.State == model.Pending:
		return fileFinding(f, gate.Running, model.Pending.String()), true
	case broken:
		return fileFinding(f, gate.Undecided, why), true
	case f.State == model.Unreadable:
		return fileFinding(f, gate.Undecided, "cannot be read"), true
	default:
		return Finding{}, false
	}
}

func fileFinding(f *model.File, v gate.Verdict, why string) Finding {
	return Finding{
		Key: findingKey(f, gate.KindFile, ""), Kind: gate.KindFile, Title: "file " + f.Name, Why: why,
		Sentence: fmt.Sprintf("%s: %s, %s.", v, f.Name, why), Verdict: v, File: f,
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
func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(b.Verdict, a.Verdict),
		gate.ByKind(a.Kind, b.Kind),
		cmp.Compare(fileName(a), fileName(b)),
		cmp.Compare(badness(b), badness(a)),
		cmp.Compare(a.Title, b.Title),
	)
}

func fileName(f Finding) string {
	if f.File == nil {
		return ""
	}
	return f.File.Name
}

// badness is how bad a finding is among those of its kind: how much the worst
// gate uses of its limit, or by how much it breaks one of zero.
func badness(f Finding) float64 {
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
	i := slices.IndexFunc(j.List, func(f Finding) bool { return f.Key == key })
	return i, i >= 0
}

// Of returns the findings of one kind, worst first.
func (j *Findings) Of(k gate.Kind) []Finding {
	var list []Finding
	for _, f := range j.List {
		if f.Kind == k {
			list = append(list, f)
		}
	}
	return list
}
