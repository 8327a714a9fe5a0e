// Package regular reads files that somebody else may have put there: what is no
// regular file, like a named pipe that nobody writes to, is refused and never waited
// for. It replaces files so that a power cut leaves the old content or the new one.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ErrNotRegular is wrapped by errors about what is there and is no regular file.
var ErrNotRegular = errors.New("it has to be a regular file, and is a folder, a pipe or a device")

// Open opens a regular file to be read. The error is an [*fs.PathError].
func Open(path string) (*os.File, fs.FileInfo, error) {
	// A device may do something as it is opened, so what is there is looked at
	// first; O_NONBLOCK is for what takes its place in between.
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Read reads a regular file of at most so many bytes.
func Read(path string, most int64) ([]byte, error) {
	f, info, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, err
	}
	if n := max(int64(len(data)), info.Size()); n > most {
		return nil, fmt.Errorf("%s is %d bytes long, and %d are the most", path, n, most)
	}
	return data, nil
}

// AtMost reads what in has; that it is longer than so many bytes is an error.
func AtMost(in io.Reader, most int64) io.Reader { return &bounded{in, most, most} }

type bounded struct {
	io.Reader
	most, left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("it is longer than %d bytes", b.most)
	}
	return n, err
}
