package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// guest is a stranger who uses the menu by its lights, with slow hands that slip.
type guest struct {
	*rig
	rng *rand.Rand
}

// slowly waits as long as a hand takes.
func (g *guest) slowly() { g.pass(time.Duration(100+g.rng.IntN(2500)) * time.Millisecond) }

// open opens the menu with a stone of the game, and returns where it was and
// where it lies.
func (g *guest) open() (home, corner string, err error) {
	s := g.table.Snapshot()
	stone := s.Record[g.rng.IntN(len(s.Record))]
	color, _ := board.ParseColor(stone.Color.String())
	corner = []string{"A1", "A19", "S19", "S1"}[g.rng.IntN(4)]
	if g.rng.IntN(2) == 0 {
		if err := g.board.Slide(g.index(stone.Point.String()), g.index(corner)); err != nil {
			return "", "", err
		}
	} else {
		g.lift(stone.Point.String())
		g.slowly()
		g.put(corner, color)
	}
	g.pass(5 * time.Second)
	if q := g.table.Snapshot().Question; q == nil || q.Kind != "menu" || len(q.Path) != 0 {
		return "", "", fmt.Errorf("no menu with the stone of %s on %s: %+v", stone.Point, corner, g.table.Snapshot())
	}
	return stone.Point.String(), corner, nil
}

// answer gives an answer by its light, and takes the stone off again. Sometimes it
// falls above the light first.
func (g *guest) answer(a string) error {
	q := g.table.Snapshot().Question
	i := -1
	if q != nil {
		i = slices.IndexFunc(q.Options, func(o api.Option) bool { return o.Answer == a && o.Point != nil })
	}
	if i < 0 {
		return fmt.Errorf("%q is not lit: %+v", a, q)
	}
	at := q.Options[i].Point
	color := board.Color(1 + g.rng.IntN(2))
	if beside := g.index(at.String()) + 19; g.rng.IntN(3) == 0 && g.board.Stones()[beside] == hw.Empty {
		if err := g.board.Put(beside, hw.State(color)); err != nil {
			return err
		}
		g.slowly()
		if err := g.board.Lift(beside); err != nil {
			return err
		}
		g.slowly()
	}
	g.put(at.String(), color)
	g.pass(time.Duration(2500+g.rng.IntN(4000)) * time.Millisecond)
	g.lift(at.String())
	g.slowly()
	return nil
}

// What strangers choose from the menu happens, and nothing of how they chose it is
// a move: on boards that misread, and on some that cannot tell colours.
func TestStrangersUseTheMenu(t *testing.T) {
	unraced(t)
	for seed := range uint64(48) {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 12))
			g := &guest{rng: rng, rig: newRig(t, sim.Settings{
				Board: hw.Geometry{Cols: 19, Rows: 19, Colors: seed%3 > 0}, Seed: seed, ScanRate: 25,
				Noise: sim.Noise{Bounce: 40 * time.Millisecond, FalseRead: 0.001, Leak: 0.001},
			}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })}
			defer g.stop()
			g.pass(time.Second)
			for n := range 1 + rng.IntN(6) { // some turns, away from lights and corners
				for k := range 1 + min(n, 1) {
					g.put(board.At(2+2*n, 5+3*k).String(), []board.Color{board.Black, board.White}[n%2])
				}
				g.pass(2 * time.Second)
			}
			for range 4 {
				before := g.table.Snapshot()
				home, corner, err := g.open()
				if err != nil {
					t.Fatalf("evening %d: %v", seed, err)
				}
				path := [][]string{{"level", fmt.Sprint(1 + rng.IntN(10))}, {"pause", "yes"}, {"level"}, {}, {"resign"}, {"new-game"}}[rng.IntN(6)]
				for _, a := range path {
					if err := g.answer(a); err != nil {
						t.Fatalf("evening %d, %v: %v", seed, path, err)
					}
				}
				// The stone goes home, and whatever the lights show is taken off.
				color, _ := board.ParseColor(before.Record[slices.IndexFunc(before.Record, func(s api.Stone) bool { return s.Point.String() == home })].Color.String())
				g.lift(corner)
				g.slowly()
				g.put(home, color)
				g.pass(2 * time.Second)
				now := g.table.Snapshot()
				switch {
				case len(path) < 2:
				case path[0] == "level" && fmt.Sprint(now.Level) != path[1]:
					t.Fatalf("evening %d: %v, and the level is %d", seed, path, now.Level)
				case path[0] == "pause":
					if now.Phase != api.PhasePaused {
						t.Fatalf("evening %d: %v, and the phase is %s", seed, path, now.Phase)
					}
					if err := g.answer("yes"); err != nil {
						t.Fatalf("evening %d: %v", seed, err)
					}
					now = g.table.Snapshot()
				}
				if fmt.Sprint(now.Moves) != fmt.Sprint(before.Moves) || now.GameID != before.GameID || now.Phase != api.PhaseHuman || len(now.Marks) > 0 {
					t.Fatalf("evening %d: after %v the game is %s with %v, in phase %s (%s); it was %s with %v",
						seed, path, now.GameID, now.Moves, now.Phase, now.Message, before.GameID, before.Moves)
				}
			}
		})
	}
}
