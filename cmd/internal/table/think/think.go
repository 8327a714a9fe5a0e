// Package think decides what the machine's player is asked, and when: to choose a turn,
// to ponder on a person's time, to answer at once, to end what it is about. It never lets
// it do two things at once: a player has its memory once.
package think

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/engine/record"
)

// Machine is what the player is about. The zero value is nothing.
type Machine struct {
	running  bool
	position uint64 // the game's that it works on
	hurried  bool   // the answer is wanted at once
	ponders  bool   // on the position after turns; the fields between mean nothing then
	turns    []game.Turn
	ponder   pondering
}

// pondering is the position that the machine ponders on, or might.
type pondering struct {
	known    bool
	position uint64      // the game's, that the rest was made for
	id       string      // of the game
	turns    []game.Turn // to the position: those played, and the one decided
	due      bool        // there is something to ponder on there
	done     bool        // the player has come to its end there
}

// In is what the player is to work on.
type In struct {
	Game    *record.Game
	Ponders bool // the player can ponder
	Hot     bool // the computer is
}

// Order is what the player is told: to end what it is about, to answer at once, or to
// begin.
type Order struct {
	Cancel   bool
	Hurry    bool
	Position uint64 // the game's
	Question player.Question
	Ponder   bool
}

// Answer is what a search came to.
type Answer struct {
	Position uint64
	player.Answer
	Err      error
	Pondered bool // no answer at all: pondering is over
	Stopped  bool // it was told to end
}

// Thought is something that a search thinks.
type Thought struct {
	Position uint64
	player.Info
}

// Pondering reports whether the player ponders.
func (m *Machine) Pondering() bool { return m.running && m.ponders }

// Searches reports whether the player is to choose in a position of the game.
func (m *Machine) Searches(position uint64) bool {
	return m.running && !m.ponders && m.position == position
}

// Thinks reports whether the player is to choose.
func (m *Machine) Thinks() bool { return m.running && !m.ponders }

// Hurry returns what makes the search answer at once; nil if it was told to.
func (m *Machine) Hurry() *Order {
	if m.hurried {
		return nil
	}
	m.hurried = true
	return &Order{Hurry: true}
}

// Ended takes the end of a search. Pondering that came to its end by itself is not begun
// again.
func (m *Machine) Ended(a *Answer) {
	if p := &m.ponder; a.Pondered && !a.Stopped && p.due && sameTurns(m.turns, p.turns) {
		p.done = true
	}
	*m = Machine{ponder: m.ponder}
}

// Step returns what the player is to be told as the game stands, nil for nothing.
func (m *Machine) Step(now time.Time, s *status.Status, in In) *Order {
	wanted := s.Thinks()
	ponder := !wanted && m.mayPonder(s, in)
	g := in.Game
	switch {
	case m.running && m.ponders && (!ponder || !sameTurns(m.turns, m.ponder.turns)),
		m.running && !m.ponders && (!wanted || m.position != g.Position):
		return &Order{Cancel: true}
	case m.running:
		return nil
	case ponder:
		m.running, m.ponders, m.turns = true, true, m.ponder.turns
		at := player.At(g.Game)
		if at.Turns = slices.Clone(m.turns); g.Decision != nil {
			at.ToMove, at.Due = g.Game.Next()
		}
		return &Order{Ponder: true, Question: player.Question{Position: at, Level: g.Level}}
	case !wanted || !s.Live:
		return nil
	}
	m.running, m.position = true, g.Position
	q := player.Question{
		Position: player.At(g.Game, slices.Clone(g.Placed)...), Level: g.Level, Limits: limit.Limits{Hard: g.Budget}, Player: g.Programs[g.Game.Side()],
		Clock: g.Clock.Control(), Left: g.Clock.Side(now, g.Game.Side()),
	}
	q.Turns, q.Made = slices.Clone(q.Turns), slices.Clone(q.Made)
	return &Order{Position: g.Position, Question: q}
}

// mayPonder reports whether the machine is to ponder: a person is to move, or will be
// once the machine's stones are down. It ponders at the highest level only, because the
// others are to play as they were measured, and not while the computer is hot.
func (m *Machine) mayPonder(s *status.Status, in In) bool {
	g := in.Game
	if !in.Ponders || g.Programs != [3]string{} || g.Level != api.MaxLevel || in.Hot || !s.Live {
		return false
	}
	p := &m.ponder
	if !p.known || p.position != g.Position {
		was := *p
		*p = pondering{known: true, position: g.Position, id: g.ID}
		p.turns, p.due = beforePerson(g, s)
		// The machine's turn, once it is down, makes the position that it was
		// decided to make.
		p.done = p.due && was.due && was.done && p.id == was.id && sameTurns(p.turns, was.turns)
	}
	return p.due && !p.done
}

// beforePerson returns the turns to the position in which a person is to answer
// the machine, if the match is there or waits only for the machine's stones.
func beforePerson(m *record.Game, s *status.Status) (turns []game.Turn, ok bool) {
	if !s.InPlay {
		return nil, false
	}
	turns = slices.Clone(m.Game.Turns())
	side := m.Game.Side()
	if m.Decision != nil {
		color, _ := m.Game.Due()
		turn := game.Turn{Color: color, Points: m.Decision}
		if after := m.Game.Clone(); after.Play(turn) != nil || after.Result().Over {
			return nil, false
		}
		turns = append(turns, turn)
		side = m.Game.NextSide()
	}
	// Where people play both colours, there is no answer to prepare, and none while
	// an opening goes on.
	return turns, m.Remote == board.Empty && m.People[side] && !m.People[side.Other()] && m.Game.Step().Player == opening.Nobody && !m.Game.Step().Chooses()
}

func sameTurns(a, b []game.Turn) bool {
	return slices.EqualFunc(a, b, func(x, y game.Turn) bool {
		return x.Color == y.Color && len(x.Points) == len(y.Points) &&
			!slices.ContainsFunc(x.Points, func(p board.Point) bool { return !slices.Contains(y.Points, p) })
	})
}
