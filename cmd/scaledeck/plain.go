package main

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// plain returns the text of an error with what the standard library says of
// system calls and numbers put into words that name no function.
func plain(err error) string {
	s := err.Error()
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		s = strings.Replace(s, path.Error(), path.Path+systemText(path.Err), 1)
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		s = strings.Replace(s, link.Error(), link.New+systemText(link.Err), 1)
	}
	if number := (*strconv.NumError)(nil); errors.As(err, &number) {
		s = strings.Replace(s, number.Error(), strconv.Quote(number.Num)+" is not a number in range", 1)
	}
	return s
}

// systemText says what the system answered about a path, as the end of a sentence
// that begins with it.
func systemText(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return " does not exist"
	case errors.Is(err, fs.ErrExist):
		return ": file exists"
	case errors.Is(err, fs.ErrPermission):
		return ": permission denied"
	case errors.Is(err, syscall.EISDIR):
		return " is a directory"
	case errors.Is(err, syscall.ENOTDIR):
		return ": a part of the path is not a directory"
	}
	return ": " + err.Error()
}
