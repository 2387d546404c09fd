package format

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"scaledeck/model"
)

func zipped(t testing.TB, data string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(data)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t testing.TB, data string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(data), nil)
}

// A compressed file of any format is what it is uncompressed, issues included.
func TestCompressed(t *testing.T) {
	for name, plain := range fixtures(t, "*.*") {
		want, wantIssues := Decode("f", []byte(plain), Options{})
		for _, data := range [][]byte{zipped(t, plain), zstandard(t, plain)} {
			got, gotIssues := Decode("f", data, Options{})
			diff(t, name, want, got)
			diff(t, name+": issues", wantIssues, gotIssues)
			if is, found := Sniff("f", data[:min(len(data), SniffLen)], len(data) <= SniffLen); is != Undecided {
				t.Errorf("%s: sniffed as %d, %v", name, is, found)
			}
		}
	}
}

func TestCompressedStrangers(t *testing.T) {
	for in, says := range map[string]string{
		"\x89PNG\r\n\x1a\n\x00":  "a PNG picture",
		"# Results\n":            "text that is not JSON",
		`{"timeslices": []}`:     "an AIPerf timeslice export",
		string(zipped(t, "{}")):  "compressed twice",
		strings.Repeat(" ", 100): "white space",
	} {
		data := zipped(t, in)
		doc, found := Decode("f.gz", data, Options{})
		if doc != nil || len(found) != 1 || !strings.Contains(found[0].Message, says) {
			t.Errorf("%q: %v, want %q", in, found, says)
		}
	}
	if is, found := Sniff("f.gz", zipped(t, "\x89PNG\r\n\x1a\n\x00"), true); is != Alien || !strings.Contains(found[0].Message, "PNG") {
		t.Errorf("sniffed as %d, %v", is, found)
	}
}

func TestUnpackingIsBounded(t *testing.T) {
	one := `{"autoscaling_comparison": {"a": "` + strings.Repeat("x", 3<<20) + `"}}`
	for _, tt := range []struct {
		name string
		data []byte
		max  int64
		code model.Code
		says string
	}{
		{"over the limit", zipped(t, one), 1 << 20, model.CodeTooLarge, "more than 1048576 bytes: --max-size"},
		{"over the limit in zstd", zstandard(t, one), 1 << 20, model.CodeTooLarge, "more than 1048576 bytes: --max-size"},
		{"a bomb in zstd", zstandard(t, one), 0, model.CodeTooLarge, "more than 250 times its size"},
		{"cut short in zstd", zstandard(t, `{"a": 1}`)[:12], 0, model.CodeIncomplete, "ends in the middle"},
		{"spoilt in zstd", append(zstandard(t, `{"a": 1}`), "and more"...), 0, model.CodeSyntax, "is none"},
		{"a bomb", zipped(t, one), 0, model.CodeTooLarge, "more than 250 times its size"},
		{"cut short", zipped(t, `{"a": 1}`)[:20], 0, model.CodeIncomplete, "ends in the middle"},
		{"spoilt", bytes.Replace(zipped(t, `{"a": 1}`), []byte("\x1f\x8b\x08"), []byte("\x1f\x8b\x07"), 1), 0, model.CodeSyntax, "is none"},
		{"wrong sum", append(zipped(t, `{"a": 1}`)[:28], 9, 9, 9, 9), 0, model.CodeSyntax, "is none"},
	} {
		doc, found := Decode("f.gz", tt.data, Options{MaxBytes: tt.max})
		if doc != nil || len(found) != 1 || found[0].Code != tt.code || !strings.Contains(found[0].Message, tt.says) {
			t.Errorf("%s: %v, want %s %q", tt.name, found, tt.code, tt.says)
		}
	}
}
