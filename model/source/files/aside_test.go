package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scaledeck/model"
	"scaledeck/model/format"
)

const otherCanary = `{"canary_rollouts": {"build_b": {"completed": true, "rolled_back": false, "stages": []}}}`

// realRig has the decoder of package format and counts the bytes it is given.
func realRig(t *testing.T) (r *rig, decoded *int) {
	decoded = new(int)
	return newRig(t, func(o *Options) {
		o.Sniff = format.Sniff
		o.Decode = func(name string, data []byte) (*model.Document, []model.Issue) {
			*decoded += len(data)
			return format.Decode(name, data, format.Options{})
		}
	}), decoded
}

// states returns the files as "key state", and whether there is a document, one a line.
func states(s *model.Snapshot) string {
	var b strings.Builder
	for _, f := range s.Files {
		fmt.Fprintf(&b, "%s: %s %v\n", f.Key, f.State, f.Doc != nil)
	}
	return b.String()
}

func wantsStates(t *testing.T, step string, s *model.Snapshot, lines ...string) {
	t.Helper()
	if got, want := states(s), strings.Join(append(lines, ""), "\n"); got != want {
		t.Errorf("%s: got\n%swant\n%s", step, got, want)
	}
}

func TestTheNameDecidesNothing(t *testing.T) {
	r, _ := realRig(t)
	for _, name := range []string{"result", "result.txt", "out.log", "data.csv", "README.md"} {
		r.write(name, smallCanary)
	}
	s := r.look()
	wantsStates(t, "found", s, "README.md: live true", "data.csv: live true", "out.log: live true", "result: live true", "result.txt: live true")
	doc := s.Files[0].Doc
	r.save("README.md", otherCanary)
	if s = r.after(time.Second); s.Files[0].Doc == doc || s.Files[0].Doc.Rollouts().Rollouts[0].Name != "build_b" {
		t.Errorf("not followed: %s", states(s))
	}
}

func TestWhatIsNoDocumentIsALine(t *testing.T) {
	tests := []struct {
		name, content string
		severity      model.Severity
		says          string
	}{
		{"request-results.csv", "run_name,ttft_ms\nr,1\n", model.Note, "not a result document"},
		{"README.json", "# Results\n", model.Note, "not a result document"},
		{"pre.prom", "# HELP up Whether it is up.\nup 1\n", model.Note, "not a result document"},
		{"result.json.xz", "\xfd7zXZ\x00", model.Warning, "xz-compressed, not supported"},
		{"picture.json", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0d", model.Warning, "a PNG picture"},
		{"list.json", "[1, 2, 3]", model.Warning, "expected an object, got a list"},
		{"run.pid", "4711\n", model.Warning, "expected an object, got a number"},
	}
	r, decoded := realRig(t)
	r.write("result.json", smallCanary)
	for _, tt := range tests {
		r.write(tt.name, tt.content)
	}
	s := r.look()
	wantsStates(t, "listed", s, "result.json: live true")
	if len(s.Issues) != len(tests) || *decoded != len(smallCanary) {
		t.Errorf("%d issues, %d bytes decoded: %v", len(s.Issues), *decoded, s.Issues)
	}
	for _, tt := range tests {
		if i := issueAbout(t, s, tt.name); i.Severity != tt.severity || i.File != tt.name || !strings.Contains(i.Message, tt.says) {
			t.Errorf("issue = %+v, want %q", i, tt.says)
		}
	}
	if !sameView(s, r.after(time.Minute)) {
		t.Error("a look that finds nothing new is visible")
	}
	for _, tt := range tests {
		must(t, os.Remove(r.path(tt.name)))
	}
	r.look()
	if s = r.after(time.Second); len(s.Issues) != 0 || len(s.Files) != 1 {
		t.Errorf("once they are gone: %v, %s", s.Issues, states(s))
	}
}

func TestWhatBeginsLikeADocumentIsAFile(t *testing.T) {
	r, decoded := realRig(t)
	r.write("broken", `{"canary_rollouts": oops`)
	r.write("cut", smallCanary[:40])
	r.write("empty", "")
	r.write("lines.log", strings.Repeat(`{"level": "info"}`+"\n", 10000))
	r.write("other", `{"level": "info"}`)
	s := r.look() // the rig's clock is an hour ahead: nothing is pending
	wantsStates(t, "listed", s, "broken: unusable false", "cut: unusable false", "empty: unusable false",
		"lines.log: unusable false", "other: unusable false")
	if len(s.Issues) != 0 {
		t.Errorf("issues = %v", s.Issues)
	}
	for i, want := range []model.Code{model.CodeSyntax, model.CodeIncomplete, model.CodeEmpty, model.CodeUnsupported, model.CodeUnrecognised} {
		if got := s.Files[i].Issues; len(got) != 1 || got[0].Code != want {
			t.Errorf("%s: %v, want %s", s.Files[i].Key, got, want)
		}
	}
	if *decoded != 40 { // the rest shows in the first bytes
		t.Errorf("%d bytes decoded", *decoded)
	}
	if got := s.Files[3].Size; got != 180000 {
		t.Errorf("lines.log has %d bytes", got)
	}
}

func TestTextBecomesADocumentAndBack(t *testing.T) {
	r, _ := realRig(t)
	r.now = time.Now()
	r.write("out.log", "starting\n")
	s := r.look()
	wantsStates(t, "text", s)
	issueAbout(t, s, "out.log")
	r.write("out.log", smallCanary[:40])
	s = r.after(time.Minute)
	wantsStates(t, "half a document", s, "out.log: incomplete, retrying false")
	if len(s.Issues) != 0 {
		t.Errorf("issues = %v", s.Issues)
	}
	r.write("out.log", smallCanary)
	s = r.after(time.Second)
	wantsStates(t, "a document", s, "out.log: live true")
	doc := s.Files[0].Doc
	r.write("out.log", "starting\n")
	wantsStates(t, "text again", r.after(time.Second), "out.log: incomplete, retrying true")
	s = r.after(DefaultSettle)
	wantsStates(t, "text for long", s, "out.log: stale true")
	if f := s.Files[0]; f.Doc != doc || len(f.Issues) != 1 || f.Issues[0].Code != model.CodeUnrecognised || len(s.Issues) != 0 {
		t.Errorf("file %+v, issues %v", f, s.Issues)
	}
	r.write("out.log", "")
	wantsStates(t, "emptied", r.after(time.Second), "out.log: incomplete, retrying true")
	r.write("out.log", smallCanary)
	wantsStates(t, "a document again", r.after(time.Second), "out.log: live true")
}

func TestBrokenFileBecomesTextAndIsBrokenAgain(t *testing.T) {
	r, _ := realRig(t)
	r.write("a", `{"a": oops`)
	wantsStates(t, "broken", r.look(), "a: unusable false")
	r.write("a", "text")
	wantsStates(t, "text", r.after(time.Hour))
	r.write("a", `{"a": oops`)
	r.after(time.Hour)
	s := r.after(time.Hour)
	wantsStates(t, "broken again", s, "a: unusable false")
	if len(s.Files[0].Issues) != 1 || len(s.Issues) != 0 {
		t.Errorf("file %v, source %v", s.Files[0].Issues, s.Issues)
	}
}

func TestANamedPathIsAFileWhateverItHolds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.log")
	write(t, path, strings.Repeat("a line of text\n", 10000))
	s, err := Read(t.Context(), Options{Paths: []string{path}, MaxBytes: 1000})
	must(t, err)
	wantsStates(t, "named", s, "out.log: unusable false")
	if i := s.Files[0].Issues; len(s.Issues) != 0 || len(i) != 1 || !strings.Contains(i[0].Message, "not a result document") || s.Files[0].Size != 150000 {
		t.Errorf("file %+v, issues %v", s.Files[0], s.Issues)
	}
}

// A file of ten gigabytes costs its first bytes. The machine that runs this could
// not hold it, and reading it would take minutes.
func TestHugeFilesCostTheirFirstBytes(t *testing.T) {
	const size = 10 << 30
	r, decoded := realRig(t)
	for name, head := range map[string]string{"zeros": "", "table.csv": "a,b\n1,2\n", "lines.log": "{}\n{}\n", "result.json": `{"a":`} {
		r.write(name, head)
		if err := os.Truncate(r.path(name), size); err != nil {
			t.Skipf("no sparse files here: %v", err)
		}
	}
	// Zero bytes behind the beginning make the other three binary as well, which
	// is as good as anything: a table with zero bytes is none.
	s := r.look()
	wantsStates(t, "listed", s)
	if *decoded != 0 || cap(r.tracker.buffer) > 1<<20 || len(s.Issues) != 4 {
		t.Errorf("%d bytes decoded, a buffer of %d, issues %v", *decoded, cap(r.tracker.buffer), s.Issues)
	}
	if i := issueAbout(t, s, "zeros"); i.Message != "zero bytes at its beginning: expected a result document" {
		t.Errorf("issue = %+v", i)
	}
	// One that begins like a document for longer than is looked at is over the limit.
	f, err := os.OpenFile(r.path("result.json"), os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString(`{"a":[` + strings.Repeat("1,", format.SniffLen))
	must(t, err)
	must(t, f.Close())
	s = r.after(time.Second)
	wantsStates(t, "over the limit", s, "result.json: unusable false")
	if i := s.Files[0].Issues; len(i) != 1 || i[0].Code != model.CodeTooLarge || *decoded != 0 {
		t.Errorf("issues %v, %d bytes decoded", i, *decoded)
	}
}

func TestLinesOfOtherFilesAreBounded(t *testing.T) {
	r, _ := realRig(t)
	const others = MaxFiles + 50
	r.many(others, "f%04d.csv", "a,b\n1,2\n")
	r.write("z.xz", "\xfd7zXZ\x00")
	r.write("z.json", smallCanary) // behind more files than may be followed
	s := r.look()
	wantsStates(t, "listed", s, "z.json: live true")
	if len(s.Issues) != maxAside+1 || s.Issues[0].File != "z.xz" || s.Issues[1].File != "f0000.csv" {
		t.Fatalf("%d issues: %v", len(s.Issues), s.Issues)
	}
	want := fmt.Sprintf("%d more files that are no result documents are not listed", others+1-maxAside)
	if i := s.Issues[maxAside]; i.Code != model.CodeTruncated || i.Severity != model.Note || i.Message != want {
		t.Errorf("issue = %+v, want %q", i, want)
	}
}

// Only documents take turns at being compared by content; a table that was written
// a moment before it was looked at is looked at once more.
func TestOnlyDocumentsAreCompared(t *testing.T) {
	r, _ := realRig(t)
	r.now = time.Now().Add(time.Second)
	r.write("a.json", smallCanary)
	r.write("b.csv", strings.Repeat("1,2\n", recheckBytes))
	turn := func() map[string]bool {
		t.Helper()
		l, err := r.tracker.scanner.scan(t.Context())
		must(t, err)
		defer l.close()
		return r.tracker.recheck(l.entries)
	}
	r.look()
	if got := turn(); !got["a.json"] || !got["b.csv"] || len(got) != 2 {
		t.Errorf("right after the write: %v", got)
	}
	r.now = r.now.Add(clockGrain)
	must(t, r.tracker.refresh(t.Context(), nil, true))
	if got := turn(); !got["a.json"] || len(got) != 1 {
		t.Errorf("later: %v", got)
	}
}

func TestRenamedFileIsNotGone(t *testing.T) {
	r := newRig(t, nil)
	r.write("writing-4711", "ok:1")
	wants(t, "written", r.look(), "writing-4711: live 1")
	must(t, os.Rename(r.path("writing-4711"), r.path("run")))
	wants(t, "renamed", r.after(time.Second), "run: live 1")
	// The next file may be given the number of the one that was deleted.
	must(t, os.Remove(r.path("run")))
	r.write("next", "ok:22")
	r.look()
	wants(t, "another", r.after(time.Second), "next: live 22", "run: gone 1")
}

func TestRotatedFileIsNotGone(t *testing.T) {
	r := newRig(t, nil)
	r.write("run.json", "ok:1")
	r.look()
	must(t, os.Rename(r.path("run.json"), r.path("run.json.1")))
	wants(t, "renamed", r.after(time.Second), "run.json.1: live 1")
	r.write("run.json", "ok:2")
	s := r.after(time.Second)
	wants(t, "written anew", s, "run.json: live 2")
	if len(s.Issues) != 1 || s.Issues[0].Code != model.CodeDuplicate {
		t.Errorf("issues = %v", s.Issues)
	}
}
