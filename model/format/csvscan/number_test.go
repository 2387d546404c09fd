package csvscan

import (
	"math"
	"strconv"
	"testing"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		cell string
		v    float64
		how  Reading
	}{
		{"", 0, Blank}, {"  ", 0, Blank}, {`""`, 0, Blank}, {"0", 0, Good}, {"-0.105", -0.105, Good}, {"713.928699", 713.928699, Good},
		{"5.", 5, Good}, {`"12.5"`, 12.5, Good}, {" 7 ", 7, Good}, {"0.000001", 0.000001, Good}, {"999999999.999999", 999999999.999999, Good}, {"1.23456a", 0, Bad}, {"x.234567", 0, Bad}, {"1..34567", 0, Bad}, {"+3", 3, Good}, {"1e3", 1000, Good}, {".5", 0.5, Good}, {"-", 0, Bad},
		{"1e400", 0, Bad}, {"nan", 0, Bad}, {"inf", 0, Bad}, {"0x10", 0, Bad}, {"1_0", 0, Bad}, {"1,5", 0, Bad}, {"1.2.3", 0, Bad}, {"12ms", 0, Bad},
		{"9007199254740993", 9007199254740992, Good}, {"0.1234567890123456789012345", 0.1234567890123456789012345, Good},
		{"123456789012345678901234567890", 123456789012345678901234567890, Good},
	} {
		if v, how := Number([]byte(c.cell)); v != c.v || how != c.how {
			t.Errorf("Number(%q) = %v, %v, expected %v, %v", c.cell, v, how, c.v, c.how)
		}
	}
}

// FuzzNumber holds that whatever is accepted is what strconv reads, to the last bit.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1", "-1.5", "1e5", "123.456789", "00.10", "1e-320", "12.345678", "0.000000", "1:.345678", "1.34567:", "123456789.000001", "4503599627370497.5", " 1", `"1"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, how := Number([]byte(s))
		if how != Good || s[0] == '"' || s[0] == ' ' || s[0] == '\t' || s[len(s)-1] == ' ' || s[len(s)-1] == '\t' {
			return
		}
		want, err := strconv.ParseFloat(s, 64)
		if err != nil || math.Float64bits(want) != math.Float64bits(v) {
			t.Errorf("Number(%q) = %v, strconv has %v, %v", s, v, want, err)
		}
	})
}
