package audit

import (
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
)

func TestAuditShortNames(t *testing.T) {
	for _, tt := range []struct {
		files []string
		w     int
		want  []string
	}{
		{[]string{"autoscaling-canary.json", "multi-replica-scaling.json"}, 80, []string{"autoscaling-…", "multi-replic…"}},
		{[]string{"autoscaling-canary.json", "multi-replica-scaling.json"}, 60, []string{"autosca…", "multi-r…"}},
		{[]string{"run-10.json", "run-11.json"}, 80, []string{"10", "11"}},
		{[]string{"week/one-long-name-of-monday.json", "week/one-long-name-of-sunday.json"}, 60, []string{"monday", "sunday"}},
		{[]string{"a-very-long-beginning-1.json", "a-very-long-beginningish-2.json", "b.json"}, 80, []string{"a-ve…inning-1", "a-ve…ingish-2", "b"}},
		{[]string{"a.json", "a.jsonl"}, 80, []string{"a.json", "a.jsonl"}},
		{[]string{"same.json", "same.json"}, 80, []string{"same", "same"}},
	} {
		c := screen.Ctx{Snap: &analysis.Findings{Snap: &model.Snapshot{}}, Theme: theme.None(false)}
		l := listing{}
		for _, f := range tt.files {
			c.Snap.Snap.Files = append(c.Snap.Snap.Files, model.File{Name: f, Doc: &model.Document{}})
			l.checks = append(l.checks, analysis.Check{File: f})
		}
		l.checks = append(l.checks, analysis.Check{File: "another"})
		s := filesOf(c, l, tt.w)
		for i, f := range tt.files {
			if got := s.short(c.Theme, f); got != tt.want[i] {
				t.Errorf("%d cells: %s is called %q, want %q", tt.w, f, got, tt.want[i])
			}
		}
	}
}
