package model

import (
	"math"
	"testing"

	"pgregory.net/rapid"
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
		{"a count below 1e12 keeps all digits", Of(999999999999), Count, "999999999999"},
		{"from 1e12 up an exponent", Of(1e12), Count, "1e12"},
		{"four digits before the exponent", Of(-1234567890123456), Milliseconds, "−1.235e15 ms"},
		{"as large as it gets", Of(1e300), Milliseconds, "1e300 ms"},
		{"a share that is no number in percent", Of(1e307), Share, "1e307"},
		{"the smallest plain figure", Of(1e-9), Ratio, "0.000000001"},
		{"below it an exponent with a real minus", Of(2.34567e-10), Ratio, "2.346e−10"},
		{"as small as it gets", Of(5e-324), Ratio, "4.941e−324"},
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
	if got := Of(1e300).Signed(Milliseconds); got != "+1e300 ms" {
		t.Errorf("Signed = %q", got)
	}
	if got := Of(0.1 + 0.2 - 0.3).Signed(Milliseconds); got != "0 ms" {
		t.Errorf("Signed = %q: a difference that is dust is none", got)
	}
	if got := (Figure{State: Present, Value: math.Inf(1)}).Text(Milliseconds); got != Dash {
		t.Errorf("Text = %q: an infinity is no figure, whoever made it", got)
	}
	if got := Of(1e300).Exact(Milliseconds); got != "1e300 ms" {
		t.Errorf("Exact = %q", got)
	}
	if got := Of(1234567890123.5).Exact(Milliseconds); got != "1.2345678901235e12 ms" {
		t.Errorf("Exact = %q: it has every digit, with an exponent too", got)
	}
	if got := Of(0.30000000000000004).TextAgainst(Of(0.3), Ratio); got != "0.3" {
		t.Errorf("TextAgainst = %q: dust below nine decimals is not shown", got)
	}
}

// TestWholeNumbersKeepTheirDigits: up to 2^53 every digit of a whole number is
// known; past that a float64 has only some.
func TestWholeNumbersKeepTheirDigits(t *testing.T) {
	for v, want := range map[float64]string{
		2147483648: "2147483648", 3e9: "3000000000", 1e12: "1e12", 1234567890123: "1234567890123", 9007199254740991: "9007199254740991", -9007199254740991: "−9007199254740991",
		9007199254740992: "9007199254740992", 18446744073709551617: "1.84467440737096e19", 0: "0",
	} {
		if got := Of(v).Exact(Count); got != want {
			t.Errorf("Exact(%v) = %q, want %q", v, got, want)
		}
	}
	if got := Of(math.Copysign(0, -1)).Exact(Milliseconds); got != "0 ms" {
		t.Errorf("negative zero is %q", got)
	}
	if got := Of(0.5).Exact(Share); got != "50 %" {
		t.Errorf("a share is %q", got)
	}
}

// TestTextAgainstALimit pairs figures with the texts of the figure and of its
// limit, each told from the other.
func TestTextAgainstALimit(t *testing.T) {
	tests := []struct {
		name          string
		figure, limit float64
		u             Unit
		want, beside  string
	}{
		{"just below", 0.94996, 0.95, Ratio, "0.94996", "0.95000"},
		{"a round figure below a long limit", 20, 20.00004, Percent, "20.00000 %", "20.00004 %"},
		{"a negative one", -20, -20.00004, Percent, "−20.00000 %", "−20.00004 %"},
		{"beyond nine decimals", 5e-9, 5.001e-9, Ratio, "5e−9", "5.001e−9"},
		{"both with an exponent", 2e12, 2.00002e12, Count, "2.00000e12", "2.00002e12"},
		{"far apart", 1e300, 6, Milliseconds, "1e300 ms", "6 ms"},
		{"equal", 6, 6, Milliseconds, "6 ms", "6 ms"},
		{"dust", 0.1 + 0.2, 0.3, Ratio, "0.3", "0.3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, limit := Of(tt.figure), Of(tt.limit)
			if got, beside := f.TextAgainst(limit, tt.u), limit.TextAgainst(f, tt.u); got != tt.want || beside != tt.beside {
				t.Errorf("%q beside %q, want %q beside %q", got, beside, tt.want, tt.beside)
			}
		})
	}
}

// TestTextAgainstNeverPrintsTheLimit: whatever differs by more than dust prints
// another text than the limit does, short or told from the figure.
func TestTextAgainstNeverPrintsTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-100, 100)).Draw(t, "limit")
		near := rapid.Float64Range(-1, 1).Draw(t, "near") * math.Pow(10, -rapid.Float64Range(0, 9).Draw(t, "power"))
		f := rapid.OneOf(rapid.Float64(), rapid.Just(limit*(1+near)), rapid.Just(math.Round(limit))).Draw(t, "figure")
		u := rapid.SampledFrom([]Unit{Share, Milliseconds, Count}).Draw(t, "unit")
		if math.Abs(f-limit) <= 2e-9*math.Max(math.Abs(f), math.Abs(limit)) || !Of(f).OK() {
			return
		}
		got := Of(f).TextAgainst(Of(limit), u)
		if beside := Of(limit).TextAgainst(Of(f), u); got == Of(limit).Text(u) || got == beside {
			t.Fatalf("%v prints %q beside %v, which prints %q or %q", f, got, limit, Of(limit).Text(u), beside)
		}
	})
}
