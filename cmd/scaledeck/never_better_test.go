package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckIsNeverBetterThanAudit runs both on every document of our own and of
// the shared ones: where a claim differs from its own rows, no check is green.
func TestCheckIsNeverBetterThanAudit(t *testing.T) {
	shared := filepath.Join("..", "..", "..", "shared")
	for _, dir := range []string{"testdata", filepath.Join(shared, "cases"), filepath.Join(shared, "results")} {
		if _, err := os.Stat(dir); err != nil {
			t.Logf("%s is not here: left out", dir)
			continue
		}
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
				return err
			}
			if audit, _, _ := called(t, "", "audit", path); audit != exitFail {
				return nil // a file without claims has nothing to audit, and may pass
			}
			for _, args := range [][]string{{"check", path}, {"check", "--slo", "500ms", path}} {
				if code, out, _ := called(t, "", args...); code == 0 {
					t.Errorf("%q gives 0 where audit gives %d:\n%s", args, exitFail, out)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
