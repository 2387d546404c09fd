package requests

import (
	"bytes"
	"math"
	"strconv"
)

// reading is what a cell that should hold a number holds.
type reading uint8

const (
	blank reading = iota // nothing: the only null that a CSV has
	good
	bad
)

// powers are the powers of ten that a float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// number reads a cell as a finite decimal number, with or without quotes. Digits
// that fit 53 bits with up to 22 decimals need one correctly rounded division;
// all else is left to strconv.
func number(cell []byte) (float64, reading) {
	if len(cell) == 0 {
		return 0, blank
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
	return v, good
}

// anyNumber reads what is not plain: quotes, spaces around, exponents, many digits.
func anyNumber(cell []byte) (float64, reading) {
	text := bytes.Trim(unquote(cell), " \t")
	if len(text) == 0 {
		return 0, blank
	}
	for _, c := range text {
		// strconv takes hexadecimal, underscores, "inf" and "nan" too.
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, bad
		}
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, bad
	}
	return v, good
}
