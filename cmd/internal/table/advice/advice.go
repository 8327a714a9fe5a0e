// Package advice keeps what helps the person to move: a hint that was asked for, and what
// the lights show of a game of Go. It decides what is to be looked for and when; the
// looking is done beside the game.
package advice

import (
	"context"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/study"
	"stonehand/cmd/internal/table/status"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// Hinter finds hints. It is asked one question at a time.
type Hinter interface {
	// Hint returns what the side to act should do, where stones of its turn stand already,
	// or ctx's error soon after ctx has ended.
	Hint(ctx context.Context, g *game.Game, placed []board.Point, by Adviser) (*api.Hint, error)
}

// Adviser is who gives a hint.
type Adviser = study.Adviser

// Machine is the memory of it. The zero value shows nothing.
type Machine struct {
	hint   *api.Hint // nil: none was asked for
	hintAt uint64    // the game's position that it is for
	hintBy Adviser

	show     string // one of [api.Shows]; "" is off
	game     string // that it is for
	lights   *Lights
	lightsAt uint64 // the position that they are of

	running *Order // what is being looked for; nil: nothing
	stopped bool   // and is no more wanted
}

// Lights is what can be shown of a position.
type Lights struct {
	Territory, Map string        // whose every point is: "b", "w" or ".", row by row from A1
	Moves          []board.Point // known next moves, each once
}

// Order is what is to be done beside the game: to end what is under way, or to look for
// something.
type Order struct {
	Cancel   bool
	Hint     bool   // a hint, else lights
	Position uint64 // the game's
	Game     *game.Game
	Placed   []board.Point // stones of the turn that stand already
	By       Adviser       // of a hint
}

// Found is what was looked for.
type Found struct {
	Position uint64
	Hint     *api.Hint
	Lights   *Lights
	Err      error
}

// In is what has happened. Hint and Show are what people ask for.
type In struct {
	Game    *record.Game
	Hint    bool
	Adviser Adviser // of the hint
	Show    string
	Found   *Found
}

// Hint returns the hint; nil for none.
func (m *Machine) Hint() *api.Hint { return m.hint }

// Show returns what the lights are to show, one of [api.Shows].
func (m *Machine) Show() string {
	if m.show == "" {
		return api.ShowOff
	}
	return m.show
}

// Lights returns what they have to show it by; nil while that is being worked out.
func (m *Machine) Lights() *Lights {
	if m.show == "" {
		return nil
	}
	return m.lights
}

// Step takes what has happened. It returns what is to be done, nil for nothing, and
// whether what is shown has changed.
func (m *Machine) Step(s *status.Status, in In) (o *Order, changed bool) {
	if f := in.Found; f != nil {
		changed = m.found(f)
	}
	if m.hint != nil && (m.hintAt != s.Position || !Helps(s)) {
		m.hint, changed = nil, true
	}
	if m.show != "" && (m.game != s.Game || s.Over) {
		m.show, m.lights, changed = "", nil, true
	}
	if m.lights != nil && m.lightsAt != s.Position {
		m.lights, changed = nil, true
	}
	if in.Hint && (m.hint == nil || m.hint.Why != api.HintSought) {
		m.hint, m.hintAt, m.hintBy, changed = study.Sought(), s.Position, in.Adviser, true
	}
	if in.Show != "" && in.Show != m.Show() {
		m.show, m.game, changed = in.Show, s.Game, true
		if in.Show == api.ShowOff {
			m.show, m.lights = "", nil
		}
	}
	return m.next(s, in.Game), changed
}

// found takes what was looked for.
func (m *Machine) found(f *Found) (changed bool) {
	sought := m.running
	m.running, m.stopped = nil, false
	switch {
	case sought == nil:
	case sought.Hint && m.hint != nil && m.hintAt == f.Position && m.hint.Why == api.HintSought:
		m.hint = f.Hint // nil if none was found
		return true
	case !sought.Hint && m.show != "" && f.Err == nil:
		m.lights, m.lightsAt = f.Lights, f.Position
		return true
	}
	return false
}

// next returns what is to be done as things stand.
func (m *Machine) next(s *status.Status, g *record.Game) *Order {
	hint := m.hint != nil && m.hint.Why == api.HintSought
	lights := m.show != "" && m.lights == nil && s.InPlay && g.Game.Counts()
	switch r := m.running; {
	case r != nil && !m.stopped && (r.Position != s.Position || r.Hint && !hint):
		m.stopped = true
		return &Order{Cancel: true}
	case r != nil || !hint && !lights:
		return nil
	}
	m.running = &Order{Hint: hint, Position: s.Position, Game: g.Game.Clone(), Placed: slices.Clone(s.View.Partial), By: m.hintBy}
	return m.running
}

// Helps reports whether a person is to move, or to choose, and can be given a hint.
func Helps(s *status.Status) bool {
	return s.InPlay && !s.Counting && s.Actor == status.Person && s.Decision == nil
}

// Find looks for what the order says. It is called beside the game.
func (o *Order) Find(ctx context.Context, h Hinter) Found {
	f := Found{Position: o.Position}
	if o.Hint {
		f.Hint, f.Err = h.Hint(ctx, o.Game, o.Placed, o.By)
		return f
	}
	at := study.Of(o.Game.Weiqi())
	byMap, byForces := study.Influence(at.Board)
	f.Lights = &Lights{Territory: byForces.Owner, Map: byMap.Owner, Moves: study.Points(at)}
	return f
}
