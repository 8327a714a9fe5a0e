package recording

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
	"stonehand/hw/sim"
)

// TestFiles records a noisy board into small files: each is a recording in itself,
// and the last few are kept.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		r := NewRecorder("", nil)
		f := &Files{Path: filepath.Join(dir, "game.rec"), Most: 20_000, Parts: 3}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- f.Record(ctx, r) }()
		synctest.Wait()
		frames := play(t, r, time.Minute, func(b *sim.Board) { b.SetNoise(sim.Noise{FalseRead: 0.01}) })
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		names, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || !slices.Equal(names, f.Names()) || len(names) != 3 || strings.HasSuffix(names[0], "game.rec") {
			t.Fatalf("the files are %v, and it says %v", names, f.Names())
		}
		var last Event
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(text) > 22_000 {
				t.Errorf("%s has %d bytes", name, len(text))
			}
			events := read(t, string(text))
			if l := events[0].Reading.Link; l == nil || !l.Up {
				t.Errorf("%s begins with %s", name, flat(events[0]))
			}
			last = events[len(events)-1]
		}
		if flat(last) != flat(frames[len(frames)-1]) {
			t.Errorf("the last file ends at %v, and the last frame came at %v", last.At, frames[len(frames)-1].At)
		}

		again := &Files{Path: names[2], Most: 1, Parts: 1}
		if err := again.Record(t.Context(), r); !errors.Is(err, os.ErrExist) {
			t.Errorf("over a file that is there: %v", err)
		}
	})
}

// A numbered file of an earlier recording stops the next one of that name before it
// begins: in the middle it would be in the way. Other files are not.
func TestEarlierPartsAreInTheWay(t *testing.T) {
	for name, free := range map[string]bool{
		"game.2.rec": false, "game.17.rec": false, "game.rec": false,
		"game.1.rec": true, "game.02.rec": true, "game.x.rec": true, "game.2.txt": true, "game.2.3.rec": true, "other.2.rec": true,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		f := &Files{Path: filepath.Join(dir, "game.rec"), Most: 1 << 20, Parts: 3}
		var err error
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			err = f.Record(ctx, NewRecorder("", nil))
		})
		if free != (err == nil) || !free && (!errors.Is(err, os.ErrExist) || !strings.Contains(err.Error(), name)) {
			t.Errorf("beside %s: %v", name, err)
		}
		if entries, err := os.ReadDir(dir); err != nil || !free && len(entries) != 1 {
			t.Errorf("beside %s a recording was begun: %v, %v", name, entries, err)
		}
	}
}

// A file that could not be made is not listed.
func TestFilesThatAreNot(t *testing.T) {
	f := &Files{Path: filepath.Join(t.TempDir(), "nowhere", "game.rec"), Most: 1 << 20, Parts: 3}
	if err := f.Record(t.Context(), NewRecorder("", nil)); !errors.Is(err, os.ErrNotExist) || len(f.Names()) > 0 {
		t.Errorf("%v: %v", f.Names(), err)
	}
}

// TestFullDisk records onto a disk that takes nothing.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Fatal(err)
	}
	r := NewRecorder("", nil)
	r.Record(Event{At: time.Now(), Reading: hw.Reading{Link: &hw.Link{At: time.Now(), Reason: "x"}}})
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := &Files{file: full, Most: 1 << 20, synced: time.Now()}
	if err := r.Follow(t.Context(), f); err == nil {
		t.Error("a full disk was not told")
	}
	full.Close()
}
