package hall

import (
	"flag"
	"path/filepath"
	"testing"

	"stonehand/cmd/internal/fleet"
)

// entries is how many entries a table writes without network. A turn every ten seconds,
// ten hours a day, is 25,200 in a week: "make week" plays those.
var entries = flag.Int("entries", 600, "entries of TestAWeekWithoutNetwork")

// TestAWeekWithoutNetwork plays at a table that cannot reach the hall, and lets it find
// the hall again.
func TestAWeekWithoutNetwork(t *testing.T) {
	entries := *entries
	p := newPlace(t)
	w := newWire(t, p.conf.Listen)
	x := newTable(t, "one", w.listener.Addr().String(), p.credentials("one"))
	x.start()
	x.begin()
	p.arrived(x)
	w.cut(true)
	games := 0
	for n := range entries {
		if n%50 == 0 {
			x.finish(x.id(x.seq))
			games++
			x.begin()
			continue
		}
		x.turn(n)
		if n == entries/2 {
			x.kill()
			x.close()
			x.start()
		}
	}
	kept, err := filepath.Glob(filepath.Join(x.dir, "journal.passed.*"))
	if err != nil || len(kept) == 0 && entries > 4000 {
		t.Errorf("%d journals are kept, %v", len(kept), err)
	}
	w.cut(false)
	p.arrived(x)
	until(t, "the games", func() bool {
		return len(p.read(fleet.StreamGames, fleet.Subject("one", "*", fleet.PartGame)+".*")) == games
	})
	x.begin()
	p.arrived(x)
	until(t, "the journals that are not needed", func() bool {
		kept, _ = filepath.Glob(filepath.Join(x.dir, "journal.passed.*"))
		return len(kept) == 0
	})
}

// TestTheBacklogIsBounded cuts a table off that may keep little: the oldest entries are
// given up, whole journals at a time, and the order stays.
func TestTheBacklogIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 9000 entries to the disk, so -short leaves it out; the store's own test has the same bound")
	}
	p := newPlace(t)
	w := newWire(t, p.conf.Listen)
	x := newTable(t, "one", w.listener.Addr().String(), p.credentials("one"))
	x.start()
	x.begin()
	p.arrived(x)
	w.cut(true)
	x.store.Retain(300 << 10)
	for n := range 9_000 {
		if n%50 == 0 {
			x.begin()
			continue
		}
		x.turn(n)
	}
	w.cut(false)
	until(t, "the last fact", func() bool { return p.told(x) })
	facts := p.facts("one")
	if last := facts[len(facts)-1].Seq; last != x.seq {
		t.Fatalf("the last fact is entry %d, and the table's is %d", last, x.seq)
	}
	gaps := 0
	for i, f := range facts[1:] {
		if f.Line != 1 || f.Seq <= facts[i].Seq {
			t.Fatalf("entry %d of line %d follows entry %d", f.Seq, f.Line, facts[i].Seq)
		}
		if f.Seq != facts[i].Seq+1 {
			gaps++
			if !f.Entry.Whole() {
				t.Errorf("entry %d, %s, comes after a gap: it needs what came before", f.Seq, f.Entry.Kind)
			}
		}
	}
	if gaps != 1 || len(facts) > 7000 || len(facts) < 2000 {
		t.Errorf("%d facts with %d gaps", len(facts), gaps)
	}
}

// TestALostDisk starts a table again whose disk is new: its numbers begin again, in a new
// line.
func TestALostDisk(t *testing.T) {
	p := newPlace(t)
	old := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	old.start()
	old.begin()
	old.turn(1)
	old.turn(2)
	p.arrived(old)
	old.kill()
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.start()
	x.begin()
	x.turn(7)
	var facts []fleet.Fact
	until(t, "five facts", func() bool { facts = p.facts("one"); return len(facts) >= 5 })
	for i, f := range facts[3:] {
		if f.Line != 2 || f.Seq != uint64(i+1) {
			t.Errorf("entry %d of line %d", f.Seq, f.Line)
		}
	}
}

// TestANewHall gives a table a hall that has lost everything: it gets all that the table
// has.
func TestANewHall(t *testing.T) {
	p := newPlace(t)
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.start()
	x.begin()
	x.finish(x.id(1))
	x.turn(1)
	p.arrived(x)
	has := func(q *place) func() bool {
		return func() bool {
			return len(q.read(fleet.StreamGames, fleet.Subject("one", "*", fleet.PartGame)+".*")) == 1
		}
	}
	until(t, "the game", has(p))
	x.kill()
	q := newPlace(t)
	x.conf.URL, x.conf.Credentials = "nats://"+q.conf.Listen, q.credentials("one")
	x.start()
	q.arrived(x)
	until(t, "the game", has(q))
}
