package source

import (
	"errors"
	"os"
	"strings"
	"syscall"

	"scaledeck/model/text"
)

// limitReason says in words which limit of the system ended the watching, or
// what else did. The system's own words, "no space left on device" and "too many
// open files", name neither the limit nor the way to raise it.
func limitReason(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "inotify watches used up (fs.inotify.max_user_watches" + valueOf("max_user_watches") + ")"
	case errors.Is(err, syscall.EMFILE) && filesLeft():
		return "inotify instances used up (fs.inotify.max_user_instances" + valueOf("max_user_instances") + ")"
	case errors.Is(err, syscall.EMFILE):
		return "open files of this process used up (ulimit -n" + openFileLimit() + ")"
	case errors.Is(err, syscall.ENFILE):
		return "open files of the system used up (fs.file-max)"
	}
	return "no file events: " + reasonOf(err)
}

// filesLeft reports whether this process may still open a file: the same error
// number stands for two limits.
func filesLeft() bool {
	f, err := os.Open(os.DevNull)
	if err != nil {
		return false
	}
	_ = f.Close() // never written to
	return true
}

// valueOf returns " = n" for a limit of inotify, or "" where it cannot be read.
func valueOf(name string) string {
	b, err := os.ReadFile("/proc/sys/fs/inotify/" + name)
	if err != nil {
		return ""
	}
	return " = " + text.Clean(strings.TrimSpace(string(b)))
}
