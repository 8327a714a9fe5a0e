package regular

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(os.WriteFile(at("file"), []byte("hello"), 0o600), syscall.Mkfifo(at("pipe"), 0o600), os.Symlink("file", at("link")), os.Symlink("pipe", at("trap"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "link"} {
		if got, err := Read(at(name), 5); err != nil || string(got) != "hello" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{at("pipe"), at("trap"), dir, "/dev/zero"} {
		if _, err := Read(name, 100); !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), "it has to be a regular file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(at("file"), 4); err == nil || !strings.Contains(err.Error(), "5 bytes long, and 4 are the most") {
		t.Errorf("too long: %v", err)
	}
	if _, err := Read(at("none"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
}

func TestAtMost(t *testing.T) {
	for text, want := range map[string]string{"hello": "", "hello!": "it is longer than 5 bytes"} {
		got, err := io.ReadAll(AtMost(strings.NewReader(text), 5))
		if want == "" && (err != nil || string(got) != text) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// A file gets another content and its rights, in a folder that is made when it is missing.
func TestReplace(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "file")
	for _, text := range []string{"hello", "bye"} {
		if err := errors.Join(MakeDir(dir), Replace(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		if got, err := Read(path, 10); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if err := Replace(filepath.Join(dir, "none", "file"), nil, 0o600); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if err := MakeDir(filepath.Join(path, "dir")); err == nil {
		t.Error("a folder is made in a file")
	}
}
