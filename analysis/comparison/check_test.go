package comparison

import (
	"testing"

	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// checkAt returns the check of one pointer that has the given claim or the first.
func checkAt(t *testing.T, checks []finding.Check, pointer string) finding.Check {
	t.Helper()
	for _, c := range checks {
		if c.Pointer == pointer {
			return c
		}
	}
	t.Fatalf("no check of %s", pointer)
	return finding.Check{}
}

func TestScaleOutChecks(t *testing.T) {
	const two = "/decision/comparisons_to_one_replica/2"
	tests := []struct {
		name    string
		edit    func(s *model.Comparison)
		pointer string
		want    finding.Check
		verdict gate.Verdict
	}{
		{"a median", func(s *model.Comparison) { s.Topologies[0].Figures[model.MaxKVCachePct] = model.Of(4.695) },
			"/topologies/1/median_max_kv_cache_pct",
			finding.Check{Claimed: "4.695 %", Recomputed: "4.514 %", Rule: "median of 3 rows", Result: finding.Differs}, gate.Undecided},
		{"a median that a gate uses", func(s *model.Comparison) { s.Topologies[0].Figures[model.PremiumBurstP95TTFT] = model.Of(300) },
			"/topologies/1/median_premium_burst_p95_ttft_ms",
			finding.Check{Claimed: "300 ms", Recomputed: "374.167 ms", Rule: "median of 3 rows", Result: finding.Differs}, gate.Undecided},
		{"dust is no difference", func(s *model.Comparison) { s.Topologies[0].Figures[model.MaxKVCachePct] = model.Of(4.514000000000001) },
			"/topologies/1/median_max_kv_cache_pct",
			finding.Check{Claimed: "4.514 %", Recomputed: "4.514 %", Rule: "median of 3 rows", Result: finding.Reproduced}, gate.Pass},
		{"a claim that is not there", func(s *model.Comparison) { s.Topologies[0].Figures[model.MaxKVCachePct] = model.Missing(model.Null) },
			"/topologies/1/median_max_kv_cache_pct",
			finding.Check{Claimed: "null", Recomputed: "4.514 %", Rule: "median of 3 rows", Result: finding.NotCheckable}, gate.Undecided},
		{"a sum", func(s *model.Comparison) { s.Topologies[2].Figures[model.HTTPNon200] = model.Of(7) },
			"/topologies/4/http_non_200",
			finding.Check{Claimed: "7", Recomputed: "0", Rule: "sum over 3 rows", Result: finding.Differs}, gate.Undecided},
		{"a change", func(s *model.Comparison) { s.Decision.Comparisons[0].OfferedChange = model.Of(0.26) },
			two + "/offered_rps_per_gpu_change_pct",
			finding.Check{Claimed: "0.26 %", Recomputed: "0.25 %", Result: finding.Differs}, gate.Undecided},
		{"a match", func(s *model.Comparison) { s.Decision.Comparisons[0].LoadMatched = model.FlagOf(false) },
			two + "/offered_load_matched",
			finding.Check{Claimed: "false", Recomputed: "true", Result: finding.Differs}, gate.Undecided},
		{"a pass", func(s *model.Comparison) { s.Decision.Comparisons[0].Pass = model.FlagOf(false) },
			two + "/pass",
			finding.Check{Claimed: "false", Recomputed: "true", Result: finding.Differs}, gate.Undecided},
		{"a pass under one reading only", func(s *model.Comparison) {
			s.Rows[6].Figures[model.HTTP200], s.Rows[6].Figures[model.HTTPNon200] = model.Of(4649), model.Of(1)
			s.Topologies[2].Figures[model.HTTPNon200] = model.Of(1)
		}, two + "/pass",
			finding.Check{Claimed: "true", Recomputed: "true, or false where every topology must be free of them", Result: finding.Ambiguous}, gate.Fail},
		{"the whole", func(s *model.Comparison) { s.Decision.ScaleOutPass = model.FlagOf(false) },
			"/decision/scale_out_pass",
			finding.Check{Claimed: "false", Recomputed: "true", Result: finding.Differs}, gate.Undecided},
		{"the whole, not stated", func(s *model.Comparison) { s.Decision.ScaleOutPass = model.Flag{} },
			"/decision/scale_out_pass",
			finding.Check{Claimed: "absent", Recomputed: "true", Result: finding.NotCheckable}, gate.Undecided},
		{"no baseline to compare with", func(s *model.Comparison) { s.Rows, s.Topologies = s.Rows[3:], s.Topologies[1:] },
			"/decision/comparisons_to_one_replica/4",
			finding.Check{Rule: "the file has no rows at 1 replica", Result: finding.NotCheckable}, gate.Pass},
		{"a key that is no number", func(s *model.Comparison) {
			s.Topologies = append(s.Topologies, model.Topology{Pointer: "/topologies/x", Key: "x"})
		}, "/topologies/x", finding.Check{Rule: "the key is no number of replicas, or stands twice", Result: finding.NotCheckable}, gate.Undecided},
		{"a topology without claims", func(s *model.Comparison) { s.Topologies = s.Topologies[:2] },
			"/topologies", finding.Check{Claimed: "not stated", Recomputed: "–", Rule: "the file states none", Result: finding.NotCheckable}, gate.Pass},
		{"a median of repeats of which one has no figure", func(s *model.Comparison) { s.Rows[3].Figures[model.MaxKVCachePct] = model.Missing(model.Null) },
			"/topologies/2/median_max_kv_cache_pct",
			finding.Check{Claimed: "5.029 %", Recomputed: "null", Rule: "median of 3 rows: a repeat has no figure, 2 of them have one", Result: finding.NotCheckable}, gate.Undecided},
		{"a change of repeats of which one has no figure", func(s *model.Comparison) { s.Rows[3].Figures[model.PremiumBurstP95TTFT] = model.Missing(model.Null) },
			two + "/premium_burst_p95_ttft_change_pct",
			finding.Check{Claimed: "−9.12 %", Recomputed: "null", Result: finding.NotCheckable}, gate.Undecided},
		{"a row that does not add up", func(s *model.Comparison) { s.Rows[1].Figures[model.HTTP200] = model.Of(1160) },
			"/rows/1/requests",
			finding.Check{Claimed: "http_200 + http_non_200 = requests", Recomputed: "http_200 1160, http_non_200 0, requests 1166", Result: finding.Differs}, gate.Undecided},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := known.FreeOfErrors()
			tt.edit(s)
			f, checks := scaleOutOf(known.FileOf(s), gate.Options{})
			got := checkAt(t, checks, tt.pointer)
			if got.File != "scale.json" || got.Claim == "" || got.Rule == "" {
				t.Errorf("incomplete: %+v", got)
			}
			got.File, got.Pointer, got.Claim = "", "", ""
			if tt.want.Rule == "" {
				got.Rule = ""
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
			if f.Verdict != tt.verdict {
				t.Errorf("verdict %v, want %v: %s", f.Verdict, tt.verdict, f.Sentence)
			}
		})
	}
}

// TestContradictionsAreSaid holds that a claim which the rows do not bear out is
// named on the board, whatever the verdict.
func TestContradictionsAreSaid(t *testing.T) {
	tests := []struct {
		name string
		of   func() *model.Comparison
		edit func(s *model.Comparison)
		want gate.Verdict
		says string
	}{
		{"no pass where all holds", known.FreeOfErrors, func(s *model.Comparison) { s.Decision.ScaleOutPass = model.FlagOf(false) },
			gate.Undecided, "≠ the file says scale_out_pass false, its rows give true"},
		{"a pass where one fails", known.ScaleOut, func(s *model.Comparison) { s.Decision.ScaleOutPass = model.FlagOf(true) },
			gate.Fail, "≠ the file says scale_out_pass true, its rows give false"},
		{"a comparison", known.FreeOfErrors, func(s *model.Comparison) { s.Decision.Comparisons[1].Pass = model.FlagOf(false) },
			gate.Undecided, "≠ the file says pass at 4 replicas false, its rows give true"},
		{"a change", known.FreeOfErrors, func(s *model.Comparison) { s.Decision.Comparisons[0].TTFTChange = model.Of(55) },
			gate.Undecided, "≠ the file claims a change of median premium burst p95 TTFT at 2 replicas of 55 %, its rows give −9.12 %"},
		{"a figure that no gate uses", known.FreeOfErrors, func(s *model.Comparison) { s.Topologies[2].Figures[model.PremiumBurstP99TTFT] = model.Of(1) },
			gate.Undecided, "≠ the file claims 1 ms median premium burst p99 TTFT at 4 replicas, its rows give 538 ms"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := tt.of()
			tt.edit(s)
			f, _ := scaleOutOf(known.FileOf(s), gate.Options{})
			if f.Verdict != tt.want {
				t.Errorf("%v: %s", f.Verdict, f.Why)
			}
			known.AssertContains(t, f.Why, tt.says)
			known.AssertContains(t, f.Sentence, tt.says)
		})
	}
}

// TestNothingClaimed holds that a file without claims is one line of the audit.
func TestNothingClaimed(t *testing.T) {
	s := known.FreeOfErrors()
	s.Topologies, s.Decision = nil, model.Decision{}
	f, checks := scaleOutOf(known.FileOf(s), gate.Options{})
	var got []string
	for _, c := range checks {
		if c.Claimed == "absent" || c.Recomputed == "" || c.Rule == "the file states none" {
			got = append(got, c.Claim)
		}
	}
	if d := cmp.Diff([]string{"sums and medians at 1 replica, 2 replicas and 4 replicas, and a decision"}, got); d != "" {
		t.Error(d)
	}
	if f.Verdict != gate.Pass {
		t.Errorf("%v: %s", f.Verdict, f.Sentence)
	}
}

// TestChecksKeepToTheFilesLimits: a limit set by flag changes our verdict and
// not whether the file was true to itself.
func TestChecksKeepToTheFilesLimits(t *testing.T) {
	o := gate.Options{Limits: map[string]float64{gate.RulePremiumTTFT: -50, gate.RuleOfferedLoad: 0.001}}
	f, checks := scaleOutOf(known.FileOf(known.FreeOfErrors()), o)
	if f.Verdict == gate.Pass {
		t.Error("the flags have no effect")
	}
	for _, c := range checks {
		if c.Result == finding.Differs {
			t.Errorf("%+v", c)
		}
	}
}

func TestDurationCheck(t *testing.T) {
	find := func(s *model.Comparison) finding.Check {
		_, checks := scaleOutOf(known.FileOf(s), gate.Options{})
		for _, c := range checks {
			if c.Claimed == "duration not in the file" {
				return c
			}
		}
		t.Fatal("no check of the duration")
		return finding.Check{}
	}
	// 1166 / 4.3195 = 269.939, 2338/2 / 4.3305 = 269.946; 1166 / 4.3185 = 270.001.
	if c := find(known.ScaleOut()); c.Result != finding.Reproduced || c.Recomputed != "269.946 to 270.001 s fits every row; 270 s is the only whole second" {
		t.Errorf("%v: %s", c.Result, c.Recomputed)
	}
	s := known.ScaleOut()
	s.Rows[0].Figures[model.OfferedRPSPerGPU] = model.Of(4.5)
	if c := find(s); c.Result != finding.NotCheckable {
		t.Errorf("runs of different length: %v %s", c.Result, c.Recomputed)
	}
	s.Rows[0].Figures[model.OfferedRPSPerGPU] = model.Of(0)
	if c := find(s); c.Result != finding.NotCheckable || c.Recomputed != "8 of 9 rows have the figures" {
		t.Errorf("no load: %v %s", c.Result, c.Recomputed)
	}
}

func TestRowChecksAreBounded(t *testing.T) {
	s := known.ScaleOut()
	for range 6 {
		s.Rows = append(s.Rows, s.Rows...)
	}
	for i := range s.Rows {
		s.Rows[i].Figures[model.HTTP200] = model.Of(1)
	}
	_, checks := scaleOutOf(known.FileOf(s), gate.Options{})
	n := 0
	for _, c := range checks {
		if c.Rule == "http_200 + http_non_200 = requests" {
			n++
		}
	}
	if n != maxRowChecks {
		t.Errorf("%d checks for %d rows that do not add up, want %d", n, len(s.Rows), maxRowChecks)
	}
}
