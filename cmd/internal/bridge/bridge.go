// Package bridge lets a program that drives engines play against the people at a
// table: to the program the physical board is the engine. It talks with the daemon
// through the HTTP contract. Whatever position the program asks about is brought
// onto the table first: turns that were taken back are taken back there, the
// program's own turn is asked for by lights or put down by the arm, as the
// machine's would be, and what people answer on the board is the answer.
package bridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// Bridge asks the people at a board. It is not safe for concurrent use.
type Bridge struct {
	Daemon *Daemon
	// Name is who plays against the people, shown to them; may be empty.
	Name string
	// Replace lets games begin in place of one that people are playing.
	Replace bool
	// Tell is told what people at the program should know while an answer is waited
	// for: what the board says to those who sit at it, and what is wrong with it. May
	// be nil.
	Tell func(sentence string)
	// Ended is closed when nobody is left at the program to hear an answer; may be nil.
	Ended <-chan struct{}

	told  string // last
	fresh bool   // the program has cleared its board: what it plays next is another game, unless it is all that was played before
	game  string // the identity of the one that this bridge began; "" before
	had   int    // how many turns the program and the table have in common, unless the program drops the answer; -1: that is not known
}

const (
	// pause is how long is waited between two looks at the table.
	pause = 100 * time.Millisecond
	// patience is how long the daemon may be out of reach before a question is given
	// up: it may be starting again.
	patience = 60 * time.Second
)

// play brings a position onto the table and waits for what the people who are to
// move play there. The error is a sentence without its full stop.
func (b *Bridge) play(ctx context.Context, q player.Position) ([]board.Point, error) {
	turns, err := turnsOf(q)
	if err != nil {
		return nil, err
	}
	points, err := b.ask(ctx, q, turns)
	return points, unanswered(ctx, err)
}

// unanswered puts into words that a question was broken off.
func unanswered(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
		return errors.New("the people at the board have not played yet")
	}
	return err
}

// show brings a position onto the table that a front end has made by itself, if it
// belongs to the game that this bridge has begun there: stones that it has put down
// are asked for, and what it has taken back is to be fixed. It does not wait for
// the people. A position in the middle of a turn is not shown.
//
// An empty board is the beginning of another game, which begins at the table when
// the people are asked for a turn: until then it is not known who plays which colour.
func (b *Bridge) show(ctx context.Context, q player.Position) error {
	b.fresh = b.fresh || q.Count() == 0
	if b.game == "" || b.fresh {
		return nil
	}
	turns, err := turnsOf(q)
	if err != nil {
		return nil
	}
	return b.catchUp(ctx, q.Rules.Name(), turns, func(s *api.Snapshot) bool { return s.GameID == b.game })
}

// catchUp brings turns of a game onto the table, if what stands there is the same game and
// they go on from it or go back in it.
func (b *Bridge) catchUp(ctx context.Context, rules string, turns []game.Turn, same func(s *api.Snapshot) bool) error {
	s, err := b.state(ctx)
	if err != nil {
		return err
	}
	if !same(s) || s.Remote == nil || !b.goesOn(s, rules, s.Remote.Color, turns) {
		return nil
	}
	_, err = b.level(ctx, s, turns)
	return err
}

// ask is play with the turns that q has.
func (b *Bridge) ask(ctx context.Context, q player.Position, turns []game.Turn) ([]board.Point, error) {
	s, err := b.state(ctx)
	if err != nil {
		return nil, err
	}
	if s, err = b.settle(ctx, s, q, turns); err != nil {
		return nil, err
	}
	if s, err = b.seat(ctx, s, q, turns); err != nil {
		return nil, err
	}
	if !b.answered(s, turns) {
		if s, err = b.level(ctx, s, turns); err != nil {
			return nil, err
		}
	}
	var points []board.Point
	id := s.GameID
	err = b.wait(ctx, func(s *api.Snapshot) (done bool, err error) {
		points, done, err = b.answer(s, id, turns, q.ToMove)
		return done, err
	})
	if err == nil {
		b.had = len(turns) + 1
	}
	return points, err
}

// state is how the table stands, with this bridge in its seat.
func (b *Bridge) state(ctx context.Context) (*api.Snapshot, error) {
	s, err := b.Daemon.State(ctx)
	if err != nil {
		return nil, err
	}
	return b.stand(ctx, s)
}

// stand takes the seat again in the game that this bridge began, where the daemon was
// restarted: it knows the game only.
func (b *Bridge) stand(ctx context.Context, s *api.Snapshot) (*api.Snapshot, error) {
	if b.game == "" || s.GameID != b.game || s.Remote == nil || !s.Remote.Guest || s.Remote.Link == "up" {
		return s, nil
	}
	return b.Daemon.Guest(ctx, api.GuestOrder{Do: api.GuestStand, GameID: b.game, Name: b.Name})
}

// seat begins a game, unless the one on the table is this bridge's and is the
// program's game.
func (b *Bridge) seat(ctx context.Context, s *api.Snapshot, q player.Position, turns []game.Turn) (*api.Snapshot, error) {
	name := q.Rules.Name()
	if err := played(s, name); err != nil {
		return nil, err
	}
	guest := q.ToMove.Other()
	// A front end that has cleared its board may also have set up the same game again.
	if b.fresh && common(turns, s.Moves) < len(s.Moves) || !b.goesOn(s, name, guest, turns) {
		var err error
		if s, err = b.Daemon.Guest(ctx, api.GuestOrder{Do: api.GuestBegin, Game: name, Color: guest, Size: q.Rules.Size(), Name: b.Name, Replace: b.Replace}); err != nil {
			return nil, err
		}
	}
	return s, b.seated(s, q)
}

// seated takes the seat in the game on the table.
func (b *Bridge) seated(s *api.Snapshot, q player.Position) error {
	b.game, b.fresh = s.GameID, false
	if size := q.Rules.Size(); s.Cols != size.Cols || s.Rows != size.Rows {
		return fmt.Errorf("%s has %dx%d points on this board, not %v", s.Game, s.Cols, s.Rows, size)
	}
	return nil
}

// played says that a game is not played on the board, if so.
func played(s *api.Snapshot, name string) error {
	if slices.Contains(s.Games, name) {
		return nil
	}
	return fmt.Errorf("%s is not played on this board, only %s", name, strings.Join(s.Games, ", "))
}

// goesOn reports whether a position belongs to the game on the table: it comes after
// it, or after some of its turns were taken back.
func (b *Bridge) goesOn(s *api.Snapshot, name string, guest board.Color, turns []game.Turn) bool {
	e := s.Remote
	if e == nil || !e.Guest || e.Color != guest || s.Game != name || len(s.SetUp) > 0 {
		return false
	}
	back := len(s.Moves) - common(turns, s.Moves)
	switch {
	case back == 0:
		return true
	case back == len(s.Moves):
		return false // nothing is left of it
	}
	// The first turns may well be the same in two games, and a game that is over may
	// be followed by one, so that only its end is taken back.
	if s.Result != "" {
		return len(turns) > 1 && back <= 2
	}
	return len(turns) > 1 || back <= 2
}

// answered reports whether the people have played already, since what the program has
// played was shown to them and before it asked for their turn.
func (b *Bridge) answered(s *api.Snapshot, turns []game.Turn) bool {
	return b.had == len(turns) && common(turns, s.Moves) == len(turns) && len(s.Moves) == len(turns)+1
}

// level takes back and plays whatever the game on the table differs by. Where the people
// have played between two of these turns, or a stone of theirs lay there already, the table
// has no use for the next one: then it is looked again what the game differs by.
func (b *Bridge) level(ctx context.Context, s *api.Snapshot, turns []game.Turn) (*api.Snapshot, error) {
	const tries = 3
	for n := 1; ; n++ {
		now, err := b.playUp(ctx, s, turns)
		if !tooLate(err) || n == tries {
			return now, err
		}
		id := s.GameID
		if s, err = b.state(ctx); err != nil {
			return nil, err
		}
		if s.GameID != id || s.Remote == nil || !s.Remote.Guest {
			return nil, ErrLeft
		}
	}
}

// playUp takes back and plays what the game differed by when it was as in s.
func (b *Bridge) playUp(ctx context.Context, s *api.Snapshot, turns []game.Turn) (*api.Snapshot, error) {
	n := common(turns, s.Moves)
	b.had = -1
	var err error
	if back := len(s.Moves) - n; back > 0 || len(s.Turn) > 0 && !(n+1 == len(turns) && same(turns[n].Points, s.Turn)) {
		if s, err = b.Daemon.Guest(ctx, api.GuestOrder{Do: api.GuestUndo, Turns: back}); err != nil {
			return nil, err
		}
	}
	if n < len(turns) {
		if s, err = b.playOn(ctx, s); err != nil {
			return nil, err
		}
	}
	for i := n; i < len(turns); i++ {
		last := i == len(turns)-1
		if last && len(s.Turn) > 0 && same(turns[i].Points, s.Turn) {
			break // it is being asked for already
		}
		o := api.GuestOrder{
			Do: api.GuestPlay, Before: i, Color: turns[i].Color, Points: turns[i].Points,
			// What was played before is on the program's board already: the people put
			// it down as they mend theirs. So do they with stones of their own colour.
			Down: !last || turns[i].Color != s.Remote.Color,
		}
		if s, err = b.Daemon.Guest(ctx, o); err != nil {
			return nil, err
		}
	}
	b.had = len(turns)
	return s, nil
}

// ErrLeft is that the game at the board is no longer the program's.
var ErrLeft = errors.New("the people at the board have begun another game")

// wait waits until the table's state is what done waits for, or cannot become that.
func (b *Bridge) wait(ctx context.Context, done func(*api.Snapshot) (bool, error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-b.Ended:
			cancel()
		case <-ctx.Done():
		}
	}()
	var lost time.Time
	tick := time.Tick(pause)
	for {
		s, err := b.Daemon.State(ctx)
		var way unreachable
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &way):
			if lost.IsZero() {
				lost = time.Now()
			}
			if time.Since(lost) > patience {
				return err
			}
			b.tell(err.Error())
		case err != nil:
			return err
		default:
			lost = time.Time{}
			if s, err = b.stand(ctx, s); err != nil {
				b.tell(err.Error())
				break
			}
			if ok, err := done(s); ok || err != nil {
				return err
			}
			b.tell(cmp.Or(s.Fault, s.Message))
		}
		select {
		case <-tick:
		case <-ctx.Done():
		}
	}
}

// answer finds the people's turn in a state.
func (b *Bridge) answer(s *api.Snapshot, id string, turns []game.Turn, color board.Color) ([]board.Point, bool, error) {
	if s.GameID != id || s.Remote == nil || !s.Remote.Guest {
		return nil, false, ErrLeft
	}
	n := common(turns, s.Moves)
	switch {
	case n == len(turns) && len(s.Moves) > n:
		points, err := read(s, s.Moves[n])
		return points, err == nil, err
	case n < len(s.Moves) || n < len(turns)-1:
		return nil, false, errors.New("the people at the board have taken turns back")
	}
	return nil, false, over(s, color)
}

// over says how the game has ended in a state, in which the people have a colour; nil
// where it goes on.
func over(s *api.Snapshot, color board.Color) error {
	switch {
	case s.Result != "" && s.Reason == "resign":
		return fmt.Errorf("%s resigns at the board", side(color))
	case s.Result != "":
		return errors.New("the game is over at the board: " + strings.TrimSuffix(s.Message, "."))
	}
	return nil
}

// read reads a turn that the people have played.
func read(s *api.Snapshot, turn api.Points) ([]board.Point, error) {
	size := board.Size{Cols: s.Cols, Rows: s.Rows}
	if min(size.Cols, size.Rows) < 1 || max(size.Cols, size.Rows) > board.MaxSide {
		return nil, fmt.Errorf("the board's program answers on a board of %d by %d points, which is none", s.Cols, s.Rows)
	}
	for _, p := range turn {
		if !size.Has(p) {
			return nil, fmt.Errorf("the board's program answers %s, which is off a board of %v", p, size)
		}
	}
	if len(turn) == 0 {
		return nil, errors.New("the people at the board have passed")
	}
	return turn, nil
}

// tell passes a sentence on, once.
func (b *Bridge) tell(sentence string) {
	if b.Tell != nil && sentence != b.told && sentence != "" {
		b.Tell(sentence)
	}
	b.told = sentence
}

// Leave gives the game up to the people at the table, who then play both sides. One on the
// table that is not this bridge's, perhaps another's, goes on.
func (b *Bridge) Leave(ctx context.Context) error {
	if b.game == "" {
		return nil
	}
	s, err := b.Daemon.State(ctx)
	if err != nil || s.GameID != b.game || s.Remote == nil {
		return err
	}
	_, err = b.Daemon.Guest(ctx, api.GuestOrder{Do: api.GuestLeave})
	return err
}

// Player returns the people at the board as a player of every game that is played on
// it. They cannot be hurried.
func (b *Bridge) Player() player.Player { return people{b} }

type people struct{ *Bridge }

// Choose implements [player.Player]. In the opening swap2 the people play their part
// of it.
func (p people) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (a player.Answer, err error) {
	if r, ok := q.Rules.(game.Gomoku); ok && r.Opening == opening.Swap2 {
		a.Choice, a.Points, err = p.swap2(ctx, q.Position)
	} else {
		a.Points, err = p.play(ctx, q.Position)
	}
	return a, err
}

// Changed brings onto the board what a front end has played and taken back.
func (b *Bridge) Changed(ctx context.Context, at player.Position) {
	if err := b.show(ctx, at); err != nil {
		b.tell(err.Error())
	}
}
