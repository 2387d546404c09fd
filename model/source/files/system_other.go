//go:build !unix

package files

// openFileLimit returns "": this system has no such limit to name.
func openFileLimit() string { return "" }
