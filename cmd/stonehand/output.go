package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// output is a file that a command writes.
type output struct {
	*os.File
	whole *renameio.PendingFile // takes the file's place at the end; nil: written in place
	name  string                // the flag and the path
}

// openOutput opens the file that a flag names, following symbolic links. A regular file
// keeps what it has until finish; a pipe or a device is written in place.
func openOutput(flag, path string) (o output, err error) {
	o.name = flag + " " + path
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return o, folderError(o.name)
	}
	return o, o.failed(o.open(path))
}

// failed names the file in what made writing it fail; nil: nothing did.
func (o output) failed(err error) error {
	if err == nil {
		return nil
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok { // of a file beside it, perhaps
		err = p.Err
	}
	return fmt.Errorf("%s cannot be written: %w", o.name, err)
}

// Write implements [io.Writer].
func (o output) Write(p []byte) (int, error) {
	n, err := o.File.Write(p)
	return n, o.failed(err)
}

// folderError is that there is a folder where a file is needed; name is what it calls it.
func folderError(name string) error {
	return usageError{name + " is a folder; give the name of a file"}
}

// onlyFile refuses a path where there is something else than a regular file; name is what
// an error calls it.
func onlyFile(name, path string) error {
	switch info, err := os.Stat(path); {
	case err != nil || info.Mode().IsRegular():
		return nil
	case info.IsDir():
		return folderError(name)
	}
	return usageError{name + " is a pipe or a device; give the name of a file"}
}

// lockOutput keeps other programs from adding to a file until it is closed: lines of two
// would mix. What is no regular file, others may write to.
func lockOutput(f *os.File, name string) error {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return fmt.Errorf("%s is in use: another Stonehand writes it; wait until that one has ended, or give another file", name)
	}
	return nil // some file systems know no locks
}

func (o *output) open(path string) error {
	info, err := os.Stat(path)
	_, notLink := os.Readlink(path)
	for _, f := range []*os.File{os.Stdout, os.Stderr} { // as /dev/stdout: opened again, it would begin at its start
		if to, serr := f.Stat(); err == nil && serr == nil && os.SameFile(to, info) {
			o.File = f
			return nil
		}
	}
	if err == nil && !info.Mode().IsRegular() || err != nil && notLink == nil { // that leads to no file yet
		o.File, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
		return err
	}
	if err == nil {
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	if o.whole, err = renameio.NewPendingFile(path, renameio.WithPermissions(0o644), renameio.WithExistingPermissions()); err == nil {
		o.File = o.whole.File
	}
	return err
}

// finish completes the file.
func (o output) finish() error {
	switch {
	case o.whole != nil:
		return o.failed(o.whole.CloseAtomicallyReplace())
	case o.File == os.Stdout || o.File == os.Stderr:
		return nil
	}
	return o.failed(o.Close())
}

// discard leaves a file that was not finished as it was.
func (o output) discard() {
	if o.whole != nil {
		o.whole.Cleanup()
	}
}

// writeOutput writes the whole file that a flag names.
func writeOutput(flag, path string, data []byte) error {
	o, err := openOutput(flag, path)
	if err != nil {
		return err
	}
	defer o.discard()
	if _, err := o.Write(data); err != nil {
		return err
	}
	return o.finish()
}
