package comparison

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// criteriaPointer is where a scale-out analysis states its limits, in prose.
const criteriaPointer = "/decision/criteria"

// statedInCriteria is the source of a limit read from that prose.
const statedInCriteria = "stated in the file's criteria"

// A clause is one part of the criteria sentence that states one limit.
type clause struct {
	rule    string
	pattern *regexp.Regexp
	sign    float64 // of the number in Rule.Unit: a loss of 15 % is a change of −15 %
}

// clauses are the wordings that are understood. A clause must match as a whole:
// "no more than 15% loss at 4 replicas" is another rule, and no number is taken
// from words whose sense is not known.
var clauses = [...]clause{
	{gate.RuleOfferedLoad, anchored(`per-GPU offered load within N ?%`), 1},
	{gate.RuleServed, anchored(`no more than N ?% served-RPS-per-GPU loss`), -1},
	{gate.RulePremiumTTFT, anchored(`no more than N ?% premium burst p95 TTFT regression`), 1},
	{gate.RuleNon200, anchored(`(?:zero|no|no more than N) non-200 responses(?: in every topology)?`), 1},
	{gate.RuleRestarts, anchored(`(?:zero|no|no more than N) (?:endpoint picker|EPP) restarts(?: in every topology)?`), 1},
}

// anchored returns a pattern that matches a clause from end to end, N being a number.
func anchored(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^` + strings.ReplaceAll(pattern, "N", `(\d{1,6}(?:\.\d{1,6})?)`) + `$`)
}

// statedLimits reads the limits out of a criteria sentence, by rule ID and in
// the rule's unit, and returns the clauses that it did not understand. A rule
// that is stated twice is not understood either.
func statedLimits(criteria string) (limits map[string]model.Figure, unread []string) {
	limits = make(map[string]model.Figure, len(clauses))
	twice := make(map[string]bool)
	for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(criteria), "."), ", ") {
		text := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(part), "and "))
		if text == "" {
			continue
		}
		id, limit, ok := readClause(text)
		if _, before := limits[id]; ok && before {
			twice[id] = true
			ok = false
		}
		if !ok {
			unread = append(unread, text)
			continue
		}
		limits[id] = limit
	}
	for id := range twice {
		delete(limits, id)
	}
	return limits, unread
}

func readClause(text string) (string, model.Figure, bool) {
	for _, c := range clauses {
		m := c.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if m[1] == "" {
			return c.rule, model.Of(0), true
		}
		v, err := strconv.ParseFloat(m[1], 64)
		return c.rule, model.Of(c.sign * v), err == nil
	}
	return "", model.Figure{}, false
}

// criteriaNotes says which limits the file does not state in words that are
// understood, so that the policy's own are used.
func criteriaNotes(file string, s *model.Comparison, o gate.Options) []model.Issue {
	limits, unread := statedLimits(s.Decision.Criteria)
	var missing []string
	for _, r := range o.InForce().For(gate.KindScaleOut) {
		_, flagged := o.Limits[r.ID]
		if !flagged && !r.OwnLimit && stateable(r.ID) && !limits[r.ID].OK() {
			missing = append(missing, r.Name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	message := "the criteria state no limit that is understood for " + text.Listed(missing, 5) + ": the limits of policy " + o.InForce().Name + " are used"
	if len(unread) > 0 {
		message += "; not understood: " + strconv.Quote(text.Shortened(unread[0], 80))
	}
	return []model.Issue{{Severity: model.Note, Code: model.CodeMissing, File: file, Pointer: criteriaPointer, Message: message}}
}

// stateable reports whether a criteria sentence can state the limit of a rule.
func stateable(id string) bool {
	return slices.ContainsFunc(clauses[:], func(c clause) bool { return c.rule == id })
}
