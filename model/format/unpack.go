package format

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"scaledeck/model"
	"scaledeck/model/text"
)

// What a compressed file may hold.
const (
	usualMaxBytes = 64 << 20
	maxRatio      = 250     // times the bytes of the file: results come to some 50
	freeBytes     = 1 << 20 // up to which the ratio does not matter
)

const gzipMagic = "\x1f\x8b"

// unpacked returns what gzip-compressed data holds, at most limit bytes of it, and
// other data as it is.
func unpacked(name string, data []byte, limit int64) ([]byte, []model.Issue) {
	if !bytes.HasPrefix(data, []byte(gzipMagic)) {
		return data, nil
	}
	no := func(severity model.Severity, code model.Code, format string, args ...any) ([]byte, []model.Issue) {
		return nil, []model.Issue{{Severity: severity, Code: code, File: text.Name(name), Message: text.Clean(fmt.Sprintf(format, args...))}}
	}
	if limit <= 0 {
		limit = usualMaxBytes
	}
	most := min(limit, max(freeBytes, maxRatio*int64(len(data))))
	r, err := gzip.NewReader(bytes.NewReader(data))
	var out bytes.Buffer
	if err == nil {
		_, err = out.ReadFrom(io.LimitReader(r, most+1))
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return no(model.Error, model.CodeIncomplete, "the gzip-compressed data ends in the middle")
	case err != nil:
		return no(model.Error, model.CodeSyntax, "it begins like gzip-compressed data and is none: %v", err)
	case int64(out.Len()) > limit:
		return no(model.Error, model.CodeTooLarge, "unpacked it has more than %d bytes: --max-size takes a larger limit", limit)
	case int64(out.Len()) > most:
		return no(model.Error, model.CodeTooLarge, "it unpacks to more than %d times its size: no result does", maxRatio)
	case bytes.HasPrefix(out.Bytes(), []byte(gzipMagic)):
		return no(model.Warning, model.CodeUnsupported, "gzip-compressed twice, not supported")
	}
	return out.Bytes(), nil
}

// peeked returns the beginning of what gzip-compressed data holds, as far as its
// own beginning gives it, and whether that is all.
func peeked(head []byte, whole bool) ([]byte, bool) {
	r, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil, false
	}
	out := make([]byte, SniffLen)
	n, err := io.ReadFull(r, out)
	return out[:n], whole && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF))
}
