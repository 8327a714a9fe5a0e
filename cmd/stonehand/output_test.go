package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stonehand/cmd/internal/lab"
)

// A result goes to what its name leads to, and replaces nothing else.
func TestOutputGoesWhereItsNameLeads(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for link, target := range map[string]string{"link": "file", "dangling": "new", "null": os.DevNull} {
		if err := os.Symlink(target, at(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at("file"), []byte("old, and longer"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(at("fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.OpenFile(at("fifo"), os.O_RDWR, 0) // there is a reader
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	out, err := os.Create(at("redirected"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	defer func(was *os.File) { os.Stdout = was }(os.Stdout)
	os.Stdout = out
	for _, name := range []string{"plain", "link", "dangling", "null", "fifo", "redirected"} {
		if err := writeOutput("--out", at(name), []byte(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := out.WriteString(", more"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"plain": "plain", "file": "link", "new": "dangling", "redirected": "redirected, more"} {
		if got, err := os.ReadFile(at(name)); string(got) != want {
			t.Errorf("%s holds %q: %v", name, got, err)
		}
	}
	got := make([]byte, 10)
	if n, err := pipe.Read(got); string(got[:n]) != "fifo" {
		t.Errorf("the pipe holds %q: %v", got[:n], err)
	}
	for name, want := range map[string]fs.FileMode{"plain": 0o644, "file": 0o640, "link": fs.ModeSymlink, "dangling": fs.ModeSymlink, "null": fs.ModeSymlink, "fifo": fs.ModeNamedPipe} {
		info, err := os.Lstat(at(name))
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode(); mode.Type() != want.Type() || mode.IsRegular() && mode != want&^umask(t) {
			t.Errorf("%s is %v", name, mode)
		}
	}
}

// umask is what new files are not allowed here.
func umask(t *testing.T) fs.FileMode {
	t.Helper()
	probe := filepath.Join(t.TempDir(), "probe")
	if err := os.WriteFile(probe, nil, 0o777); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(probe)
	if err != nil {
		t.Fatal(err)
	}
	return 0o777 &^ info.Mode().Perm()
}

// Two programs that add to one file would write into each other's lines.
func TestWhatAnotherProgramAddsToIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("searches, which the race detector makes many times slower, so -short leaves it out")
	}
	path := filepath.Join(t.TempDir(), "file")
	other, err := openWork(path, lab.BookSettings{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, args := range [][]string{
		{"book", "build", "--positions", "1", "--nodes", "50", "--verify", "50", path},
		{"book", "check", "--every", "1000", "--nodes", "50", "--list", path},
		{"tune", "games", "--games", "1", "--nodes", "50", "--out", path},
	} {
		var errs bytes.Buffer
		if status := run(t.Context(), args, stdio{strings.NewReader(""), &bytes.Buffer{}, &errs}); status != 1 || !strings.Contains(errs.String(), path+" is in use") {
			t.Errorf("%v ends with %d: %s", args, status, &errs)
		}
	}
	if data, err := os.ReadFile(path); len(data) > 0 || err != nil {
		t.Errorf("the file holds %q: %v", data, err)
	}
}
