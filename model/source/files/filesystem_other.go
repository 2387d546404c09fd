//go:build !linux

package files

// silentFilesystem returns "": only Linux is asked. The poll that is always on
// finds what events do not tell.
func silentFilesystem(string) string { return "" }
