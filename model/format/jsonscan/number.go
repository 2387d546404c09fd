package jsonscan

import (
	"math"
	"strconv"

	"scaledeck/model"
)

// exact is the first whole number from which float64 no longer holds every one.
const exact = 1 << 53

// The powers of ten that float64 holds exactly.
var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// Number reads a number. exactly is false where float64 cannot hold it: a whole
// number that loses digits, or one too large or too small for it (v is then
// infinite or 0).
//
// Up to 15 or so digits and small exponents, one multiplication or division of
// two exact values gives the correctly rounded result (W. D. Clinger, "How to
// read floating point numbers accurately", 1990); the rest goes to strconv.
func (s *Scanner) Number() (v float64, exactly bool) {
	start, i := s.pos, s.pos
	negative := s.data[i] == '-'
	if negative {
		i++
	}
	mantissa, digits, exponent := uint64(0), 0, 0
	first := i
	for ; i < len(s.data) && s.data[i]-'0' <= 9; i++ {
		mantissa = mantissa*10 + uint64(s.data[i]-'0')
		digits++
	}
	if digits > 1 && s.data[first] == '0' {
		return s.badNumber(start, first) // whatever is still to come
	}
	if digits == 0 {
		return s.badNumber(start, i)
	}
	whole := true
	if i < len(s.data) && s.data[i] == '.' {
		whole = false
		i++
		fraction := i
		for ; i < len(s.data) && s.data[i]-'0' <= 9; i++ {
			mantissa = mantissa*10 + uint64(s.data[i]-'0')
		}
		if i == fraction {
			return s.badNumber(start, i)
		}
		digits += i - fraction
		exponent = fraction - i
	}
	if i < len(s.data) && s.data[i]|0x20 == 'e' {
		whole = false
		power, end := exponentOf(s.data, i+1)
		if end == 0 {
			return s.badNumber(start, i)
		}
		exponent += power
		i = end
	}
	if i < len(s.data) && wordByte(s.data[i]) {
		return s.badNumber(start, i)
	}
	s.pos = i
	// 19 digits are sure to fit the mantissa; leading zeros only make this stricter.
	if digits <= 19 && mantissa < exact && exponent >= -22 && exponent <= 22 {
		v = float64(mantissa)
		if exponent < 0 {
			v /= pow10[-exponent]
		} else {
			v *= pow10[exponent]
		}
		if negative {
			v = -v
		}
		return v, true
	}
	return s.slowNumber(start, whole)
}

// slowNumber reads the number that ends at the current position by strconv.
func (s *Scanner) slowNumber(start int, whole bool) (float64, bool) {
	v, err := strconv.ParseFloat(string(s.data[start:s.pos]), 64)
	if err != nil || whole && math.Abs(v) >= exact {
		return v, false
	}
	if v == 0 && !allZero(s.data[start:s.pos]) {
		return 0, false
	}
	return v, true
}

// allZero reports whether the number's digits before its exponent are all zero.
func allZero(number []byte) bool {
	for _, c := range number {
		if c|0x20 == 'e' {
			break
		}
		if c >= '1' && c <= '9' {
			return false
		}
	}
	return true
}

// exponentOf reads a power of ten from offset i on. end is 0 where there is none.
// Powers past any that matters stop growing, so that they cannot overflow.
func exponentOf(data []byte, i int) (power, end int) {
	negative := false
	if i < len(data) && (data[i] == '+' || data[i] == '-') {
		negative = data[i] == '-'
		i++
	}
	first := i
	for ; i < len(data) && data[i]-'0' <= 9; i++ {
		if power < 1e6 {
			power = power*10 + int(data[i]-'0')
		}
	}
	if i == first {
		return 0, 0
	}
	if negative {
		power = -power
	}
	return power, i
}

// badNumber ends the scan at what begins like a number and is none. Where the
// data stops in it, it may just not be there yet.
func (s *Scanner) badNumber(start, at int) (float64, bool) {
	if at >= len(s.data) || cutWord(s.data[start:]) || (s.data[at]|0x20 == 'e' && cutExponent(s.data[at+1:])) {
		s.pos = len(s.data)
		s.Expected("the rest of a number")
		return 0, false
	}
	s.pos = start
	s.Fail(start, model.CodeSyntax, "expected a number as JSON writes them, got "+s.glimpse())
	return 0, false
}

func cutExponent(rest []byte) bool {
	return len(rest) == 0 || len(rest) == 1 && (rest[0] == '+' || rest[0] == '-')
}

// Number reads all of b as a number. ok is false where it is none; for exactly
// see Scanner.Number.
func Number(b []byte) (v float64, exactly, ok bool) {
	s := Scanner{data: b}
	if len(b) == 0 || s.Peek() != KindNumber || s.pos != 0 {
		return 0, false, false
	}
	v, exactly = s.Number()
	return v, exactly, !s.failed && s.pos == len(b)
}
