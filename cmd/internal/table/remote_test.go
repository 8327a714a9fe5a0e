package table

import (
	"fmt"
	"slices"
	"stonehand/cmd/internal/api"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// away begins a game of Connect6 in which a remote opponent plays White, by the people's
// clock; wishes is what they want of that player.
func away(t *testing.T, control string) (r *rig, wishes *[]api.Wish) {
	t.Helper()
	wishes = new([]api.Wish)
	r = newRig(t, sim.Settings{}, nil, func(c *Config) { c.Wish = func(w api.Wish) { *wishes = append(*wishes, w) } })
	c, err := clock.Parse(control)
	if err != nil {
		t.Fatal(err)
	}
	r.pass(time.Second)
	r.link(api.LinkOrder{Begin: &api.LinkGame{Rules: "connect6", Remote: board.White, Human: api.Colors{board.Black}, Clock: c}})
	r.link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: true, Name: "Ann"}})
	r.pass(10 * time.Second)
	return r, wishes
}

func (r *rig) link(o api.LinkOrder) *api.Snapshot {
	r.t.Helper()
	return r.do(api.Command{Do: api.DoLink, Link: &o})
}

func at(t *testing.T, names ...string) []board.Point {
	t.Helper()
	return apitest.Points(names...)
}

// A turn of the remote opponent is asked for at the board, and the time that it
// took is what the other table says.
func TestTurnOfTheRemoteOpponent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := away(t, "10m+5s")
		defer func() { r.stop() }()
		r.turn(board.Black, "J10")
		s := r.phase(api.PhaseRemote)
		if s.Remote == nil || s.Remote.Link != "up" || s.Remote.Name != "Ann" || s.Clock.Running != board.White || len(s.Human) != 1 {
			t.Fatalf("%+v %+v", s.Remote, s.Clock)
		}
		if len(r.thinker.questions()) > 1 {
			t.Error("the machine thinks for the remote opponent")
		}
		left := clock.Side{Main: 595 * time.Second}
		s = r.link(api.LinkOrder{Play: &api.LinkTurn{Before: 1, Color: board.White, Points: at(t, "K10", "K11"), Left: &left}})
		if s.Phase != api.PhasePlace || !slices.Equal(s.Wanted, apitest.Points("K10", "K11")) {
			t.Fatalf("%s %v", s.Phase, s.Wanted)
		}
		r.pass(time.Minute) // of the hands here, which is nobody's
		r.obey()
		s = r.phase(api.PhaseHuman)
		if s.Clock.White.LeftMS != 595_000 || s.Clock.Black.LeftMS < 594_000 {
			t.Errorf("%+v", s.Clock)
		}
		// What does not fit is refused and changes nothing.
		r.refused(api.Command{Do: api.DoLink, Link: &api.LinkOrder{Play: &api.LinkTurn{Before: 1, Color: board.White, Points: at(t, "A1", "A2")}}}, "not-now")
		// The program is killed, and goes on.
		r.stop()
		r.start(r.journal.all(), nil)
		r.pass(10 * time.Second)
		if s := r.table.Snapshot(); s.Remote == nil || s.Remote.Color != board.White || s.Remote.Link != "down" || len(s.Moves) != 2 || s.Clock.White.LeftMS != 595_000 {
			t.Errorf("%+v %v %+v", s.Remote, s.Moves, s.Clock)
		}
	})
}

// In an opening with a remote opponent colours change hands, here and there, and
// each takes its own time along.
func TestOpeningWithTheRemoteOpponent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gomoku := func(c *Config) { c.Games = []game.Rules{game.Freestyle()} }
		r := newRig(t, sim.Settings{Board: hw.Geometry{Cols: 15, Rows: 15, Colors: true}}, nil, gomoku)
		defer func() { r.stop() }()
		c := clock.Control{Main: 10 * time.Minute, Increment: 5 * time.Second}
		r.pass(time.Second)
		r.refused(api.Command{Do: api.DoLink, Link: &api.LinkOrder{Begin: &api.LinkGame{Rules: "gomoku", Opening: opening.Renju, Remote: board.White, Clock: c}}}, "bad-value")
		r.link(api.LinkOrder{Begin: &api.LinkGame{Rules: "gomoku", Opening: opening.Swap2, Remote: board.White, Human: api.Colors{board.Black}, Clock: c}})
		stand := api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: true}}
		r.link(stand)
		r.pass(10 * time.Second)
		r.turn(board.Black, "H8")
		r.turn(board.White, "A1")
		r.turn(board.Black, "C3")
		s := r.phase(api.PhaseRemote)
		if s.Side != board.White || s.Message != "Waiting for the remote opponent to choose." || s.Clock.Running != board.White {
			t.Fatalf("%s acts, clock %+v: %s", s.Side, s.Clock, s.Message)
		}
		r.refused(api.Command{Do: api.DoChoose, Answer: "black"}, "not-now")
		mine := s.Clock.Black.LeftMS
		r.refused(api.Command{Do: api.DoLink, Link: &api.LinkOrder{Choose: &api.LinkChoice{Before: 2, Choice: "black"}}}, "not-now")
		left := clock.Side{Main: 550 * time.Second}
		s = r.link(api.LinkOrder{Choose: &api.LinkChoice{Before: 3, Choice: opening.TakeBlack, Left: &left}})
		if s.Remote.Color != board.Black || !slices.Equal(s.Human, []board.Color{board.White}) || s.Phase != api.PhaseHuman {
			t.Fatalf("%+v, %v, %s", s.Remote, s.Human, s.Phase)
		}
		if s.Clock.Black.LeftMS != 550_000 || s.Clock.White.LeftMS != mine {
			t.Errorf("%+v, and %d ms were left here", s.Clock, mine)
		}
		// What was chosen stays, also after the program was killed.
		r.stop()
		r.start(r.journal.all(), gomoku)
		r.pass(10 * time.Second)
		if s := r.table.Snapshot(); s.Remote == nil || s.Remote.Color != board.Black || s.Opening.Black != 2 {
			t.Fatalf("%+v, %+v", s.Remote, s.Opening)
		}
		r.link(stand)
		if _, err := r.table.Do(t.Context(), api.Command{Do: api.DoUndo}); err == nil || !strings.Contains(err.Error(), "a choice in the opening") {
			t.Error(err)
		}
		// The next game begins with the seats of this one's beginning.
		r.do(api.Command{Do: api.DoResign})
		r.link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: true, Ended: 3}})
		s = r.do(api.Command{Do: api.DoNewGame})
		if s.Remote.Color != board.White || !slices.Equal(s.Human, []board.Color{board.Black}) || s.Opening.Kind != "swap2" {
			t.Errorf("%+v, %v, %+v", s.Remote, s.Human, s.Opening)
		}
	})
}

// What only both players together can decide is refused, no matter who asks.
func TestRefusedWhileARemoteOpponentPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, wishes := away(t, "none")
		defer r.stop()
		r.turn(board.Black, "J10")
		other, both := clock.Control{Main: time.Minute}, api.Colors{board.Black, board.White}
		for _, c := range []api.Command{{Do: api.DoNewGame}, {Do: api.DoPause}, {Do: api.DoSeats, Human: both}, {Do: api.DoSeats, Clock: &other}} {
			r.refused(c, "not-now")
		}
		r.refused(api.Command{Do: api.DoLink}, "unknown-command")
		r.do(api.Command{Do: api.DoUndo})
		if len(*wishes) != 1 || (*wishes)[0].Back != 1 || len(r.table.Snapshot().Moves) != 1 {
			t.Fatalf("%+v", *wishes)
		}
		// People who lift stones take nothing back by that.
		r.lift("J10")
		r.pass(time.Minute)
		if s := r.table.Snapshot(); len(s.Moves) != 1 || len(*wishes) != 1 {
			t.Errorf("%v %+v", s.Moves, *wishes)
		}
		r.put("J10", board.Black)
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoResign})
		r.refused(api.Command{Do: api.DoUndo}, "over")
		if s := r.table.Snapshot(); s.Result != "white" || s.Reason != "resign" {
			t.Errorf("%+v", s)
		}
		if games := r.archive.all(); len(games) != 1 || games[0].White != "remote opponent" {
			t.Errorf("%+v", games)
		}
	})
}

// After a remote game people are asked for the next one only where they can begin it, and
// told at once where they cannot.
func TestNextRemoteGame(t *testing.T) {
	const guest, gone = "Only your opponent can start the next game.", "The remote opponent has left."
	for name, c := range map[string]struct {
		stand api.LinkStand
		says  string
		asks  bool
		first bool // a first stone begins the game
	}{
		"the host":                           {api.LinkStand{Up: true, Host: true, Ended: 1}, "", true, true},
		"the host, of a game that is stuck":  {api.LinkStand{Up: true, Host: true, Problem: "wrong"}, "cannot go on", true, true},
		"the host, too early":                {api.LinkStand{Host: true}, "does not know yet", true, false},
		"the host, whose opponent has left":  {api.LinkStand{Host: true, Gone: true, Ended: 1}, gone, false, false},
		"the guest":                          {api.LinkStand{Up: true, Ended: 1}, guest, false, false},
		"the guest, whose opponent has left": {api.LinkStand{Up: true, Gone: true, Ended: 1}, gone, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, _ := away(t, "none")
				defer func() { r.stop() }()
				r.turn(board.Black, "J10")
				r.link(api.LinkOrder{End: &api.LinkEnd{Loser: board.White}})
				r.link(api.LinkOrder{Stand: &c.stand})
				r.board.Clear()
				r.pass(30 * time.Second)
				if s := r.phase(api.PhaseOver); (s.Question != nil) != c.asks {
					t.Errorf("people are asked %+v: %q", s.Question, s.Message)
				}
				r.put("A1", board.Black)
				r.pass(time.Second)
				s := r.table.Snapshot()
				if !c.first && (s.Phase != api.PhaseOver || len(s.Moves) != 1 || !strings.Contains(s.Message, c.says)) {
					t.Errorf("after a first stone the phase is %s, and people read %q", s.Phase, s.Message)
				} else if c.first && (s.Result != "" || len(s.Moves) != 1) {
					t.Errorf("the first stone begins no game: phase %s, %q", s.Phase, s.Message)
				}
				if _, err := r.table.Do(t.Context(), api.Command{Do: api.DoNewGame}); (err == nil) != c.first && s.Result != "" || err != nil && !strings.Contains(err.Error(), c.says) {
					t.Errorf("asked for another game: %v", err)
				}
			})
		})
	}
}

// In the middle of a game an opponent who has left is not waited for.
func TestOpponentLeavesTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, _ := away(t, "none")
		defer func() { r.stop() }()
		r.turn(board.Black, "J10")
		r.link(api.LinkOrder{Stand: &api.LinkStand{Host: true, Gone: true}})
		r.pass(time.Hour)
		s := r.table.Snapshot()
		_, err := r.table.Do(t.Context(), api.Command{Do: api.DoUndo})
		for _, says := range []string{s.Message, fmt.Sprint(err)} {
			if says != "The remote opponent has left. To play on your own, leave this game." {
				t.Errorf("people read %q", says)
			}
		}
	})
}

// The remote opponent asks to take back a turn: lifting its stones agrees, and so
// does an answer on the page.
func TestTakeBackForTheRemoteOpponent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, wishes := away(t, "none")
		defer r.stop()
		r.turn(board.Black, "J10")
		r.link(api.LinkOrder{Play: &api.LinkTurn{Before: 1, Color: board.White, Points: at(t, "K10", "K11")}})
		r.obey()
		s := r.link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: true, Asked: 1, AskedID: 7}})
		if s.Question == nil || s.Question.Kind != "take-back" || s.Question.ID != 7 || !strings.Contains(s.Message, "K10 and K11") {
			t.Fatalf("%+v %s", s.Question, s.Message)
		}
		r.refused(api.Command{Do: api.DoAnswer, Question: 7, Answer: "perhaps"}, "bad-value")
		r.do(api.Command{Do: api.DoAnswer, Question: 7, Answer: "no"})
		if len(*wishes) != 1 || *(*wishes)[0].Answer {
			t.Fatalf("%+v", *wishes)
		}
		r.lift("K10")
		r.lift("K11")
		r.pass(10 * time.Second)
		if len(*wishes) < 2 || !*(*wishes)[1].Answer {
			t.Fatalf("lifting the stones agrees to nothing: %+v", *wishes)
		}
		back := 1
		r.link(api.LinkOrder{Undo: &back})
		r.link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: true}})
		r.pass(time.Second)
		if s := r.phase(api.PhaseRemote); len(s.Moves) != 1 || s.Question != nil {
			t.Errorf("%+v", s)
		}
		r.link(api.LinkOrder{Free: true})
		if s := r.phase(api.PhaseHuman); s.Remote != nil || len(s.Human) != 2 {
			t.Errorf("%+v", s)
		}
	})
}

// A turn that is to be taken back before it was put down here has no stones to lift: the ones
// of the turn before are the people's own, and stay.
func TestTakeBackOfATurnThatIsNotDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, wishes := away(t, "none")
		defer r.stop()
		r.turn(board.Black, "J10")
		r.link(api.LinkOrder{Play: &api.LinkTurn{Before: 1, Color: board.White, Points: at(t, "K10", "K11")}})
		s := r.link(api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: true, Asked: 1, AskedID: 7}})
		if s.Question == nil || len(s.Question.Points) > 0 || !strings.Contains(s.Message, "To agree, answer on the page.") {
			t.Fatalf("%+v %s", s.Question, s.Message)
		}
		r.lift("J10")
		r.pass(10 * time.Second)
		if len(*wishes) > 0 {
			t.Errorf("lifting a stone that is not asked for agrees: %+v", *wishes)
		}
	})
}

// A program that has played keeps no game with a remote opponent or a guest from beginning,
// and none from being left.
func TestProgramsGiveWayToRemoteOpponents(t *testing.T) {
	white, black := api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black}, Players: &api.Sides{White: "a"}}, api.Command{Do: api.DoSeats, Players: &api.Sides{Black: "a"}}
	host := func(remote board.Color, people ...board.Color) api.LinkOrder {
		return api.LinkOrder{Begin: &api.LinkGame{Rules: "connect6", Remote: remote, Human: people}}
	}
	guest := api.LinkOrder{Guest: &api.GuestOrder{Do: api.GuestBegin, Game: "connect6", Color: board.White, Replace: true}}
	up := api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Timed: true, Name: "Ann"}}
	order := func(o api.LinkOrder) api.Command { return api.Command{Do: api.DoLink, Link: &o} }
	for name, c := range map[string]struct {
		do       []api.Command
		programs api.Sides
		remote   bool
	}{
		"as white":                   {[]api.Command{white, order(host(board.White, board.Black))}, api.Sides{}, true},
		"as black":                   {[]api.Command{white, order(host(board.Black, board.White))}, api.Sides{}, true},
		"for this table's machine":   {[]api.Command{white, order(host(board.Black))}, api.Sides{White: "a"}, true},
		"of a game it does not play": {[]api.Command{white, order(api.LinkOrder{Begin: &api.LinkGame{Rules: "gomoku", Remote: board.Black, Human: api.Colors{}}})}, api.Sides{}, true},
		"a guest":                    {[]api.Command{white, order(guest)}, api.Sides{}, true},
		"left":                       {[]api.Command{order(host(board.White, board.Black)), order(up), black, order(api.LinkOrder{Free: true}), {Do: api.DoNewGame}}, api.Sides{}, false},
		"a guest, and then another":  {[]api.Command{order(guest), black, {Do: api.DoNewGame}}, api.Sides{}, false},
		"a guest, and then itself":   {[]api.Command{order(guest), {Do: api.DoNewGame, Players: &api.Sides{White: "a"}}}, api.Sides{White: "a"}, false},
		"the colours change": {[]api.Command{
			order(host(board.White, board.Black)), order(up), black, order(api.LinkOrder{End: &api.LinkEnd{Loser: board.White}}),
			order(api.LinkOrder{Stand: &api.LinkStand{Up: true, Host: true, Ended: 0}}), {Do: api.DoNewGame, Human: api.Colors{board.White}},
		}, api.Sides{}, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, sim.Settings{}, nil, func(c *Config) {
				c.Wish = func(api.Wish) {}
				c.Games = []game.Rules{game.Connect6(), game.Freestyle()}
				c.Programs = []api.Program{{Name: "a", Shown: "Alpha", Games: []string{"connect6"}}}
			})
			defer r.stop()
			r.pass(time.Second)
			for i, c := range c.do {
				if _, err := r.table.Do(t.Context(), c); err != nil {
					t.Fatalf("%s: command %d, %s: %v", name, i, c.Do, err)
				}
			}
			if s := r.table.Snapshot(); s.Programs != c.programs || (s.Remote != nil) != c.remote {
				t.Errorf("%s: programs %+v, remote %+v", name, s.Programs, s.Remote)
			}
		})
	}
}
