package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"stonehand/cmd/internal/api"
)

// present returns the numbers of the entries that belong to the last game.
func present(all []api.Entry) (first, last uint64) {
	for _, e := range slices.Backward(all) {
		if last == 0 {
			last = e.Seq
		}
		if first = e.Seq; e.Begins() {
			break
		}
	}
	return first, last
}

// reopen opens the store in dir, goes on for two entries and opens it again,
// which must find nothing to say. It returns what the first time found.
func reopen(t *testing.T, dir, what string) *Store {
	t.Helper()
	s, err := Open(dir, quiet)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	_, last := present(s.Entries)
	for _, seq := range []uint64{last + 1, last + 2} {
		e := entry(seq)
		if last == 0 && seq == 1 {
			e = entry(1)
		}
		if err := s.Append(e); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	again, err := Open(dir, quiet)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	defer again.Close()
	if n := len(again.Entries); len(again.Warnings) != 0 || again.Loss != api.LossNone || n != len(s.Entries)+2 || again.Entries[n-1].Seq != last+2 {
		t.Fatalf("%s: it is not mended: %d entries after %d, %q", what, n, len(s.Entries), again.Warnings)
	}
	a, err := os.ReadFile(filepath.Join(dir, "journal"))
	b, err2 := os.ReadFile(filepath.Join(dir, "journal.copy"))
	if err != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Fatalf("%s: the copy is not what the journal is: %v, %v", what, err, err2)
	}
	return s
}

// both makes a store's directory with a journal and a copy.
func both(t *testing.T, journal, twin []byte) string {
	t.Helper()
	dir := with(t, journal)
	if err := os.WriteFile(filepath.Join(dir, "journal.copy"), twin, 0o640); err != nil {
		t.Fatal(err)
	}
	return dir
}

// aside returns what was set aside of a journal.
func asideOf(t *testing.T, dir string) (all []byte) {
	t.Helper()
	for _, name := range append(glob(t, dir, "journal.damaged.*"), glob(t, dir, "journal.torn.*")...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return all
}

// entriesOf returns the entries of lines.
func entriesOf(lines []line) (all []api.Entry) {
	for _, l := range lines {
		all = append(all, l.Entry)
	}
	return all
}

// used fails the test unless the first lines of a journal are used, and no others.
func used(t *testing.T, v judgement, journal []byte, lines int) {
	t.Helper()
	want := 0
	if lines > 0 {
		want = lineEnds(journal)[lines-1]
	}
	if !bytes.Equal(bytesOf(v.lines), journal[:want]) {
		t.Fatalf("%d lines are used, not %d; %q", len(v.lines), lines, v.what)
	}
}

// errNone is what load says of a file that does not exist.
var errNone = fmt.Errorf("none: %w", os.ErrNotExist)

// A journal that is cut off at any byte: without a copy the whole lines are
// there, with one everything is.
func TestTornAtEveryByte(t *testing.T) {
	data := written(t, 23) // the second game begins with entry 21
	ends := lineEnds(data)
	for cut := range len(data) {
		if testing.Short() && cut%8 != 0 && !slices.Contains(ends, cut) {
			continue
		}
		whole := 0
		for _, end := range ends {
			if end-1 <= cut && cut > 0 { // the end itself may be missing
				whole++
			}
		}
		v := judge(read(data[:cut]), scan{}, nil, errNone)
		used(t, v, data, whole)
		if v.loss != api.LossNone {
			t.Fatalf("cut at %d: loss %d", cut, v.loss)
		}
		v = judge(read(data[:cut]), read(data), nil, nil)
		used(t, v, data, 23)
		if want := map[bool]api.Loss{true: api.LossNone, false: api.LossMended}[whole == 23]; v.loss != want {
			t.Fatalf("cut at %d, with a copy: loss %d, %q", cut, v.loss, v.what)
		}
		v = judge(read(data), read(data[:cut]), nil, nil)
		used(t, v, data, 23)
		if v.what != "" {
			t.Fatalf("the copy cut at %d: %q", cut, v.what)
		}
	}
}

// The same with files: nothing is thrown away, and the next entries find their
// place.
func TestTornFile(t *testing.T) {
	data := written(t, 23)
	ends := lineEnds(data)
	for cut := 0; cut < len(data); cut += 37 {
		what := fmt.Sprintf("cut at %d", cut)
		dir := with(t, data[:cut])
		s := reopen(t, dir, what)
		begun := 0
		if n := len(s.Entries); n > 0 {
			begun = ends[n-1]
		}
		if rest := data[min(begun, cut):cut]; !bytes.Equal(asideOf(t, dir), rest) {
			t.Fatalf("%s: %q is set aside, not %q", what, asideOf(t, dir), rest)
		}
		s = reopen(t, both(t, data[:cut], data), what+", with a copy")
		same(t, s.Entries, entries(1, 23))
		reopen(t, both(t, data, data[:cut]), "the copy "+what)
	}
}

// Every bit of a journal flipped: the place is named, the good beginning of the
// present game is there, and with a copy everything is.
func TestEveryBitFlipped(t *testing.T) {
	clean := written(t, 23)
	ends := lineEnds(clean)
	whole := read(clean)
	for at := range clean {
		damaged := 1 // the number of the line
		for ends[damaged-1] <= at {
			damaged++
		}
		for bit := range 8 {
			if testing.Short() && (at%8 != 0 || bit != at/8%8) {
				continue // the others without the race detector
			}
			data := bytes.Clone(clean)
			data[at] ^= 1 << bit
			what := fmt.Sprintf("bit %d of byte %d, in line %d", bit, at, damaged)
			s := read(data)
			v := judge(s, scan{}, nil, errNone)
			if v.what == "" && bytes.EqualFold(data, clean) {
				continue // a checksum may be written in capitals
			}
			last := uint64(damaged - 1)
			end := at == ends[damaged-1]-1 // of a line: both that it parts are whole
			switch {
			case damaged <= 20 || end:
				last = 23 // in a game that is over long ago
			case damaged == 21:
				last = 20 // the beginning of the present one
			}
			if _, got := present(entriesOf(v.lines)); got != last && !(end && damaged == 23) {
				t.Fatalf("%s: the last entry is %d, not %d; %q", what, got, last, v.what)
			}
			if !strings.Contains(v.what, fmt.Sprintf("line %d, at byte ", damaged)) {
				t.Fatalf("%s: %q", what, v.what)
			}
			if wanted := last == 20 || last == 21; wanted && v.loss != api.LossPart || last == 23 && damaged != 23 && v.loss != api.LossNone {
				t.Fatalf("%s: loss %d", what, v.loss)
			}
			v = judge(s, whole, nil, nil)
			used(t, v, clean, 23)
			if v.loss != api.LossMended && !end {
				t.Fatalf("%s, with a copy: loss %d, %q", what, v.loss, v.what)
			}
			v = judge(whole, s, nil, nil)
			used(t, v, clean, 23)
			if v.what != "" {
				t.Fatalf("%s of the copy: %q", what, v.what)
			}
		}
	}
}

// The same with files: the damaged one is kept as it was.
func TestFlippedBitInAFile(t *testing.T) {
	clean := written(t, 23)
	rng := rand.New(rand.NewPCG(1, 2))
	for at := 0; at < len(clean); at += 41 {
		data := bytes.Clone(clean)
		data[at] ^= 1 << rng.IntN(8)
		what := fmt.Sprintf("byte %d", at)
		dir := with(t, data)
		s := reopen(t, dir, what)
		if kept := asideOf(t, dir); len(s.Warnings) > 0 && (!bytes.HasSuffix(data, kept) || len(kept) == 0) {
			t.Fatalf("%s: %q is set aside", what, kept)
		}
		s = reopen(t, both(t, data, clean), what+", with a copy")
		same(t, s.Entries, entries(1, 23))
		reopen(t, both(t, clean, data), what+" of the copy")
	}
}

// Journal and copy damaged in different places make up for each other.
func TestJournalAndCopyDamaged(t *testing.T) {
	clean := written(t, 19)
	ends := lineEnds(clean)
	for a := range 19 {
		for b := range 19 {
			x, y := bytes.Clone(clean), bytes.Clone(clean)
			x[ends[a]-10] ^= 4
			y[ends[b]-10] ^= 4
			v := judge(read(x), read(y), nil, nil)
			want, loss := uint64(19), api.LossMended
			switch {
			case a == b && a == 0:
				want, loss = 0, api.LossAll
			case a == b:
				want, loss = uint64(a), api.LossPart
			}
			same(t, entriesOf(v.lines), entries(1, want))
			if v.loss != loss {
				t.Fatalf("lines %d and %d: loss %d, %q", a+1, b+1, v.loss, v.what)
			}
		}
	}
}

// Everything else that was ever found in the place of a journal.
func TestDamageOfOtherKinds(t *testing.T) {
	data := written(t, 23)
	ends := lineEnds(data)
	line := func(n int) []byte { // from 1
		if n == 1 {
			return data[:ends[0]]
		}
		return data[ends[n-2]:ends[n-1]]
	}
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	garbage := make([]byte, 5000)
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range garbage {
		garbage[i] = byte(rng.Uint32())
	}
	other, err := encode(api.Entry{Seq: 22, Kind: api.KindPause})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, says  string
		data        []byte
		first, last uint64 // of the present game
		loss        api.Loss
	}{
		{"missing line", "it holds entry 23, and entry 22 was due", join(data[:ends[20]], line(23)), 21, 21, api.LossPart},
		{"missing line of an old game", "it holds entry 5, and entry 4 was due", join(data[:ends[2]], data[ends[3]:]), 21, 23, api.LossNone},
		{"missing beginning", "lacks the beginning of a game", data[ends[4]:], 21, 23, api.LossNone},
		{"only a middle", "lacks the beginning of a game", data[ends[4]:ends[9]], 0, 0, api.LossAll},
		{"line twice", "it holds entry 22, and entry 23 was due", join(data[:ends[21]], line(22), line(23)), 21, 23, api.LossNone},
		{"blocks in the wrong order", "it holds entry 22, and entry 4 was due", join(data[:ends[2]], data[ends[20]:], data[ends[2]:ends[20]]), 21, 23, api.LossNone},
		{"block twice", "it holds entry 3, and entry 24 was due", join(data, data[ends[1]:]), 21, 23, api.LossNone},
		{"two stories", "it holds entry 22, and entry 23 was due", join(data[:ends[21]], other, line(23)), 21, 23, api.LossNone},
		{"huge line", "longer than", join(data[:ends[21]], bytes.Repeat([]byte("x"), maxLine), []byte("\n"), line(23)), 21, 23, api.LossNone},
		{"zeros at the end", "cut short", join(data, make([]byte, 4096)), 21, 23, api.LossNone},
		{"many zeros at the end", "cut short", join(data, make([]byte, 3*maxLine)), 21, 23, api.LossNone},
		{"a half line, then zeros", "cut short", join(data[:ends[21]], line(23)[:40], make([]byte, 4096)), 21, 22, api.LossNone},
		{"zeros in the middle", "eight hexadecimal digits", join(data[:ends[20]], make([]byte, len(line(22))), line(23)), 21, 21, api.LossPart},
		{"empty line", "eight hexadecimal digits", join(data, []byte("\n")), 21, 23, api.LossPart},
		{"garbage behind", "at byte", join(data, garbage), 21, 23, api.LossPart},
		{"garbage before", "at byte 0", join(garbage, []byte("\n"), data), 21, 23, api.LossNone},
		{"nothing but garbage", "at byte 0", garbage, 0, 0, api.LossAll},
		{"nothing but zeros", "cut short", make([]byte, 8192), 0, 0, api.LossNone},
		{"a text", "at byte 0", []byte("Dear diary,\ntoday I won.\n"), 0, 0, api.LossAll},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := with(t, tt.data)
			s := reopen(t, dir, tt.name)
			if first, last := present(s.Entries); first != tt.first || last != tt.last || s.Loss != tt.loss {
				t.Errorf("entries %d to %d, loss %d; want %d to %d, %d", first, last, s.Loss, tt.first, tt.last, tt.loss)
			}
			if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], tt.says) {
				t.Errorf("%q, not %q", s.Warnings, tt.says)
			}
			if kept := asideOf(t, dir); !bytes.HasSuffix(tt.data, kept) || len(kept) == 0 || s.Kept == "" {
				t.Errorf("%d of %d bytes are set aside in %q", len(kept), len(tt.data), s.Kept)
			}
			if tt.data = bytes.Clone(tt.data); len(s.Entries) > 0 {
				s = reopen(t, both(t, tt.data, data), tt.name+", with a copy")
				if first, last := present(s.Entries); first != 21 || last != 23 || s.Loss == api.LossPart {
					t.Errorf("with a copy: entries %d to %d, loss %d, %q", first, last, s.Loss, s.Warnings)
				}
			}
		})
	}
	t.Run("empty", func(t *testing.T) {
		if s := reopen(t, with(t, nil), "empty"); len(s.Entries)+len(s.Warnings) != 0 {
			t.Errorf("%v %q", s.Entries, s.Warnings)
		}
		if s := reopen(t, both(t, nil, data), "empty, with a copy"); len(s.Entries) != 23 || s.Loss != api.LossMended {
			t.Errorf("%d entries, loss %d", len(s.Entries), s.Loss)
		}
	})
	t.Run("deleted", func(t *testing.T) {
		dir := both(t, nil, data)
		if err := os.Remove(filepath.Join(dir, "journal")); err != nil {
			t.Fatal(err)
		}
		if s := reopen(t, dir, "deleted"); len(s.Entries) != 23 || s.Loss != api.LossMended || !strings.Contains(s.Warnings[0], "is missing") {
			t.Errorf("%d entries, loss %d, %q", len(s.Entries), s.Loss, s.Warnings)
		}
	})
}

// A copy that tells of another history than the journal counts for nothing.
func TestCopyOfAnotherGame(t *testing.T) {
	other := bytes.Clone(written(t, 23))
	line, err := encode(api.Entry{Seq: 2, Kind: api.KindPause})
	if err != nil {
		t.Fatal(err)
	}
	ends := lineEnds(other)
	other = slices.Concat(other[:ends[0]], line, other[ends[1]:])
	s := reopen(t, both(t, written(t, 9), other), "another game")
	same(t, s.Entries, entries(1, 9))
	if s.Loss != api.LossNone {
		t.Errorf("loss %d", s.Loss)
	}
	// A rotation that a power cut ended between the two files.
	begun := written(t, 21)[lineEnds(written(t, 21))[19]:]
	s = reopen(t, both(t, begun, written(t, 20)), "rotation")
	same(t, s.Entries, entries(21, 21))
}

// What stands in the journal's place and is no file that can be read is moved
// out of the way, and the copy serves.
func TestJournalThatIsNoFile(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"directory": func(path string) error { return os.MkdirAll(filepath.Join(path, "x"), 0o750) },
		"pipe":      func(path string) error { return syscall.Mkfifo(path, 0o640) },
		"loop":      func(path string) error { return os.Symlink("journal", path) },
	} {
		t.Run(name, func(t *testing.T) {
			for _, file := range []string{"journal", "journal.copy"} {
				dir := both(t, written(t, 5), written(t, 5))
				path := filepath.Join(dir, file)
				if err := errors.Join(os.Remove(path), put(path)); err != nil {
					t.Fatal(err)
				}
				s := reopen(t, dir, name)
				same(t, s.Entries, entries(1, 5))
				if want := map[string]api.Loss{"journal": api.LossMended}[file]; s.Loss != want {
					t.Errorf("%s: loss %d, %q", file, s.Loss, s.Warnings)
				}
			}
		})
	}
}

// A directory that cannot be used is a warning. When it can be used, what is
// played then is saved, and what it held is kept.
func TestDirectoryThatComesLate(t *testing.T) {
	held := written(t, 5)
	for name, hide := range map[string]func(t *testing.T, dir string) (show func() error){
		"a file in its place": func(t *testing.T, dir string) func() error {
			if err := errors.Join(os.Rename(dir, dir+".away"), os.WriteFile(dir, nil, 0o640)); err != nil {
				t.Fatal(err)
			}
			return func() error { return errors.Join(os.Remove(dir), os.Rename(dir+".away", dir)) }
		},
		"a link to nowhere": func(t *testing.T, dir string) func() error {
			if err := errors.Join(os.Rename(dir, dir+".away"), os.Symlink("nowhere/at/all", dir)); err != nil {
				t.Fatal(err)
			}
			return func() error { return errors.Join(os.Remove(dir), os.Rename(dir+".away", dir)) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			if err := errors.Join(os.Mkdir(dir, 0o750), os.WriteFile(filepath.Join(dir, "journal"), held, 0o640)); err != nil {
				t.Fatal(err)
			}
			show := hide(t, dir)
			s := mustOpen(t, dir)
			if len(s.Entries) != 0 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "Nothing is saved until") {
				t.Fatalf("%v %q", s.Entries, s.Warnings)
			}
			for range 2 {
				if err := s.Append(entry(1)); err == nil {
					t.Fatal("an entry was written to nowhere")
				}
			}
			if err := show(); err != nil {
				t.Fatal(err)
			}
			takesTheGame(t, s, dir, held)
		})
	}
}

// Whatever journal and copy hold: what is used is games without gaps, and what
// is written of it reads the same.
func FuzzRecover(f *testing.F) {
	data := written(f, 23)
	f.Add(data, data)
	f.Add(data[:len(data)-30], data[:900])
	f.Add([]byte{}, data)
	twice := rewritten(read(data).lines)
	f.Add(twice, data)
	f.Add(twice[:len(twice)-40], twice[100:])
	f.Add(data[700:], []byte("garbage"))
	f.Fuzz(func(t *testing.T, journal, twin []byte) {
		main := read(journal)
		v := judge(main, read(twin), nil, nil)
		due := uint64(0)
		for i, l := range v.lines {
			if !l.Begins() && (i == 0 || l.Seq != due) {
				t.Fatalf("entry %d is used, and entry %d was due", l.Seq, due)
			}
			due = l.Seq + 1
		}
		text := bytesOf(v.lines)
		again := judge(read(text), read(text), nil, nil)
		if again.what != "" && len(text) > 0 || len(again.lines) != len(v.lines) {
			t.Fatalf("what was mended is found to be damaged: %q", again.what)
		}
		if v.what == "" && !bytes.Equal(text, journal) {
			t.Fatalf("nothing is said, and %q became %q", journal, text)
		}
		if len(v.lines) > 0 && v.loss == api.LossAll {
			t.Fatal("all is lost, and something is used")
		}
	})
}
