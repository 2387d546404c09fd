package format

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"scaledeck/model"
	"scaledeck/model/text"
)

// What a compressed file may hold.
const (
	usualMaxBytes = 64 << 20
	maxRatio      = 250     // times the bytes of the file: results come to some 50
	freeBytes     = 1 << 20 // up to which the ratio does not matter
)

// compressions are how files are compressed.
var compressions = [...]compression{
	{"\x1f\x8b", "gzip-compressed", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"\x28\xb5\x2f\xfd", "zstd-compressed", func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(usualMaxBytes))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
}

type compression struct {
	magic, name string
	open        func(io.Reader) (io.ReadCloser, error)
}

// compressed returns how data is compressed, nil for not at all.
func compressed(data []byte) *compression {
	for i := range compressions {
		if bytes.HasPrefix(data, []byte(compressions[i].magic)) {
			return &compressions[i]
		}
	}
	return nil
}

// read unpacks data into the buffer, at most so many bytes. An error with an end
// in the middle is io.ErrUnexpectedEOF.
func (c *compression) read(data []byte, most int64, into *bytes.Buffer) error {
	r, err := c.open(bytes.NewReader(data))
	if err == nil {
		defer func() { _ = r.Close() }() // it was only read
		_, err = into.ReadFrom(io.LimitReader(r, most))
	}
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// unpacked returns what compressed data holds, at most limit bytes of it, and other
// data as it is.
func unpacked(name string, data []byte, limit int64) ([]byte, []model.Issue) {
	c := compressed(data)
	if c == nil {
		return data, nil
	}
	no := func(severity model.Severity, code model.Code, format string, args ...any) ([]byte, []model.Issue) {
		return nil, []model.Issue{{Severity: severity, Code: code, File: text.Name(name), Message: text.Clean(fmt.Sprintf(format, args...))}}
	}
	if limit <= 0 {
		limit = usualMaxBytes
	}
	most := min(limit, max(freeBytes, maxRatio*int64(len(data))))
	var out bytes.Buffer
	err := c.read(data, most+1, &out)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return no(model.Error, model.CodeIncomplete, "the %s data ends in the middle", c.name)
	case err != nil:
		return no(model.Error, model.CodeSyntax, "it begins like %s data and is none: %v", c.name, err)
	case int64(out.Len()) > limit:
		return no(model.Error, model.CodeTooLarge, "unpacked it has more than %d bytes: --max-size takes a larger limit", limit)
	case int64(out.Len()) > most:
		return no(model.Error, model.CodeTooLarge, "it unpacks to more than %d times its size: no result does", maxRatio)
	case compressed(out.Bytes()) != nil:
		return no(model.Warning, model.CodeUnsupported, "compressed twice, not supported")
	}
	return out.Bytes(), nil
}

// peeked returns the beginning of what compressed data holds, as far as its own
// beginning gives it, and whether that is all.
func (c *compression) peeked(head []byte, whole bool) ([]byte, bool) {
	var out bytes.Buffer
	err := c.read(head, SniffLen+1, &out)
	data := out.Bytes()
	return data[:min(len(data), SniffLen)], whole && err == nil && len(data) <= SniffLen
}
