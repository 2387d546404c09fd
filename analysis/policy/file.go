// Package policy reads and writes policies: rules and limits as a YAML file spells
// them, checked against the metrics that results can have.
package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// builtInName is the policy that a policy file can extend.
const builtInName = "built-in"

// The words of a policy file, in the order of messages.
var (
	opWords        = []string{"at_most", "at_least", "below", "above"} // by Op
	relationWords  = []string{"absolute", "difference", "change_percent"}
	directionWords = []string{"neither", "lower", "higher"} // by model.Better
	severityWords  = []string{"fail", "warn"}
	fromWords      = []string{"policy", "file"}
)

var ruleID = regexp.MustCompile(`^[a-z0-9]+([.-][a-z0-9]+)*$`)

// PolicyOf makes a policy of a policy file, or returns what is wrong with it:
// every issue is an error with its place and what was expected.
//
// A file that extends the built-in policy starts from its rules: an entry with
// the ID of one changes only what it names, off: true takes it out, any other ID
// adds a rule. Without extends the entries are all there is.
//
// A limit that the policy file states goes before one that a result file states,
// and so does its objective: whoever writes a policy means it, and a result must
// not choose its own limits. limit_from: file and slo_from: file turn that round,
// so that the policy's counts only where the result states none.
func PolicyOf(f *model.PolicyFile) (gate.Policy, []model.Issue) {
	b := policyBuilder{file: f, at: make(map[string]model.Place)}
	b.policy.Name = f.File
	if f.Name.Set {
		b.policy.Name = f.Name.Value
	}
	if f.Extends.Set {
		if f.Extends.Value != builtInName {
			b.complain(f.Extends.Place, "extends %q: expected %s", f.Extends.Value, builtInName)
		}
		b.policy.Rules = gate.BuiltIn().Rules
	}
	if f.SLO.Set {
		b.policy.SLO, b.policy.OwnSLO = model.Of(f.SLO.Value), true
	}
	if f.SLOFrom.Set {
		if !f.SLO.Set {
			b.complain(f.SLOFrom.Place, "slo_from without slo: expected slo: too")
		}
		b.policy.OwnSLO = b.word(f.SLOFrom, "slo_from", fromWords) == 0
	}
	for i := range f.Rules {
		b.entry(&f.Rules[i])
	}
	b.preconditions()
	if len(b.policy.Rules) == 0 && len(b.found) == 0 {
		b.complain(model.Place{}, "no rule is left: expected at least one, or extends: %s", builtInName)
	}
	if len(b.found) > 0 {
		return gate.Policy{}, b.found
	}
	return b.policy, nil
}

// policyBuilder makes one policy.
type policyBuilder struct {
	file   *model.PolicyFile
	policy gate.Policy
	at     map[string]model.Place // of the entries by ID
	found  []model.Issue
}

func (b *policyBuilder) complain(at model.Place, format string, args ...any) {
	b.found = append(b.found, model.Issue{
		Severity: model.Error, Code: model.CodePolicy, File: b.file.File, Line: at.Line, Column: at.Column, Message: fmt.Sprintf(format, args...),
	})
}

// word returns the index of a word among those expected, 0 after an issue.
func (b *policyBuilder) word(g model.Given[string], key string, words []string) int {
	i := slices.Index(words, g.Value)
	if i < 0 {
		b.complain(g.Place, "%s %q: expected %s", key, g.Value, strings.Join(words, ", "))
	}
	return max(i, 0)
}

// entry adds, changes or takes out one rule.
func (b *policyBuilder) entry(e *model.PolicyRule) {
	id := e.ID.Value
	switch first, twice := b.at[id]; {
	case !e.ID.Set:
		b.complain(e.Place, "a rule without an id: expected id")
		return
	case !ruleID.MatchString(id):
		b.complain(e.ID.Place, "id %q: expected lower-case words joined by dots or hyphens, such as canary.error-rate", id)
		return
	case twice:
		b.complain(e.ID.Place, "id %s stands twice, first in line %d: expected every rule once", id, first.Line)
		return
	}
	b.at[id] = e.ID.Place
	i := slices.IndexFunc(b.policy.Rules, func(r gate.Rule) bool { return r.ID == id })
	if e.Off.Value {
		b.off(e, i)
		return
	}
	before := len(b.found)
	var r gate.Rule
	if i >= 0 {
		r = b.policy.Rules[i]
	} else {
		r = gate.Rule{ID: id, MinSamples: 1, OwnLimit: true}
	}
	b.fill(&r, e, i < 0)
	switch {
	case len(b.found) > before:
	case i >= 0:
		b.policy.Rules[i] = r
	default:
		b.policy.Rules = append(b.policy.Rules, r)
	}
}

// off takes rule i out of the policy.
func (b *policyBuilder) off(e *model.PolicyRule, i int) {
	if i < 0 {
		b.complain(e.Off.Place, "off: there is no rule %s to take out: expected the id of a rule of the extended policy", e.ID.Value)
		return
	}
	plain := model.PolicyRule{Place: e.Place, ID: e.ID, Off: e.Off}
	if *e != plain {
		b.complain(e.Off.Place, "off: true beside other keys: expected the id alone")
		return
	}
	b.policy.Rules = slices.Delete(b.policy.Rules, i, i+1)
}

// preconditions holds every precondition to a rule that can be one.
func (b *policyBuilder) preconditions() {
	for _, r := range b.policy.Rules {
		if r.Precondition == "" {
			continue
		}
		at, mine := b.at[r.ID]
		p, ok := b.policy.Rule(r.Precondition)
		switch {
		case !ok && mine:
			b.complain(at, "rule %s: its precondition %s is no rule of the policy: expected the id of one, or precondition: none", r.ID, r.Precondition)
		case !ok: // the rule is inherited, what took its precondition out is not
			b.complain(b.at[r.Precondition], "rule %s needs %s: expected %s to be taken out too, or precondition: none there", r.ID, r.Precondition, r.ID)
		case p.Precondition != "":
			b.complain(at, "rule %s: its precondition %s has one itself: expected a rule without", r.ID, p.ID)
		case p.Kind != r.Kind:
			b.complain(at, "rule %s: its precondition %s is about %s: expected a rule about %s", r.ID, p.ID, p.Kind, r.Kind)
		}
	}
}
