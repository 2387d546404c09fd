package report

// The types below are schema v1 as a script decodes it, strictly: a key that is
// renamed, retyped or gone fails the tests that read a report back.
type jsonReport struct {
	Schema        string        `json:"schema"`
	SchemaVersion int           `json:"schema_version"`
	Source        string        `json:"source"`
	AsOf          *string       `json:"as_of"` // RFC 3339, or null
	Verdict       string        `json:"verdict"`
	Summary       string        `json:"summary"`
	Counts        jsonCounts    `json:"counts"`
	Findings      []jsonFinding `json:"findings"`
	Checks        []jsonCheck   `json:"checks"`
	Issues        []jsonIssue   `json:"issues"`
	Files         []jsonFile    `json:"files"`
}

type jsonCounts struct {
	Fail      int `json:"fail"`
	Undecided int `json:"undecided"`
	Running   int `json:"running"`
	Pass      int `json:"pass"`
	Info      int `json:"info"`
}

type jsonFigure struct {
	Value   *float64 `json:"value"`
	Unit    string   `json:"unit"`
	Missing string   `json:"missing,omitempty"`
}

type jsonFinding struct {
	Key         string           `json:"key"`
	Kind        string           `json:"kind"`
	Title       string           `json:"title"`
	Verdict     string           `json:"verdict"`
	Why         string           `json:"why"`
	Sentence    string           `json:"sentence"`
	Simulated   bool             `json:"simulated"`
	File        string           `json:"file"`
	State       string           `json:"state"`
	Gates       []jsonGate       `json:"gates"`
	ScaleOut    *jsonScaleOut    `json:"scale_out,omitempty"`
	Canary      *jsonCanary      `json:"canary,omitempty"`
	Autoscaling *jsonAutoscaling `json:"autoscaling,omitempty"`
	ColdStart   *jsonColdStart   `json:"cold_start,omitempty"`
}

type jsonGate struct {
	Rule         string     `json:"rule"`
	Name         string     `json:"name"`
	Metric       string     `json:"metric"`
	Statistic    string     `json:"statistic"`
	Operator     string     `json:"operator"` // at_most, at_least, below, above
	Magnitude    bool       `json:"magnitude"`
	Relation     string     `json:"relation"` // absolute, difference, change_percent
	Scope        string     `json:"scope"`
	Whose        string     `json:"whose"`
	Verdict      string     `json:"verdict"`
	Reason       string     `json:"reason"`
	NotInFile    bool       `json:"not_in_file"`
	Warned       bool       `json:"warned"` // it breaks a limit that only warns
	Observed     jsonFigure `json:"observed"`
	Limit        jsonFigure `json:"limit"`
	LimitSource  string     `json:"limit_source"`
	LimitPointer string     `json:"limit_pointer"`
	Used         jsonFigure `json:"used"` // of the limit, 1 at the limit
	Margin       jsonFigure `json:"margin"`
	Value        jsonFigure `json:"value"`
	Baseline     jsonFigure `json:"baseline"`
	BaselineOf   string     `json:"baseline_of"`
	N            int        `json:"n"`
	Provenance   string     `json:"provenance"`
	File         string     `json:"file"`
	Pointer      string     `json:"pointer"`
	Pointers     []string   `json:"pointers"`
	OwnPointers  []string   `json:"own_pointers"` // of value, where whose is set
}

type jsonScaleOut struct {
	Baseline   string          `json:"baseline"`
	Reference  string          `json:"reference"` // file whose baseline the gates compare with; "" for this one's
	Holding    int             `json:"criteria_holding"`
	Criteria   []jsonCriterion `json:"criteria"`
	Topologies []jsonTopology  `json:"topologies"`
	Doubts     []string        `json:"doubts"`
	Question   string          `json:"business_question"`
	Answer     string          `json:"answer"`
	Boundary   string          `json:"claim_boundary"`
}

type jsonCriterion struct {
	Rule    string `json:"rule"`
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
}

type jsonTopology struct {
	Replicas   int          `json:"replicas"`
	Label      string       `json:"label"`
	Runs       int          `json:"runs"`
	Verdict    string       `json:"verdict"`
	OwnVerdict string       `json:"own_verdict"`
	Reason     string       `json:"reason"`
	Metrics    []jsonSpread `json:"metrics"`
}

type jsonSpread struct {
	Metric   string      `json:"metric"`
	Median   jsonFigure  `json:"median"`
	Min      jsonFigure  `json:"min"`
	Max      jsonFigure  `json:"max"`
	Sum      jsonFigure  `json:"sum"`
	N        int         `json:"n"`
	Of       int         `json:"of"`
	Ratio    jsonFigure  `json:"max_to_min"`
	Unstable bool        `json:"unstable"`
	Low      jsonFigure  `json:"interval_low"` // 95 % interval of the median
	High     jsonFigure  `json:"interval_high"`
	Coverage jsonFigure  `json:"interval_coverage"` // how sure it is, 0 to 1
	Note     string      `json:"interval_note"`     // why there is none
	Few      string      `json:"unsupported"`       // why the figure is not the percentile that it is called
	Change   *jsonChange `json:"change,omitempty"`  // against the baseline
}

type jsonChange struct {
	Percent jsonFigure `json:"percent"`
	Word    string     `json:"word"`
	Reason  string     `json:"reason"`
	Basis   string     `json:"basis"`
}

type jsonCanary struct {
	Outcome string      `json:"outcome"`
	Reason  string      `json:"reason"`
	Stopped *int        `json:"stopped_at_stage"` // counted from 1, or null
	Stages  []jsonStage `json:"stages"`
}

type jsonStage struct {
	Percent  jsonFigure `json:"percent"`
	Requests jsonFigure `json:"requests"`
	Reached  bool       `json:"reached"`
	Verdict  string     `json:"verdict"`
	Decision string     `json:"recorded_decision"`
	Reasons  []string   `json:"recorded_reasons"`
}

type jsonAutoscaling struct {
	SLO     jsonSLO      `json:"slo"`
	Breach  int          `json:"windows_over_slo"`
	Samples int          `json:"windows_judged"`
	Windows []jsonWindow `json:"spans_over_slo"`
	Worst   jsonPeak     `json:"worst_p99_ttft"`
	Demand  jsonPeak     `json:"peak_demand_to_kv_capacity"`
	Events  []jsonEvent  `json:"events"`
}

type jsonSLO struct {
	Limit  jsonFigure `json:"limit"`
	Low    jsonFigure `json:"not_over_at"`
	High   jsonFigure `json:"over_at"`
	Source string     `json:"source"`
}

type jsonWindow struct {
	Start   jsonFigure `json:"start"`
	End     jsonFigure `json:"end"`
	Samples int        `json:"samples"`
	Worst   jsonFigure `json:"worst_p99_ttft"`
	WorstAt jsonFigure `json:"worst_at"`
}

type jsonPeak struct {
	Figure jsonFigure `json:"figure"`
	At     jsonFigure `json:"at"`
}

type jsonEvent struct {
	Kind  string     `json:"kind"`
	At    jsonFigure `json:"at"`
	Count int        `json:"replicas"`
	Text  string     `json:"text"`
}

type jsonColdStart struct {
	Saved    jsonFigure    `json:"saved"`
	Factor   jsonFigure    `json:"factor"`
	Profiles []jsonProfile `json:"profiles"`
	Ties     []string      `json:"ties"`
}

type jsonProfile struct {
	Name   string      `json:"name"`
	Total  jsonFigure  `json:"total"`
	Known  bool        `json:"every_phase_known"`
	Phases []jsonPhase `json:"phases"`
}

type jsonPhase struct {
	Name   string     `json:"name"`
	Length jsonFigure `json:"length"`
}

type jsonCheck struct {
	Result     string `json:"result"`
	Claim      string `json:"claim"`
	Claimed    string `json:"claimed"`
	Recomputed string `json:"recomputed"`
	Rule       string `json:"rule"`
	File       string `json:"file"`
	Pointer    string `json:"pointer"`
}

type jsonIssue struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Pointer  string `json:"pointer"`
}

type jsonFile struct {
	Name          string `json:"name"`
	State         string `json:"state"`
	Schema        string `json:"schema"`
	Bytes         int64  `json:"bytes"`
	Simulated     bool   `json:"simulated"`
	ExecutionMode string `json:"execution_mode"`
	ScenarioScope string `json:"scenario_scope"`
	UnknownKeys   int    `json:"unknown_keys"`
}
type jsonCompared struct {
	Schema        string      `json:"schema"`
	SchemaVersion int         `json:"schema_version"`
	A             string      `json:"a"`
	B             string      `json:"b"`
	Summary       string      `json:"summary"`
	Groups        []jsonGroup `json:"groups"`
	OnlyA         []string    `json:"only_in_a"`
	OnlyB         []string    `json:"only_in_b"`
}

type jsonGroup struct {
	Kind  string     `json:"kind"`
	Name  string     `json:"name"`
	Notes []string   `json:"notes"`
	Pairs []jsonPair `json:"figures"`
}

type jsonPair struct {
	Key       string      `json:"metric"`
	Label     string      `json:"label"`
	Statistic string      `json:"statistic"`
	A         jsonSide    `json:"a"`
	B         jsonSide    `json:"b"`
	Delta     *jsonFigure `json:"delta,omitempty"`
	Change    jsonChange  `json:"change"`
}

type jsonSide struct {
	Figure  *jsonFigure `json:"figure,omitempty"`
	Text    string      `json:"text,omitempty"`
	Repeats *jsonSpread `json:"repeats,omitempty"`
	Note    string      `json:"note,omitempty"`
}

type jsonAudit struct {
	Schema        string          `json:"schema"`
	SchemaVersion int             `json:"schema_version"`
	Summary       string          `json:"summary"`
	Counts        jsonAuditCounts `json:"counts"`
	Checks        []jsonCheck     `json:"checks"`
	NotAudited    []jsonUnread    `json:"not_audited"`
}

type jsonAuditCounts struct {
	Differs      int `json:"differs"`
	Ambiguous    int `json:"ambiguous"`
	NotCheckable int `json:"cannot_be_checked"`
	Reproduced   int `json:"reproduced"`
	Copied       int `json:"equals_a_copy"`
}

type jsonUnread struct {
	File string `json:"file"`
	Why  string `json:"why"`
}
