package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadIsBoundedByTheSizeAtItsBeginning(t *testing.T) {
	tests := []struct {
		name, content string
		size          int64
		buffer        []byte
		want          string
	}{
		{"as it was", "abcdef", 6, nil, "abcdef"},
		{"grown meanwhile", "abcdef", 4, nil, "abcd"},
		{"shrunk meanwhile", "abc", 6, nil, "abc"},
		{"emptied meanwhile", "", 6, nil, ""},
		{"empty", "", 0, nil, ""},
		{"into a used buffer", "abc", 3, []byte("vwxyz"), "abc"},
		{"into one that is too small", "abcdef", 6, []byte("z"), "abcdef"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readAll(strings.NewReader(tt.content), tt.size, tt.buffer)
			if err != nil || string(got) != tt.want {
				t.Errorf("read %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

// changing is a context that changes a file each time the reader asks whether it
// is still alive.
type changing struct {
	context.Context
	change func()
}

func (c changing) Err() error { c.change(); return nil }

func TestFileThatChangesWhileItIsReadIsReadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	write(t, path, "ok:1")
	reads := 0
	ctx := changing{t.Context(), func() {
		if reads++; reads == 1 {
			write(t, path, "ok:22")
		}
	}}
	data, print, err := entry{path: path}.read(ctx, 100, nil, nil)
	must(t, err)
	if string(data) != "ok:22" || print.size != 5 {
		t.Errorf("read %q with a size of %d", data, print.size)
	}

	reads = 0
	ctx.change = func() { reads++; write(t, path, strings.Repeat("x", reads)) }
	_, print, err = entry{path: path}.read(ctx, 100, nil, nil)
	must(t, err)
	info, err := os.Stat(path)
	must(t, err)
	if print == fingerprintOf(info) {
		t.Error("the last change is taken as read")
	}
	if _, _, err := (entry{path: path}).read(t.Context(), 1, nil, nil); !errors.Is(err, errTooLarge) {
		t.Errorf("error = %v", err)
	}
}
