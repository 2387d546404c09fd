package format

import (
	"bytes"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/text"
)

const (
	plainOnly      = ", not supported: expected plain JSON in UTF-8, or compressed by gzip or zstd"
	nothingToJudge = ": not a result document"
)

// packings are the beginnings of files that hold no plain text.
var packings = [...]struct {
	magic, name, advice string
}{
	{"\xfd7zXZ\x00", "xz-compressed", plainOnly},
	{"BZh", "bzip2-compressed", plainOnly},
	{"PK\x03\x04", "a ZIP archive", plainOnly},
	{"\xff\xfe\x00\x00", "UTF-32 text", plainOnly},
	{"\x00\x00\xfe\xff", "UTF-32 text", plainOnly},
	{"\xff\xfe", "UTF-16 text", plainOnly},
	{"\xfe\xff", "UTF-16 text", plainOnly},
	{"\x89PNG\r\n\x1a\n", "a PNG picture", nothingToJudge},
	{"\xff\xd8\xff", "a JPEG picture", nothingToJudge},
	{"GIF8", "a GIF picture", nothingToJudge},
	{"%PDF-", "a PDF document", nothingToJudge},
	{"SQLite format 3\x00", "an SQLite database", nothingToJudge},
	{"PAR1", "a Parquet table", " (not read yet)"},
}

// unread is what keeps a file from being offered to the formats. The zero value
// is nothing.
type unread struct {
	issue   model.Issue
	nothing bool // there is no value in it, or none yet
}

// packed looks at how the data begins. Where that can be no text in UTF-8 it says
// what it is.
func packed(h *intake.Head) (why unread, is bool) {
	no := func(code model.Code, message string) (unread, bool) {
		return unread{issue: model.Issue{Severity: model.Warning, Code: code, File: text.Name(h.Name), Message: message}}, true
	}
	for _, p := range packings {
		if bytes.HasPrefix(h.Data, []byte(p.magic)) {
			return no(model.CodeUnsupported, p.name+p.advice)
		}
	}
	body := bytes.TrimPrefix(h.Data, []byte(intake.BOM))
	if bytes.HasPrefix([]byte(intake.BOM), body) || len(bytes.TrimLeft(body, " \t\r\n")) == 0 {
		what := "empty"
		if len(h.Data) > 0 {
			what = "nothing but white space"
		}
		why, _ = no(model.CodeEmpty, what+": expected a result document")
		why.nothing = true
		return why, true
	}
	head := h.Data[:min(len(h.Data), sniffed)]
	if bytes.IndexByte(head, 0) < 0 {
		return unread{}, false
	}
	if len(bytes.Trim(h.Data, "\x00")) == 0 {
		what := "nothing but zero bytes"
		if !h.Whole {
			what = "zero bytes at its beginning"
		}
		return no(model.CodeEmpty, what+": expected a result document")
	}
	what := "binary data"
	if zeros := bytes.Count(head, []byte{0}); zeros*3 >= len(head) && zeros*3 <= 2*len(head) {
		what = "UTF-16 text without a byte order mark, or binary data"
	}
	return no(model.CodeUnrecognised, what+": expected JSON in UTF-8")
}

// sniffed is how much of a file is looked at for zero bytes.
const sniffed = 512

// stranger says what text is that no format takes.
func stranger(h *intake.Head, depth int) []model.Issue {
	d := jsonscan.New(h.Name, h.Data, depth)
	if !jsonscan.Begins(bytes.TrimPrefix(h.Data, []byte(intake.BOM))) {
		d.IssueAt("", -1, model.Note, model.CodeUnrecognised, "%s", textual(h.Data))
		return d.Issues.List(h.Data)
	}
	k := d.Peek()
	begin := d.Pos()
	if d.Skip(); h.Whole && !d.Failed() && !d.Done() {
		d.Expected(jsonscan.AfterDocument)
	}
	if d.Failed() && h.Whole {
		d.Broken(model.Error)
	} else {
		d.IssueAt("", begin, model.Warning, model.CodeUnrecognised, "expected an object, got %s", k)
	}
	return d.Issues.List(h.Data)
}

// textual says what text is.
func textual(data []byte) string {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte(intake.BOM)), " \t\r\n")
	if bytes.HasPrefix(data, []byte("<")) {
		return "HTML or XML" + nothingToJudge
	}
	head := data[:min(len(data), SniffLen)]
	if kind := yamlKind(head); kind != "" {
		return "Kubernetes YAML of kind " + kind + " (not read yet)"
	}
	return "text that is not JSON" + nothingToJudge
}

// yamlKind returns the kind of the first Kubernetes object of a YAML file, "" for
// other text.
func yamlKind(head []byte) string {
	kind, api := "", false
	for line := range bytes.Lines(head) {
		if value, ok := bytes.CutPrefix(line, []byte("kind:")); ok && kind == "" {
			kind = text.Clean(string(bytes.Trim(value, " \t\r\n\"'")))
		}
		api = api || bytes.HasPrefix(line, []byte("apiVersion:"))
	}
	if !api {
		return ""
	}
	return kind
}
