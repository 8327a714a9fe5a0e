package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"stonehand/cmd/internal/regular"
)

// keepTail copies what follows the good lines to a file of its own and cuts it
// off the journal.
func (j *journal) keepTail() (side string, err error) {
	f, err := os.OpenFile(j.path, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := f.Seek(j.good, io.SeekStart); err != nil {
		return "", err
	}
	side, err = aside(j.path+".torn", func(to string) error { return writeNew(to, f) })
	if err != nil {
		return "", err
	}
	if err := regular.SyncDir(j.dir); err != nil {
		return "", err
	}
	if err := f.Truncate(j.good); err != nil {
		return "", err
	}
	return side, f.Sync()
}

// keepWhole keeps the journal as it is under another name.
func (j *journal) keepWhole() (side string, err error) {
	side, err = aside(j.path+".damaged", func(to string) error { return copyFile(j.path, to) })
	if err != nil {
		return "", err
	}
	return side, regular.SyncDir(j.dir)
}

// endLine ends a last line that lacks nothing but its end.
func (j *journal) endLine() (side string, err error) {
	f, err := os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() != j.good {
		return "", errors.Join(err, errors.New("the journal has changed since it was read"))
	}
	if _, err := f.Write([]byte("\n")); err != nil {
		return "", err
	}
	if err := f.Sync(); err != nil {
		return "", err
	}
	j.good++
	return "", nil
}

// aside calls keep with the first of base.1, base.2, ... that does not exist
// yet and returns that name. Numbers serve where a machine without a battery
// has no date.
func aside(base string, keep func(to string) error) (string, error) {
	for i := 1; ; i++ {
		name := fmt.Sprintf("%s.%d", base, i)
		err := keep(name)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("it cannot be set aside: %w", err)
		}
		return name, nil
	}
}

// move renames a file, or whatever it is, to a name that does not exist yet.
func move(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return os.ErrExist
	}
	return os.Rename(from, to)
}

// copyFile gives the file from a second name that does not exist yet: by a link
// where the file system has them, which writes no data, else by a copy.
func copyFile(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, os.ErrExist) || errors.Is(err, os.ErrNotExist) {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return writeNew(to, in)
}

// writeNew writes a file that does not exist yet and brings it to the disk. A
// file that cannot be written whole is removed again.
func writeNew(to string, r io.Reader) error {
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, r)
	if err == nil {
		err = out.Sync()
	}
	if e := out.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(to)
	}
	return err
}

// sweep removes the temporary files that a killed process left in dir: they
// begin with a dot and with the name of the file they were to become.
func sweep(dir string, ours func(name string) bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if name, ok := strings.CutPrefix(e.Name(), "."); ok && e.Type().IsRegular() && ours(name) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
