package library

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is a folder of the computer's. Unlike [os.DirFS] it has names in any charset, as those of
// an archive that was packed on another computer; it is for names that were read of it.
type Folder string

var (
	_ fs.StatFS    = Folder("")
	_ fs.ReadDirFS = Folder("")
)

// Open implements [fs.FS].
func (f Folder) Open(name string) (fs.File, error) { return in(f, name, os.Open) }

// Stat implements [fs.StatFS].
func (f Folder) Stat(name string) (fs.FileInfo, error) { return in(f, name, os.Stat) }

// ReadDir implements [fs.ReadDirFS].
func (f Folder) ReadDir(name string) ([]fs.DirEntry, error) { return in(f, name, os.ReadDir) }

// in does something with what has a name in a folder; an error says that name.
func in[T any](f Folder, name string, do func(path string) (T, error)) (T, error) {
	got, err := do(filepath.Join(string(f), filepath.FromSlash(name)))
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		p.Path = name
	}
	return got, err
}
