package store

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Analyses outlive the program, those of another engine are not found, and what is
// damaged is set aside and said.
func TestAnalyses(t *testing.T) {
	dir := t.TempDir()
	var log bytes.Buffer
	open := func(by string) *Analyses {
		s, err := Open(dir, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		return s.Analyses(func() string { return by }, 64, 8<<20)
	}
	a := open("one")
	game, text := []byte("(;GM[511];B[JJ])"), []byte(`{"turns":[]}`)
	if got := a.Find(game); got != nil {
		t.Errorf("found %q", got)
	}
	if err := a.Keep(game, text); err != nil {
		t.Fatal(err)
	}
	if got := open("one").Find(game); !bytes.Equal(got, text) {
		t.Errorf("found %q", got)
	}
	if got := open("two").Find(game); got != nil {
		t.Errorf("another engine's: %q", got)
	}
	if got := a.Find([]byte("(;GM[511];B[JK])")); got != nil {
		t.Errorf("another game's: %q", got)
	}
	whole, err := os.ReadFile(a.path(game))
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1
		if err := os.WriteFile(a.path(game), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := a.Find(game); got != nil {
			t.Fatalf("byte %d: found %q", at, got)
		}
	}
	if n := len(glob(t, dir, "analyses/*.damaged")); n != 1 || !strings.Contains(log.String(), "was set aside") {
		t.Errorf("%d files are set aside; log: %s", n, &log)
	}
	if err := syscall.Mkfifo(a.path(game), 0o600); err != nil {
		t.Fatal(err)
	}
	if a.Find(game) != nil || a.Keep(game, text) != nil || !bytes.Equal(a.Find(game), text) {
		t.Error("a pipe is in the way")
	}
}

// The folder of analyses takes no more files and bytes than it may, whatever else is
// in it, and keeps the one that came last.
func TestAnalysesAreBounded(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir).Analyses(func() string { return "one" }, 5, 1000)
	for i := range 40 {
		for _, name := range []string{".x.json123", "y.damaged"} {
			if i == 10 {
				if err := os.WriteFile(filepath.Join(a.dir, name), make([]byte, 300), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		game, text := fmt.Appendf(nil, "game %d", i), bytes.Repeat([]byte("x"), 10*i)
		if err := a.Keep(game, text); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Find(game), text) {
			t.Fatalf("analysis %d is not there", i)
		}
		size := int64(0)
		entries, err := os.ReadDir(a.dir)
		for _, e := range entries {
			if info, err := e.Info(); err == nil {
				size += info.Size()
			}
		}
		if err != nil || len(entries) > a.most || size > a.size {
			t.Fatalf("%d files, %d bytes, %v", len(entries), size, err)
		}
	}
	if err := a.Keep([]byte("g"), make([]byte, 1000)); err == nil || !strings.Contains(err.Error(), "there is room for 1000") {
		t.Errorf("too long: %v", err)
	}
}
