package link

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"stonehand/cmd/internal/regular"
)

// What earlier versions of the program kept of a game between two tables is read.
func TestFilesOfEarlierVersions(t *testing.T) {
	for name, host := range map[string]bool{"host": true, "guest": false} {
		k, err := load("../store/testdata/v1/" + name)
		if err != nil || k.Session == nil || k.Session.State.Host != host || len(k.Session.State.Log) != 5 || k.Session.Done != 5 {
			t.Errorf("%s: %+v, %v", name, k, err)
		}
	}
}

// A pipe in the place of the file is never waited for.
func TestPipeInPlaceOfTheFile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, fileName), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := load(dir); !errors.Is(err, regular.ErrNotRegular) {
		t.Errorf("%v", err)
	}
}
