package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Replace gives a file another content, whole or not at all, and returns when that would
// survive a power cut.
func Replace(path string, data []byte, perm fs.FileMode) error {
	dir := filepath.Dir(path)
	if err := renameio.WriteFile(path, data, perm, renameio.WithTempDir(dir)); err != nil {
		return err
	}
	return SyncDir(dir)
}

// MakeDir makes a folder that is not there yet, and returns when its name would survive a
// power cut.
func MakeDir(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(path, 0o750); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// SyncDir brings a folder's names to the disk.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
