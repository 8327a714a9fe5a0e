package bridge

import (
	"context"
	"errors"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
)

// goGame is a game of Go as the table is to have it.
type goGame struct {
	size  board.Size
	terms game.Terms
	turns []game.Turn
	clock clock.Control // if it begins there
}

// goOf writes a game as turns that follow each other. Handicap stones are turns of
// Black's, wherever they stand. Where a side has moved twice, the other has passed.
func goOf(g *weiqi.Game) (goGame, error) {
	r := g.Rules()
	x := goGame{size: g.Board().Size(), terms: game.Terms{Preset: r.Name, OwnKomi: true, Komi: r.Komi}}
	start := g.After(0).Board()
	for p := range x.size.Points {
		switch start.At(p) {
		case board.Black:
			x.turns = append(x.turns, game.Turn{Color: board.Black, Points: []board.Point{p}})
		case board.White:
			return x, errors.New("a position that was set up cannot be played at the board: clear it, and play the moves")
		}
	}
	if n := len(x.turns); n > 0 {
		x.terms.Handicap, x.terms.Free = n, true
	}
	for i := range g.Len() {
		m := g.Move(i)
		x.turnsTo(m.Color)
		t := game.Turn{Color: m.Color}
		if m.Point != board.Nowhere {
			t.Points = []board.Point{m.Point}
		}
		x.turns = append(x.turns, t)
	}
	return x, nil
}

// turnsTo has the other side pass if it is not a side's turn.
func (x *goGame) turnsTo(c board.Color) {
	if due, _ := (game.Weiqi{Board: x.size, Terms: x.terms}).Due(len(x.turns)); due != c {
		x.turns = append(x.turns, game.Turn{Color: due})
	}
}

// bring brings a game of Go onto the table, in which the program plays a colour.
func (b *Bridge) bring(ctx context.Context, x goGame, guest board.Color) (*api.Snapshot, error) {
	s, err := b.state(ctx)
	if err != nil {
		return nil, err
	}
	name := game.Go().Name()
	if err := played(s, name); err != nil {
		return nil, err
	}
	// A front end that has cleared its board may also have set up the same game again.
	if b.fresh && common(x.turns, s.Moves) < len(s.Moves) || !b.continues(s, x) || !b.goesOn(s, name, guest, x.turns) {
		o := api.GuestOrder{Do: api.GuestBegin, Game: name, Color: guest, Size: x.size, Terms: &x.terms, Clock: x.clock, Name: b.Name, Replace: b.Replace}
		if s, err = b.Daemon.Guest(ctx, o); err != nil {
			return nil, err
		}
	}
	b.game, b.fresh = s.GameID, false
	if b.answered(s, x.turns) {
		return s, nil
	}
	return b.level(ctx, s, x.turns)
}

// continues reports whether the game on the table is the one that this bridge began, on
// the same board and by the same terms.
func (b *Bridge) continues(s *api.Snapshot, x goGame) bool {
	return s.GameID == b.game && s.Go != nil && s.Go.Terms == x.terms && s.Cols == x.size.Cols && s.Rows == x.size.Rows
}

// GoChanged brings onto the board what a front end has played and taken back, if that
// belongs to the game that this bridge has begun there. It does not wait for the people.
// An empty board is the beginning of another game, as in [Bridge.show].
func (b *Bridge) GoChanged(ctx context.Context, g *weiqi.Game) {
	if err := b.goShow(ctx, g); err != nil {
		b.tell(err.Error())
	}
}

func (b *Bridge) goShow(ctx context.Context, g *weiqi.Game) error {
	x, err := goOf(g)
	b.fresh = b.fresh || err == nil && len(x.turns) == 0
	if b.game == "" || b.fresh || err != nil {
		return nil
	}
	return b.catchUp(ctx, game.Go().Name(), x.turns, func(s *api.Snapshot) bool { return b.continues(s, x) })
}

// playOn has a game that is counted played on.
func (b *Bridge) playOn(ctx context.Context, s *api.Snapshot) (*api.Snapshot, error) {
	if s.Go == nil || !s.Go.Counting || s.Result != "" {
		return s, nil
	}
	return b.unlessLate(ctx, s, api.GuestOrder{Do: api.GuestPlayOn})
}

// unlessLate gives the table an order that the people may have made pointless since it was
// as in s: by playing on, or by resigning, which the next look shows.
func (b *Bridge) unlessLate(ctx context.Context, s *api.Snapshot, o api.GuestOrder) (*api.Snapshot, error) {
	now, err := b.Daemon.Guest(ctx, o)
	if tooLate(err) {
		return s, nil
	}
	return now, err
}

// tellTime has the board show the front end's clock, on which c is to move.
func (b *Bridge) tellTime(ctx context.Context, s *api.Snapshot, c board.Color, k clock.Control, left [3]*clock.Side) (*api.Snapshot, error) {
	black, white := left[board.Black], left[board.White]
	if k.IsZero() || s.Clock.Control != k || s.Result != "" || black == nil && white == nil {
		return s, nil
	}
	return b.unlessLate(ctx, s, api.GuestOrder{Do: api.GuestClock, Color: c, Black: black, White: white})
}

// GoMove has the people play their next move of a game of Go, and waits for it: a
// point, [board.Nowhere] for a pass, or that they resign or their time is up.
func (b *Bridge) GoMove(ctx context.Context, g *weiqi.Game, c board.Color, k clock.Control, left [3]*clock.Side) (p board.Point, resigns bool, err error) {
	x, err := goOf(g)
	if err != nil {
		return board.Nowhere, false, err
	}
	x.turnsTo(c)
	x.clock = k
	s, err := b.bring(ctx, x, c.Other())
	if err == nil && len(s.Moves) == len(x.turns) {
		s, err = b.playOn(ctx, s)
	}
	if err == nil {
		s, err = b.tellTime(ctx, s, c, k, left)
	}
	if err != nil {
		return board.Nowhere, false, unanswered(ctx, err)
	}
	id := s.GameID
	err = b.wait(ctx, func(s *api.Snapshot) (bool, error) {
		if s.GameID == id && s.Result == c.Other().String() && (s.Reason == string(game.ByResign) || s.Reason == string(game.ByTime)) {
			resigns = true
			return true, nil
		}
		if n := len(x.turns); s.GameID == id && common(x.turns, s.Moves) == n && len(s.Moves) > n && len(s.Moves[n]) == 0 {
			p = board.Nowhere // they pass
			return true, nil
		}
		points, done, err := b.answer(s, id, x.turns, c)
		if done {
			p = points[0]
		}
		return done, err
	})
	if err == nil {
		b.had = len(x.turns) + 1
	}
	return p, resigns, unanswered(ctx, err)
}

// errPlayOn is that there is no score yet.
var errPlayOn = errors.New("the people at the board play on: ask for their move (genmove), or play yours")

// GoDead waits until the people have agreed which stones are dead, after two passes,
// and returns these. The program has no word in it.
func (b *Bridge) GoDead(ctx context.Context, g *weiqi.Game) (dead weiqi.Set, err error) {
	x, err := goOf(g)
	if err != nil {
		return dead, err
	}
	s, err := b.Daemon.State(ctx)
	if err != nil {
		return dead, err
	}
	if s.GameID != b.game || s.Remote == nil {
		return dead, ErrLeft
	}
	if s, err = b.bring(ctx, x, s.Remote.Color); err != nil {
		return dead, unanswered(ctx, err)
	}
	id := s.GameID
	err = b.wait(ctx, func(s *api.Snapshot) (bool, error) {
		switch {
		case s.GameID != id || s.Remote == nil || !s.Remote.Guest:
			return false, ErrLeft
		case s.Reason == string(game.ByScore):
			for _, p := range s.Go.Dead {
				dead.Add(p)
			}
			return true, nil
		case s.Result != "":
			return false, over(s, s.Remote.Color.Other())
		case !s.Go.Counting || !slices.EqualFunc(x.turns, s.Moves, func(t game.Turn, m api.Points) bool { return same(t.Points, m) }):
			return false, errPlayOn
		}
		return false, nil
	})
	return dead, unanswered(ctx, err)
}
