package requests

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/text"
)

// config is what is read of a run-config.json or scenario.json.
type config struct {
	name   string // cleaned, of the file
	limits map[string]float64
	// scenarios are the runs' plans, one for each number of replicas or one for all.
	scenarios []scenario
	replicas  []int // that were tested, in the order of the scenarios
}

// scenario is the plan of the runs at one number of replicas.
type scenario struct {
	name     string
	replicas int // that the name begins with, 0 where it does not
	span     span
}

// configFile is the shape of the file: a whole package's configuration has the
// scenarios under traffic, a scenario file has them at the top.
type configFile struct {
	Topology struct {
		Tested []int `json:"model_replicas_tested"`
	} `json:"topology"`
	Traffic struct {
		Scenarios []scenarioFile `json:"scenarios"`
	} `json:"traffic"`
	Scenarios []scenarioFile      `json:"scenarios"`
	Limits    map[string]*float64 `json:"decision_limits"`
}

type scenarioFile struct {
	Name     string   `json:"name"`
	Duration *float64 `json:"duration_s"`
	Windows  []struct {
		Name  string   `json:"name"`
		Start *float64 `json:"start_s"`
		End   *float64 `json:"end_s"`
	} `json:"analysis_windows"`
}

// burst is the window over which the percentiles are taken.
const burst = "burst"

// limitKeys are the limits of a configuration by rule, and the factor that
// turns them into the rule's own: a regression of 15 % is a change of −15 %.
var limitKeys = map[string]struct {
	rule   string
	factor float64
}{
	"offered_load_difference_per_gpu_percent":           {analysis.RuleOfferedLoad, 1},
	"maximum_served_rps_per_gpu_regression_percent":     {analysis.RuleServed, -1},
	"maximum_premium_burst_p95_ttft_regression_percent": {analysis.RulePremiumTTFT, 1},
	"required_non_200_responses":                        {analysis.RuleNon200, 1},
	"required_endpoint_picker_restarts":                 {analysis.RuleRestarts, 1},
}

// parseConfig reads a configuration. known is false where the file is JSON of
// some other kind. The notes say what of it is not used, and why.
func parseConfig(name string, data []byte) (c *config, notes []model.Issue, known bool) {
	var f configFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, nil, false
	}
	if len(f.Traffic.Scenarios) == 0 {
		f.Traffic.Scenarios = f.Scenarios
	}
	if len(f.Traffic.Scenarios) == 0 && len(f.Limits) == 0 {
		return nil, nil, false
	}
	c = &config{name: name, limits: make(map[string]float64), replicas: f.Topology.Tested}
	for i := range f.Traffic.Scenarios {
		c.scenarios = append(c.scenarios, readScenario(&f.Traffic.Scenarios[i]))
	}
	for key, v := range f.Limits {
		k, ok := limitKeys[key]
		switch {
		case !ok:
			notes = append(notes, note(model.Warning, name, "/decision_limits/"+text.Clean(key)+" is no limit that is known: it is not applied"))
		case v == nil || *v < 0 || *v >= 1e6:
			notes = append(notes, note(model.Warning, name, "/decision_limits/"+key+": expected a number of 0 or more: the built-in limit is used"))
		default:
			c.limits[k.rule] = k.factor * *v
		}
	}
	slices.SortFunc(notes, func(a, b model.Issue) int { return strings.Compare(a.Message, b.Message) })
	return c, notes, true
}

func readScenario(f *scenarioFile) scenario {
	s := scenario{name: text.Clean(f.Name), span: unknownSpan()}
	digits := 0
	for digits < len(f.Name) && f.Name[digits] >= '0' && f.Name[digits] <= '9' {
		digits++
	}
	if n, err := strconv.Atoi(f.Name[:digits]); err == nil {
		s.replicas = n
	}
	if f.Duration != nil && *f.Duration > 0 {
		s.span.duration = *f.Duration
	}
	for _, w := range f.Windows {
		if w.Name == burst && w.Start != nil && w.End != nil && *w.Start < *w.End {
			s.span.windowStart, s.span.windowEnd = *w.Start, *w.End
		}
	}
	return s
}

func unknownSpan() span { return span{math.NaN(), math.NaN(), math.NaN()} }

// hasWindow and hasDuration report whether that part of a span is known.
func (s span) hasWindow() bool   { return !math.IsNaN(s.windowStart) }
func (s span) hasDuration() bool { return !math.IsNaN(s.duration) }

// same reports whether two spans are the same, unknown ones included.
func (s span) same(o span) bool {
	eq := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	return eq(s.windowStart, o.windowStart) && eq(s.windowEnd, o.windowEnd) && eq(s.duration, o.duration)
}

// span returns the plan of the runs at a number of replicas: that of the
// scenario which is named after it, or is in its place among the replicas
// tested, or is the same in all scenarios. Where the scenarios differ and none
// is that run's it is unknown.
func (c *config) span(replicas int) span {
	if c == nil || len(c.scenarios) == 0 {
		return unknownSpan()
	}
	all := c.scenarios[0].span
	equal := true
	for i, s := range c.scenarios {
		if s.replicas == replicas || len(c.replicas) == len(c.scenarios) && c.replicas[i] == replicas {
			return s.span
		}
		equal = equal && s.span.same(all)
	}
	if equal {
		return all
	}
	return unknownSpan()
}

// criteria returns the limits as the sentence that package analysis reads back,
// those of the configuration before the built-in ones.
func (c *config) criteria() string {
	limit := func(rule string) float64 {
		if c != nil {
			if v, ok := c.limits[rule]; ok {
				return v
			}
		}
		r, _ := analysis.BuiltIn().Rule(rule)
		return r.Limit
	}
	percent := func(v float64) string { return strconv.FormatFloat(math.Abs(round(v, 6)), 'f', -1, 64) + "%" }
	most := func(v float64) string {
		if v == 0 {
			return "zero"
		}
		return "no more than " + strconv.FormatFloat(round(v, 6), 'f', -1, 64)
	}
	return fmt.Sprintf("Per-GPU offered load within %s, no more than %s served-RPS-per-GPU loss, no more than %s premium burst p95 TTFT regression, "+
		"%s non-200 responses in every topology, and %s Endpoint Picker restarts in every topology.",
		percent(limit(analysis.RuleOfferedLoad)), percent(limit(analysis.RuleServed)), percent(limit(analysis.RulePremiumTTFT)),
		most(limit(analysis.RuleNon200)), most(limit(analysis.RuleRestarts)))
}

// round returns v to so many decimals: the nearest decimal of the exact binary
// value, as evidence prints its figures.
func round(v float64, decimals int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', decimals, 64), 64)
	if err != nil {
		return v
	}
	return r
}

// note is an issue about a file as a whole.
func note(s model.Severity, file, message string) model.Issue {
	return model.Issue{Severity: s, Code: model.CodeMissing, File: file, Message: message}
}
