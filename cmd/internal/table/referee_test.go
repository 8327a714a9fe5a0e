package table

import (
	"fmt"
	"slices"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// both makes people play both sides.
func both(c *Config) { c.Human = api.Colors{board.Black, board.White} }

// turn puts a turn's stones down and waits until they count.
func (r *rig) turn(c board.Color, names ...string) {
	r.t.Helper()
	for _, name := range names {
		r.put(name, c)
	}
	r.pass(time.Second)
}

// answer answers the question that is being asked, which must be of a kind.
func (r *rig) answer(kind, answer string) *api.Snapshot {
	r.t.Helper()
	q := r.table.Snapshot().Question
	if q == nil || q.Kind != kind {
		r.t.Fatalf("the question is %+v, want one of kind %s", q, kind)
	}
	return r.do(api.Command{Do: api.DoAnswer, Question: q.ID, Answer: answer})
}

func TestTakingBackAtTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer func() { r.stop() }()
		r.pass(time.Second)
		r.turn(board.Black, "J10")
		r.pass(time.Second)
		r.obey()
		r.phase(api.PhaseHuman)
		r.lift("A1")
		r.lift("B1")
		r.pass(time.Second)
		s := r.phase(api.PhaseRepair)
		if s.Message != "The stones of A1 and B1 are lifted. To take your turn back, lift those of J10 too; if not, put them back." {
			t.Error(s.Message)
		}
		r.lift("J10")
		r.pass(4 * time.Second)
		if s = r.phase(api.PhaseRepair); len(s.Moves) != 2 {
			t.Fatalf("%v", s.Moves)
		}
		r.pass(2 * time.Second)
		if s = r.phase(api.PhaseHuman); len(s.Moves) != 0 || len(s.Marks) != 0 {
			t.Fatalf("%v %v", s.Moves, s.Marks)
		}
		before := still(s)
		again(r, r.journal.all(), nil)
		if after := still(r.table.Snapshot()); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("after a restart\n%+v, before\n%+v", after, before)
		}
	})
}

func TestClearedBoardAsksForANewGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, both)
		defer func() { r.stop() }()
		r.pass(time.Second)
		r.refused(api.Command{Do: api.DoAnswer, Answer: "yes"}, "not-now")
		r.turn(board.Black, "J10")
		r.turn(board.White, "K10", "K11")
		r.turn(board.Black, "L10", "L11")
		id := r.table.Snapshot().GameID
		r.board.Clear()
		r.pass(4 * time.Second)
		s := r.phase(api.PhaseRepair)
		q := s.Question
		if q == nil || q.Kind != "new-game" || q.Options[0].Point.String() != "A1" || s.Message != q.Text ||
			q.Text != "The board is clear. A new game? For yes, put a stone on A1. If not, put the stones back." {
			t.Fatalf("%+v, %q", q, s.Message)
		}
		l := r.board.Lights()
		if l.Points[r.index("A1")] != hw.Confirm {
			t.Errorf("A1 shows %v", l.Points[0])
		}
		lit := 0
		for _, p := range l.Points {
			if p == hw.MissingBlack || p == hw.MissingWhite {
				lit++
			}
		}
		if lit != 1 || len(s.Guide) != 1 || len(s.Marks) != 5 {
			t.Errorf("%d stones are asked for, guide %v, marks %v", lit, s.Guide, s.Marks)
		}
		r.refused(api.Command{Do: api.DoAnswer, Question: q.ID + 1, Answer: "yes"}, "not-now")
		r.refused(api.Command{Do: api.DoAnswer, Answer: "perhaps"}, "bad-value")
		r.answer("new-game", "yes")
		r.pass(time.Second)
		if s = r.phase(api.PhaseHuman); s.GameID == id || len(s.Moves) != 0 || s.Question != nil || len(s.Human) != 2 {
			t.Fatalf("%+v", s)
		}
		r.turn(board.Black, "J10")
		if s := r.table.Snapshot(); len(s.Moves) != 1 {
			t.Fatalf("%v", s.Moves)
		}
	})
}

func TestNoNewGameAfterAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, both)
		defer r.stop()
		r.pass(time.Second)
		r.turn(board.Black, "J10")
		r.turn(board.White, "K10", "K11")
		r.turn(board.Black, "L10", "L11")
		r.board.Clear()
		r.pass(4 * time.Second)
		if s := r.answer("new-game", "no"); s.Question != nil {
			t.Fatalf("still asked: %+v", s.Question)
		}
		// Put back by the lights alone, slowly.
		for range 5 {
			r.pass(7 * time.Second)
			for i, s := range r.board.Lights().Points {
				switch s {
				case hw.MissingBlack:
					r.put(r.table.core.match.Game.Size().Point(i).String(), board.Black)
				case hw.MissingWhite:
					r.put(r.table.core.match.Game.Size().Point(i).String(), board.White)
				}
			}
		}
		r.pass(7 * time.Second)
		if s := r.phase(api.PhaseHuman); len(s.Moves) != 3 {
			t.Fatalf("%v", s.Moves)
		}
	})
}

func TestTheNextGameBeginsOnTheClearedBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, both)
		defer r.stop()
		r.pass(time.Second)
		r.turn(board.Black, "J10")
		first := r.do(api.Command{Do: api.DoResign}).GameID
		r.board.Clear()
		r.pass(4 * time.Second)
		if s := r.phase(api.PhaseOver); s.Message != "White resigned. Black wins. Put down a first stone, and a new game begins." {
			t.Error(s.Message)
		}
		r.turn(board.White, "K10")
		if s := r.phase(api.PhaseOver); s.Message != "The stone on K10 has the wrong colour: Black is to move." || r.board.Lights().Points[r.index("K10")] != hw.WrongColor {
			t.Errorf("%q", s.Message)
		}
		r.lift("K10")
		r.turn(board.Black, "K10")
		if s := r.phase(api.PhaseHuman); s.GameID == first || len(s.Moves) != 1 || s.Moves[0][0].String() != "K10" {
			t.Fatalf("%v %v", s.GameID, s.Moves)
		}
		if len(r.archive.all()) != 1 {
			t.Error("the first game is not in the archive")
		}
	})
}

func TestPlayingOnFromAPosition(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer func() { r.stop() }()
		r.pass(time.Second)
		for _, name := range []string{"J10", "K10", "L10"} {
			r.put(name, board.Black)
		}
		for _, name := range []string{"J11", "K11", "L11", "M11"} {
			r.put(name, board.White)
		}
		r.pass(16 * time.Second)
		s := r.table.Snapshot()
		if s.Question == nil || len(s.Question.Options) != 3 || r.board.Lights().Points[0] != hw.Confirm {
			t.Fatalf("%+v", s.Question)
		}
		// Said on the board: a white stone, White is to move.
		r.put("A1", board.White)
		r.pass(3 * time.Second)
		if s = r.phase(api.PhaseRepair); len(s.SetUp) != 7 || s.First != board.White || s.ToMove != board.White || s.Due != 2 || r.board.Lights().Points[0] != hw.Extra {
			t.Fatalf("%+v", s)
		}
		r.lift("A1")
		r.pass(3 * time.Second)
		s = r.phase(api.PhasePlace)
		q := r.thinker.questions()
		if last := q[len(q)-1]; len(last.Start.Black) != 3 || len(last.Start.White) != 4 || last.Start.ToMove != board.White || len(last.Turns) != 0 {
			t.Fatalf("%+v", last)
		}
		before := still(s)
		again(r, r.journal.all(), nil)
		if after := still(r.table.Snapshot()); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Fatalf("after a restart\n%+v, before\n%+v", after, before)
		}
		r.thinker.say(scattered)
		r.obey()
		r.turn(board.Black, "M10", "N10")
		if s = r.table.Snapshot(); len(s.Moves) != 2 {
			t.Fatalf("%v", s.Moves)
		}
		r.do(api.Command{Do: api.DoResign})
		games := r.archive.all()
		if f := games[len(games)-1]; f.Game.Start().ToMove != board.White || len(f.Game.Turns()) != 2 || f.Game.Result().Winner != board.White {
			t.Errorf("%+v", f)
		}
	})
}

// A stone on a point that cannot be read is asked about, and counts when they
// say that it is there.
func TestAStoneOnAMaskedPoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			both(c)
			c.Masked = []board.Point{board.At(18, 18)}
		})
		defer r.stop()
		r.pass(time.Second)
		r.turn(board.Black, "J10")
		r.turn(board.White, "S19", "S18")
		r.pass(5 * time.Second)
		s := r.phase(api.PhaseHuman)
		if s.Question == nil || s.Message != "Does a white stone stand on S19? The board cannot see it. For yes, put a black stone on A1." ||
			r.board.Lights().Points[r.index("S19")] != hw.Confirm {
			t.Fatalf("%q, %+v", s.Message, s.Question)
		}
		r.answer("unseen", "S19")
		r.pass(time.Second)
		if s = r.phase(api.PhaseHuman); len(s.Moves) != 2 || !slices.Equal(s.Moves[1], apitest.Points("S18", "S19")) || s.ToMove != board.Black {
			t.Fatalf("%v", s.Moves)
		}
	})
}

func TestEntriesOfAPositionAreRefusedInSentences(t *testing.T) {
	good := api.Entry{Seq: 1, Kind: api.KindSetUp, Game: "small", ID: "a", Human: []board.Color{board.Black}, Level: 5, Time: 1000, Color: board.White, Black: apitest.Points("A1")}
	restore := func(e api.Entry) error {
		table, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Games: []game.Rules{small}})
		if err != nil {
			t.Fatal(err)
		}
		return table.Restore([]api.Entry{e})
	}
	if err := restore(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*api.Entry){
		"no side":  func(e *api.Entry) { e.Color = board.Empty },
		"no point": func(e *api.Entry) { e.White = apitest.Points("T20") },
		"twice":    func(e *api.Entry) { e.White = apitest.Points("A1") },
		"bare":     func(e *api.Entry) { e.Black = nil },
		"won":      func(e *api.Entry) { e.Black = apitest.Points("A1", "B1", "C1", "D1") },
		"no id":    func(e *api.Entry) { e.ID = "" },
	} {
		e := good
		spoil(&e)
		if err := restore(e); err == nil || len(err.Error()) < 20 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
