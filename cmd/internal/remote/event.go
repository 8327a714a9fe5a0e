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
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/record"
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
	// Terms are those of a game of Go, as [game.Terms] reads them; "" for the usual ones.
	Terms string `json:"terms,omitempty"`
}

// Kinds of events.
const (
	KindTurn   = "turn"   // a turn is complete
	KindChoice = "choice" // the opening's choice was made
	KindUndo   = "undo"   // turns were taken back, as one side asked and the other granted
	KindResign = "resign" // a side has resigned
	KindTime   = "time"   // a side has no time left, and has lost

	// Of a game of Go, once both sides have passed.

	KindMark   = "mark"    // exactly these stones are dead: the host's table proposes them
	KindDead   = "dead"    // the chain of a stone is dead, or lives again
	KindAgree  = "agree"   // a side agrees that these stones are dead, and no others
	KindPlayOn = "play-on" // counting is broken off
)

// Event is one line of the log. Its number is its place there, from 1.
type Event struct {
	Kind   string        `json:"kind"`             // one of the Kind constants
	Color  string        `json:"color,omitempty"`  // turn: of the stones; others: whose word it is
	Points []string      `json:"points,omitempty"` // turn, none for a pass; mark, dead, agree
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

// position is the game as a log leaves it.
type position struct {
	setup  Setup
	record record.Game
	hash   [sha256.Size]byte
	sums   []string // of the log's beginnings, by their length
	size   int      // of the log as it is written, in bytes
}

// Book lists the rules that an end knows.
type Book []game.Rules

// start returns a game at its beginning.
func (b Book) start(s Setup) (*position, error) {
	size := board.Size{Cols: s.Cols, Rows: s.Rows}
	guest, _ := board.ParseColor(s.Guest) // Empty if it is none
	p := &position{setup: s, record: record.Game{Book: b}}
	if p.record.Rules(s.Rules, size) == nil {
		return nil, fmt.Errorf("%q on %d x %d points cannot be played here", text.Clip(s.Rules), s.Cols, s.Rows)
	}
	if guest == board.Empty || s.Game == "" || len(s.Game) > 100 {
		return nil, errors.New("the game has no name, or its guest no colour")
	}
	c, err := clock.Parse(s.Clock)
	if err != nil {
		return nil, err
	}
	var terms game.Terms
	if len(s.Terms) > maxText {
		return nil, errors.New("the terms of the game are too long")
	}
	if err := terms.UnmarshalText([]byte(s.Terms)); err != nil {
		return nil, err
	}
	begin, err := p.record.Plan(record.Line{Seq: 1, Event: record.Begun{
		ID: s.Game, Rules: s.Rules, Size: size, Opening: opening.Kind(text.Clip(s.Opening)), Terms: terms, Clock: c,
		Seats: record.Seats{People: record.People([]board.Color{guest.Other()}), Remote: guest},
	}})
	if err != nil {
		return nil, err
	}
	p.record.Apply(begin)
	p.hash = sha256.Sum256(fmt.Appendf(nil, "stonehand 1 %q %d %q %d %d %q %q", s.Game, s.Round, s.Rules, s.Cols, s.Rows, s.Guest, s.Clock))
	if s.Opening != "" {
		p.hash = sha256.Sum256(append(p.hash[:], s.Opening...))
	}
	if s.Terms != "" {
		p.hash = sha256.Sum256(fmt.Appendf(p.hash[:], "terms %s", s.Terms))
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
func (p *position) over() bool { return p.record.Game.Result().Over }

// guest is the colour that the guest has.
func (p *position) guest() board.Color { return p.record.Remote }

// left is what the sides have left, by colour.
func (p *position) left() [3]clock.Side {
	var at time.Time // the clock stands
	k := &p.record.Clock
	return [3]clock.Side{board.Black: k.Side(at, board.Black), board.White: k.Side(at, board.White)}
}

// apply makes an event part of the game, or says why it cannot be; nothing has
// changed then.
func (p *position) apply(e Event) error {
	fact, err := p.plan(e)
	if err != nil {
		return err
	}
	p.record.Apply(fact)
	line, _ := json.Marshal(e) // it is made of strings and numbers
	p.hash = sha256.Sum256(append(p.hash[:], line...))
	p.sums = append(p.sums, p.sum())
	p.size += len(line)
	return nil
}

// plan returns what an event does as the next one, or says why it cannot be that. The
// log takes less than a journal: the hash runs over how an event is written, so it is
// to be written as [EventOf] does, and nobody takes back what both have settled.
func (p *position) plan(e Event) (record.Applied, error) {
	g := p.record.Game
	v, err := e.read()
	if err != nil {
		return record.Applied{}, err
	}
	l := record.Line{Seq: p.record.Seq + 1, Mark: record.Mark{Pressed: true}, Event: v}
	switch v := v.(type) {
	case record.Played:
		if len(v.Points) == 0 && !g.Counts() || len(v.Points) > maxPoints {
			err = fmt.Errorf("a turn of %d stones", len(v.Points))
		}
	case record.Chosen:
		if side := g.Side(); side != board.Empty && v.By != side {
			err = fmt.Errorf("%s chooses, not %q", side, text.Clip(e.Color))
		}
	case record.TakenBack:
		n := len(g.Turns())
		switch r := g.Result().Reason; {
		case r == game.ByResign || r == game.ByTime:
			err = game.ErrOver
		case v.Turns < 1:
			err = fmt.Errorf("%d turns are to be taken back, but %d were played", v.Turns, n)
		case v.Turns <= n && n-v.Turns < p.record.Settled():
			err = errors.New("what was chosen in the opening, and the turns before it, are not taken back")
		}
	case record.Ended:
		if v.Reason == game.ByTime && p.record.Clock.Control().IsZero() {
			err = errors.New("the game has no clock")
		}
	case record.Proposed, record.Toggled, record.Agreed, record.Resumed:
		err = p.count(e)
	}
	if err == nil && e.Left != nil && g.Side() != board.Empty {
		l.Left, err = p.leftAfter(*e.Left)
	}
	if err != nil {
		return record.Applied{}, err
	}
	return p.record.Plan(l)
}

// leftAfter reads what the sides have left after a turn or choice of the side that is
// to act: that has no more than if it had not thought at all.
func (p *position) leftAfter(left api.SideTime) (*[3]clock.Side, error) {
	c, all, control := p.record.Game.Side(), p.left(), p.record.Clock.Control()
	if control.IsZero() {
		return nil, errors.New("the game has no clock")
	}
	s, err := left.Side(control)
	if err != nil {
		return nil, err
	}
	if most := control.Left(control.Press(all[c])); control.Left(s) > most+rounding {
		return nil, fmt.Errorf("%s has %v left, but can have %v at most", c, control.Left(s), most)
	}
	all[c] = s
	return &all, nil
}

// rounding is what clocks that are kept in milliseconds may differ by.
const rounding = 5 * time.Millisecond

// EventOf writes an event of the record as the log has it, but for what is left on the
// clock.
func EventOf(v record.Event) Event {
	switch v := v.(type) {
	case record.Played:
		return Event{Kind: KindTurn, Color: v.Color.String(), Points: api.Names(v.Points)}
	case record.Chosen:
		return Event{Kind: KindChoice, Color: v.By.String(), Choice: string(v.Choice)}
	case record.TakenBack:
		return Event{Kind: KindUndo, Back: v.Turns}
	case record.Ended:
		return Event{Kind: map[game.Reason]string{game.ByResign: KindResign, game.ByTime: KindTime}[v.Reason], Color: v.Loser.String()}
	case record.Proposed:
		return Event{Kind: KindMark, Points: api.Names(v.Points)}
	case record.Toggled:
		return Event{Kind: KindDead, Points: api.Names([]board.Point{v.Point})}
	case record.Agreed:
		return Event{Kind: KindAgree, Color: v.By.String(), Points: api.Names(v.Dead)}
	case record.Resumed:
		return Event{Kind: KindPlayOn}
	}
	return Event{}
}

// counts reports whether an event is of a game that is being counted.
func (e Event) counts() bool {
	return e.Kind == KindMark || e.Kind == KindDead || e.Kind == KindAgree || e.Kind == KindPlayOn
}

// read is the other way round.
func (e Event) read() (v record.Event, err error) {
	c, _ := board.ParseColor(e.Color)
	switch e.Kind {
	case KindTurn:
		v = record.Played{Color: c, Points: e.Stones()}
	case KindChoice:
		v = record.Chosen{By: c, Choice: opening.Choice(e.Choice)}
	case KindUndo:
		v = record.TakenBack{Turns: e.Back}
	case KindResign:
		v = record.Ended{Reason: game.ByResign, Loser: c}
	case KindTime:
		v = record.Ended{Reason: game.ByTime, Loser: c}
	case KindMark:
		v = record.Proposed{Points: e.Stones()}
	case KindDead:
		if len(e.Points) != 1 {
			return nil, fmt.Errorf("one stone names a dead chain, not %d", len(e.Points))
		}
		if list := e.Stones(); list != nil {
			v = record.Toggled{Point: list[0]}
		}
	case KindAgree:
		v = record.Agreed{By: c, Dead: e.Stones()}
	case KindPlayOn:
		v = record.Resumed{}
	default:
		return nil, fmt.Errorf("the event %q is not known: %w", text.Clip(e.Kind), record.ErrNewer)
	}
	written := EventOf(v)
	if e.Kind == KindTurn || e.Kind == KindChoice {
		written.Left = e.Left
	}
	if e.counts() && c != board.Empty {
		written.Color = c.String()
	}
	if !e.same(written) {
		line, _ := json.Marshal(e)
		return nil, fmt.Errorf("an event is not written so: %s", text.Foreign(string(line), maxText))
	}
	return v, nil
}

// by returns the colour of the player of an event, which may become the next one:
// in an opening one player puts down stones of both colours.
func (p *position) by(e Event) string {
	if side := p.record.Game.Side(); e.Kind == KindTurn && e.Color != "" && side != board.Empty {
		if due, _ := p.record.Game.Due(); e.Color == due.String() {
			return side.String()
		}
	}
	return e.Color
}

// step describes what the game waits for; nil when it is over, or is counted.
func (p *position) step() *Step {
	g := p.record.Game
	if p.over() || g.Counting() {
		return nil
	}
	due, n := g.Due()
	return &Step{Guest: p.guest().String(), Side: g.Side().String(), Color: due.String(), Due: n, Player: int(g.Step().Player),
		Choices: g.Choices(), Allowed: api.Names(g.Allowed())}
}

// actor returns who of the opening's players acts after so many turns and these
// choices.
func (p *position) actor(turns int, made []opening.Made) opening.Player {
	k := p.record.Game.Opening()
	step := k.Next(turns, made)
	if step.Player != opening.Nobody {
		return step.Player
	}
	c, _ := p.record.Game.Rules().Due(turns)
	if step.Pick {
		c = board.White
	}
	if c == board.Black {
		return k.Black(made)
	}
	return k.Black(made).Other()
}

// passes reports whether the other player acts after a turn or a choice, which may
// become the next event.
func (p *position) passes(e Event) bool {
	turns, made := len(p.record.Game.Turns()), p.record.Game.Made()
	before := p.actor(turns, made)
	if e.Kind == KindChoice {
		made = append(made[:len(made):len(made)], opening.Made{After: turns, Choice: opening.Choice(e.Choice)})
	} else {
		turns++
	}
	return p.actor(turns, made) != before
}
