package tui

import (
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// TestOneIssueIsOne holds the title of the issues to its number.
func TestOneIssueIsOne(t *testing.T) {
	for n, want := range []string{"no issues", "1 issue", "2 issues"} {
		if got := newIssues(&analysis.Findings{Issues: make([]model.Issue, n)}).(*pager).title; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
