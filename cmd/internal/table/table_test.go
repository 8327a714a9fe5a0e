package table

import (
	"slices"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/sim"
)

func TestPersonAndMachineTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(2 * time.Second)
		s := r.phase(api.PhaseHuman)
		if s.ToMove != board.Black || s.Due != 1 || !slices.Equal(s.Human, []board.Color{board.Black}) || s.Message != "Black to move: put down one black stone." {
			t.Fatalf("at the start: %+v", s)
		}
		if l := r.board.Lights(); l.Edge != hw.YourTurn {
			t.Fatalf("edge %v", l.Edge)
		}
		r.put("J10", board.Black)
		r.pass(900 * time.Millisecond)
		r.phase(api.PhaseThinking)
		if l := r.board.Lights(); l.Edge != hw.Thinking || l.Points[r.index("J10")] != hw.Accepted {
			t.Fatalf("thinking: edge %v, J10 %v", l.Edge, l.Points[r.index("J10")])
		}
		r.pass(time.Second)
		s = r.phase(api.PhasePlace)
		if want := []string{"A1", "B1"}; !slices.Equal(s.Wanted, apitest.Points(want...)) || !slices.Equal(s.Turn, apitest.Points(want...)) || s.ToMove != board.White {
			t.Fatalf("wanted %v of %v", s.Wanted, s.Turn)
		}
		if s.Message != "Please put two white stones on A1 and B1." {
			t.Fatal(s.Message)
		}
		if l := r.board.Lights(); l.Points[0] != hw.PlaceWhite || l.Points[1] != hw.PlaceWhite {
			t.Fatalf("lights %v", l.Points[:3])
		}
		r.put("B1", board.White)
		r.pass(time.Minute)
		s = r.phase(api.PhasePlace)
		if l := r.board.Lights(); !slices.Equal(s.Wanted, apitest.Points("A1")) || l.Points[0] != hw.PlaceWhite || l.Points[1] != hw.Off {
			t.Fatalf("wanted %v, lights %v", s.Wanted, l.Points[:3])
		}
		r.obey()
		s = r.phase(api.PhaseHuman)
		if len(s.Moves) != 2 || s.ToMove != board.Black || s.Due != 2 || len(s.Stones) != 3 || len(s.Record) != 3 {
			t.Fatalf("%+v", s)
		}
		if l := r.board.Lights(); l.Points[0] != hw.LastMove || l.Points[r.index("J10")] != hw.Off {
			t.Fatalf("lights %v", l.Points[:3])
		}
		r.put("J12", board.Black)
		r.pass(time.Second)
		s = r.phase(api.PhaseHuman)
		if !slices.Equal(s.Partial, apitest.Points("J12")) || s.Message != "Stone 1 of 2 is down. Put down one black stone more." {
			t.Fatalf("%v %q", s.Partial, s.Message)
		}
		if got := r.board.Lights().Points[r.index("J12")]; got != hw.Accepted {
			t.Fatalf("J12 shows %v", got)
		}
	})
}

// The light is on at the very moment when the machine has chosen, and the turn
// counts at the very moment when its stones have settled: nothing waits for a
// tick. In a bubble all computing takes no time, so what is measured is waiting.
func TestNothingWaitsForATick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{ScanRate: 100}, nil, func(c *Config) { c.Settle = 333 * time.Millisecond })
		defer r.stop()
		r.thinker.takes = 777 * time.Millisecond
		r.pass(2 * time.Second)
		began := time.Now()
		r.put("J10", board.Black)
		for r.table.Snapshot().Phase == api.PhaseHuman && time.Since(began) < time.Minute {
			r.pass(time.Millisecond)
		}
		// Three scans of five agree, 10 ms apart; then the stone settles.
		if took := time.Since(began); took < 333*time.Millisecond || took > 374*time.Millisecond {
			t.Errorf("the turn counted after %v", took)
		}
		began = time.Now()
		for r.board.Lights().Points[0] != hw.PlaceWhite && time.Since(began) < time.Minute {
			r.pass(time.Millisecond)
		}
		if took := time.Since(began); took > 778*time.Millisecond {
			t.Errorf("lit %v after the search began, which took 777ms", took)
		}
	})
}

func TestMachineBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.White} })
		defer r.stop()
		r.pass(2500 * time.Millisecond)
		s := r.phase(api.PhasePlace)
		if !slices.Equal(s.Wanted, apitest.Points("A1")) || s.ToMove != board.Black {
			t.Fatalf("%+v", s)
		}
		r.obey()
		r.phase(api.PhaseHuman)
		r.refused(api.Command{Do: api.DoUndo}, "nothing-to-undo")
	})
}

func TestTwoPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Human = api.Colors{board.Black, board.White} })
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.put("K10", board.White)
		r.put("K11", board.White)
		r.pass(time.Second)
		s := r.phase(api.PhaseHuman)
		if len(s.Moves) != 2 || s.ToMove != board.Black || len(r.thinker.questions()) != 0 {
			t.Fatalf("%v, %d questions", s.Moves, len(r.thinker.questions()))
		}
		s = r.do(api.Command{Do: api.DoUndo})
		if len(s.Moves) != 1 || s.Phase != api.PhaseRepair {
			t.Fatalf("after undo: %v, %v", s.Moves, s.Phase)
		}
		s = r.do(api.Command{Do: api.DoResign})
		if s.Result != "black" || s.Reason != "resign" || s.Message != "White resigned. Black wins." {
			t.Fatalf("%q %q %q", s.Result, s.Reason, s.Message)
		}
	})
}

// The machine plays both sides, a person puts its stones down, to the end.
func TestMachineAgainstItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, smallBoard, nil, func(c *Config) { c.Human, c.Games = api.Colors{}, []game.Rules{small} })
		defer r.stop()
		for range 40 {
			r.pass(2 * time.Second)
			if r.table.Snapshot().Phase == api.PhaseOver {
				break
			}
			r.obey()
		}
		r.phase(api.PhaseOver)
		r.refused(api.Command{Do: api.DoResign}, "over")
		r.refused(api.Command{Do: api.DoMoveNow}, "over")
		r.refused(api.Command{Do: api.DoPause}, "over")
	})
}

// A whole game against the trivial thinker, won by the person.
func TestWholeGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{Noise: sim.Noise{Bounce: 30 * time.Millisecond, FalseRead: 0.001}, Seed: 1}, nil, nil)
		defer r.stop()
		r.thinker.say(scattered)
		r.pass(2 * time.Second)
		r.put("A10", board.Black)
		for _, turn := range [][2]string{{"B10", "C10"}, {"D10", "E10"}, {"S19", "F10"}} {
			r.pass(3 * time.Second)
			r.obey()
			r.pass(time.Second)
			r.put(turn[0], board.Black)
			r.pass(500 * time.Millisecond)
			r.put(turn[1], board.Black)
		}
		r.pass(3 * time.Second)
		s := r.phase(api.PhaseOver)
		if s.Result != "black" || s.Reason != "line" || len(s.Line) != 6 || s.ToMove != board.Empty || s.Due != 0 ||
			s.Message != "You win with six in a row." || s.Said["zh"].Message != "你六子连珠，获胜。" {
			t.Fatalf("%+v", s)
		}
		// Who looks on has not won.
		if s.Said["en"].Scene != "Black wins with six in a row." || s.Said["zh"].Scene != "黑方六子连珠，获胜。" {
			t.Errorf("those who look on hear %q, %q", s.Said["en"].Scene, s.Said["zh"].Scene)
		}
		if l := r.board.Lights(); l.Points[r.index("A10")] != hw.Winning || l.Points[r.index("S19")] != hw.LastMove {
			t.Error("the winning line is not lit")
		}
		games := r.archive.all()
		if len(games) != 1 {
			t.Fatalf("%d games in the archive", len(games))
		}
		f := games[0]
		if f.ID != s.GameID || f.Game.Result().Winner != board.Black || f.Game.Result().Reason != game.ByLine || f.Black != "human" || f.White != "Stonehand level 5" ||
			len(f.Game.Turns()) != 7 || f.Game.Size().Cols != 19 || !f.Ended.After(f.Started) {
			t.Errorf("%+v", f)
		}
		// The stones may be taken away now; nobody complains.
		r.board.Clear()
		r.pass(5 * time.Second)
		if s := r.phase(api.PhaseOver); len(s.Marks) != 0 || len(s.Stones) != 0 {
			t.Errorf("%v", s.Marks)
		}
		if s := r.do(api.Command{Do: api.DoNewGame}); s.Phase != api.PhaseHuman || s.GameID == f.ID {
			t.Errorf("new game on a bare board: %v", s.Phase)
		}
	})
}

func TestNewGameWantsABareBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) { c.Language = text.Chinese })
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(5 * time.Second)
		level, budget := 9, 1500*time.Millisecond
		s := r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.White}, Level: &level, Time: &budget})
		if s.Phase != api.PhaseClear || s.Message != "新的一局：请取走棋盘上所有的棋子。" || len(s.Marks) != 1 || s.Marks[0] != (api.Mark{Point: apitest.At("J10"), Kind: "extra"}) {
			t.Fatalf("%v %q %v", s.Phase, s.Message, s.Marks)
		}
		if s.Level != 9 || s.TurnTime != 1.5 || !slices.Equal(s.Human, []board.Color{board.White}) {
			t.Fatalf("%+v", s)
		}
		r.pass(time.Hour)
		r.phase(api.PhaseClear)
		r.lift("J10")
		r.pass(time.Second)
		r.phase(api.PhaseThinking)
		q := r.thinker.questions()
		if last := q[len(q)-1]; last.Level != 9 || last.Limits.Hard != budget || len(last.Turns) != 0 || last.Rules.Name() != "connect6" {
			t.Errorf("%+v", last)
		}
		// What is left out stays as it is.
		if s := r.do(api.Command{Do: api.DoNewGame}); s.Level != 9 || s.TurnTime != 1.5 || !slices.Equal(s.Human, []board.Color{board.White}) {
			t.Errorf("%+v", s)
		}
	})
}

func TestTheBoardIsMendedByTheLights(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		r.obey()
		r.lift("J10")
		r.pass(time.Second)
		s := r.phase(api.PhaseRepair)
		if got := r.board.Lights().Points[r.index("J10")]; got != hw.MissingBlack || s.Message != "The black stone of J10 is missing. Put it back." {
			t.Errorf("J10 shows %v: %q", got, s.Message)
		}
		r.put("J10", board.White)
		r.pass(time.Second)
		s = r.phase(api.PhaseRepair)
		if got := r.board.Lights().Points[r.index("J10")]; got != hw.WrongColor || s.Message != "The stone on J10 must be black." {
			t.Errorf("J10 shows %v: %q", got, s.Message)
		}
		r.lift("J10")
		r.put("J10", board.Black)
		r.pass(10 * time.Second)
		r.phase(api.PhaseHuman)
		r.put("C3", board.White)
		r.pass(time.Second)
		if s := r.phase(api.PhaseHuman); s.Message != "The stone on C3 has the wrong colour: Black is to move." || s.Marks[0] != (api.Mark{Point: apitest.At("C3"), Kind: "wrong", Color: board.Black}) {
			t.Errorf("%q %v", s.Message, s.Marks)
		}
		r.lift("C3")
		r.board.Slide(r.index("A1"), r.index("A3"))
		r.pass(time.Second)
		if s := r.phase(api.PhaseRepair); s.Message != "The stone of A1 stands on A3 now. Put it back on A1." {
			t.Errorf("%q", s.Message)
		}
	})
}
