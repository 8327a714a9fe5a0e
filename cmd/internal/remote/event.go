package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// Setup is how a game is played; the host says it, and it never changes.
type Setup struct {
	Game  string `json:"game"`  // identity of the game, different for each
	Round uint64 `json:"round"` // grows with every game of one invitation
	Rules string `json:"rules"` // "connect6", as in the HTTP contract
	Cols  int    `json:"cols"`
	Rows  int    `json:"rows"`
	Guest string `json:"guest"` // the colour that the guest plays at the beginning: "black" or "white"
	Clock string `json:"clock"` // as [clock.Parse] reads it: "none", "10m+5s"
	// Opening is how the game begins, as [opening.Parse] reads it; "" for freely.
	// Choices made in it may exchange the colours.
	Opening string `json:"opening,omitempty"`
}

// guest is the guest's colour at the beginning, Empty if it is none.
func (s Setup) guest() board.Color {
	c, _ := board.ParseColor(s.Guest)
	return c
}

// Kinds of events.
const (
	KindTurn   = "turn"   // a turn is complete
	KindChoice = "choice" // the opening's choice was made
	KindUndo   = "undo"   // turns were taken back, as one side asked and the other granted
	KindResign = "resign" // a side has resigned
	KindTime   = "time"   // a side has no time left, and has lost
)

// Event is one line of the log. Its number is its place there, from 1.
type Event struct {
	Kind   string        `json:"kind"`             // one of the Kind constants
	Color  string        `json:"color,omitempty"`  // turn: of the stones; choice, resign, time: whose
	Points []string      `json:"points,omitempty"` // turn
	Back   int           `json:"back,omitempty"`   // undo: how many turns
	Choice string        `json:"choice,omitempty"` // choice: an [opening.Choice]
	Left   *api.SideTime `json:"left,omitempty"`   // turn, choice: what the player has left on the clock after it
}

// Stones are the points of an event that is part of a log, nil if it has none.
func (e Event) Stones() []board.Point {
	list := make([]board.Point, len(e.Points))
	for i, name := range e.Points {
		if list[i].UnmarshalText([]byte(name)) != nil {
			return nil
		}
	}
	return list
}

// LeftOf writes what a side has left. Parts of a millisecond are cut off.
func LeftOf(s clock.Side) *api.SideTime {
	return &api.SideTime{Main: s.Main.Milliseconds(), Periods: s.Periods, Period: s.Period.Milliseconds()}
}

// same reports whether two events are the same in every part.
func (e Event) same(o Event) bool {
	return e.Kind == o.Kind && e.Color == o.Color && slices.Equal(e.Points, o.Points) && e.Back == o.Back && e.Choice == o.Choice &&
		(e.Left == nil) == (o.Left == nil) && (e.Left == nil || *e.Left == *o.Left)
}

// errUnknown is wrapped where only a newer version of the program can have said
// something.
var errUnknown = errors.New("it comes from a newer version of the program, or from none")

// position is the game as a log leaves it.
type position struct {
	setup   Setup
	control clock.Control
	game    *game.Game
	now     [3]clock.Side   // what the sides have left, by colour
	left    [][3]clock.Side // and had as each position came up
	hash    [sha256.Size]byte
	sums    []string // of the log's beginnings, by their length
}

// Book lists the rules that an end knows.
type Book []game.Rules

// find returns the rules of a setup.
func (b Book) find(s Setup) (game.Rules, error) {
	for _, r := range b {
		if r.Name() == s.Rules && r.Size() == (board.Size{Cols: s.Cols, Rows: s.Rows}) {
			k, err := opening.Parse(s.Opening)
			if err != nil || k != opening.Kind(s.Opening) {
				return nil, fmt.Errorf("the opening %q cannot be played here", clip(s.Opening))
			}
			return game.Opened(r, k)
		}
	}
	return nil, fmt.Errorf("%q on %d x %d points cannot be played here", clip(s.Rules), s.Cols, s.Rows)
}

// start returns a game at its beginning.
func (b Book) start(s Setup) (*position, error) {
	r, err := b.find(s)
	if err != nil {
		return nil, err
	}
	if s.guest() == board.Empty || s.Game == "" || len(s.Game) > 100 {
		return nil, errors.New("the game has no name, or its guest no colour")
	}
	c, err := clock.Parse(s.Clock)
	if err != nil {
		return nil, err
	}
	p := &position{setup: s, control: c, game: game.New(r)}
	p.now = [3]clock.Side{board.Black: c.Start(), board.White: c.Start()}
	p.left = [][3]clock.Side{p.now}
	p.hash = sha256.Sum256(fmt.Appendf(nil, "stonehand 1 %q %d %q %d %d %q %q", s.Game, s.Round, s.Rules, s.Cols, s.Rows, s.Guest, s.Clock))
	if s.Opening != "" {
		p.hash = sha256.Sum256(append(p.hash[:], s.Opening...))
	}
	p.sums = []string{p.sum()}
	return p, nil
}

// play returns the position after a log.
func (b Book) play(s Setup, log []Event) (*position, error) {
	p, err := b.start(s)
	if err != nil {
		return nil, err
	}
	for i, e := range log {
		if err := p.apply(e); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	return p, nil
}

// sum writes a hash as messages have it.
func (p *position) sum() string { return hex.EncodeToString(p.hash[:16]) }

// over reports whether the game has ended.
func (p *position) over() bool { return p.game.Result().Over }

// apply makes an event part of the game, or says why it cannot be; nothing has
// changed then.
func (p *position) apply(e Event) error {
	if err := p.check(e); err != nil {
		return err
	}
	c, _ := board.ParseColor(e.Color)
	if side := p.game.Side(); e.Left != nil {
		p.now[side], _ = e.Left.Side(p.control)
	}
	switch e.Kind {
	case KindTurn:
		turn, _ := p.turn(e)
		_ = p.game.Play(turn) // it has been checked
		p.left = append(p.left, p.now)
	case KindChoice:
		p.choose(opening.Choice(e.Choice))
	case KindUndo:
		for range e.Back {
			p.game.Undo()
			p.left = p.left[:len(p.left)-1]
		}
		p.now = p.left[len(p.left)-1]
	case KindResign:
		p.game.End(game.Result{Winner: c.Other(), Reason: game.ByResign})
	case KindTime:
		p.game.End(game.Result{Winner: c.Other(), Reason: game.ByTime})
	}
	line, _ := json.Marshal(e) // it is made of strings and numbers
	p.hash = sha256.Sum256(append(p.hash[:], line...))
	p.sums = append(p.sums, p.sum())
	return nil
}

// turn reads the turn of an event.
func (p *position) turn(e Event) (game.Turn, error) {
	c, ok := board.ParseColor(e.Color)
	if !ok || c.String() != e.Color {
		return game.Turn{}, fmt.Errorf("%q is no colour", clip(e.Color))
	}
	t := game.Turn{Color: c}
	for _, name := range e.Points {
		q, err := p.game.Size().Parse(name, board.Algebraic)
		if err != nil {
			return game.Turn{}, err
		}
		if q.String() != name {
			return game.Turn{}, fmt.Errorf("the point %s is written %q", q, clip(name))
		}
		t.Points = append(t.Points, q)
	}
	return t, nil
}

// check says why an event cannot be the next one, or nil.
func (p *position) check(e Event) error {
	switch e.Kind {
	case KindTurn:
		if len(e.Points) == 0 || len(e.Points) > maxPoints {
			return fmt.Errorf("a turn of %d stones", len(e.Points))
		}
		t, err := p.turn(e)
		if err != nil {
			return err
		}
		if e.Back != 0 || e.Choice != "" {
			return errors.New("a turn takes nothing back, and chooses nothing")
		}
		if err := p.checkLeft(e); err != nil {
			return err
		}
		return p.game.Check(t)
	case KindChoice:
		return p.checkChoice(e)
	case KindUndo:
		if e.Color != "" || e.Points != nil || e.Left != nil || e.Choice != "" {
			return errors.New("to take back turns has neither colour nor points")
		}
		if r := p.game.Result().Reason; r == game.ByResign || r == game.ByTime {
			return game.ErrOver
		}
		if n := len(p.game.Turns()); e.Back < 1 || e.Back > n {
			return fmt.Errorf("%d turns are to be taken back, but %d were played", e.Back, n)
		} else if n-e.Back < p.settled() {
			return errors.New("what was chosen in the opening, and the turns before it, are not taken back")
		}
		return nil
	case KindResign, KindTime:
		if c, ok := board.ParseColor(e.Color); !ok || c.String() != e.Color {
			return fmt.Errorf("%q is no colour", clip(e.Color))
		}
		if e.Points != nil || e.Left != nil || e.Back != 0 || e.Choice != "" {
			return errors.New("the end of a game has no points")
		}
		if e.Kind == KindTime && p.control.IsZero() {
			return errors.New("the game has no clock")
		}
		if p.over() {
			return game.ErrOver
		}
		return nil
	}
	return fmt.Errorf("the event %q is not known: %w", clip(e.Kind), errUnknown)
}

// checkLeft says whether a side can have so much left after its turn: no more than
// if it had not thought at all.
func (p *position) checkLeft(e Event) error {
	c := p.game.Side()
	if e.Left == nil || c == board.Empty {
		return nil
	}
	if p.control.IsZero() {
		return errors.New("the game has no clock")
	}
	s, err := e.Left.Side(p.control)
	if err != nil {
		return err
	}
	before := p.now[c]
	if most := p.control.Left(p.control.Press(before)); p.control.Left(s) > most+rounding {
		return fmt.Errorf("%s has %v left, but can have %v at most", c, p.control.Left(s), most)
	}
	return nil
}

// rounding is what clocks that are kept in milliseconds may differ by.
const rounding = 5 * time.Millisecond
