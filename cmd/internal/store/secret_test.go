package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A secret stays the same, is nobody else's to read, and differs by name and folder.
func TestSecret(t *testing.T) {
	dir := t.TempDir()
	first := mustOpen(t, dir)
	one, err := first.Secret("take")
	first.Close()
	if err != nil || len(one) != secretBytes {
		t.Fatalf("%x, %v", one, err)
	}
	s := mustOpen(t, dir)
	if again, err := s.Secret("take"); err != nil || !bytes.Equal(one, again) {
		t.Errorf("%x, %v", again, err)
	}
	if other, err := s.Secret("other"); err != nil || bytes.Equal(one, other) {
		t.Errorf("%x, %v", other, err)
	}
	path := filepath.Join(dir, "take.key")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Secret("take"); err == nil {
		t.Error("it is kept in a folder that is not there")
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if again, err := s.Secret("take"); err != nil || !bytes.Equal(one, again) {
		t.Errorf("in a folder that was made again: %x, %v", again, err)
	}
	if err := os.WriteFile(path, one[:5], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Secret("take"); err == nil || !strings.Contains(err.Error(), "has 5 bytes instead of 32: delete it") {
		t.Error(err)
	}
}
