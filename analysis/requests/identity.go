package requests

import (
	"bytes"
	"math"
	"strings"

	"scaledeck/model/format/csvscan"
	"scaledeck/model/text"
)

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

// identified is a run or tenant as it is in the file, decoded once.
type identified struct {
	key    []byte
	run    runID
	span   span
	tenant tenantID
	column int    // that cannot be read, or absent
	want   string // what was expected there
}

// identify returns the run and the tenant of a row. Both are mostly those of a
// row just before, and are compared as they are in the file.
func (s *requestSink) identify(sc *csvscan.Scanner, r *csvscan.Record) (run, ten *identified) {
	leads := s.leading && (r.Led || r.Start == sc.LeadStart)
	if !leads || s.seenLead != sc.LeadStart {
		s.lastRun = s.runOf(sc, r)
	} else {
		s.lastRun = s.seenRun
	}
	if leads {
		s.seenLead, s.seenRun = sc.LeadStart, s.lastRun
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
func (s *requestSink) runOf(sc *csvscan.Scanner, r *csvscan.Record) int {
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

// adjacent reports whether columns are neighbours.
func adjacent(columns []int) bool {
	ok := columns[0] != absent
	for i, c := range columns[1:] {
		ok = ok && c == columns[i]+1
	}
	return ok
}

// key returns the cells of some columns as they are in the file: the bytes
// themselves where the columns are neighbours.
func (s *requestSink) key(sc *csvscan.Scanner, r *csvscan.Record, columns []int, together bool) []byte {
	if together {
		start := r.Start
		if columns[0] > 0 {
			start = int(r.Ends[columns[0]-1]) + 1
		}
		return sc.Data[start:r.Ends[columns[len(columns)-1]]]
	}
	s.scratch = s.scratch[:0]
	for _, c := range columns {
		if c != absent {
			s.scratch = append(s.scratch, sc.Cell(r, c)...)
		}
		s.scratch = append(s.scratch, 0)
	}
	return s.scratch
}

func (s *requestSink) newRun(sc *csvscan.Scanner, r *csvscan.Record, key []byte) identified {
	id := identified{key: bytes.Clone(key), column: absent}
	c := s.columns.run
	if c[runName] != absent {
		id.run.name = text.Clean(string(csvscan.Unquote(sc.Cell(r, c[runName]))))
	}
	replicas, how := s.figure(sc, r, c[runReplicas])
	if how != csvscan.Good || replicas < 1 || replicas > maxReplicas || replicas != math.Trunc(replicas) {
		id.column, id.want = c[runReplicas], wantReplicas
		return id
	}
	id.run.replicas = int(replicas)
	switch repeat, how := s.figure(sc, r, c[runRepeat]); how {
	case csvscan.Good:
		if id.run.repeat = repeat; math.Abs(repeat) >= 1<<53 {
			// A float64 would make another number of it: it stays as it is written.
			cell := text.Clean(string(csvscan.Unquote(sc.Cell(r, c[runRepeat]))))
			id.run.repeat, id.run.name = noRepeat, strings.TrimSpace(id.run.name+" repeat "+cell)
		}
	case csvscan.Bad:
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

func (s *requestSink) newTenant(sc *csvscan.Scanner, r *csvscan.Record, key []byte) identified {
	id := identified{key: bytes.Clone(key), column: absent}
	c := s.columns.tenant
	if c[tenantName] != absent {
		id.tenant.name = text.Clean(string(csvscan.Unquote(sc.Cell(r, c[tenantName]))))
	}
	switch priority, how := s.figure(sc, r, c[tenantPriority]); how {
	case csvscan.Good:
		id.tenant.priority, id.tenant.ranked = priority, true
	case csvscan.Bad:
		id.column, id.want = c[tenantPriority], wantNumber
	}
	return id
}
