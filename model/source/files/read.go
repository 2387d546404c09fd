package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"syscall"

	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/model/text"
)

// readAttempts is how often a file is read that changes while it is read. The
// last attempt is kept: the next scan sees the change again.
const readAttempts = 2

// errTooLarge means that a file is over the limit of bytes.
var errTooLarge = errors.New("over the size limit")

// open opens the entry without ever waiting for it: between the look and the
// opening it can have become a pipe, which would block for ever.
func (e entry) open() (*os.File, error) {
	const flags = os.O_RDONLY | syscall.O_NONBLOCK
	if e.folder == nil {
		return os.OpenFile(e.path, flags, 0)
	}
	return e.folder.OpenFile(e.at, flags, 0)
}

// errHead means that the beginning of a file was enough to turn it away.
var errHead = errors.New("its beginning says enough")

// read returns the content of the entry, at most limit bytes, in buffer if that
// is large enough, and the fingerprint from before the reading. It reads again
// where the file changed meanwhile, so that two versions are not mixed.
//
// Where enough is not nil it is shown the beginning of the file first, with whether
// that is all; if it says so, nothing more is read, however large the file is, and
// the error is errHead.
func (e entry) read(ctx context.Context, limit int64, buffer []byte, enough func(head []byte, whole bool) bool) ([]byte, fingerprint, error) {
	f, err := e.open()
	if err != nil {
		return nil, e.print, err
	}
	defer func() { _ = f.Close() }()
	for attempt := 1; ; attempt++ {
		info, err := f.Stat()
		if err != nil {
			return nil, e.print, err
		}
		before := fingerprintOf(info)
		if !info.Mode().IsRegular() {
			return nil, before, errors.New("it is " + kindOf(info.Mode()))
		}
		if enough != nil {
			if buffer, err = readHead(whileAlive{ctx, f}, before.size, buffer); err != nil {
				return buffer, before, err
			}
			if enough(buffer, int64(len(buffer)) >= before.size) {
				return buffer, before, errHead
			}
			if _, err := f.Seek(0, io.SeekStart); err != nil {
				return buffer, before, err
			}
		}
		if before.size > limit {
			return nil, before, errTooLarge
		}
		buffer, err = readAll(whileAlive{ctx, f}, before.size, buffer)
		if err != nil {
			return nil, before, err
		}
		if info, err = f.Stat(); err != nil {
			return nil, before, err
		}
		if fingerprintOf(info) == before || attempt == readAttempts {
			return buffer, before, nil
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, before, err
		}
	}
}

// readHead reads the first bytes of a file that has the given size.
func readHead(r io.Reader, size int64, buffer []byte) ([]byte, error) {
	return readAll(r, min(size, format.SniffLen), buffer)
}

// readAll reads what was there of a file when it had the given size: a file that
// grows faster than it is read would otherwise never end.
func readAll(r io.Reader, size int64, buffer []byte) ([]byte, error) {
	if int64(cap(buffer)) < size {
		buffer = make([]byte, size)
	}
	n, err := io.ReadFull(r, buffer[:size])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // it has shrunk
	}
	return buffer[:n], err
}

// whileAlive reads in pieces until its context ends, so that quitting does not
// wait for a large file on a slow disk.
type whileAlive struct {
	ctx context.Context
	r   io.Reader
}

const readPiece = 1 << 20

func (w whileAlive) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.r.Read(p[:min(len(p), readPiece)])
}

// tooLarge returns the issue of a file over the limit.
func tooLarge(name string, size, limit int64) model.Issue {
	return model.Issue{Severity: model.Error, Code: model.CodeTooLarge, File: text.Name(name),
		Message: fmt.Sprintf("the file has %s, the limit is %s; raise it with --max-size", mebibytes(size), mebibytes(limit))}
}

// mebibytes prints a number of bytes, exactly where it is below a mebibyte.
func mebibytes(n int64) string {
	if n < 1<<20 {
		return strconv.FormatInt(n, 10) + " bytes"
	}
	return strconv.FormatFloat(math.Ceil(float64(n)/(1<<20)*10)/10, 'f', -1, 64) + " MiB"
}
