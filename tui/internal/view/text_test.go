package view

import "testing"

func TestAuditFilterHolds(t *testing.T) {
	tests := []struct {
		s, part string
		want    bool
	}{
		{"Peak KV use", "kv", true}, {"Peak KV use", "KV", false}, {"", "", true}, {"a", "", true}, {"", "a", false},
		{"aab", "ab", true}, {"p99 TTFT", "ttft", true}, {"ÄRGER", "ärger", true}, {"TTF", "ttft", false}, {"\xff", "a", false},
	}
	for _, tt := range tests {
		if got := Holds(tt.s, tt.part); got != tt.want {
			t.Errorf("%q holds %q: %v", tt.s, tt.part, got)
		}
	}
	if n := testing.AllocsPerRun(20, func() { Holds("Median Premium Burst p95 TTFT at 4 Replicas", "zzz") }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
