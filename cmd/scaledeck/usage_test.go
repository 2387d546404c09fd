package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// called runs the command in this process and returns its code and what it wrote
// to stdout and stderr.
func called(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	in := filepath.Join(dir, "in")
	if err := os.WriteFile(in, []byte(stdin), 0o600); err != nil {
		t.Fatal(err)
	}
	var files [3]*os.File
	for i, name := range []string{"in", "out", "err"} {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[i] = f
	}
	code = run(args, files[0], files[1], files[2])
	out, err1 := os.ReadFile(filepath.Join(dir, "out"))
	errs, err2 := os.ReadFile(filepath.Join(dir, "err"))
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return code, string(out), string(errs)
}

// machineWords are what the standard library and cobra say where a person would
// not: names of functions, of system calls and of types.
var machineWords = regexp.MustCompile(`strconv|invalid syntax|invalid argument|\bl?stat \S|\bopen \S|arg\(s\)|no such file or directory|parse error|ParseInt|\btime: (invalid|missing|unknown)|%!|flag needs`)

// badValues are what no flag of a type takes. For strings they are what a flag with
// a form of its own does not take; those that take any text are in anyText.
var badValues = map[string][]string{
	"int":         {"x", "1.5", "99999999999999999999", "-1", ""},
	"float64":     {"x", "1,5", "NaN", "Inf", "-1", ""},
	"duration":    {"x", "5", "-1s", "1ns", "9999999h", ""},
	"bool":        {"maybe", "2"},
	"string":      {"", "/nowhere/at/all=%", "\x1b[31m"},
	"stringArray": {"", "/nowhere/at/all", "a=b=c"},
	"stringSlice": {"", `"`, "/nowhere"},
}

// anyText are the flags for which every text but none is right, by command.
var anyText = map[string]bool{
	"scaledeck analyze --premium": true, "scaledeck analyze --standard": true, "scaledeck analyze --out": true,
	"scaledeck demo --write": true, "scaledeck sim run --out": true,
}

// line returns a call of a command that is right but for what is added to it.
func line(cmd *cobra.Command) []string {
	words := strings.Fields(cmd.CommandPath())[1:]
	switch cmd.Name() {
	case "audit", "check", "analyze":
		return append(words, ".")
	case "compare":
		return append(words, ".", ".")
	case "sweep":
		return append(words, "--vary", "standby=0")
	case "scaledeck":
		return append(words, ".")
	}
	return words
}

// TestWrongFlagsInPlainWords gives every flag of every command values that it does
// not take: the code is 2, nothing is printed, and one line names the flag without
// a word of the machine.
func TestWrongFlagsInPlainWords(t *testing.T) {
	t.Chdir(t.TempDir())
	lines := 0
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || cmd.Name() == "completion" {
				return
			}
			for _, v := range badValues[f.Value.Type()] {
				if v != "" && anyText[cmd.CommandPath()+" --"+f.Name] {
					continue
				}
				lines++
				wronglyCalled(t, "--"+f.Name, append(line(cmd), "--"+f.Name+"="+v)...)
			}
			if f.NoOptDefVal == "" {
				lines++
				wronglyCalled(t, "--"+f.Name, append(line(cmd), "--"+f.Name)...)
			}
		})
		lines++
		wronglyCalled(t, "--no-such-flag", append(line(cmd), "--no-such-flag")...)
		for _, sub := range cmd.Commands() {
			if sub.Name() != "completion" && sub.Name() != "help" {
				visit(sub)
			}
		}
	}
	visit(newRoot(&terminal{in: os.Stdin, out: discard(t), lookup: func(string) (string, bool) { return "", false }}))
	if lines < 180 {
		t.Errorf("only %d wrong lines were tried", lines)
	}
}

// wronglyCalled holds a call to code 2 and a line on stderr that says what is wrong.
func wronglyCalled(t *testing.T, says string, args ...string) {
	t.Helper()
	code, stdout, stderr := called(t, "", args...)
	if code != exitUsage || stdout != "" || !strings.Contains(stderr, says) || strings.Count(stderr, "\n") != 1 || machineWords.MatchString(stderr) {
		t.Errorf("scaledeck %q: code %d, stdout %.80q, stderr %q", args, code, stdout, stderr)
	}
}

func TestWrongArgumentsInPlainWords(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("there", 0o700); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ line, says string }{
		{"chek there", `unknown command "chek"; did you mean "check"?`},
		{"reprot", `unknown command "reprot"; did you mean "report"?`},
		{"bogus", `unknown command "bogus"; scaledeck --help lists the commands`},
		{"help chek", `unknown command "chek"; did you mean "check"?`},
		{"sim abl", `unknown command "abl"; did you mean "ablate"?`},
		{"policy tset", `unknown command "tset"; did you mean "test"?`},
		{"completion pwershell", `unknown command "pwershell"; did you mean "powershell"?`},
		{"completion bash more", `bash: unexpected argument "more"`},
		{"sim run extra", `run: unexpected argument "extra"`},
		{"/nope", "/nope does not exist; scaledeck demo shows an example"},
		{"there /nope", "/nope does not exist; scaledeck demo shows an example"},
		{"report there /nope", "/nope does not exist; scaledeck demo shows an example"},
		{"audit there /nope", "/nope does not exist"},
		{"check there /nope", "/nope does not exist (use --wait to wait for it)"},
		{"compare there /nope", "/nope does not exist"},
		{"analyze /nope", "/nope does not exist"},
		{"check", "check: expected one or more files or directories, got no argument"},
		{"audit", "audit: expected one or more files or directories, got no argument"},
		{"compare there", "compare: expected two files or directories, got 1 argument"},
		{"analyze a b", "analyze: expected one directory of evidence, got 2 arguments"},
		{"check there --policy nope.yaml", "--policy: nope.yaml does not exist"},
		{"check there --baseline nope.json", "--baseline nope.json: there is no such file"},
		{"sim run --trace no/such/demand.csv", "--trace: no/such does not exist"},
		{"sim run --trace nope.csv", "--trace: nope.csv does not exist"},
		{"report - there", "- is standard input: expected no other path with it"},
		{"check - --wait", "- is standard input, which cannot be followed: expected files or directories"},
		{"compare - -", "both sides are standard input: expected a file or directory as one of them"},
		{"report --formt json", "unknown flag: --formt; did you mean --format?"},
		{"report -z", "unknown flag: -z"},
		{"analyze there --premium a --standard a", `--premium a --standard a: expected two tenants`},
	}
	for _, tt := range tests {
		code, stdout, stderr := called(t, "", strings.Fields(tt.line)...)
		if code != exitUsage || stdout != "" || stderr != "scaledeck: "+tt.says+"\n" {
			t.Errorf("scaledeck %s: code %d, stdout %.80q\nstderr %q\nwant   %q", tt.line, code, stdout, stderr, tt.says)
		}
	}
}

// TestHelpOnAFullDisk: what could not be printed is a failure, of help as of a report.
func TestHelpOnAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("no device that is always full: %v", err)
	}
	defer full.Close()
	for _, line := range []string{"--help", "report --help", "--version", "help check", "demo", "policy print"} {
		if code := run(strings.Fields(line), os.Stdin, full, discard(t)); code != exitTool {
			t.Errorf("scaledeck %s: code %d", line, code)
		}
	}
}

// TestStandardInput: a document that is piped in is judged as the same file is,
// under a name that says where it came from.
func TestStandardInput(t *testing.T) {
	t.Chdir(t.TempDir())
	doc := canaryFile(stage("5", "300", "9", errorsFew))
	if err := os.WriteFile("case.json", []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		line  string
		stdin string
		code  int
		says  string
	}{
		{"check -", doc, exitFail, ""},
		{"report - --exit-code", doc, exitFail, "standard input"},
		{"audit - --all", doc, -1, "standard input"},
		{"-", doc, 0, "standard input"},
		{"check -", "", exitUndecided, "standard input"},
		{"check -", "not a document", exitUndecided, "standard input"},
		{"check - --max-size 10B", doc, exitUndecided, "more than 10 bytes"},
		{"compare - case.json", doc, 0, ""},
	}
	for _, tt := range tests {
		code, stdout, stderr := called(t, tt.stdin, strings.Fields(tt.line)...)
		want := tt.code
		if want < 0 { // as the file itself
			want, _, _ = called(t, "", strings.Fields(strings.Replace(tt.line, "-", "case.json", 1))...)
		}
		if code != want || !strings.Contains(stdout+stderr, tt.says) {
			t.Errorf("scaledeck %s: code %d, want %d\n%s%s", tt.line, code, want, stdout, stderr)
		}
	}
}

// TestCompletedValues: a shell is given the values that a flag takes.
func TestCompletedValues(t *testing.T) {
	for line, want := range map[string]string{
		"--screen": "board", "--theme": "light", "--chart": "braille",
		"report --format": "junit", "check --format": "json", "sim run --policy": "hpa_kv_utilization", "sim sweep --format": "csv",
	} {
		code, stdout, _ := called(t, "", append(append([]string{"__complete"}, strings.Fields(line)...), "")...)
		if code != 0 || !strings.Contains("\n"+stdout, "\n"+want+"\n") {
			t.Errorf("%s: code %d, %q", line, code, stdout)
		}
	}
}
