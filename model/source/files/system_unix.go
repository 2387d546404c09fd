//go:build unix

package files

import (
	"strconv"
	"syscall"
)

// openFileLimit returns " = n", the number of files a process may have open.
func openFileLimit() string {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return ""
	}
	return " = " + strconv.FormatUint(uint64(l.Cur), 10)
}
