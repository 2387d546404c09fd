package policyfile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/model"
)

const goodPolicy = `version: 1
name: fleet
extends: built-in
slo: 0.5s
slo_from: file
rules:
  - id: scale-out.served-throughput
    limit: -10
    limit_from: policy
    severity: warn
  - id: canary.tpot-ceiling
    off: true
  - {id: own.kv, name: "peak KV", metric: max_kv_cache_pct, statistic: max, operator: below, limit: 95e0, baseline: absolute,
     magnitude: false, min_samples: 3, precondition: none, everywhere: true, optional: true, direction: lower}
`

func stated[T any](line, column int, v T) model.Given[T] {
	return model.Given[T]{Place: model.Place{Line: line, Column: column}, Value: v, Set: true}
}

func TestRead(t *testing.T) {
	got, issues := Read("p.yaml", []byte(goodPolicy))
	if len(issues) > 0 {
		t.Fatal(issues)
	}
	want := &model.PolicyFile{
		File: "p.yaml", Name: stated(2, 7, "fleet"), Extends: stated(3, 10, "built-in"), SLO: stated(4, 6, 500.0), SLOFrom: stated(5, 11, "file"),
		Rules: []model.PolicyRule{
			{
				Place: model.Place{Line: 7, Column: 5}, ID: stated(7, 9, "scale-out.served-throughput"), Limit: stated(8, 12, -10.0),
				LimitFrom: stated(9, 17, "policy"), Severity: stated(10, 15, "warn"),
			},
			{Place: model.Place{Line: 11, Column: 5}, ID: stated(11, 9, "canary.tpot-ceiling"), Off: stated(12, 10, true)},
		},
	}
	kv := got.Rules[2]
	if diff := cmp.Diff(want, &model.PolicyFile{File: got.File, Name: got.Name, Extends: got.Extends, SLO: got.SLO, SLOFrom: got.SLOFrom, Rules: got.Rules[:2]}); diff != "" {
		t.Error(diff)
	}
	if kv.Limit.Value != 95 || kv.MinSamples.Value != 3 || !kv.Everywhere.Value || !kv.Optional.Value || kv.Magnitude.Value || !kv.Magnitude.Set ||
		kv.Name.Value != "peak KV" || kv.Operator.Value != "below" || kv.Direction.Value != "lower" || kv.Precondition.Value != "none" {
		t.Errorf("%+v", kv)
	}
}

// TestPolicyErrors holds every error to its place and to what was expected.
func TestReadErrors(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", "p.yaml: empty: expected version: 1"},
		{"comment", "# nothing\n", "p.yaml: empty"},
		{"not a mapping", "- a\n", "p.yaml:1:1: expected a mapping of version, name, extends, slo, slo_from, rules, got a list"},
		{"no version", "name: a\n", "p.yaml:1:1: no version: expected version: 1"},
		{"another version", "version: 2\n", "p.yaml:1:10: expected version 1, got the number 2"},
		{"version as text", "version: \"1\"\n", "p.yaml:1:10: expected version 1, got text \"1\""},
		{"unknown key", "version: 1\nrule: []\n", "p.yaml:2:1: unknown key \"rule\": expected one of version, name"},
		{"unknown rule key", "version: 1\nrules:\n  - id: a\n    limits: 3\n", "p.yaml:4:5: unknown key \"limits\": expected one of id, off"},
		{"key twice", "version: 1\nversion: 1\n", "p.yaml:2:1: mapping key \"version\" already defined"},
		{"key twice, quoted", "version: 1\n\"version\": 1\n", "p.yaml:2:1: "},
		{"syntax", "version: 1\nrules: [1\n", "p.yaml:2:8: sequence end token ']' not found"},
		{"second document", "version: 1\n---\nversion: 1\n", "p.yaml:3:1: a second document: expected one"},
		{"rules not a list", "version: 1\nrules:\n  id: a\n", "p.yaml:3:3: expected a list of rules, got a mapping"},
		{"rule not a mapping", "version: 1\nrules:\n  - a\n", "p.yaml:3:5: expected a mapping that begins with an id, got text \"a\""},
		{"limit as text", "version: 1\nrules:\n  - id: a\n    limit: 6 ms\n", "p.yaml:4:12: expected a finite decimal number in the unit of the rule, got text \"6 ms\""},
		{"limit not finite", "version: 1\nrules:\n  - id: a\n    limit: .nan\n", "p.yaml:4:12: expected a finite decimal number in the unit of the rule, got .nan, which is not finite"},
		{"limit octal", "version: 1\nrules:\n  - id: a\n    limit: 010\n", "p.yaml:4:12: expected a finite decimal number"},
		{"limit grouped", "version: 1\nrules:\n  - id: a\n    limit: 1_000\n", "p.yaml:4:12: expected a finite decimal number"},
		{"limit too large", "version: 1\nrules:\n  - id: a\n    limit: 1.0e999\n", "p.yaml:4:12: expected a finite decimal number"},
		{"limit quoted", "version: 1\nrules:\n  - id: a\n    limit: \"6\"\n", "p.yaml:4:12: expected a finite decimal number in the unit of the rule, got text \"6\""},
		{"limit infinite", "version: 1\nrules:\n  - id: a\n    limit: inf\n", "p.yaml:4:12: expected a finite decimal number"},
		{"limit left out", "version: 1\nrules:\n  - id: a\n    limit:\n", "expected a finite decimal number in the unit of the rule, got nothing"},
		{"flag as text", "version: 1\nrules:\n  - id: a\n    off: yes\n", "p.yaml:4:10: expected true or false, got text \"yes\""},
		{"no samples", "version: 1\nrules:\n  - id: a\n    min_samples: 0\n", "p.yaml:4:18: expected a whole number of 1 or more, got the number 0"},
		{"half a sample", "version: 1\nrules:\n  - id: a\n    min_samples: 1.5\n", "p.yaml:4:18: expected a whole number of 1 or more"},
		{"number as name", "version: 1\nname: 5\n", "p.yaml:2:7: expected text, got the number 5"},
		{"long name", "version: 1\nname: " + strings.Repeat("é", 81) + "\n", "p.yaml:2:7: 81 characters: expected 1 to 80"},
		{"SLO without unit", "version: 1\nslo: 500\n", "p.yaml:2:6: expected a duration over zero with its unit, such as 500ms or 0.5s, got the number 500"},
		{"SLO zero", "version: 1\nslo: 0ms\n", "p.yaml:2:6: expected a duration over zero"},
		{"alias", "version: 1\nname: &n a\n", "expected text, got an anchor, alias or tag"},
		{"not UTF-8", "version: 1\nname: \xff\n", "p.yaml: not UTF-8 text: expected YAML"},
		{"too long", "#" + strings.Repeat("x", MaxBytes), "p.yaml: 65537 bytes: expected a policy of at most 65536"},
		{"too deep", "version: " + strings.Repeat("[", 30000), "p.yaml: more than 1000 brackets"},
		{"control characters", "version: 1\n\"a\\e[31m\": 2\n", "p.yaml:2:1: unknown key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, issues := Read("p.yaml", []byte(tt.in))
			if got != nil || len(issues) == 0 {
				t.Fatalf("read as %+v", got)
			}
			if s := issues[0].String(); !strings.Contains(s, tt.want) {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
			for _, i := range issues {
				if strings.ContainsAny(i.String(), "\x1b\n") || i.Severity != model.Error {
					t.Errorf("%q", i.String())
				}
			}
		})
	}
}

// FuzzPolicy holds that whatever the bytes there is either a policy or a reason.
func FuzzRead(f *testing.F) {
	f.Add([]byte(goodPolicy))
	f.Add([]byte("version: 1\nrules:\n  - id: a\n    limit: 010\n"))
	f.Add([]byte("version: 1\n? [a]\n: !!map {<<: *x}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4<<10 {
			return // what is longer takes the parser long, and is bounded elsewhere
		}
		p, issues := Read("p.yaml", data)
		if (p == nil) != (len(issues) > 0) {
			t.Fatalf("%v with %d issues", p, len(issues))
		}
		for _, i := range issues {
			if i.Message == "" || strings.ContainsFunc(i.String(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Fatalf("%q", i.String())
			}
		}
	})
}
