package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// plain returns the text of an error with what the standard library says of
// system calls and numbers put into words that name no function.
func plain(err error) string {
	s := err.Error()
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		s = strings.Replace(s, path.Error(), missingPart(path)+systemText(path.Err), 1)
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		s = strings.Replace(s, link.Error(), link.New+systemText(link.Err), 1)
	}
	if number := (*strconv.NumError)(nil); errors.As(err, &number) {
		s = strings.Replace(s, number.Error(), strconv.Quote(number.Num)+" is not a number in range", 1)
	}
	return s
}

// missingPart returns the path that an error is about: the directory where that is
// what does not exist, else the path itself.
func missingPart(err *fs.PathError) string {
	if errors.Is(err, fs.ErrNotExist) {
		if dir := filepath.Dir(err.Path); !exists(dir) {
			return dir
		}
	}
	return err.Path
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
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
