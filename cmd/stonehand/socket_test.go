package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// The owner's socket is there as soon as its folder is, again when somebody has deleted that, and
// never in a folder that is another daemon's.
func TestSocketThatComesLate(t *testing.T) {
	parent, err := os.MkdirTemp("", "late") // the path of a socket is at most 107 bytes long
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(parent)
	dir := filepath.Join(parent, "games")
	var holds atomic.Bool
	d := openSocket(dir, holds.Load, slog.New(slog.DiscardHandler))
	ended := make(chan error, 1)
	go func() {
		for {
			c, err := d.Accept()
			if err != nil {
				ended <- err
				return
			}
			c.Close()
		}
	}()
	for range 2 {
		if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)); err != nil {
			t.Fatal(err)
		}
		holds.Store(true)
		for findSocket(dir) == "" {
			time.Sleep(50 * time.Millisecond)
		}
	}
	holds.Store(false)
	if err := os.Remove(filepath.Join(dir, socketName)); err != nil {
		t.Fatal(err)
	}
	if l := d.look(); l != nil {
		t.Errorf("it is opened in a folder of somebody else's: %v", l.Addr())
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil {
		t.Error("it takes callers after its end")
	}
}
