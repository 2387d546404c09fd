package gate

import (
	"math"
	"testing"

	"scaledeck/model"
)

func TestGateWords(t *testing.T) {
	change := Rule{Op: AtLeast, Unit: model.Percent, Relation: ChangePercent}
	share := Rule{Op: AtMost, Unit: model.Ratio}
	tests := []struct {
		name                  string
		g                     Gate
		limit, observed, used string
	}{
		{"a gain where a loss is allowed", Gate{Rule: change, Observed: model.Of(0.56), Limit: model.Of(-15)}, "≥ −15 %", "+0.56 %", "0 %"},
		{"a loss", Gate{Rule: change, Observed: model.Of(-30), Limit: model.Of(-15)}, "≥ −15 %", "−30 %", "200 %"},
		{"no change has no sign", Gate{Rule: change, Observed: model.Of(0), Limit: model.Of(-15)}, "≥ −15 %", "0 %", "0 %"},
		{"a change is as the medians give it", Gate{Rule: change, Observed: model.Of(0.25469), Limit: model.Of(-15)}, "≥ −15 %", "+0.25 %", "0 %"},
		{"dust has no sign", Gate{Rule: change, Observed: model.Of(1e-12), Limit: model.Of(-15)}, "≥ −15 %", "0 %", "0 %"},
		{"just under the limit", Gate{Rule: share, Observed: model.Of(0.0049999), Limit: model.Of(0.005)}, "≤ 0.005", "0.0049999", "99.998 %"},
		{"on the limit", Gate{Rule: share, Observed: model.Of(0.005), Limit: model.Of(0.005)}, "≤ 0.005", "0.005", "100 %"},
		{"just over it", Gate{Rule: share, Observed: model.Of(0.0050001), Limit: model.Of(0.005)}, "≤ 0.005", "0.0050001", "100.002 %"},
		{"a limit of zero", Gate{Rule: share, Observed: model.Of(5), Limit: model.Of(0)}, "≤ 0", "5", "–"},
		{"nothing there", Gate{Rule: share}, "–", "–", "–"},
		{"not finite", Gate{Rule: share, Observed: model.Of(math.NaN()), Limit: model.Of(1)}, "≤ 1", "–", "–"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := [3]string{tt.g.LimitText(), tt.g.ObservedText(), usedText(tt.g)}
			if want := [3]string{tt.limit, tt.observed, tt.used}; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
