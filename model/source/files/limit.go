package files

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
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
// number means two limits.
func filesLeft() bool {
	f, err := os.Open(os.DevNull)
	if err != nil {
		return false
	}
	_ = f.Close() // never written to
	return true
}

// valueOf returns " = n" for a limit of inotify, or "" where it cannot be read. A
// container can have a lower one of its own, which is then named too.
func valueOf(name string) string {
	system, ok := number("/proc/sys/fs/inotify/" + name)
	if !ok {
		return ""
	}
	own := strings.Replace(name, "max_user_", "max_inotify_", 1)
	s := " = " + strconv.Itoa(system)
	if n, ok := number("/proc/sys/user/" + own); ok && n < system {
		s += ", here user." + own + " = " + strconv.Itoa(n)
	}
	return s
}

// number reads a file of the kernel that holds one number.
func number(path string) (int, bool) {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	return n, err == nil
}
