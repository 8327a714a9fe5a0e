package wallclock

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// write makes a file with a time zone that is always so far from UTC (RFC 8536, version 1).
func write(t *testing.T, dir, name string, from time.Duration) string {
	t.Helper()
	data := append([]byte("TZif"), make([]byte, 16)...)
	for _, n := range []uint32{0, 0, 0, 0, 1, 4} { // no changes, one kind of time, its name
		data = binary.BigEndian.AppendUint32(data, n)
	}
	data = binary.BigEndian.AppendUint32(data, uint32(int32(from/time.Second)))
	data = append(data, 0, 0, 'X', 'Y', 'Z', 0)
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The zone is that of the file as it is now: where a link leads, what was written over it, and
// the last one while there is none.
func TestZoneChanges(t *testing.T) {
	dir := t.TempDir()
	link := func(to string) {
		t.Helper()
		next := filepath.Join(dir, "next")
		if err := os.Symlink(to, next); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(next, filepath.Join(dir, "localtime")); err != nil {
			t.Fatal(err)
		}
	}
	z := zone{path: filepath.Join(dir, "localtime")}
	want := func(what string, from time.Duration) {
		t.Helper()
		at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC).In(z.now())
		if _, seconds := at.Zone(); seconds != int(from/time.Second) {
			t.Errorf("%s: %v, want %v from UTC", what, at, from)
		}
	}
	if z.now() != time.Local {
		t.Error("without a file it is not the program's zone")
	}
	link(write(t, dir, "utc", 0))
	want("at first", 0)
	tokyo := write(t, dir, "tokyo", 9*time.Hour)
	if info, err := os.Stat(filepath.Join(dir, "utc")); err != nil || os.Chtimes(tokyo, info.ModTime(), info.ModTime()) != nil {
		t.Fatal(err) // of one package, and so of one time
	}
	link(tokyo)
	want("another zone", 9*time.Hour)
	if err := os.WriteFile(tokyo, []byte("TZif, and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	want("a broken file", 9*time.Hour)
	os.Remove(tokyo)
	want("no file", 9*time.Hour)
	write(t, dir, "tokyo", -time.Hour)
	want("written again", -time.Hour)
}
