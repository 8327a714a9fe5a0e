package table

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw/sim"
)

// contest is two programs of which "a" always wins: it fills a row, the other every other
// point of one.
func contest(q player.Question) (list []board.Point, err error) {
	y, step := 18, 2
	if q.Player == "a" {
		y, step = 1, 1
	}
	for x := 0; len(list) < q.Due; x += step {
		if p := board.At(x, y); q.At(p) == board.Empty {
			list = append(list, p)
		}
	}
	return list, nil
}

// playOn does for some time what the table asks people for.
func (r *rig) playOn(until func(*api.Snapshot) bool) *api.Snapshot {
	r.t.Helper()
	for range 400 {
		s := r.table.Snapshot()
		switch {
		case until(s):
			return s
		case s.Phase == api.PhasePlace:
			r.obey()
		case s.Phase == api.PhaseClear:
			for _, stone := range s.Stones {
				r.lift(stone.Point.String())
			}
			r.pass(2 * time.Second)
		default:
			r.pass(time.Second)
		}
	}
	s := r.table.Snapshot()
	r.t.Fatalf("it does not come: phase %q (%s), match %+v", s.Phase, s.Message, s.Match)
	return nil
}

// Two programs play a match: every opening with each colour, counted, over a restart too.
// The exhibit leaves it alone.
func TestMatchOfPrograms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		edit := func(c *Config) {
			exhibited(c)
			c.Programs = []api.Program{{Name: "a", Shown: "Alpha", Games: []string{"connect6"}}, {Name: "b", Shown: "Beta", Games: []string{"connect6"}}}
		}
		r := newRig(t, sim.Settings{}, nil, edit)
		defer func() { r.stop() }()
		r.thinker.say(contest)
		both := api.Command{Do: api.DoNewGame, Human: api.Colors{}, Players: &api.Sides{Black: "a", White: "b"}}
		with := func(games int, change func(*api.Command)) api.Command {
			c := both
			c.Games = games
			if change != nil {
				change(&c)
			}
			return c
		}
		r.refused(with(1, nil), "bad-value")
		r.refused(with(1001, nil), "bad-value")
		r.refused(with(4, func(c *api.Command) { c.Human, c.Players = api.Colors{board.Black}, nil }), "bad-value")
		r.refused(with(4, func(c *api.Command) { c.Players = &api.Sides{Black: "a", White: "a"} }), "bad-value")

		s := r.do(with(4, nil))
		if s.Match == nil || s.Match.Games != 4 || s.Match.Game != 1 || s.Match.First != board.Black || s.Match.Elo != nil {
			t.Fatalf("the match begins as %+v", s.Match)
		}
		over := func(n int) func(*api.Snapshot) bool {
			return func(s *api.Snapshot) bool { return s.Phase == api.PhaseOver && s.Match != nil && s.Match.Game == n }
		}
		var openings [][]api.Points
		for n := 1; n <= 4; n++ {
			s = r.playOn(over(n))
			openings = append(openings, s.Moves[:2])
			first := []board.Color{board.Black, board.White}[(n-1)%2]
			if m := s.Match; m.First != first || m.Wins != n || m.Losses+m.Draws != 0 || (m.Elo != nil) != (n > 1) {
				t.Errorf("after game %d the match stands %+v", n, m)
			}
			if want := map[bool]string{true: "Draws: 0. The next game", false: "The match is over. Games played: 4 of 4. Wins of Alpha: 4. Wins of Beta: 0."}[n < 4]; !strings.Contains(s.Message, want) {
				t.Errorf("after game %d people are told %q", n, s.Message)
			}
			if n == 2 { // a power cut while the end of a game is shown
				r.stop()
				r.start(r.journal.all(), edit)
				r.pass(time.Second)
			}
		}
		same := func(a, b []api.Points) bool { return slices.EqualFunc(a, b, slices.Equal) }
		if !same(openings[0], openings[1]) || !same(openings[2], openings[3]) || same(openings[0], openings[2]) {
			t.Errorf("the openings are %v", openings)
		}
		games := r.archive.all()
		games = slices.CompactFunc(games, func(a, b api.Finished) bool { return a.ID == b.ID })
		games = slices.DeleteFunc(games, func(f api.Finished) bool { return f.Unfinished })
		if len(games) != 4 || games[0].Black != "Alpha" || games[1].White != "Alpha" || games[1].Game.Result().Winner != board.White {
			t.Errorf("%d games are kept: %+v", len(games), games)
		}
		r.pass(20 * time.Second)
		if s := r.phase(api.PhaseOver); s.Match.Game != 4 || s.Match.NextMS != 0 {
			t.Errorf("after the match: %+v", s.Match)
		}
		r.pass(2 * time.Minute)
		r.scene("clear") // nobody is here, and nothing is left to play
	})
}

// Who takes a side in the middle of a match ends it; the game goes on. So does a new game.
func TestMatchEndsWithItsPlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, func(c *Config) {
			c.Programs = []api.Program{{Name: "a", Shown: "Alpha", Games: []string{"connect6", "gomoku"}}}
			c.Games = append(c.Games, game.Connect6(), game.Freestyle())
		})
		defer r.stop()
		begin := api.Command{Do: api.DoNewGame, Human: api.Colors{}, Players: &api.Sides{White: "a"}, Games: 10}
		r.do(begin)
		r.playOn(func(s *api.Snapshot) bool { return len(s.Moves) == 2 })
		if s := r.do(api.Command{Do: api.DoSeats, Time: new(2 * time.Second)}); s.Match == nil {
			t.Error("more time for a turn ends the match")
		}
		if s := r.do(api.Command{Do: api.DoSeats, Human: api.Colors{board.Black}}); s.Match != nil {
			t.Errorf("with a person the match is %+v", s.Match)
		}
		if s := r.do(begin); s.Match == nil || s.Match.Game != 1 {
			t.Errorf("another match begins as %+v", s.Match)
		}
		begin.Game = "gomoku"
		if s := r.do(begin); s.Match == nil || len(s.Moves) != 0 {
			t.Errorf("a match of Gomoku begins as %+v", s.Match)
		}
		begin.Games = 0
		if s := r.do(begin); s.Match != nil {
			t.Errorf("one game is the match %+v", s.Match)
		}
	})
}

// crashes is a contest in which the machine plays one turn in the place of "b" in its first game.
type crashes struct{ in *string }

// Choose implements [player.Player].
func (c crashes) Choose(_ context.Context, q player.Question, _ func(player.Info)) (a player.Answer, err error) {
	a.Points, err = contest(q)
	if q.Player == "b" && *c.in == "" {
		*c.in, a.Fault = "once", player.ErrGone
	}
	return a, err
}

// TestTheMachineInAMatch counts the games in which the machine played in the place of a program, over a
// restart, says so, and names it in the record of that game alone.
func TestTheMachineInAMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := ""
		edit := func(c *Config) {
			c.Player = crashes{&in}
			c.Programs = []api.Program{{Name: "a", Shown: "Ann", Games: []string{"connect6"}}, {Name: "b", Shown: "Bob", Games: []string{"connect6"}}}
		}
		r := newRig(t, sim.Settings{}, nil, edit)
		defer func() { r.stop() }()
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{}, Players: &api.Sides{Black: "a", White: "b"}, Games: 2})
		over := func(games int) func(*api.Snapshot) bool {
			return func(s *api.Snapshot) bool { return s.Phase == api.PhaseOver && s.Match != nil && s.Match.Game == games }
		}
		const says = "Games in which the machine played turns for Bob: 1."
		if s := r.playOn(over(1)); !strings.Contains(s.Message, says) {
			t.Errorf("after the first game: %q", s.Message)
		}
		r.stop()
		r.start(r.journal.all(), edit)
		r.pass(time.Second)
		if s := r.playOn(over(2)); !strings.Contains(s.Message, says) || strings.Contains(s.Message, "for Ann") {
			t.Errorf("after the second game: %q", s.Message)
		}
		var kept []string
		for _, f := range r.archive.all() {
			if !f.Unfinished && !slices.Contains(kept, f.Black+" – "+f.White) {
				kept = append(kept, f.Black+" – "+f.White)
			}
		}
		if got := strings.Join(kept, "; "); got != "Ann – Bob, Stonehand level 5; Bob – Ann" {
			t.Errorf("the records name %s", got)
		}
	})
}
