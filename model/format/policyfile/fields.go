package policyfile

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"scaledeck/model"
	"scaledeck/model/text"
)

// rootKeys and ruleKeys are the keys of a policy file, in the order of messages.
var (
	rootKeys = []string{"version", "name", "extends", "slo", "slo_from", "rules"}
	ruleKeys = []string{
		"id", "off", "name", "metric", "statistic", "operator", "limit", "limit_from", "baseline", "magnitude",
		"min_samples", "precondition", "everywhere", "optional", "severity", "direction",
	}
)

const (
	maxRules      = 500
	maxPolicyText = 80      // characters of a name or a word
	maxMinSamples = 1 << 30 // more requests than any stage has
)

// root reads the mapping of the file.
func (d *reader) root(n *ast.MappingNode, p *model.PolicyFile) {
	versioned := false
	d.members(n, rootKeys, func(key string, v ast.Node) {
		switch key {
		case "version":
			versioned = true
			if i, ok := v.(*ast.IntegerNode); !ok || i.GetToken().Value != strconv.Itoa(Version) {
				d.expected(v, "version "+strconv.Itoa(Version))
			}
		case "name":
			d.text(v, &p.Name)
		case "extends":
			d.text(v, &p.Extends)
		case "slo":
			d.duration(v, &p.SLO)
		case "slo_from":
			d.text(v, &p.SLOFrom)
		case "rules":
			d.rules(v, &p.Rules)
		}
	})
	if !versioned {
		d.complain(nodePlace(n), model.CodeMissing, "no version: expected version: %d", Version)
	}
}

// rules reads the list of rules.
func (d *reader) rules(v ast.Node, dst *[]model.PolicyRule) {
	list, ok := v.(*ast.SequenceNode)
	switch {
	case !ok:
		d.expected(v, "a list of rules")
		return
	case len(list.Values) > maxRules:
		d.complain(nodePlace(v), model.CodeTooLarge, "%d rules: expected at most %d", len(list.Values), maxRules)
		return
	}
	for _, e := range list.Values {
		if m, ok := e.(*ast.MappingNode); ok {
			*dst = append(*dst, d.rule(m))
		} else {
			d.expected(e, "a mapping that begins with an id")
		}
	}
}

func (d *reader) rule(n *ast.MappingNode) model.PolicyRule {
	r := model.PolicyRule{Place: nodePlace(n)}
	texts := map[string]*model.Given[string]{
		"id": &r.ID, "name": &r.Name, "metric": &r.Metric, "statistic": &r.Statistic, "operator": &r.Operator,
		"limit_from": &r.LimitFrom, "baseline": &r.Baseline, "precondition": &r.Precondition, "severity": &r.Severity, "direction": &r.Direction,
	}
	flags := map[string]*model.Given[bool]{"off": &r.Off, "magnitude": &r.Magnitude, "everywhere": &r.Everywhere, "optional": &r.Optional}
	d.members(n, ruleKeys, func(key string, v ast.Node) {
		switch {
		case texts[key] != nil:
			d.text(v, texts[key])
		case flags[key] != nil:
			d.flag(v, flags[key])
		case key == "limit":
			d.number(v, &r.Limit)
		case key == "min_samples":
			d.count(v, &r.MinSamples)
		}
	})
	return r
}

// members calls read for every member whose key is known.
func (d *reader) members(n *ast.MappingNode, keys []string, read func(key string, v ast.Node)) {
	seen := make(map[string]bool)
	for _, m := range n.Values {
		key, ok := m.Key.(*ast.StringNode)
		switch {
		case !ok || !slices.Contains(keys, key.Value):
			d.complain(placeOf(m.Key.GetToken()), model.CodeUnrecognised, "unknown key %s: expected one of %s",
				text.Quote(m.Key.GetToken().Value, shown), strings.Join(keys, ", "))
		case seen[key.Value]: // the parser refuses the same spelling twice, not the same key quoted
			d.complain(placeOf(m.Key.GetToken()), model.CodeDuplicateKey, "key %q stands twice: expected it once", key.Value)
		default:
			seen[key.Value] = true
			read(key.Value, m.Value)
		}
	}
}

func (d *reader) expected(v ast.Node, words string) {
	d.complain(nodePlace(v), model.CodeWrongType, "expected %s, got %s", words, nodeWords(v))
}

// text reads a word or a name, cleaned.
func (d *reader) text(v ast.Node, dst *model.Given[string]) {
	s, ok := v.(*ast.StringNode)
	if !ok {
		d.expected(v, "text")
		return
	}
	clean := strings.TrimSpace(text.Clean(s.Value))
	if n := len([]rune(clean)); n == 0 || n > maxPolicyText {
		d.complain(nodePlace(v), model.CodeOutOfRange, "%d characters: expected 1 to %d", n, maxPolicyText)
		return
	}
	*dst = model.Given[string]{Place: nodePlace(v), Value: clean, Set: true}
}

func (d *reader) flag(v ast.Node, dst *model.Given[bool]) {
	b, ok := v.(*ast.BoolNode)
	if !ok {
		d.expected(v, "true or false")
		return
	}
	*dst = model.Given[bool]{Place: nodePlace(v), Value: b.Value, Set: true}
}

// finite returns the number that a node is. Only plain decimals count: what
// YAML makes of 010 or 1_000 is not what everybody reads.
func finite(v ast.Node) (float64, bool) {
	switch n := v.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
	case *ast.StringNode: // to the parser 1e9 is text
		if n.GetToken().Type != token.StringType {
			return 0, false
		}
	default:
		return 0, false
	}
	s := strings.TrimLeft(v.GetToken().Value, "+-")
	if strings.ContainsAny(s, "_xXoO:") || len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9' {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.GetToken().Value, 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}

func (d *reader) number(v ast.Node, dst *model.Given[float64]) {
	f, ok := finite(v)
	if !ok {
		d.expected(v, "a finite decimal number in the unit of the rule")
		return
	}
	*dst = model.Given[float64]{Place: nodePlace(v), Value: f, Set: true}
}

func (d *reader) count(v ast.Node, dst *model.Given[int]) {
	f, ok := finite(v)
	if !ok || f < 1 || f > maxMinSamples || f != math.Trunc(f) {
		d.expected(v, "a whole number of 1 or more")
		return
	}
	*dst = model.Given[int]{Place: nodePlace(v), Value: int(f), Set: true}
}

// duration reads a length of time over zero, as 500ms or 0.5s, in milliseconds.
func (d *reader) duration(v ast.Node, dst *model.Given[float64]) {
	if s, ok := v.(*ast.StringNode); ok {
		if t, err := time.ParseDuration(s.Value); err == nil && t > 0 {
			*dst = model.Given[float64]{Place: nodePlace(v), Value: float64(t) / float64(time.Millisecond), Set: true}
			return
		}
	}
	d.expected(v, "a duration over zero with its unit, such as 500ms or 0.5s")
}
