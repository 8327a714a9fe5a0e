package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/status"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/engine/record"
	"stonehand/hw/soc"
)

// mayPonder reports whether the machine is to ponder, on t.ponder.turns: a
// person is to move, or will be once the machine's stones are down. It ponders
// at the highest level only, because the others are to play as they were
// measured, and not while the computer is hot.
func (t *core) mayPonder() bool {
	m := &t.match
	if t.cfg.Ponderer == nil || m.Level != api.MaxLevel || t.heat.Hot || !t.sensed.live() {
		return false
	}
	p := &t.ponder
	if !p.known || p.position != m.Position {
		was := *p
		*p = pondering{known: true, position: m.Position, id: m.ID}
		p.turns, p.due = beforePerson(m, t.status())
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
		if endsWith(m, turn) {
			return nil, false
		}
		turns = append(turns, turn)
		side = m.Game.NextSide()
	}
	// Where people play both colours, there is no answer to prepare, and none while
	// an opening goes on.
	return turns, m.Remote == board.Empty && m.People[side] && !m.People[side.Other()] && m.Game.Step().Player == opening.Nobody && !m.Game.Step().Chooses()
}

// endsWith reports whether a turn that may be played ends the game.
func endsWith(m *record.Game, turn game.Turn) bool {
	b := game.Board{Size: m.Game.Size()}
	for i := range b.Size.Count() {
		p := b.Size.Point(i)
		if b.Stones[p] = m.Game.At(p); b.Stones[p] != board.Empty {
			b.Count++
		}
	}
	for _, p := range turn.Points {
		b.Stones[p] = turn.Color
		b.Count++
	}
	return m.Game.Rules().Result(&b, turn).Over
}

func sameTurns(a, b []game.Turn) bool {
	return slices.EqualFunc(a, b, func(x, y game.Turn) bool {
		return x.Color == y.Color && len(x.Points) == len(y.Points) &&
			!slices.ContainsFunc(x.Points, func(p board.Point) bool { return !slices.Contains(y.Points, p) })
	})
}

// startPonder starts to ponder on t.ponder.turns.
func (t *core) startPonder() {
	m := &t.match
	t.search = search{running: true, ponders: true, turns: t.ponder.turns}
	t.changed = true
	at := player.At(m.Game)
	if at.Turns = slices.Clone(t.ponder.turns); m.Decision != nil {
		at.ToMove, at.Due = m.Game.Next()
	}
	t.out.Search = append(t.out.Search, searchOrder{ponder: true, question: player.Question{Position: at, Level: m.Level}})
}

// pondered takes the end of pondering. What came to its end by itself is not
// begun again.
func (t *core) pondered(a answer) {
	if !a.stopped && t.ponder.due && sameTurns(t.search.turns, t.ponder.turns) {
		t.ponder.done = true
	}
	t.search = search{}
	t.changed = true
}

// heated takes what is new of the computer's heat.
func (t *core) heated(s soc.State) {
	t.changed = t.changed || s.Throttle != t.heat.Throttle
	t.heat = s
}
