package analysis

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// maxShortfall bounds the figures that a reason names.
const maxShortfall = 3

// shortfall says which figures a part of a document lacks, or returns "": what is
// null, not finite or of another type, and what is absent though the document
// carries it elsewhere (see carries; strict asks for everything that the kind
// can carry). It does not matter whether a gate rests on the figure: a writer that
// lost one may have lost more, and missing evidence is never green.
func (p part) shortfall(doc *model.Document, strict bool) string {
	found := lacking(doc, strict, p.has)
	if len(found) == 0 {
		return ""
	}
	verb, noun := "is", "1 figure"
	if len(found) > 1 {
		verb, noun = "are", fmt.Sprintf("%d figures", len(found))
	}
	pointers := make([]string, len(found))
	what := " missing: "
	for i, issue := range found {
		pointers[i] = issue.Pointer
		if issue.Pointer == "" {
			pointers[i] = issue.Message
		}
		if issue.Code != model.CodeMissing {
			what = " missing or cannot be used: "
		}
	}
	return noun + " " + verb + what + text.Listed(pointers, maxShortfall)
}

// part is what belongs to one finding, by JSON pointer.
type part struct {
	under []string // with all that is below
	at    []string // these alone: what is below belongs to others
	texts []string // keys that hold no figure
}

// has reports whether a pointer is of the part, and not of a text in it.
func (p part) has(pointer string) bool {
	if slices.Contains(p.at, pointer) {
		return true
	}
	return slices.ContainsFunc(p.under, func(root string) bool {
		rest, ok := strings.CutPrefix(pointer, root)
		if !ok || root == "" || rest != "" && rest[0] != '/' {
			return false
		}
		return !slices.ContainsFunc(strings.Split(rest, "/"), func(key string) bool { return slices.Contains(p.texts, key) })
	})
}

// lacking returns the issues of a document that take a figure away at the
// pointers that are asked for. That some issues are not listed can be about any
// of them.
func lacking(doc *model.Document, strict bool, asked func(pointer string) bool) []model.Issue {
	var found []model.Issue
	for _, issue := range doc.Issues {
		switch {
		case !takesFigure(issue) || slices.Contains(doc.Unknown, issue.Pointer):
		case issue.Pointer == "" && issue.Code != model.CodeTruncated, issue.Pointer != "" && !asked(issue.Pointer):
		case issue.Absent() && !strict && !carries(doc, issue.Pointer):
		default:
			found = append(found, issue)
		}
	}
	return found
}

// takesFigure reports whether an issue says that a figure is not there or not
// to be trusted.
func takesFigure(issue model.Issue) bool {
	switch issue.Code {
	case model.CodeMissing, model.CodeNotFinite, model.CodeWrongType, model.CodeOutOfRange, model.CodeDuplicateKey, model.CodeTruncated:
		return issue.Severity == model.Warning
	default:
		return false
	}
}

// The pointers of the parts of a document, for those that are not in it.
const (
	autoscalingPointer = "/autoscaling_comparison"
	coldStartPointer   = "/cold_start_breakdown_seconds"
	rolloutsPointer    = "/canary_rollouts"
	gatePolicyPointer  = "/canary_gate_policy"
)

// scaleOutPart is a scale-out analysis, the whole of the document.
func scaleOutPart() part {
	return part{under: []string{"/rows", "/topologies", "/decision"}, texts: []string{"run_name", "criteria"}}
}

// complete holds a finding to the figures of its part: one that lacks a figure
// cannot pass, whether or not it has a gate. What runs goes on running, since the
// figure may still come, and what fails has failed.
func (f *Finding) complete(o gate.Options) {
	if f.File == nil || f.File.Doc == nil {
		return
	}
	var p part
	switch {
	case f.Canary != nil:
		p = part{under: append(statedLimitPointers(o), f.Canary.Data.Pointer), at: []string{rolloutsPointer, gatePolicyPointer}, texts: []string{"decision", "reasons", "rollback_reasons"}}
	case f.Autoscaling != nil:
		p = part{under: []string{f.Autoscaling.Data.Pointer}, at: []string{autoscalingPointer}, texts: []string{"mode"}}
	case f.ColdStart != nil:
		p = part{under: []string{coldStartPointer}}
	default:
		return
	}
	why := p.shortfall(f.File.Doc, o.Strict)
	if why == "" {
		return
	}
	before := f.Verdict
	if f.Verdict < gate.Running {
		f.Verdict = gate.Undecided
	}
	if f.Why != "" {
		f.Why += " · "
	}
	f.Why += why
	if rest, ok := strings.CutPrefix(f.Sentence, before.String()+": "); ok {
		f.Sentence = f.Verdict.String() + ": " + rest
	}
	f.Sentence = strings.TrimSpace(f.Sentence + " " + text.Capital(why) + ".")
}

// statedLimitPointers returns where a file states the limits that its rollouts are
// judged by. A limit that it lacks is no gap where the caller or the policy
// brings one that goes first.
func statedLimitPointers(o gate.Options) []string {
	var pointers []string
	for _, r := range o.InForce().For(gate.KindCanary) {
		m := limitedBy(r.ID)
		if _, flagged := o.Limits[r.ID]; m != nil && !flagged && !r.OwnLimit {
			pointers = append(pointers, gatePolicyPointer+"/"+m.Limit)
		}
	}
	return pointers
}

// orphans returns an UNDECIDED finding for the parts of a file that hold nothing
// to judge for want of what they always carry: without it they would be silent.
func orphans(f *model.File) (Finding, bool) {
	timelines, rollouts := f.Doc.Timelines(), f.Doc.Rollouts()
	found := lacking(f.Doc, false, func(pointer string) bool {
		return pointer == autoscalingPointer && timelines != nil && len(timelines.Timelines) == 0 ||
			pointer == rolloutsPointer && rollouts != nil && len(rollouts.Rollouts) == 0
	})
	if len(found) == 0 {
		return Finding{}, false
	}
	first := found[0]
	first.File = ""
	return fileFinding(f, gate.Undecided, strings.TrimPrefix(first.String(), ":")), true
}
