package files

import (
	"io/fs"
	"syscall"
)

// systemStat returns the number of a file and the time of its last change of
// any kind in nanoseconds, or zeros.
func systemStat(info fs.FileInfo) (identity, int64) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}, 0
	}
	return identity{device: uint64(st.Dev), file: st.Ino}, st.Ctim.Nano()
}
