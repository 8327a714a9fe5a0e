package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	engine "stonehand/engine/record"
)

// long returns the entries of one game that never ends: every 20th tells its whole
// state.
func long(seq uint64) api.Entry {
	e := entry(seq)
	if e.Begins() && seq > 1 {
		e.Kind, e.ID = api.KindCheckpoint, "g1"
		e.State = &api.State{Started: time.Date(2026, 3, 1, 12, 0, 1, 0, time.UTC), Turns: apitest.Turns([][]string{{"J10"}}), By: []int{0}}
	}
	return e
}

// A journal that earlier versions of the program let grow for as long as one game
// lasted comes back whole, and is begun afresh at the next checkpoint.
func TestLongJournalComesBackWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "journal"))
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	last := uint64(0)
	for all.Len() < 17<<20 {
		last++
		e := entry(2)
		if last == 1 {
			e = entry(1)
		}
		e.Seq = last
		line, err := encode(e)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(line)
	}
	if _, err := f.Write(all.Bytes()); err != nil {
		t.Fatal(err)
	}
	f.Close()
	s := mustOpen(t, dir)
	if n := len(s.Entries); n == 0 || s.Entries[0].Seq != 1 || s.Entries[n-1].Seq != last || s.Loss != api.LossNone || len(s.Warnings) != 0 {
		t.Fatalf("%d entries of %d, loss %d, %q", len(s.Entries), last, s.Loss, s.Warnings)
	}
	e := long(21)
	e.Seq = last + 1
	if err := s.Append(e); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if info, err := os.Stat(filepath.Join(dir, "journal")); err != nil || info.Size() > 1000 {
		t.Errorf("the journal is not begun afresh: %v, %v", info, err)
	}
	if s = mustOpen(t, dir); len(s.Entries) != 1 || s.Entries[0].Seq != last+1 || len(s.Warnings) != 0 {
		t.Errorf("%d entries, %q", len(s.Entries), s.Warnings)
	}
}

// A game that never ends takes no more room than its checkpoints leave it.
func TestJournalOfOneGameIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	s.journal.rotate = 4000
	for seq := range uint64(1000) {
		if err := s.Append(long(seq + 1)); err != nil {
			t.Fatal(err)
		}
		if s.journal.good > s.journal.rotate+20*200 || len(s.journal.game) > 25*200 {
			t.Fatalf("after entry %d: %d bytes, and %d of the present state", seq+1, s.journal.good, len(s.journal.game))
		}
	}
	s.Close()
	s = mustOpen(t, dir)
	if n := len(s.Entries); n == 0 || !s.Entries[0].Whole() || s.Entries[n-1].Seq != 1000 || len(s.Warnings) != 0 {
		t.Errorf("%d entries, %q", n, s.Warnings)
	}
}

// A game of Connect6 that begins with a choice of colours comes back from a journal that
// begins afresh at any of its entries.
func TestOpeningComesBackFromACheckpoint(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	s.journal.rotate = 1
	g := engine.New([]game.Rules{game.Connect6()}, engine.Seats{}, clock.Control{})
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	follow := func(e engine.Event) {
		t.Helper()
		l := engine.Line{Seq: g.Seq + 1, At: at, Event: e}
		entry := api.EntryOf(l) // a checkpoint tells the state before it
		fact, err := g.Plan(l)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Append(entry); err != nil {
			t.Fatal(err)
		}
		g.Apply(fact)
	}
	for _, e := range []engine.Event{
		engine.Begun{ID: "a", Rules: "connect6", Opening: "swap", Seats: engine.Seats{People: [3]bool{false, true, true}, Level: 5, Budget: time.Second}},
		engine.Mended{},
		engine.Played{Color: board.Black, Points: apitest.Points("J10")},
		engine.Played{Color: board.White, Points: apitest.Points("K11", "L12")},
		engine.Chosen{By: board.White, Choice: "black"},
		engine.Played{Color: board.Black, Points: apitest.Points("A1", "A2")},
	} {
		follow(e)
		follow(engine.Told{Game: &g})
		s.Close()
		s = mustOpen(t, dir)
		s.journal.rotate = 1
		if len(s.Entries) != 1 || s.Entries[0].Kind != api.KindCheckpoint {
			t.Fatalf("%d entries after %+v", len(s.Entries), e)
		}
		now := restored(t, s.Entries, 19, 19)
		if o := now.Opening; o.Kind != "swap" || len(o.Made) != len(g.Game.Made()) || len(o.Choices) != len(g.Game.Choices()) || len(now.Moves) != len(g.Game.Turns()) {
			t.Errorf("after %+v: %d turns, %+v", e, len(now.Moves), o)
		}
	}
}

// A game's beginning, and a checkpoint, outlive the loss of any byte of them in the
// journal and of any other, or the same, in the copy.
func TestBeginningWithAByteLostInBothCopies(t *testing.T) {
	for name, first := range map[string]uint64{"game": 1, "checkpoint": 21} {
		dir := t.TempDir()
		s := mustOpen(t, dir)
		for seq := first; seq < first+4; seq++ {
			if err := s.Append(long(seq)); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		clean, err := os.ReadFile(filepath.Join(dir, "journal"))
		if err != nil {
			t.Fatal(err)
		}
		header := lineEnds(clean)[1]
		step := 1
		if testing.Short() {
			step = 7
		}
		for a := 0; a < header; a += step {
			for _, b := range []int{a, (a + header/2) % header, header - 1 - a, (a*7 + 3) % header, 0, header - 1} {
				journal, twin := bytes.Clone(clean), bytes.Clone(clean)
				journal[a] ^= 1 << (a % 8)
				twin[b] ^= 1 << (b % 7)
				v := judge(read(journal), read(twin), nil, nil)
				if len(v.lines) != 4 || v.loss == api.LossAll || v.loss == api.LossPart {
					t.Fatalf("%s: bytes %d and %d: %d entries, loss %d, %q", name, a, b, len(v.lines), v.loss, v.what)
				}
			}
		}
		// What is mended so is as safe as before.
		journal, twin := bytes.Clone(clean), bytes.Clone(clean)
		journal[20] ^= 1
		twin[header-20] ^= 1
		s = mustOpen(t, both(t, journal, twin))
		again, err := os.ReadFile(s.journal.path)
		if err != nil || !bytes.Equal(again, clean) {
			t.Errorf("%s: mended to %q, %v", name, again, err)
		}
	}
}

// A checkpoint makes up for a hole in the game before it.
func TestCheckpointAfterAHole(t *testing.T) {
	var data []byte
	for seq := range uint64(25) {
		raw, err := encode(long(seq + 1))
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, line{Entry: long(seq + 1), raw: raw}.text()...)
	}
	ends := lineEnds(data)
	for hole := range ends[19] {
		if hole%50 != 0 {
			continue
		}
		damaged := bytes.Clone(data)
		copy(damaged[hole:min(hole+512, ends[19])], make([]byte, 512))
		s := mustOpen(t, both(t, damaged, damaged))
		if n := len(s.Entries); n == 0 || s.Entries[n-1].Seq != 25 || s.Loss != api.LossNone {
			t.Fatalf("a hole at %d: %d entries, loss %d, %q", hole, n, s.Loss, s.Warnings)
		}
		s.Close()
	}
}

// Two empty files are what is left of a game that was there: that is said.
func TestTwoEmptyJournals(t *testing.T) {
	s := reopen(t, both(t, nil, nil), "two empty files")
	if len(s.Entries) != 0 || len(s.Warnings) != 1 || s.Loss != api.LossAll {
		t.Errorf("%d entries, loss %d, %q", len(s.Entries), s.Loss, s.Warnings)
	}
}

// A journal with checkpoints that is cut off at any byte: what stood before is there,
// and of what holds a whole state one of two is enough.
func TestLongJournalTornAtEveryByte(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	var data []byte
	safe := map[int]int{} // entries, by where the last of them is whole
	for seq := range uint64(23) {
		raw, err := encode(long(seq + 1))
		if err != nil {
			t.Fatal(err)
		}
		safe[len(data)+len(raw)-1] = int(seq + 1)
		data = append(data, line{Entry: long(seq + 1), raw: raw}.text()...)
	}
	whole := 0
	for cut := range len(data) {
		if n := safe[cut]; n > 0 {
			whole = n
		}
		v := judge(read(data[:cut]), scan{}, nil, errNone)
		if len(v.lines) != whole || v.loss != api.LossNone {
			t.Fatalf("cut at %d: %d entries and not %d, loss %d, %q", cut, len(v.lines), whole, v.loss, v.what)
		}
		v = judge(read(data[:cut]), read(data), nil, nil)
		if len(v.lines) != 23 || v.loss == api.LossPart || v.loss == api.LossAll {
			t.Fatalf("cut at %d, with a copy: %d entries, loss %d, %q", cut, len(v.lines), v.loss, v.what)
		}
		if v = judge(read(data), read(data[:cut]), nil, nil); v.what != "" {
			t.Fatalf("the copy cut at %d: %q", cut, v.what)
		}
	}
}
