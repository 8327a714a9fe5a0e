package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"pgregory.net/rapid"
)

// failing is a real file that fails when it is told to.
type failing struct {
	*os.File
	write, sync, truncate *bool
	part                  *int // bytes of a failing write that reach the file
}

var errFault = errors.New("input/output error")

func (f *failing) Write(p []byte) (int, error) {
	if !*f.write {
		return f.File.Write(p)
	}
	n, _ := f.File.Write(p[:min(*f.part, len(p))])
	return n, syscall.ENOSPC
}

func (f *failing) Sync() error {
	if *f.sync {
		return errFault
	}
	return f.File.Sync()
}

func (f *failing) Truncate(size int64) error {
	if *f.truncate {
		return errFault
	}
	return f.File.Truncate(size)
}

// TestAnyFault appends while the file fails in any way and order. What was told
// to be safe is there at the end, and nothing else but, perhaps, the one entry
// that was being written last.
func TestAnyFault(t *testing.T) {
	dirs := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(dirs, "")
		if err != nil {
			rt.Fatal(err)
		}
		s, err := Open(dir, quiet)
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		var write, sync, truncate bool
		var part int
		s.journal.rotate = 900
		s.journal.open = func(path string) (file, error) {
			f, err := openAppend(path)
			if err != nil {
				return nil, err
			}
			return &failing{f.(*os.File), &write, &sync, &truncate, &part}, nil
		}
		made := entry
		if rapid.Bool().Draw(rt, "one game") {
			made = long
		}
		next := uint64(1)
		for range rapid.IntRange(1, 60).Draw(rt, "appends") {
			write = rapid.IntRange(0, 3).Draw(rt, "write fails") == 0
			sync = rapid.IntRange(0, 3).Draw(rt, "sync fails") == 0
			truncate = rapid.IntRange(0, 3).Draw(rt, "truncate fails") == 0
			part = rapid.IntRange(0, 300).Draw(rt, "part")
			if err := s.Append(made(next)); err == nil {
				next++
			}
		}
		last := next
		s.Close()
		again, err := Open(dir, quiet)
		if err != nil {
			rt.Fatal(err)
		}
		defer again.Close()
		if next == 1 && len(again.Entries) == 0 {
			return
		}
		n := len(again.Entries)
		if n == 0 || (again.Entries[n-1].Seq != last-1 && again.Entries[n-1].Seq != last) {
			rt.Fatalf("%d entries, and %d were safe; %q", n, last-1, again.Warnings)
		}
		for i, e := range again.Entries {
			if e.Seq != again.Entries[0].Seq+uint64(i) {
				rt.Fatalf("entry %d stands where %d belongs", e.Seq, again.Entries[0].Seq+uint64(i))
			}
		}
		if first := again.Entries[0].Seq; first%20 != 1 {
			rt.Fatalf("the journal begins with entry %d, in the middle of a game", first)
		}
	})
}

func TestSentenceForAFullDisk(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	fill(t, s, 1, 3)
	yes, no, part := true, false, 10
	s.journal.shut()
	s.journal.open = func(path string) (file, error) {
		f, err := openAppend(path)
		if err != nil {
			return nil, err
		}
		return &failing{f.(*os.File), &yes, &no, &no, &part}, nil
	}
	err := s.Append(entry(4))
	if !errors.Is(err, syscall.ENOSPC) || !strings.HasSuffix(err.Error(), "entry 4 is not kept: no space left on device") {
		t.Errorf("%v", err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "journal")); err != nil || !bytes.Equal(data, rewritten(read(written(t, 3)).lines)) {
		t.Errorf("a half line was left: %q, %v", data, err)
	}
	yes = false
	fill(t, s, 4, 5)
	s.Close()
	same(t, mustOpen(t, dir).Entries, entries(1, 5))
}

// withoutRights calls f as somebody to whom rights of files mean something.
func withoutRights(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if os.Geteuid() == 0 {
			// They mean nothing to root, so this thread looks at files as nobody;
			// it ends with the goroutine.
			runtime.LockOSThread()
			if err := syscall.Setfsuid(65534); err != nil {
				t.Error(err)
				return
			}
		}
		f()
	}()
	<-done
}

// TestReadOnlyDirectory does without rights to write, and then with them.
func TestReadOnlyDirectory(t *testing.T) {
	dir := with(t, append(written(t, 3), "torn"...))
	path := filepath.Join(dir, "journal")
	// Others may look for it, too.
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	rights := func(file, directory os.FileMode) {
		if err := errors.Join(os.Chmod(path, file), os.Chmod(dir, directory)); err != nil {
			t.Fatal(err)
		}
	}
	rights(0o444, 0o555)
	withoutRights(t, func() {
		s, err := Open(dir, quiet)
		if err != nil {
			t.Error(err)
			return
		}
		defer s.Close()
		if len(s.Entries) != 3 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "permission denied") {
			t.Errorf("%d entries, %q", len(s.Entries), s.Warnings)
		}
		if err := s.Append(entry(4)); !errors.Is(err, os.ErrPermission) {
			t.Errorf("without rights: %v", err)
		}
	})
	rights(0o644, 0o755)
	s := mustOpen(t, dir)
	fill(t, s, 4, 5)
	s.Close()
	same(t, mustOpen(t, dir).Entries, entries(1, 5))
}
