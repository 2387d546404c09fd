package analysis

import (
	"errors"
	"testing"

	"scaledeck/analysis/comparison"
	"scaledeck/analysis/known"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// otherDoc is the fixture's analysis under another name, edited.
func otherDoc(edit func(s *model.Comparison)) *model.Document {
	s := known.FreeOfErrors()
	if edit != nil {
		edit(s)
	}
	return &model.Document{File: "other.json", Parts: []model.Part{s}}
}

func TestReference(t *testing.T) {
	faster := func(s *model.Comparison) { // the reference has half the latency at one replica
		for i := range 3 {
			s.Rows[i].Figures[model.PremiumBurstP95TTFT] = model.Of(s.Rows[i].Figures[model.PremiumBurstP95TTFT].Value / 2)
		}
	}
	tests := []struct {
		name    string
		other   *model.Document
		verdict gate.Verdict
		rule    string
		cells   []gate.Verdict // of the rule, at 1, 2 and 4 replicas
		says    string
	}{
		{"itself", otherDoc(nil), gate.Pass, gate.RulePremiumTTFT, []gate.Verdict{gate.Pass, gate.Pass, gate.Pass}, "The baseline is that of other.json."},
		{"a faster one", otherDoc(faster), gate.Fail, gate.RulePremiumTTFT, []gate.Verdict{gate.Fail, gate.Fail, gate.Fail}, "Premium burst p95 TTFT: +"},
		{"one with errors", &model.Document{File: "other.json", Parts: []model.Part{known.ScaleOut()}}, gate.Pass, gate.RuleNon200, []gate.Verdict{gate.Pass, gate.Pass, gate.Pass}, "The baseline is that of other.json, with 5 non-200 responses there, not judged."},
		{"one that contradicts itself", otherDoc(func(s *model.Comparison) { s.Rows[0].Figures[model.HTTPNon200] = model.Of(7) }), gate.Undecided, gate.RuleNon200, []gate.Verdict{gate.Pass, gate.Pass, gate.Pass}, "Baseline other.json: ≠ the file"},
		{"one with a hole", otherDoc(func(s *model.Comparison) { s.Rows[0].Figures[model.PremiumBurstP95TTFT] = model.Missing(model.Null) }), gate.Undecided, gate.RulePremiumTTFT, []gate.Verdict{gate.Undecided, gate.Undecided, gate.Undecided}, "at 1 replica of other.json (baseline)"},
		{"simulated", func() *model.Document { d := otherDoc(nil); d.Simulated = true; return d }(), gate.Undecided, gate.RulePremiumTTFT, []gate.Verdict{gate.Pass, gate.Pass, gate.Pass}, "Simulated and measured figures are compared"},
		{"the same repeat twice", otherDoc(func(s *model.Comparison) { s.Rows = append(s.Rows, s.Rows[0]) }), gate.Undecided, gate.RulePremiumTTFT, []gate.Verdict{gate.Pass, gate.Pass, gate.Pass}, "Baseline other.json: the same repeat twice at 1 replica"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ref := tt.other
			if err := comparison.CheckReference(ref); err != nil {
				t.Fatal(err)
			}
			f, _ := scaleOutOf(known.FileOf(known.FreeOfErrors()), gate.Options{Reference: ref})
			if f.Verdict != tt.verdict {
				t.Errorf("%v: %s", f.Verdict, f.Sentence)
			}
			known.AssertContains(t, f.Sentence, tt.says)
			known.AssertContains(t, f.Why, "against the baseline of other.json")
			for _, c := range comparison.ScaleOutOf(f.Outcome).Criteria {
				if c.Rule.ID != tt.rule {
					continue
				}
				for i, g := range c.Cells {
					if g.Verdict != tt.cells[i] {
						t.Errorf("cell %d: %v, %s", i, g.Verdict, g.Reason)
					}
					if g.BaselineOf != "1 replica of other.json" {
						t.Errorf("cell %d: baseline of %q", i, g.BaselineOf)
					}
				}
			}
		})
	}
}

// TestErrorsOfItsOwnFail holds that a reference forgives nothing: only the other
// file's own errors are not judged.
func TestErrorsOfItsOwnFail(t *testing.T) {
	ref := otherDoc(nil)
	if err := comparison.CheckReference(ref); err != nil {
		t.Fatal(err)
	}
	f, _ := scaleOutOf(known.FileOf(known.ScaleOut()), gate.Options{Reference: ref})
	if f.Verdict != gate.Fail || f.Why != "non-200 responses 5 at 1×, 1 at 2× (limit 0) · 4 of 5 criteria hold · against the baseline of other.json" {
		t.Errorf("%v: %s", f.Verdict, f.Why)
	}
	if four := comparison.ScaleOutOf(f.Outcome).Topologies[2]; four.Verdict != gate.Pass {
		t.Errorf("4 replicas: %v, %s", four.Verdict, four.Reason)
	}
}

// TestReferenceForOneTopology holds that a file with one topology can be judged
// against another's, where alone it has nothing to compare with.
func TestReferenceForOneTopology(t *testing.T) {
	alone := known.FreeOfErrors()
	alone.Rows, alone.Topologies, alone.Decision = alone.Rows[6:], nil, model.Decision{}
	if f, _ := scaleOutOf(known.FileOf(alone), gate.Options{}); f.Verdict != gate.Undecided {
		t.Errorf("alone: %v", f.Verdict)
	}
	ref := otherDoc(nil)
	if err := comparison.CheckReference(ref); err != nil {
		t.Fatal(err)
	}
	if f, _ := scaleOutOf(known.FileOf(alone), gate.Options{Reference: ref}); f.Verdict != gate.Pass {
		t.Errorf("with a reference: %v, %s", f.Verdict, f.Sentence)
	}
}

func TestReferenceNone(t *testing.T) {
	for _, d := range []*model.Document{nil, {}, {Parts: []model.Part{&model.Comparison{}}}, {Parts: []model.Part{&model.RolloutSet{}}}} {
		if err := comparison.CheckReference(d); !errors.Is(err, comparison.ErrNoBaseline) {
			t.Errorf("%+v: %v", d, err)
		}
	}
}

// TestWarnOnly holds that a rule which only warns never fails and never hides.
func TestWarnOnly(t *testing.T) {
	p := mustPolicy(t, `version: 1
name: mine
rules:
  - id: own.ttft
    name: slow start
    metric: premium_burst_p95_ttft_ms
    statistic: max
    operator: at_most
    limit: 1
    severity: warn
  - id: own.errors
    metric: http_non_200
    statistic: sum
    operator: at_most
    limit: 0
`)
	f, _ := scaleOutOf(known.FileOf(known.FreeOfErrors()), gate.Options{Policy: p})
	if f.Verdict != gate.Pass || comparison.ScaleOutOf(f.Outcome).Holding != 1 || comparison.ScaleOutOf(f.Outcome).Criteria[0].Verdict != gate.Info {
		t.Errorf("%v, %d hold, the first %v", f.Verdict, comparison.ScaleOutOf(f.Outcome).Holding, comparison.ScaleOutOf(f.Outcome).Criteria[0].Verdict)
	}
	known.AssertContains(t, f.Why, "WARNS: slow start ")
	known.AssertContains(t, f.Sentence, "It warns: slow start ")
	p.Rules = p.Rules[:1]
	if f, _ = scaleOutOf(known.FileOf(known.FreeOfErrors()), gate.Options{Policy: p}); f.Verdict != gate.Info {
		t.Errorf("with nothing but warnings: %v", f.Verdict)
	}
	// A figure that is not there keeps even a warning undecided.
	s := known.FreeOfErrors()
	s.Rows[8].Figures[model.PremiumBurstP95TTFT] = model.Missing(model.Null)
	s.Rows[8].Figures[model.PremiumBurstP99TTFT] = model.Missing(model.Null)
	p.Rules[0].Limit = 1e9
	if f, _ = scaleOutOf(known.FileOf(s), gate.Options{Policy: p}); f.Verdict != gate.Undecided {
		t.Errorf("without a figure: %v", f.Verdict)
	}
}
