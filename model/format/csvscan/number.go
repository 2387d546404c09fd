package csvscan

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

// Reading is what a cell that should hold a number holds.
type Reading uint8

// The readings.
const (
	Blank Reading = iota // nothing: the only null that a CSV has
	Good
	Bad
)

// powers are the powers of ten that a float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// Number reads a cell as a finite decimal number, with or without quotes. Digits
// that fit 53 bits with up to 22 decimals need one correctly rounded division;
// all else is left to strconv.
func Number(cell []byte) (float64, Reading) {
	if n := len(cell); n >= 8 && n <= 16 && cell[n-7] == '.' {
		if mantissa, ok := sixDecimals(cell); ok {
			return float64(mantissa) / 1e6, Good
		}
	} else if n == 0 {
		return 0, Blank
	}
	i, mantissa, decimals, neg := 0, uint64(0), 0, false
	if cell[0] == '-' {
		neg, i = true, 1
	}
	first := i
	for ; i < len(cell); i++ {
		d := cell[i] - '0'
		if d > 9 {
			break
		}
		mantissa = mantissa*10 + uint64(d)
	}
	digits := i - first
	if digits > 0 && i < len(cell) && cell[i] == '.' {
		point := i
		for i++; i < len(cell); i++ {
			d := cell[i] - '0'
			if d > 9 {
				break
			}
			mantissa = mantissa*10 + uint64(d)
		}
		decimals = i - point - 1
		digits += decimals
	}
	if i < len(cell) || digits == 0 || digits > 18 || mantissa >= 1<<53 {
		return anyNumber(cell)
	}
	v := float64(mantissa)
	if decimals > 0 {
		v /= powers[decimals]
	}
	if neg {
		v = -v
	}
	return v, Good
}

// sixDecimals reads a cell with six decimals, as most evidence has them, in
// millionths: the decimals all at once, as the bytes of one word.
func sixDecimals(cell []byte) (uint64, bool) {
	n := len(cell)
	// The last digit before the point and the point itself become leading zeros.
	w := binary.LittleEndian.Uint64(cell[n-8:])&^0xffff | 0x3030
	if w&0xf0f0f0f0f0f0f0f0|(w+0x0606060606060606)&0xf0f0f0f0f0f0f0f0>>4 != 0x3333333333333333 {
		return 0, false
	}
	w -= 0x3030303030303030
	w = w*10 + w>>8 // every second byte: two digits
	w = (w&0x000000ff000000ff*(100+1000000<<32) + w>>16&0x000000ff000000ff*(1+10000<<32)) >> 32
	whole := uint64(0)
	for _, c := range cell[:n-7] {
		d := c - '0'
		if d > 9 {
			return 0, false
		}
		whole = whole*10 + uint64(d)
	}
	return whole*1000000 + uint64(uint32(w)), true
}

// anyNumber reads what is not plain: quotes, spaces around, exponents, many digits.
func anyNumber(cell []byte) (float64, Reading) {
	text := bytes.Trim(Unquote(cell), " \t")
	if len(text) == 0 {
		return 0, Blank
	}
	for _, c := range text {
		// strconv takes hexadecimal, underscores, "inf" and "nan" too.
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, Bad
		}
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, Bad
	}
	return v, Good
}
