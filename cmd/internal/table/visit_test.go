package table

import (
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/engine/board"
	"stonehand/engine/puzzle"
	"stonehand/hw/sim"
)

// A whole visit by stones and lights alone, without a screen: a person comes while the
// table plays by itself, has the rules shown, solves a puzzle, chooses the weakest
// opponent, beats it, and leaves; then the table invites the next.
func TestVisitAtTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		counted := &counts{}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			exhibited(c)
			c.Tally = counted
		})
		defer r.stop()
		r.thinker.say(scattered)
		// Whatever is said is said in both languages.
		hears := func(what string, phase api.Phase) *api.Snapshot {
			t.Helper()
			s := r.phase(phase)
			if en, zh := s.Said["en"].Message, s.Said["zh"].Message; en == "" || zh == "" || en == zh {
				t.Errorf("%s: says %q, %q", what, en, zh)
			}
			return s
		}
		r.pass(65 * time.Second)
		r.scene("lesson")
		hears("the invitation", api.PhaseAttract)

		// The first stone begins a game; the menu shows the rules on an empty board.
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		hears("the first turn", api.PhaseHuman)
		r.openMenu("J10")
		r.choose("settings", "rules", "rules")
		r.board.Clear()
		seen := map[int]bool{}
		for range 200 {
			r.pass(time.Second)
			if s := r.table.Snapshot(); s.Attract != nil && s.Attract.Scene == attract.Lesson.String() {
				seen[s.Attract.Step] = true
				hears("the rules", api.PhaseAttract)
			}
			if len(seen) == 4 {
				break
			}
		}
		if len(seen) != 4 {
			t.Fatalf("the rules were shown in %d steps", len(seen))
		}

		// The empty board asks for a new game.
		again := func(point string) {
			t.Helper()
			for range 120 {
				if q := r.table.Snapshot().Question; q != nil && r.table.Snapshot().Phase == api.PhaseRepair {
					break
				}
				r.pass(time.Second)
			}
			q := r.table.Snapshot().Question
			if q == nil {
				t.Fatalf("the empty board asks nothing: %s", r.table.Snapshot().Message)
			}
			hears("the question for a new game", api.PhaseRepair)
			r.choose(q.Options[0].Answer)
			r.pass(3 * time.Second)
			r.put(point, board.Black)
			r.pass(3 * time.Second)
			r.obey()
			r.pass(time.Second)
		}
		again("J10")

		// A puzzle: the lights set it up, the stones answer.
		r.openMenu("J10")
		r.choose("settings", "rules", "puzzles")
		r.board.Clear()
		p := puzzle.Find("connect6-1")
		for color, points := range map[board.Color][]board.Point{board.Black: p.Start.Black, board.White: p.Start.White} {
			for _, at := range points {
				r.put(p.Size.Name(at, board.Algebraic), color)
			}
		}
		r.pass(3 * time.Second)
		hears("the puzzle", api.PhaseReview)
		for _, at := range p.Answers[0] {
			r.put(p.Size.Name(at, board.Algebraic), p.Start.ToMove)
		}
		r.pass(3 * time.Second)
		if s := hears("the answer", api.PhaseReview); s.Said["en"].Message != "Puzzle 1 of 20, grade 1. Solved. Take a stone away for the next puzzle, or all stones to stop." {
			t.Errorf("solved: %s", s.Said["en"].Message)
		}
		r.board.Clear()
		r.pass(30 * time.Second)

		// A game against the weakest.
		again("A10")
		r.openMenu("A10")
		r.choose("level", "1")
		r.closeMenu("A10")
		if s := hears("the game", api.PhaseHuman); s.Level != 1 {
			t.Errorf("the level is %d", s.Level)
		}
		for _, turn := range [][2]string{{"B10", "C10"}, {"D10", "E10"}, {"S18", "F10"}} {
			r.put(turn[0], board.Black)
			r.pass(500 * time.Millisecond)
			r.put(turn[1], board.Black)
			r.pass(3 * time.Second)
			if r.table.Snapshot().Phase == api.PhaseOver {
				break
			}
			r.obey()
			r.pass(time.Second)
		}
		if s := hears("the end", api.PhaseOver); s.Result != "black" {
			t.Errorf("the game was won by %q", s.Result)
		}

		// The visitor leaves; the table asks for an empty board, and invites the next.
		r.pass(5 * time.Minute)
		r.scene("clear")
		r.board.Clear()
		r.pass(70 * time.Second)
		hears("the next invitation", api.PhaseAttract)
		if games := counted.of("game"); len(games) == 0 || games[len(games)-1].Result != api.TallyPeople || games[len(games)-1].Level != 1 {
			t.Errorf("counted: %+v", games)
		}
	})
}

// A game that has waited for its players is as long as they have played.
func TestGameIsCountedFromItsFirstTurn(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		counted := &counts{}
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			exhibited(c)
			c.Tally = counted
		})
		defer r.stop()
		r.pass(20 * time.Minute)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		r.pass(30 * time.Second)
		r.do(api.Command{Do: api.DoResign})
		if g := counted.of("game"); len(g) != 1 || g[0].Time < 30 || g[0].Time > 60 {
			t.Errorf("counted: %+v", g)
		}
	})
}

// A game that waited overnight, with the program switched off, is as long as it was played in
// the morning.
func TestGameIsCountedWithoutTheNight(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		counted := &counts{}
		edit := func(c *Config) {
			exhibited(c)
			c.Tally = counted
		}
		r := newRig(t, sim.Settings{}, nil, edit)
		r.pass(20 * time.Minute)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		r.pass(30 * time.Second)
		r.stop()
		time.Sleep(14 * time.Hour)
		r.start(r.journal.entries, edit)
		defer func() { r.stop() }()
		r.pass(30 * time.Second)
		r.do(api.Command{Do: api.DoResign})
		if g := counted.of("game"); len(g) != 1 || g[0].Time < 20 || g[0].Time > 120 {
			t.Errorf("counted: %+v", g)
		}
	})
}
