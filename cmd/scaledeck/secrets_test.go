package main

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scaledeck/sim"
)

// plant writes a directory in which every kind of text is, or holds, the secret:
// names of policies, runs and profiles, statements, unknown keys, values of the wrong type,
// documents and tables that are not understood, evidence, rules and file names.
func plant(t *testing.T, dir, secret string) {
	t.Helper()
	quoted := strings.ReplaceAll(strings.ReplaceAll(secret, `\`, `\\`), `"`, `\"`)
	changed := func(data []byte, pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			if !bytes.Contains(data, []byte(pairs[i])) {
				t.Fatalf("the demo has no %s", pairs[i])
			}
			data = bytes.ReplaceAll(data, []byte(pairs[i]), []byte(pairs[i+1]))
		}
		return string(data)
	}
	inName := strings.ReplaceAll(secret, "/", "_")
	if strings.Contains(secret, "://") {
		inName = "plain" // an address is no name of a file
	}
	files := map[string]string{
		inName + ".json": changed(sim.DemoAutoscaling(), "reactive_gpu_util", "reactive "+quoted, "validated_fp8_build", quoted, `"rollback_reasons": [`, `"rollback_reasons": ["`+quoted+`", `),
		"rows.json": changed(sim.DemoScaleOut(), `"run_name": "`, `"run_name": "`+quoted+` `, `"answer": "`, `"n `+quoted+`": 1, "answer": "`+quoted+` `,
			`"criteria": "`, `"criteria": "`+quoted+`: `, `"claim_boundary": "`, `"claim_boundary": "`+quoted+` `),
		"wrong.json": changed(sim.DemoScaleOut(), `"repeat": 1,`, `"repeat": "`+quoted+`",`, `"epp_restarted": false`, `"epp_restarted": "`+quoted+`"`),
		"keys.json":  changed(sim.DemoAutoscaling(), `"cold_start_breakdown_seconds": {`, `"cold_start_breakdown_seconds": {"hf_token": "zQ7wK9", "named": {"password": "zQ7wK9", "credentials": {"of": "zQ7wK9"}}, `),
		"odd.json":   `{"` + quoted + `": 1, "schema": "` + quoted + `", "experiment": "` + quoted + `"}`,
		"half.json":  `{"rows": [{"` + quoted + `": ` + quoted,
		"odd.csv":    `timestamp,"` + secret + "\"\n" + secret + "," + secret + "\n",
		"rules.yaml": "version: 1\nname: '" + secret + "'\n'" + secret + "': 1\nrules:\n  - id: '" + secret + "'\n    limit: '" + secret + "'\n",
		"evidence/request-results.csv": "run_name,model_replicas,repeat,tenant,priority,http_status,planned_arrival_seconds,actual_send_seconds,ttft_ms,tpot_ms,timeout," + secret + "\n" +
			strings.Repeat(`"`+secret+`",1,1,"`+secret+`",10,200,1,1,`+secret+",3,false,x\n", 3),
		"evidence/run-config.json": `{"decision_limits": {"` + quoted + `": 1}, "name": "` + quoted + `"}`,
		inName + "/rows.json":      string(sim.DemoScaleOut()),
	}
	for name, content := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, name, content)
	}
}

// TestNoOutputShowsASecret runs every command that prints, in every form, over
// files full of secrets, and with arguments that hold one.
func TestNoOutputShowsASecret(t *testing.T) {
	const pin = "zQ7wK9"
	for _, secret := range []string{
		"Bearer " + pin, "Authorization: " + pin, "hf_" + pin, "sk-" + "ant-" + pin, "AKIA" + "ZQZQ" + pin, "ghp_" + pin + "x", "eyJ" + pin + "." + pin + "." + pin,
		"https://me:" + pin + "@h.invalid/v1", "password=" + pin, "api_key: " + pin, `"access_key": "` + pin + `"`, "--token " + pin,
	} {
		dir := t.TempDir()
		plant(t, dir, secret)
		t.Chdir(dir)
		calls := [][]string{
			{"."}, {"report", ".", "--verbose"}, {"report", ".", "--ascii"}, {"report", ".", "--format", "markdown"}, {"report", ".", "--format", "json"},
			{"report", ".", "--format", "json", "--schema", "2"}, {"report", ".", "--format", "junit"}, {"report", "wrong.json"}, {"report", "keys.json"}, {"report", "keys.json", "--format", "json"}, {"report", "odd.csv"}, {"report", "half.json"},
			{"check", ".", "--slo", "500ms"}, {"check", "rows.json", "--policy", "rules.yaml"}, {"check", ".", "--format", "json"}, {"check", ".", "--format", "junit"},
			{"audit", ".", "--all"}, {"audit", ".", "--format", "json"}, {"audit", ".", "--format", "markdown"},
			{"compare", "rows.json", "wrong.json"}, {"compare", "rows.json", "wrong.json", "--format", "json"}, {"compare", "rows.json", "odd.json"},
			{"analyze", "evidence"}, {"analyze", "evidence", "--premium", secret}, {"policy", "print", "--policy", "rules.yaml"}, {"policy", "test", "--policy", "rules.yaml"},
			{"report", secret + ".none"}, {"report", ".", "--slo", secret}, {"check", ".", "--limit", secret}, {secret}, {"report", ".", "--format", secret},
			{"sim", "run", "--trace", "odd.csv"}, {"sim", "run", "--policy", secret}, {"sim", "sweep", "--vary", secret}, {"audit", "."}, {"report", "replay:" + secret},
		}
		for _, args := range calls {
			_, stdout, stderr := called(t, "", args...)
			for from, out := range map[string]string{"stdout": stdout, "stderr": stderr} {
				if at := strings.Index(out, pin); at >= 0 {
					t.Errorf("scaledeck %q shows %s on %s: …%s…", args, secret, from, out[max(at-120, 0):min(at+40, len(out))])
				}
			}
		}
	}
}

func TestCSVTextsAreNoFormulas(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "": "", "reactive_gpu_util": "reactive_gpu_util", "a=b": "a=b", "1": "1",
	} {
		if got := textCell(in); got != want {
			t.Errorf("textCell(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestCSVFiguresStayFigures: every cell of an export but its names is a number or
// nothing, and no name begins as a formula does.
func TestCSVFiguresStayFigures(t *testing.T) {
	for _, args := range [][]string{
		{"sim", "sweep", "--vary", "cold-start=10s..60s/10s", "--format", "csv"}, {"sim", "ablate", "--format", "csv"},
	} {
		code, out, errs := called(t, "", args...)
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if code != 0 || err != nil || len(rows) < 5 {
			t.Fatalf("%v: %d, %v, %s", args, code, err, errs)
		}
		for _, row := range rows[1:] {
			for i, cell := range row {
				if i == 0 && textCell(cell) != cell || i > 0 && strings.Trim(cell, "-0123456789.") != "" {
					t.Errorf("%v: %q", args, row)
				}
			}
		}
	}
}

// TestWrittenFilesAreNewAndPrivate: what a command writes only its owner reads, it
// replaces nothing and follows no link.
func TestWrittenFilesAreNewAndPrivate(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		args []string
		file string
	}{
		{[]string{"sim", "run", "--out", "run.json"}, "run.json"},
		{[]string{"demo", "--write", "demo"}, "demo/demo-autoscaling-canary.json"},
	} {
		if code, _, errs := called(t, "", tt.args...); code != 0 {
			t.Fatalf("%v: %d %s", tt.args, code, errs)
		}
		if info, err := os.Lstat(tt.file); err != nil {
			t.Fatal(err)
		} else if info.Mode() != 0o600 {
			t.Errorf("%v: %v, %v", tt.args, info.Mode(), err)
		}
	}
	if code, _, _ := called(t, "", "demo", "--write", "demo"); code == 0 {
		t.Error("demo wrote over its files")
	}

	write(t, "kept", "kept")
	for _, file := range []string{"demo/demo-autoscaling-canary.json", "linked.json"} {
		_ = os.Remove(file)
		if err := os.Symlink(filepath.Join("..", "nowhere"), file); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"demo", "--write", "demo"}, {"sim", "run", "--out", "linked.json"}, {"sim", "run", "--out", "linked.json", "--force"}} {
		if code, _, _ := called(t, "", args...); code == 0 {
			t.Errorf("%v followed a link", args)
		}
	}
	if f, err := create("linked.json"); err == nil {
		f.Close()
		t.Error("a link was followed")
	}
	if f, err := create("kept"); err == nil {
		f.Close()
		t.Error("a file was written over")
	}
	if err := writeAnalysis(t.Context(), "analysis.json", []byte("{}"), false); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat("analysis.json"); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := writeAnalysis(t.Context(), "linked.json", []byte("{}"), true); err == nil {
		t.Error("--force followed a link")
	}
	name, err := writeNew("kept", "", func(io.Writer) error { return nil })
	if err != nil || name != "kept-1" {
		t.Errorf("%q, %v", name, err)
	}
}

// TestCasesOfStringsAndDigits holds the shared cases on what is printed.
func TestCasesOfStringsAndDigits(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "cases", "verdicts"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the shared cases are not next to the repository")
	}
	for _, format := range []string{"text", "markdown", "json", "junit"} {
		_, out, errs := called(t, "", "report", filepath.Join(dir, "secrets-in-strings.json"), "--format", format)
		out = strings.ReplaceAll(out, `\_`, "_") // Markdown
		if strings.Contains(out+errs, "EXAMPLE") || format != "junit" && (!strings.Contains(out, "sort_key=latency max_tokens=256") || !strings.Contains(out, "Bearer …")) {
			t.Errorf("secrets as %s:\n%s%s", format, out, errs)
		}
		if _, out, _ := called(t, "", "report", filepath.Join(dir, "count-3e9.json"), "--format", format); strings.Contains(out, "2147483647") || format != "junit" && !strings.Contains(out, "3000000000") {
			t.Errorf("counts as %s:\n%s", format, out)
		}
		_, out, _ = called(t, "", "report", filepath.Join(dir, "look-alikes.json"), "--format", format)
		for _, want := range []string{"‹202E›b-loop", "pool-‹200B›a", "‹FEFF›pool-a", "p‹03BF›‹03BF›l-a", "pool-a‹00AD›", "pool‹2010›a", "pool-a‹034F›", "pool-a‹E0041›", "pool-a‹FE0F›", "pool-ä"} {
			if !strings.Contains(out, want) {
				t.Errorf("look-alikes as %s: no %s", format, want)
			}
		}
	}
}
