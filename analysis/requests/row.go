package requests

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"scaledeck/model/text"
)

// requestColumns are where the figures of a request stand, absent where the
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

// span of a run on the traffic clock, in seconds. NaN where it is not known.
type span struct{ windowStart, windowEnd, duration float64 }

// runID is what tells one run from another.
type runID struct {
	name     string
	replicas int
	repeat   float64 // noRepeat where the file does not number the repeats
}

// tenantID is what tells one tenant from another.
type tenantID struct {
	name     string
	priority float64 // 0 where ranked is false
	ranked   bool    // the file gives its priority
}

// warmup reports whether requests of the tenant came before the measurement.
func (t tenantID) warmup() bool { return warmup(t.name) }

func warmup(tenant string) bool {
	name := strings.ToLower(tenant)
	if strings.HasPrefix(name, "warmup") || strings.HasPrefix(name, "warm-up") {
		return true
	}
	name, _, _ = strings.Cut(strings.ReplaceAll(name, "_", "-"), "-")
	return name == "probe" || name == "smoke"
}

// counts are what is counted of the requests of one run and tenant.
type counts struct {
	requests, ok, served int
	unended              int     // 200s whose end is not known, so that served is not either
	noTTFT, noTPOT       int     // 200s of the window without the figure
	first, last          float64 // the lowest and highest number of a request; +Inf, −Inf without numbers
}

// noCounts are the counts of no request.
func noCounts() counts { return counts{first: math.Inf(1), last: math.Inf(-1)} }

func (c *counts) add(o *counts) {
	c.requests += o.requests
	c.ok += o.ok
	c.served += o.served
	c.unended += o.unended
	c.noTTFT += o.noTTFT
	c.noTPOT += o.noTPOT
	c.first, c.last = min(c.first, o.first), max(c.last, o.last)
}

// group is the requests of one run and tenant in one chunk.
type group struct {
	run    runID
	tenant tenantID
	counts
	ttft, tpot column // ms, of the 200s that arrived in the window
}

// identified is a run or tenant as it stands in the file, decoded once.
type identified struct {
	key    []byte
	run    runID
	span   span
	tenant tenantID
	column int    // that cannot be read, or absent
	want   string // what was expected there
}

// requestSink takes the requests of one chunk.
type requestSink struct {
	columns requestColumns
	spans   func(replicas int) span

	runs, tenants    []identified
	runAt, tenantAt  map[string]int
	lastRun, lastTen int // index of the one that the row before had, or −1
	groups           map[[2]int]*group
	used, spare      []*group
	lastPair         [2]int
	lastGroup        *group
	scratch          []byte

	runAdjacent, tenantAdjacent bool
	leading                     bool // the run's columns are the first ones, so that the scanner compares them
	seenLead, seenRun           int  // the record that the scanner compares with, and its run
}

func newRequestSink(c requestColumns, spans func(int) span) *requestSink {
	s := &requestSink{columns: c, spans: spans, runAt: make(map[string]int), tenantAt: make(map[string]int), groups: make(map[[2]int]*group)}
	s.reset()
	return s
}

func (s *requestSink) reset() int {
	s.runs, s.tenants = s.runs[:0], s.tenants[:0]
	clear(s.runAt)
	clear(s.tenantAt)
	clear(s.groups)
	s.spare = append(s.spare, s.used...)
	s.used = s.used[:0]
	s.lastRun, s.lastTen, s.lastGroup, s.seenLead = absent, absent, nil, absent
	s.runAdjacent, s.tenantAdjacent = adjacent(s.columns.run), adjacent(s.columns.tenant)
	if s.leading = s.columns.run[0] == 0 && s.runAdjacent; s.leading {
		return len(s.columns.run)
	}
	return 0
}

// Numbers as messages call them.
const (
	wantNumber   = "a number"
	wantPositive = "a number of 0 or more"
	wantStatus   = "an HTTP status such as 200, or nothing"
	wantReplicas = "a number of replicas"
	wantArrival  = "the arrival of a request with status 200, in seconds"
)

// take adds one request. A row of which a figure cannot be read is malformed; it
// counts as a request with its status all the same, since a response that came
// did come, and none of its figures are used.
func (s *requestSink) take(sc *scanner, r *record) (int, string) {
	run, ten := s.identify(sc, r)
	for _, id := range [...]*identified{run, ten} {
		if id.column != absent {
			return id.column, id.want
		}
	}
	status, how := s.figure(sc, r, s.columns.status)
	if how == bad || how == good && (status < 0 || status > 999 || status != math.Trunc(status)) {
		return s.columns.status, wantStatus
	}
	g := s.group(run, ten)
	g.requests++
	if status == 200 {
		g.ok++
	}
	return s.measure(sc, r, g, run.span, status == 200)
}

// measure adds the figures of a request to its group.
func (s *requestSink) measure(sc *scanner, r *record, g *group, at span, ok bool) (int, string) {
	c := &s.columns
	if number, how := s.figure(sc, r, c.number); how == good {
		g.first, g.last = min(g.first, number), max(g.last, number)
	} else if how == bad {
		return c.number, wantNumber
	}
	arrival, howArrival := s.figure(sc, r, c.arrival)
	if howArrival == bad {
		return c.arrival, wantNumber
	}
	sent, howSent := s.figure(sc, r, c.sent)
	if howSent == bad {
		return c.sent, wantNumber
	}
	var ms [3]float64
	var how [3]reading
	for i, column := range [...]int{c.ttft, c.e2e, c.tpot} {
		ms[i], how[i] = s.figure(sc, r, column)
		if how[i] == bad || ms[i] < 0 {
			return column, wantPositive
		}
	}
	if !ok {
		return absent, ""
	}
	arrival, sent = arrival*c.arrivalX, sent*c.sentX
	if howArrival != good {
		arrival = sent
	}
	if howSent != good {
		sent = arrival
	}
	if howArrival != good && howSent != good {
		return max(c.arrival, c.sent), wantArrival
	}
	switch end := sent + ms[1]*c.e2eX/1e3; {
	case how[1] != good:
		g.unended++
	case end <= at.duration+timeDust:
		g.served++
	}
	if arrival >= at.windowStart && arrival < at.windowEnd {
		g.ttft.figure(ms[0]*c.ttftX, how[0], &g.noTTFT)
		g.tpot.figure(ms[2]*c.tpX, how[2], &g.noTPOT)
	}
	return absent, ""
}

// timeDust is how far a sum of times may lie over a limit and still mean it, in
// seconds: evidence has microseconds.
const timeDust = 1e-9

func (c *column) figure(v float64, how reading, missing *int) {
	if how == good {
		c.add(v)
	} else {
		*missing++
	}
}

// figure reads a cell as a number; a column that is not there is blank.
func (s *requestSink) figure(sc *scanner, r *record, column int) (float64, reading) {
	if column == absent {
		return 0, blank
	}
	return number(sc.cell(r, column))
}

// identify returns the run and the tenant of a row. Both are mostly those of a
// row just before, and are compared as they stand in the file.
func (s *requestSink) identify(sc *scanner, r *record) (run, ten *identified) {
	leads := s.leading && (r.led || r.start == sc.leadStart)
	if !leads || s.seenLead != sc.leadStart {
		s.lastRun = s.runOf(sc, r)
	} else {
		s.lastRun = s.seenRun
	}
	if leads {
		s.seenLead, s.seenRun = sc.leadStart, s.lastRun
	}
	key := s.key(sc, r, s.columns.tenant, s.tenantAdjacent)
	if s.lastTen == absent || !bytes.Equal(s.tenants[s.lastTen].key, key) {
		at, known := s.tenantAt[string(key)]
		if !known {
			at = len(s.tenants)
			s.tenants = append(s.tenants, s.newTenant(sc, r, key))
			s.tenantAt[string(key)] = at
		}
		s.lastTen = at
	}
	return &s.runs[s.lastRun], &s.tenants[s.lastTen]
}

// runOf returns the index of the run of a row, decoding one that is new.
func (s *requestSink) runOf(sc *scanner, r *record) int {
	key := s.key(sc, r, s.columns.run, s.runAdjacent)
	if s.lastRun != absent && bytes.Equal(s.runs[s.lastRun].key, key) {
		return s.lastRun
	}
	at, known := s.runAt[string(key)]
	if !known {
		at = len(s.runs)
		s.runs = append(s.runs, s.newRun(sc, r, key))
		s.runAt[string(key)] = at
	}
	return at
}

// adjacent reports whether columns stand side by side.
func adjacent(columns []int) bool {
	ok := columns[0] != absent
	for i, c := range columns[1:] {
		ok = ok && c == columns[i]+1
	}
	return ok
}

// key returns the cells of some columns as they stand in the file: the bytes
// themselves where the columns stand side by side.
func (s *requestSink) key(sc *scanner, r *record, columns []int, together bool) []byte {
	if together {
		start := r.start
		if columns[0] > 0 {
			start = int(r.ends[columns[0]-1]) + 1
		}
		return sc.data[start:r.ends[columns[len(columns)-1]]]
	}
	s.scratch = s.scratch[:0]
	for _, c := range columns {
		if c != absent {
			s.scratch = append(s.scratch, sc.cell(r, c)...)
		}
		s.scratch = append(s.scratch, 0)
	}
	return s.scratch
}

func (s *requestSink) newRun(sc *scanner, r *record, key []byte) identified {
	id := identified{key: bytes.Clone(key), column: absent}
	c := s.columns.run
	if c[runName] != absent {
		id.run.name = text.Clean(string(unquote(sc.cell(r, c[runName]))))
	}
	replicas, how := s.figure(sc, r, c[runReplicas])
	if how != good || replicas < 1 || replicas > maxReplicas || replicas != math.Trunc(replicas) {
		id.column, id.want = c[runReplicas], wantReplicas
		return id
	}
	id.run.replicas = int(replicas)
	switch repeat, how := s.figure(sc, r, c[runRepeat]); how {
	case good:
		id.run.repeat = repeat
	case bad:
		id.column, id.want = c[runRepeat], wantNumber
	default:
		id.run.repeat = noRepeat
	}
	id.span = s.spans(id.run.replicas)
	return id
}

// maxReplicas is the largest number of replicas that is believed, and noRepeat
// the number of a run that has none.
const (
	maxReplicas = 1_000_000
	noRepeat    = -1
)

func (s *requestSink) newTenant(sc *scanner, r *record, key []byte) identified {
	id := identified{key: bytes.Clone(key), column: absent}
	c := s.columns.tenant
	if c[tenantName] != absent {
		id.tenant.name = text.Clean(string(unquote(sc.cell(r, c[tenantName]))))
	}
	switch priority, how := s.figure(sc, r, c[tenantPriority]); how {
	case good:
		id.tenant.priority, id.tenant.ranked = priority, true
	case bad:
		id.column, id.want = c[tenantPriority], wantNumber
	}
	return id
}

func (s *requestSink) group(run, ten *identified) *group {
	pair := [2]int{s.lastRun, s.lastTen}
	if s.lastGroup != nil && s.lastPair == pair {
		return s.lastGroup
	}
	g := s.groups[pair]
	if g == nil {
		if n := len(s.spare); n > 0 {
			g, s.spare = s.spare[n-1], s.spare[:n-1]
		} else {
			g = new(group)
		}
		g.run, g.tenant, g.counts = run.run, ten.tenant, noCounts()
		g.ttft.reset()
		g.tpot.reset()
		s.groups[pair] = g
		s.used = append(s.used, g)
	}
	s.lastPair, s.lastGroup = pair, g
	return g
}
