package hall

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
)

// inOrder says what is wrong with the facts that a hall has of a table whose last entry
// has the number last: each is to be there once, in order.
func inOrder(facts []fleet.Fact, last uint64) error {
	for i, f := range facts {
		if want := uint64(i + 1); f.Seq != want || f.Entry.Seq != want || f.Line != 1 {
			return fmt.Errorf("fact %d is entry %d (%d) of line %d", want, f.Seq, f.Entry.Seq, f.Line)
		}
	}
	if uint64(len(facts)) != last {
		return fmt.Errorf("the hall has %d facts, and the table wrote %d entries", len(facts), last)
	}
	return nil
}

// arrived waits until the hall has a table's last entry, and checks all facts.
func (p *place) arrived(x *table) {
	p.t.Helper()
	until(p.t, "the last fact", func() bool { return p.told(x) })
	if err := inOrder(p.facts(x.name), x.seq); err != nil {
		p.t.Fatal(err)
	}
}

func TestFactsArrive(t *testing.T) {
	p := newPlace(t)
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	x.start()
	x.begin()
	for n := range 20 {
		x.turn(n)
	}
	p.arrived(x)
}

// TestARunningClockIsNotTold has a clock that runs for minutes between turns, and connections and the
// program that end meanwhile: the hall has the turns, each once, and has lost nothing.
func TestARunningClockIsNotTold(t *testing.T) {
	p := newPlace(t)
	w := newWire(t, p.conf.Listen)
	x := newTable(t, "one", w.listener.Addr().String(), p.credentials("one"))
	var log spoken
	x.conf.Log = slog.New(slog.NewTextHandler(&log, nil))
	run := func(seconds int) {
		for range seconds {
			x.write(api.Entry{Kind: api.KindClock, Left: &api.Times{Black: api.SideTime{Main: 60_000}, White: api.SideTime{Main: 60_000}}})
		}
	}
	x.start()
	x.begin()
	const turns = 4
	for n := range turns {
		run(600) // more than are read at once
		switch n {
		case 1:
			w.cut(false)
		case 2:
			x.kill()
			x.close()
			x.start()
		case 3:
			p.stop()
			p.start()
		}
		run(20)
		x.turn(n)
		until(t, "the turn", func() bool { return p.told(x) })
	}
	run(20)
	w.cut(false)
	x.finish(x.id(x.seq))
	until(t, "the game", func() bool {
		return len(p.read(fleet.StreamGames, fleet.Subject("one", "*", fleet.PartGame)+".*")) == 1
	})
	facts := p.facts("one")
	for i, f := range facts {
		if want := (map[bool]api.Kind{true: api.KindNewGame, false: api.KindTurn})[i == 0]; f.Entry.Kind != want || f.Line != 1 {
			t.Errorf("fact %d is %s of line %d, not %s of the first", i+1, f.Entry.Kind, f.Line, want)
		}
	}
	if len(facts) != 1+turns {
		t.Errorf("the hall has %d facts of a game with %d turns", len(facts), turns)
	}
	if strings.Contains(log.String(), "has lost") || strings.Contains(log.String(), "later turns") {
		t.Errorf("the table takes the hall for one that lost something:\n%s", log.String())
	}
}

// TestExactlyOnce kills the server, the table and the connection at random moments of
// many games.
func TestExactlyOnce(t *testing.T) {
	seeds := []uint64{1, 2}
	if testing.Short() {
		seeds = []uint64{0}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 1))
			p := newPlace(t)
			w := newWire(t, p.conf.Listen)
			x := newTable(t, "one", w.listener.Addr().String(), p.credentials("one"))
			x.start()
			x.begin()
			var games []string
			for range 150 {
				switch chance.IntN(12) {
				case 0:
					w.cut(chance.IntN(2) == 0)
				case 1:
					w.cut(false)
				case 2:
					x.kill()
					x.close()
					x.start()
				case 3:
					p.stop()
					p.start()
				case 4:
					if len(games) > 0 && chance.IntN(2) == 0 { // a game that was reopened ends again
						x.finish(games[len(games)-1])
						break
					}
					x.finish(x.id(x.seq))
					games = append(games, x.id(x.seq))
				case 5:
					x.begin()
				default:
					for range chance.IntN(20) {
						x.turn(chance.IntN(361))
					}
				}
			}
			w.cut(false)
			if x.cancel == nil {
				x.start()
			}
			x.begin()
			p.arrived(x)
			until(t, "the last game", func() bool {
				return len(p.read(fleet.StreamGames, fleet.Subject("one", "*", fleet.PartGame)+".*")) >= unique(games)
			})
			if n := len(p.read(fleet.StreamGames, fleet.Subject("one", "*", fleet.PartGame)+".*")); n != unique(games) {
				t.Errorf("the hall has %d games, and %d were finished", n, unique(games))
			}
		})
	}
}

func unique(list []string) int {
	all := map[string]bool{}
	for _, s := range list {
		all[s] = true
	}
	return len(all)
}
