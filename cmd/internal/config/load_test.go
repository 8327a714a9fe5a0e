package config

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"stonehand/cmd/internal/regular"
)

// A pipe that nobody writes to is refused and not waited for.
func TestLoadOfAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stonehand.toml")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); !errors.Is(err, regular.ErrNotRegular) {
		t.Errorf("a pipe gives %v", err)
	}
}
