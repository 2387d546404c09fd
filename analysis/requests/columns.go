package requests

import "fmt"

// requestColumns are where the figures of a request are, absent where the
// file has no such column, and what times are multiplied by to be in the unit of
// the names here.
type requestColumns struct {
	run                               []int // name, replicas, repeat
	tenant                            []int // name, priority
	status, number                    int
	arrival, sent, ttft, e2e, tpot    int
	arrivalX, sentX, ttftX, e2eX, tpX float64
}

// The places in requestColumns.run and tenant.
const (
	runName = iota
	runReplicas
	runRepeat
)

const (
	tenantName = iota
	tenantPriority
)

var (
	runHeadings      = named("run_name", "run_id", "run")
	replicasHeadings = named("model_replicas", "replicas", "model_replica_count")
	repeatHeadings   = named("repeat", "repetition")
	tenantHeadings   = named("tenant", "workload", "fairness_id")
	priorityHeadings = named("priority")
	statusHeadings   = named("http_status", "status", "status_code")
	numberHeadings   = named("request_number")
	arrivalHeadings  = []heading{{"planned_arrival_seconds", 1}, {"planned_arrival_s", 1}, {"planned_arrival_ms", 1e-3}, {"arrival_seconds", 1}, {"start_s", 1}}
	sentHeadings     = []heading{{"actual_send_seconds", 1}, {"actual_send_s", 1}, {"actual_send_ms", 1e-3}}
	ttftHeadings     = []heading{{"ttft_ms", 1}, {"ttft_seconds", 1e3}, {"ttft_s", 1e3}}
	e2eHeadings      = []heading{{"e2e_latency_ms", 1}, {"latency_ms", 1}, {"e2e_latency_seconds", 1e3}, {"e2e_latency_s", 1e3}, {"latency_s", 1e3}}
	tpotHeadings     = []heading{{"tpot_ms_per_token", 1}, {"tpot_ms", 1}, {"tpot_seconds", 1e3}, {"tpot_s", 1e3}}
)

// isRequests reports whether the table is one of requests, by its header.
func isRequests(t *table) bool {
	return t.has(statusHeadings) && t.has(ttftHeadings) && t.has(tenantHeadings) && (t.has(arrivalHeadings) || t.has(sentHeadings))
}

// missingOf names the one column that a table lacks which otherwise is one of
// requests; "" where it lacks none or more.
func missingOf(t *table) string {
	var missing []string
	for _, of := range [][]heading{statusHeadings, tenantHeadings, ttftHeadings} {
		if !t.has(of) {
			missing = append(missing, of[0].name)
		}
	}
	if !t.has(arrivalHeadings) && !t.has(sentHeadings) {
		missing = append(missing, arrivalHeadings[0].name)
	}
	if len(missing) != 1 {
		return ""
	}
	return missing[0]
}

// requestColumnsOf finds the columns of a table of requests.
func requestColumnsOf(t *table) (requestColumns, error) {
	c := requestColumns{run: make([]int, 3), tenant: make([]int, 2)}
	for _, f := range []struct {
		to       *int
		scale    *float64
		headings []heading
	}{
		{&c.run[runName], nil, runHeadings}, {&c.run[runReplicas], nil, replicasHeadings}, {&c.run[runRepeat], nil, repeatHeadings},
		{&c.tenant[tenantName], nil, tenantHeadings}, {&c.tenant[tenantPriority], nil, priorityHeadings},
		{&c.status, nil, statusHeadings}, {&c.number, nil, numberHeadings},
		{&c.arrival, &c.arrivalX, arrivalHeadings}, {&c.sent, &c.sentX, sentHeadings},
		{&c.ttft, &c.ttftX, ttftHeadings}, {&c.e2e, &c.e2eX, e2eHeadings}, {&c.tpot, &c.tpX, tpotHeadings},
	} {
		at, scale, err := t.find(f.headings)
		if err != nil {
			return c, err
		}
		if *f.to = at; f.scale != nil {
			*f.scale = scale
		}
	}
	if c.run[runReplicas] == absent {
		return c, fmt.Errorf("%s: no column model_replicas: expected the number of replicas of every request's run", t.name)
	}
	if c.run[runName] == absent && c.run[runRepeat] == absent {
		return c, fmt.Errorf("%s: no column run_name or repeat: expected one to tell the runs apart", t.name)
	}
	return c, nil
}
