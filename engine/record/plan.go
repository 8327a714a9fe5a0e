package record

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// Applied is a line that [Game.Plan] has found to fit, and what it does.
type Applied struct {
	line Line
	do   func()
}

// Plan returns what a line does to the game as it is, or says why it cannot be. Nothing
// has changed until [Game.Apply].
func (g *Game) Plan(l Line) (Applied, error) {
	if l.Seq != g.Seq+1 {
		return Applied{}, fmt.Errorf("entry %d follows entry %d: the entries between are missing", l.Seq, g.Seq)
	}
	do, err := g.effect(l)
	return Applied{l, do}, err
}

// Apply makes a line part of the game. The game is to be as it was in [Game.Plan].
func (g *Game) Apply(a Applied) {
	a.do()
	g.Seq = a.line.Seq
	if Whole(a.line.Event) {
		g.Whole = g.Seq
	}
	switch a.line.Event.(type) {
	case Dismissed, Spent, Ticked, Told:
	default:
		g.Position++
	}
}

func (g *Game) effect(l Line) (func(), error) {
	switch e := l.Event.(type) {
	case Unread:
		return nil, e.Err
	case Begun:
		return g.begin(l.At, e)
	case Told:
		if !g.Begun() || e.Game.ID != g.ID {
			return func() {
				position := g.Position
				*g = *e.Game
				g.Position = position + 1
			}, nil
		}
	}
	if !g.Begun() {
		return nil, errors.New("no game has begun")
	}
	c := g.Clock.Control()
	if l.Left != nil && !c.IsZero() {
		for _, color := range []board.Color{board.Black, board.White} {
			if err := c.Fits(l.Left[color]); err != nil {
				return nil, err
			}
		}
	}
	do, err := g.change(l)
	return func() {
		if l.Left != nil && !c.IsZero() {
			g.Clock.Set(l.Left[board.Black], l.Left[board.White])
		}
		do()
	}, err
}

// change is the effect of an event within a game, but for the time on the clock.
func (g *Game) change(l Line) (func(), error) {
	switch e := l.Event.(type) {
	case Decided:
		t, err := g.turn(e.Color, e.Points)
		return func() { g.Decision, g.StandIn, g.Pressed = t.Points, e.StandIn, l.Pressed }, err
	case Played:
		return g.play(l, e)
	case TakenBack:
		return g.takeBack(e)
	case Chosen:
		return g.choose(l, e)
	case Ended:
		return g.end(l.At, e)
	case Proposed, Toggled, Agreed, Resumed:
		return g.count(l.At, e)
	case Seated:
		return g.seat(e)
	case Paused:
		// A flag may have fallen just before.
		return func() { g.Paused = e.On && !g.Game.Result().Over }, nil
	case Dismissed:
		return func() { g.Dismissed = e.Question }, nil
	case Spent:
		list, err := On(g.Game.Size(), e.Points)
		return func() { g.Spent = list }, err
	case Mended:
		return func() { g.Mend = "" }, nil
	case Ticked, Told: // all of it is known
		return func() {}, nil
	}
	return nil, fmt.Errorf("this kind of entry is not known: %w", ErrNewer)
}

func (g *Game) begin(at time.Time, e Begun) (func(), error) {
	r := g.Rules(e.Rules, e.Size)
	if r == nil {
		return nil, fmt.Errorf("the game %q is not known", e.Rules)
	}
	if w, ok := r.(game.Weiqi); ok {
		w.Terms = e.Terms
		if err := w.Terms.Check(w.Board); err != nil {
			return nil, err
		}
		r = w
	}
	if e.ID == "" {
		return nil, errors.New("the game has no id")
	}
	r, err := game.Opened(r, e.Opening)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(e.Seats.check(), e.Series.check(e.Seats), e.Clock.Check()); err != nil {
		return nil, err
	}
	start, mend := game.New(r), Clear
	if e.setUp() {
		mend = Repair
		if start, err = game.NewFrom(r, e.Start); err != nil {
			return nil, err
		}
	}
	return func() {
		g.ID, g.Game, g.By = e.ID, start, nil
		if e.Lasts(r) {
			g.Opens = e.Opening
		} else if e.Opens != nil {
			g.Opens = *e.Opens
		}
		g.sit(e.Seats)
		g.Series = e.Series
		g.resetClock(e.Clock)
		g.Started, g.Ended = at, time.Time{}
		g.Dismissed, g.Spent, g.Pressed = "", nil, false
		g.Paused, g.Mend, g.Decision, g.Placed = false, mend, nil, nil
	}, nil
}

// check says why nobody can sit so, or nil.
func (s Seats) check() error {
	if s.Remote != board.Empty && s.People[s.Remote] {
		return fmt.Errorf("%q cannot be both remote and played here", s.Remote)
	}
	for _, c := range []board.Color{board.Black, board.White} {
		if s.Programs[c] != "" && (s.People[c] || s.Remote == c) {
			return fmt.Errorf("%q cannot be both a program's and somebody else's", c)
		}
	}
	return nil
}

func (g *Game) sit(s Seats) {
	s.Guest = s.Guest && s.Remote != board.Empty
	g.Seats = s
}

// On returns a copy of a list of points, nil for an empty one. The error names a point
// that is not on a board of that size.
func On(size board.Size, list []board.Point) ([]board.Point, error) {
	for _, p := range list {
		if !size.Has(p) {
			return nil, fmt.Errorf("%s is off the board: points go from A1 to %s", p, size.Point(size.Count()-1))
		}
	}
	return append([]board.Point(nil), list...), nil
}

// turn returns a turn that may be played.
func (g *Game) turn(c board.Color, points []board.Point) (game.Turn, error) {
	if c == board.Empty {
		return game.Turn{}, errors.New("the entry names no colour")
	}
	list, err := On(g.Game.Size(), points)
	if err != nil {
		return game.Turn{}, err
	}
	t := game.Turn{Color: c, Points: list}
	return t, g.Game.Check(t)
}

func (g *Game) play(l Line, e Played) (func(), error) {
	t, err := g.turn(e.Color, e.Points)
	return func() {
		side := g.Game.Side()
		_ = g.Game.Play(t) // it has been checked, and nothing has changed since
		by := g.Of(side)
		if (e.StandIn || g.Decision != nil && g.StandIn) && by.Program != "" {
			by = Seat{Level: g.Level}
		}
		g.By = append(g.By, by)
		if g.Game.Side() != side && !g.Pressed && !l.Pressed {
			g.Clock.Press(l.At, side)
		}
		g.Pressed = false
		g.mark()
		g.Decision, g.Placed = nil, nil
		if g.Game.Result().Over {
			g.over(l.At)
		}
	}, err
}

func (g *Game) choose(l Line, e Chosen) (func(), error) {
	if list := g.Game.Choices(); !slices.Contains(list, e.Choice) {
		return nil, fmt.Errorf("%.40q cannot be chosen: there is %q", e.Choice, list)
	}
	return func() {
		side, black, pick := g.Game.Side(), g.Game.BlackPlayer(), g.Game.Step().Pick
		_ = g.Game.Choose(e.Choice) // it is among those that can be made
		swapped := g.Game.BlackPlayer() != black
		if swapped == (g.Game.Side() == side) && !l.Pressed {
			g.Clock.Press(l.At, side) // the other player goes on
		}
		if swapped {
			g.exchange()
		}
		g.Decision, g.Placed = nil, nil
		if pick {
			g.Mend = Repair // the other stone is to be taken off
		}
	}, nil
}

func (g *Game) takeBack(e TakenBack) (func(), error) {
	turns := len(g.Game.Turns())
	reason := g.Game.Result().Reason
	withdrawn := e.Turns == 0 && (reason == game.ByResign || reason == game.ByTime || g.Decision != nil && g.Remote != board.Empty)
	unchosen := e.Unchosen && slices.ContainsFunc(g.Game.Made(), func(c opening.Made) bool { return c.After == turns-e.Turns })
	if e.Turns < 0 || e.Turns > turns || e.Turns == 0 && !withdrawn && !unchosen || e.Unchosen && !unchosen {
		return nil, fmt.Errorf("%d turns are to be taken back, but %d were played", e.Turns, turns)
	}
	return func() {
		g.Game.Reopen()
		black := g.Game.BlackPlayer()
		for range e.Turns {
			g.Game.Undo()
		}
		if e.Unchosen {
			g.Game.Unchoose()
		}
		g.By = g.By[:turns-e.Turns]
		if e.Turns > 0 || e.Unchosen || reason == game.ByTime || g.Pressed {
			g.rewind()
		}
		if g.Game.BlackPlayer() != black {
			g.exchange()
		}
		g.Pressed = false
		g.Decision, g.Placed, g.Paused, g.Ended = nil, nil, false, time.Time{}
		g.Mend = Repair
	}, nil
}

func (g *Game) end(at time.Time, e Ended) (func(), error) {
	if e.Loser == board.Empty && e.Reason != game.ByAbandoned {
		return nil, errors.New("the entry names no colour")
	}
	if g.Game.Result().Over {
		return nil, game.ErrOver
	}
	r := game.Result{Reason: e.Reason}
	if e.Loser != board.Empty {
		r.Winner = e.Loser.Other()
	}
	return func() {
		g.Game.End(r)
		g.over(at)
	}, nil
}

// ErrOtherDead is that a side has agreed to dead stones that have changed since.
var ErrOtherDead = errors.New("the dead stones have changed since this was agreed to")

// samePoints reports whether two lists have the same points, in any order.
func samePoints(a, b []board.Point) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// count serves the events of a game of Go that is being counted.
func (g *Game) count(at time.Time, e Event) (func(), error) {
	apply := func(on *game.Game) error {
		switch e := e.(type) {
		case Proposed:
			if _, err := On(on.Size(), e.Points); err != nil {
				return err
			}
			return on.Propose(e.Points)
		case Toggled:
			return on.Toggle(e.Point)
		case Agreed:
			if e.Dead != nil && !samePoints(e.Dead, on.Dead()) {
				return ErrOtherDead
			}
			return on.Agree(e.By)
		}
		return on.PlayOn()
	}
	if err := apply(g.Game.Clone()); err != nil {
		return nil, err
	}
	return func() {
		_ = apply(g.Game) // as the copy that it was tried on
		if g.Game.Result().Over {
			g.over(at)
		}
	}, nil
}

// seat serves [Seated]. A turn that changes hands begins with the stones that stand: a
// person finds them on the board, the machine is told of them.
func (g *Game) seat(e Seated) (func(), error) {
	placed, err := On(g.Game.Size(), e.Placed)
	if err != nil {
		return nil, err
	}
	if err := e.Seats.check(); err != nil {
		return nil, err
	}
	if e.Clock != nil {
		if err := e.Clock.Check(); err != nil {
			return nil, err
		}
	}
	_, due := g.Game.Due()
	side := g.Game.Side()
	if len(placed) > due {
		return nil, fmt.Errorf("%d stones stand of a turn that takes %d", len(placed), due)
	}
	for i, p := range placed {
		if g.Game.At(p) != board.Empty || slices.Contains(placed[:i], p) {
			return nil, fmt.Errorf("%s: %w", p, game.ErrOccupied)
		}
	}
	return func() {
		person, remote := g.People[side], g.Remote
		if !g.Seats.same(e.Seats) {
			g.Series = Series{} // the games before were other players'
		}
		g.sit(e.Seats)
		if e.Clock != nil {
			g.resetClock(*e.Clock)
		}
		if g.People[side] == person && !person && g.Remote == remote {
			return // the machine goes on with its turn
		}
		g.Decision, g.Placed, g.Pressed, g.StandIn = nil, nil, false, false
		if !g.People[side] && g.Remote != side {
			g.Begin(placed)
		}
	}, nil
}

// Begin has stones that stand be a part of the turn that the machine chooses. Stones that
// the rules refuse are no part of one, whatever is added to them.
func (g *Game) Begin(placed []board.Point) {
	color, _ := g.Game.Due()
	switch err := g.Game.Check(game.Turn{Color: color, Points: placed}); {
	case len(placed) == 0:
		g.Placed = nil // at Go no stones would be a pass, which nobody has chosen
	case err == nil:
		g.Placed, g.Decision = placed, placed // nothing is left to choose
	case errors.Is(err, game.ErrStones):
		g.Placed = placed
	default:
		g.Placed = nil
	}
}
