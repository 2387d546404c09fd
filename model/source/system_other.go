//go:build !unix

package source

// openFileLimit returns "": this system has no such limit to name.
func openFileLimit() string { return "" }
