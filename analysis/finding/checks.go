package finding

import (
	"strconv"

	"scaledeck/model"
)

// Exact returns a figure with all its digits, or why it is missing.
func Exact(f model.Figure, u model.Unit) string {
	if !f.OK() {
		return f.State.String()
	}
	return f.Exact(u)
}

// YesNo returns a truth value as the file spells it, or why it is missing.
func YesNo(f model.Flag) string {
	if !f.OK() {
		return f.State.String()
	}
	return strconv.FormatBool(f.Value)
}

// Claims gathers the checks of one thing that a file makes claims of.
type Claims struct {
	File, Pointer, Of string
	List              []Check
}

// Add appends a check of the key below the pointer.
func (c *Claims) Add(key, claim, claimed, recomputed, rule string, result CheckResult) {
	c.List = append(c.List, Check{
		File: c.File, Pointer: c.Pointer + "/" + key, Claim: claim + " of " + c.Of,
		Claimed: claimed, Recomputed: recomputed, Rule: rule, Result: result,
	})
}

// Agree reports whether two figures are the same but for floating-point dust.
func Agree(x, y model.Figure) bool {
	return x.OK() && y.OK() && model.Settle(x.Value, y.Value) == y.Value
}

// Compare says how a claimed figure compares with a recomputed one.
func Compare(claimed, recomputed model.Figure) CheckResult {
	switch {
	case !claimed.OK() || !recomputed.OK():
		return NotCheckable
	case Agree(claimed, recomputed):
		return Reproduced
	default:
		return Differs
	}
}

// Round returns f to the given number of decimals.
func Round(f model.Figure, decimals int) model.Figure {
	if !f.OK() {
		return f
	}
	v, err := strconv.ParseFloat(strconv.FormatFloat(f.Value, 'f', decimals, 64), 64)
	if err != nil {
		return f
	}
	return model.Of(v)
}
