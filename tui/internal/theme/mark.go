package theme

import "scaledeck/analysis"

// verdictTokens, verdictMarks and verdictASCII are the words and marks that
// mean a verdict everywhere.
var (
	verdictTokens = [analysis.NumVerdicts]Token{
		analysis.Info: Info, analysis.Pass: Pass, analysis.Running: Running,
		analysis.Undecided: Undecided, analysis.Fail: Fail,
	}
	verdictMarks = [analysis.NumVerdicts]string{
		analysis.Info: "·", analysis.Pass: "✓", analysis.Running: "…",
		analysis.Undecided: "?", analysis.Fail: "✗",
	}
	verdictASCII = [analysis.NumVerdicts]string{
		analysis.Info: "[INFO]", analysis.Pass: "[PASS]", analysis.Running: "[RUN ]",
		analysis.Undecided: "[????]", analysis.Fail: "[FAIL]",
	}
)

// Verdict returns the token of a verdict.
func Verdict(v analysis.Verdict) Token { return verdictTokens[v] }

// Mark returns the mark of a verdict: one cell, or six in ASCII.
func (t *Theme) Mark(v analysis.Verdict) string {
	if t.ASCII {
		return verdictASCII[v]
	}
	return verdictMarks[v]
}

// Badge returns the mark and the word of a verdict, unpainted: "✗ FAIL", or
// "[FAIL]" in ASCII, where the mark is the word.
func (t *Theme) Badge(v analysis.Verdict) string {
	if t.ASCII {
		return verdictASCII[v]
	}
	return verdictMarks[v] + " " + v.String()
}
