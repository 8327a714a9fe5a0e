package table

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/gametree"
	"stonehand/engine/sgf"
	"stonehand/hw/sim"
)

// replayOf is the order to replay a record from a node on.
func replayOf(t *testing.T, text string, node int) *api.ReviewOrder {
	t.Helper()
	games, err := sgf.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	v, err := gametree.New(games[0])
	if err != nil {
		t.Fatal(err)
	}
	o := &api.ReviewOrder{ID: "g", Title: "Anna – Bo", Size: v.Info.Size}
	o.Steps, o.At = v.Steps(node)
	return o
}

// replayScript is a table on which a script's words and replays are carried out.
func replayScript(t *testing.T, game string, run func(t *testing.T, s *script, do func(words string), stands func(string, ...string))) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{}
		s.t = t
		defer s.leave()
		do := func(words string) {
			t.Helper()
			if said, err := s.do(strings.Fields(words)); err != nil || said != "" {
				t.Fatalf("%s: %s%v", words, said, err)
			}
		}
		do(game)
		run(t, s, do, func(says string, marks ...string) {
			t.Helper()
			n := s.table.Snapshot()
			var got []string
			for _, m := range n.Marks {
				got = append(got, m.Kind+" "+m.Point.String())
			}
			if n.Message != says || strings.Join(got, ", ") != strings.Join(marks, ", ") {
				t.Errorf("%s: %q, %q; not %q, %q", n.Phase, n.Message, got, says, marks)
			}
		})
	})
}

const cornered = "(;GM[1]SZ[9];B[ba];W[aa];B[ab];W[cc];B[])"

func order(t *testing.T, s *script, o *api.ReviewOrder) {
	t.Helper()
	if _, err := s.table.Do(t.Context(), api.Command{Do: api.DoReview, Review: o}); err != nil {
		t.Fatal(err)
	}
	s.pass(3 * time.Second)
}

func act(t *testing.T, s *script, what string) {
	t.Helper()
	if _, err := s.table.Do(t.Context(), api.Command{Do: api.DoReview, Answer: what}); err != nil {
		t.Fatal(err)
	}
	s.pass(3 * time.Second)
}

// People lay out a game of Go with a capture on a larger board, forward and back, by the
// lights and by heart; the game on record waits and goes on.
func TestReplayByLights(t *testing.T) {
	for _, kind := range []string{"", " occupancy"} {
		replayScript(t, "game human=both"+kind, func(t *testing.T, s *script, do func(string), stands func(string, ...string)) {
			do("put black J10")
			do("wait 3s")
			do("lift J10")
			do("wait 100ms")
			do("put black J10")
			do("wait 3s")
			order(t, s, replayOf(t, cornered, 2))
			if n := s.table.Snapshot(); n.Phase != api.PhaseReview || n.Cols != 9 || n.Board.Cols != 19 || n.Review.At != 2 || n.Review.All != 5 {
				t.Fatalf("%+v", n)
			}
			// The game of 9x9 lies in the middle: its A1 is the board's F6, and J10 its E5.
			stands("Turn 2 of 5. Take away the stone on E5. Then 2 more.", "extra E5", "missing A9", "missing B9")
			do("lift J10")
			do("wait 1s")
			put := func(color, point string) { // by the board's own names
				do("put " + color + " " + point)
				do("wait 2s")
			}
			put("black", "G14")
			stands("Turn 2 of 5. Put a white stone on A9.", "missing A9")
			put("white", "F14")
			stands("Turn 2 of 5. To continue, press \"next turn\", or play the next turn yourself.")
			// The next turn by heart: then what it captures is to be lifted.
			put("black", "F13")
			stands("Turn 3 of 5. Take away the stone on A9.", "extra A9")
			do("lift F14")
			do("wait 2s")
			stands("Turn 3 of 5. To continue, press \"next turn\", or play the next turn yourself.")
			// Back by lifting the stone that was played last.
			do("lift F13")
			do("wait 2s")
			stands("Turn 2 of 5. Put a white stone on A9.", "missing A9")
			act(t, s, "last")
			stands("Turn 5 of 5. Put a white stone on C7. Then 1 more.", "missing C7", "missing A8")
			put("black", "F13")
			put("white", "H12")
			stands("Turn 5 of 5. This is the end of the game.")
			if _, err := s.table.Do(t.Context(), api.Command{Do: api.DoUndo}); err == nil {
				t.Error("a turn is taken back in the middle of a replay")
			}
			act(t, s, "end")
			if n := s.table.Snapshot(); n.Review != nil || n.Cols != 19 || len(n.Moves) != 1 || n.Phase == api.PhaseReview || n.Phase == api.PhasePaused {
				t.Errorf("%+v", n)
			}
			do("lift G14")
			do("lift F13")
			do("lift H12")
			put("black", "J10")
			if n := s.table.Snapshot(); n.Phase != api.PhaseHuman || n.ToMove != board.White || len(n.Marks) > 0 {
				t.Errorf("%s: %s", n.Phase, n.Message)
			}
		})
	}
}

// Turns are guessed on the board: one right at once, one at the second try, one shown.
func TestGuessOnTheBoard(t *testing.T) {
	replayScript(t, "game human=both", func(t *testing.T, s *script, do func(string), stands func(string, ...string)) {
		o := replayOf(t, "(;GM[511]SZ[19];B[JJ];W[KK];W[JK];B[AA];B[BB])", 0)
		o.Guess = true
		order(t, s, o)
		stands("Right at the first try: 0 of 0. Where does Black play?")
		do("put black J10")
		do("wait 2s")
		stands("Right at the first try: 1 of 1. Where does White play?")
		do("put white K11") // the first of two, and then a wrong one
		do("put white A1")
		do("wait 2s")
		stands("Right at the first try: 1 of 1. Not there. Take the stone away and try again.", "refused A1")
		do("lift A1")
		do("wait 2s")
		do("put white J11")
		do("wait 2s")
		stands("Right at the first try: 1 of 2. Where does Black play?")
		act(t, s, "on")
		stands("Turn 3 of 3. Put a black stone on A1. Then 1 more.", "missing A1", "missing B2")
		do("put black A1 B2")
		do("wait 2s")
		stands("Right at the first try: 1 of 3. This is the end of the game.")
	})
}

// What cannot be is refused, another game ends a replay, and a board that is unplugged
// is read again.
func TestReplayEnds(t *testing.T) {
	replayScript(t, "game human=both", func(t *testing.T, s *script, do func(string), stands func(string, ...string)) {
		if said, err := s.command(api.Command{Do: api.DoReview, Answer: "on"}); err != nil || said != "refused:  No game is being replayed on the board.\n" {
			t.Errorf("%s %v", said, err)
		}
		if said, err := s.command(api.Command{Do: api.DoReview, Answer: "dance"}); err != nil || !strings.Contains(said, "on, back, first") {
			t.Errorf("%s %v", said, err)
		}
		order(t, s, replayOf(t, cornered, 0))
		act(t, s, "on")
		stands("Turn 1 of 5. Put a black stone on B9.", "missing B9")
		do("unplug")
		if n := s.table.Snapshot(); n.Phase != api.PhaseLost {
			t.Errorf("%s", n.Phase)
		}
		do("plug")
		do("wait 1s")
		stands("Turn 1 of 5. Put a black stone on B9.", "missing B9")
		do("push turn")
		stands("Turn 2 of 5. Put a white stone on A9. Then 1 more.", "missing A9", "missing B9")
		do("push back back back")
		do("wait 2s")
		stands("Turn 0 of 5. To continue, press \"next turn\", or play the next turn yourself.")
		if _, err := s.table.Do(t.Context(), api.Command{Do: api.DoNewGame}); err != nil {
			t.Error(err)
		}
		s.pass(3 * time.Second)
		if n := s.table.Snapshot(); n.Review != nil || n.Phase != api.PhaseHuman || n.Cols != 19 {
			t.Errorf("%+v", n)
		}
		o := replayOf(t, cornered, 0)
		o.Size = board.Size{Cols: 20, Rows: 20}
		if said, err := s.command(api.Command{Do: api.DoReview, Review: o}); err != nil || !strings.Contains(said, "cannot show a game of 20 x 20") {
			t.Errorf("%s %v", said, err)
		}
	})
}

// Whatever becomes of the pause, no clock runs and no arm places a stone while people replay
// a game.
func TestNothingIsInPlayInAReplay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(*Config) {})
		r.pass(2 * time.Second)
		r.do(api.Command{Do: api.DoReview, Review: replayOf(t, cornered, 2)})
		r.pass(2 * time.Second)
		r.stop()
		r.table.core.match.Paused = false
		if s := r.table.core.status(); s.InPlay || !s.Live || s.Mending {
			t.Errorf("in a replay the table stands so: %+v", s)
		}
	})
}
