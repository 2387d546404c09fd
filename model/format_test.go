package model

import (
	"math"
	"testing"
)

func TestFigureText(t *testing.T) {
	tests := []struct {
		name string
		f    Figure
		u    Unit
		want string
	}{
		{"missing is a dash", Figure{}, Milliseconds, "–"},
		{"null is a dash", Missing(Null), Count, "–"},
		{"zero is zero", Of(0), Count, "0"},
		{"not finite is a dash", Of(math.NaN()), Milliseconds, "–"},
		{"infinite is a dash", Of(math.Inf(-1)), Milliseconds, "–"},
		{"large milliseconds are whole", Of(5182.36), Milliseconds, "5182 ms"},
		{"middle", Of(502.27), Milliseconds, "502.3 ms"},
		{"dust", Of(2.8000000000000007), Milliseconds, "2.8 ms"},
		{"small score", Of(0.028000000000000025), Score, "0.028"},
		{"negative has a real minus", Of(-3.599999999999998), Milliseconds, "−3.6 ms"},
		{"share as percent", Of(0.99), Share, "99 %"},
		{"share in full", Of(0.9444), Share, "94.44 %"},
		{"ratio", Of(1.9722), Ratio, "1.972"},
		{"count keeps all digits", Of(13950), Count, "13950"},
		{"negative zero", Of(math.Copysign(0, -1)), Count, "0"},
		{"tiny", Of(0.0004), Ratio, "0.0004"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.f.Text(tt.u); got != tt.want {
				t.Errorf("Text(%q) = %q, want %q", tt.u, got, tt.want)
			}
		})
	}
}

func TestFigureSignedExactAgainst(t *testing.T) {
	if got := Of(19.6).Signed(Milliseconds); got != "+19.6 ms" {
		t.Errorf("Signed = %q", got)
	}
	if got := Of(-0.028).Signed(Score); got != "−0.028" {
		t.Errorf("Signed = %q", got)
	}
	if got := Of(0).Signed(Score); got != "0" {
		t.Errorf("Signed zero = %q", got)
	}
	if got := Of(5182.36).Exact(Milliseconds); got != "5182.36 ms" {
		t.Errorf("Exact = %q", got)
	}
	if got := Of(19.6).Exact(Milliseconds); got != "19.6 ms" {
		t.Errorf("Exact = %q", got)
	}
	if got := Of(0.94996).TextAgainst(Of(0.95), Ratio); got != "0.94996" {
		t.Errorf("TextAgainst = %q, must show that it is below 0.95", got)
	}
	if got := Of(0.30000000000000004).TextAgainst(Of(0.3), Ratio); got != "0.3" {
		t.Errorf("TextAgainst = %q: dust below nine decimals is not shown", got)
	}
}
