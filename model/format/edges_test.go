package format_test

import (
	"fmt"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/model/format"
)

// TestIssuesAreListedUpToALimit: 200 issues are all listed; of more, the last line
// says how many were left out.
func TestIssuesAreListedUpToALimit(t *testing.T) {
	for n, want := range map[int]int{1: 1, 199: 199, 200: 200, 201: 201, 205: 201} {
		var phases []string
		for i := range n {
			phases = append(phases, fmt.Sprintf(`"phase_%03d": null`, i))
		}
		data := `{"cold_start_breakdown_seconds": {"p": {"total_seconds": 1, ` + strings.Join(phases, ", ") + `}}}`
		_, issues := format.Decode("p.json", []byte(data), format.Options{})
		if len(issues) != want {
			t.Errorf("%d wrong values: %d issues, want %d", n, len(issues), want)
			continue
		}
		last := issues[len(issues)-1]
		if more := fmt.Sprintf("%d more issues", n-200); (last.Code == model.CodeTruncated) != (n > 200) || n > 200 && !strings.HasPrefix(last.Message, more) {
			t.Errorf("%d wrong values: the last issue is %v", n, last)
		}
	}
}

// TestFlagGivenTwice: the same twice is that, two that differ are neither.
func TestFlagGivenTwice(t *testing.T) {
	for _, tt := range []struct {
		keys string
		want model.Flag
	}{
		{`"slo_breached": true`, model.FlagOf(true)},
		{`"slo_breached": true, "slo_breached": true`, model.FlagOf(true)},
		{`"slo_breached": false, "slo_breached": false`, model.FlagOf(false)},
		{`"slo_breached": true, "slo_breached": false`, model.Flag{State: model.Duplicated}},
		{`"slo_breached": null, "slo_breached": true`, model.Flag{State: model.Duplicated}},
		{`"slo_breached": "yes"`, model.Flag{State: model.WrongType}},
		{`"slo_breached": null`, model.Flag{State: model.Null}},
		{`"p99_ttft_ms": 1`, model.Flag{}},
	} {
		data := `{"autoscaling_comparison": {"p": {"timeline": [{"sec": 0, ` + tt.keys + `}, {"sec": 1}]}}}`
		doc, issues := format.Decode("p.json", []byte(data), format.Options{})
		if doc == nil {
			t.Fatalf("%s: %v", tt.keys, issues)
		}
		if got := doc.Timelines().Timelines[0].Breached[0]; got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.keys, got, tt.want)
		}
	}
}

// TestWhatZeroBytesMean: UTF-16 of Latin letters is half zeros; fewer or more are
// something else.
func TestWhatZeroBytesMean(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{strings.Repeat("a\x00", 100), "UTF-16"},
		{strings.Repeat("ab\x00", 100), "UTF-16"},                        // a third
		{strings.Repeat("a\x00\x00", 100), "UTF-16"},                     // two thirds
		{strings.Repeat("abc\x00", 100), "binary data: "},                // a quarter
		{strings.Repeat("a\x00\x00\x00", 100), "binary data: "},          // three quarters
		{"{" + strings.Repeat(" ", 200) + "\x00", "binary data: "},       // one
		{strings.Repeat("\x00", 100), "nothing but zero bytes"},          // all
		{strings.Repeat("a", 600) + "\x00\x00", "text that is not JSON"}, // beyond what is looked at
	} {
		_, issues := format.Decode("p.json", []byte(tt.data), format.Options{})
		if len(issues) == 0 || !strings.HasPrefix(issues[0].Message, tt.want) {
			t.Errorf("%.12q…: %v, want %q", tt.data, issues, tt.want)
		}
	}
}

// TestNullWhereMoreIsExpected: a null in place of an object or a list is an issue
// at its place.
func TestNullWhereMoreIsExpected(t *testing.T) {
	for data, at := range map[string]string{
		`{"autoscaling_comparison": {"p": null, "q": {"timeline": []}}}`:           "/autoscaling_comparison/p",
		`{"autoscaling_comparison": {"p": {"timeline": null}}}`:                    "/autoscaling_comparison/p/timeline",
		`{"autoscaling_comparison": {"p": {"timeline": [null, {"sec": 1}]}}}`:      "/autoscaling_comparison/p/timeline/0",
		`{"canary_rollouts": {"b": {"stages": null}}, "canary_gate_policy": {}}`:   "/canary_rollouts/b/stages",
		`{"canary_rollouts": {"b": {"stages": []}}, "canary_gate_policy": null}`:   "/canary_gate_policy",
		`{"cold_start_breakdown_seconds": {"p": null, "q": {"total_seconds": 1}}}`: "/cold_start_breakdown_seconds/p",
	} {
		_, issues := format.Decode("p.json", []byte(data), format.Options{})
		found := false
		for _, i := range issues {
			found = found || i.Code == model.CodeMissing && i.Severity == model.Warning && i.Pointer == at && strings.HasPrefix(i.Message, "null: expected")
		}
		if !found {
			t.Errorf("%s: no issue of a null at %s: %v", data, at, issues)
		}
	}
}
