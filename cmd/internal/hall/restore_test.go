package hall

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/engine/board"
)

// TestARestoredHall goes on from a backup: tables tell it again what it has lost, whether they
// ran on, were started again meanwhile, or count visitors alone.
func TestARestoredHall(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	ten := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	seen := &tally{}
	seen.add(api.Count{Hour: ten, What: "visit", Count: 7})
	counted := &tally{}
	counted.add(api.Count{Hour: ten, What: "visit", Count: 2})
	one, two, three := newTable(t, "one", p.conf.Listen, p.credentials("one")), newTable(t, "two", p.conf.Listen, p.credentials("two")), newTable(t, "three", p.conf.Listen, p.credentials("three"))
	one.conf.Visits, one.conf.VisitsPause = seen, 10*time.Millisecond
	three.conf.Visits, three.conf.VisitsPause = counted, 10*time.Millisecond
	for _, x := range []*table{one, two, three} {
		x.start()
	}
	for _, x := range []*table{one, two} {
		x.begin()
		x.finishFor(x.id(1), board.White, time.Unix(1e9, 0))
		x.finishFor(x.id(2), board.White, time.Unix(1e9, 0))
	}
	has := func(a *site, games, visits int) {
		t.Helper()
		until(t, "games and visits", func() bool {
			_, n := a.hall.shelf.search("")
			sum := 0
			for _, c := range a.hall.visits.list() {
				sum += c.Count.Count
			}
			return n == games && sum == visits
		})
	}
	a := p.serve()
	has(a, 4, 9)
	a.end()
	p.stop()
	streams, backup := filepath.Join(p.dir, "jetstream"), filepath.Join(t.TempDir(), "backup")
	if err := os.CopyFS(backup, os.DirFS(streams)); err != nil {
		t.Fatal(err)
	}
	p.start()
	for _, x := range []*table{one, two} {
		x.finishFor(x.id(3), board.White, time.Unix(1e9, 0))
		x.finishFor(x.id(4), board.Black, time.Unix(1e9, 0))
		x.finishFor(x.id(1), board.Black, time.Unix(2e9, 0)) // it was reopened
	}
	counted.add(api.Count{Hour: ten.Add(time.Hour), What: "visit", Count: 3})
	seen.add(api.Count{Hour: ten.Add(time.Hour), What: "visit", Count: 1})
	b := p.serve()
	has(b, 8, 13)
	until(t, "the game that was reopened", func() bool { list, _ := b.hall.shelf.search("black"); return len(list) == 4 })
	b.end()
	p.stop()
	if err := os.RemoveAll(streams); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(streams, os.DirFS(backup)); err != nil {
		t.Fatal(err)
	}
	two.kill()
	two.close()
	two.start()
	p.start()
	counted.add(api.Count{Hour: ten.Add(2 * time.Hour), What: "visit", Count: 5})
	c := p.serve()
	has(c, 8, 18)
	until(t, "the game that was reopened", func() bool { list, _ := c.hall.shelf.search("black"); return len(list) == 4 })
}

// TestARestoredTable goes on from an older copy of its disk: the hall keeps every turn and game, has no game
// twice, and takes the disk for another one, which gets the settings that came after the copy. The table
// says so once.
func TestARestoredTable(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.serve()
	var log spoken
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.conf.Log = slog.New(slog.NewTextHandler(&log, nil))
	x.start()
	x.begin()
	x.turn(1)
	x.finish(x.id(1))
	games := func(n int) {
		t.Helper()
		until(t, "the games", func() bool { _, all := s.hall.shelf.search(""); return all == n && p.told(x) })
	}
	games(1)
	again := func(from, to string) {
		t.Helper()
		x.kill()
		x.close()
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		x.start()
	}
	copied := filepath.Join(t.TempDir(), "copy")
	again(x.dir, copied)
	for n := range 5 {
		x.turn(2 + n)
	}
	x.finish(x.id(2))
	games(2)
	disk := func() string { return s.hall.view.all(time.Now())["one"].Health.Install }
	before, was := p.facts("one"), disk()
	again(copied, x.dir)
	until(t, "what is on the disk", func() bool { return len(p.facts("one")) == len(before)+2 })
	until(t, "another disk", func() bool { return disk() != was })
	x.finish(x.id(3))
	games(3)
	if now := p.facts("one"); !reflect.DeepEqual(now[:len(before)], before) || now[len(before)].Line != 2 {
		t.Errorf("the hall had %+v and has %+v", before, now)
	}
	if said := log.String(); strings.Count(said, "an older copy of the disk was restored") != 1 || strings.Contains(said, "ERROR") {
		t.Errorf("the table says\n%s", said)
	}
}

// TestAHallThatLostNothing is started again: a table that never had a fault tells it nothing
// twice, and does not say that the hall has lost something.
func TestAHallThatLostNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	c := &tally{}
	c.add(api.Count{Hour: time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC), What: "visit", Count: 7})
	var log bytes.Buffer
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.conf.Visits, x.conf.VisitsPause = c, 10*time.Millisecond
	x.conf.Log = slog.New(slog.NewTextHandler(&log, nil))
	x.start()
	x.begin()
	x.finish(x.id(1))
	has := func(stream string, n uint64) {
		t.Helper()
		until(t, "messages of "+stream, func() bool {
			s, err := p.js.Stream(t.Context(), stream)
			return err == nil && s.CachedInfo().State.LastSeq >= n
		})
	}
	has(fleet.StreamGames, 1)
	has(fleet.StreamVisits, 1)
	for range 2 {
		p.stop()
		p.start()
		x.turn(1)
		until(t, "a turn", func() bool { return p.told(x) })
	}
	x.finish(x.id(2))
	has(fleet.StreamGames, 2)
	x.turn(2)
	until(t, "a turn after it", func() bool { return p.told(x) })
	c.add(api.Count{Hour: time.Date(2026, 11, 23, 11, 0, 0, 0, time.UTC), What: "visit", Count: 1})
	has(fleet.StreamVisits, 2)
	until(t, "the second hour", func() bool {
		return len(p.read(fleet.StreamVisits, p.keys.subjects("one")[fleet.PartVisits]+".202611231100")) > 0
	})
	x.kill()
	if strings.Contains(log.String(), "lost what it had taken") {
		t.Errorf("the table says that the hall has lost something:\n%s", log.String())
	}
	s, err := p.js.Stream(t.Context(), fleet.StreamVisits)
	if err != nil {
		t.Fatal(err)
	}
	if n := s.CachedInfo().State.LastSeq; n != 2 {
		t.Errorf("two hours were told %d times", n)
	}
}

// TestAClockThatWasAhead counts visits under a later year first: what is counted by the right
// clock comes, too, also from a table that an older program left behind.
func TestAClockThatWasAhead(t *testing.T) {
	p := newPlace(t)
	a := p.serve()
	now := time.Now().UTC().Truncate(time.Hour)
	c := &tally{}
	c.add(api.Count{Hour: now.AddDate(1, 0, 0), What: "visit", Count: 1})
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.conf.Visits, x.conf.VisitsPause = c, 10*time.Millisecond
	x.start()
	has := func(n int) {
		t.Helper()
		until(t, "the counts", func() bool { return len(a.hall.visits.list()) == n })
	}
	has(1)
	earlier := func(hours int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.list = append([]api.Count{{Hour: now.Add(-time.Duration(hours) * time.Hour), What: "visit", Count: 50}}, c.list...)
	}
	earlier(1)
	has(2)
	x.kill()
	x.close()
	x.start()
	earlier(2)
	has(3)
	x.kill()
	x.close()
	// What older programs wrote.
	hall, err := os.ReadFile(filepath.Join(x.dir, "fleet.games"))
	if err != nil {
		t.Fatal(err)
	}
	old := `{"hall":"` + string(hall[:len(hall)-1]) + `","from":"` + now.AddDate(1, 0, 0).Format(time.RFC3339) + `"}`
	if err := os.WriteFile(filepath.Join(x.dir, "fleet.visits"), []byte(old), 0o640); err != nil {
		t.Fatal(err)
	}
	earlier(3)
	x.start()
	has(4)
}
