//go:build unix

package main

import "golang.org/x/sys/unix"

// getsid returns the session of a process, of our own for 0.
func getsid(pid int) (int, error) { return unix.Getsid(pid) }
