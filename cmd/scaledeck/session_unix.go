//go:build unix

package main

import "golang.org/x/sys/unix"

// getsid returns the session of a process; 0 is this process.
func getsid(pid int) (int, error) { return unix.Getsid(pid) }
