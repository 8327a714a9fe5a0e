package present

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/queue"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// Scene is what is happening, for those who look on: they are not asked to do anything.
func (t *Table) Scene() string {
	switch t.Phase() {
	case api.PhaseHuman, api.PhaseThinking, api.PhasePlace, api.PhaseRemote:
		if _, due := t.Game.Due(); due > 0 {
			return t.scene()
		}
	case api.PhaseOver:
		return t.Lang.Join(t.Lang.Ending(t.Game.Result(), false), t.MatchSays())
	}
	return t.Remark().Text
}

// scene is what is happening in a game that is played.
func (t *Table) scene() string {
	l, turn := t.Lang, len(t.Game.Turns())+1
	side, due := t.Game.Due()
	if k, exact := lineOf(t.Game.Rules()); k > 0 {
		if n, _ := t.longest(side, k, exact(side)); n+due >= k {
			return l.Say(text.SceneWins, l.Side(side), k)
		}
		other := side.Other()
		_, next := t.Game.Rules().Due(turn)
		if n, line := t.longest(other, k, exact(other)); n+next >= k {
			return l.Say(text.SceneBlock, l.Side(other), n, k, where(line).In(l), l.Side(side))
		}
	}
	if t.Status.Actor != status.Person && len(t.Status.Decision) == 0 {
		return l.Say(text.SceneThinks, turn, l.Side(side))
	}
	return l.Say(text.SceneTurn, turn, l.Side(side), l.Stones(due, side))
}

// lineOf returns how many stones in a row win a game, 0 where none do, and whether one
// more is nothing for a side.
func lineOf(r game.Rules) (k int, exact func(board.Color) bool) {
	switch r := r.(type) {
	case game.Connect:
		return r.Row, func(board.Color) bool { return false }
	case game.Gomoku:
		return 5, r.Wins.Exact
	}
	return 0, nil
}

// longest returns the most stones that a side has on k points in a row which the other
// side has none of, and those points. Where one more than k is nothing, none of the side's
// stones stands next to them.
func (t *Table) longest(c board.Color, k int, exact bool) (most int, line []board.Point) {
	size := t.Game.Size()
	at := func(x, y int) (board.Color, bool) {
		if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
			return board.Empty, false
		}
		return t.Game.At(board.At(x, y)), true
	}
	for p := range size.Points {
		for _, d := range board.Directions {
			x, y := p.X(), p.Y()
			if _, ok := at(x+(k-1)*d[0], y+(k-1)*d[1]); !ok {
				continue
			}
			n, open := 0, true
			for j := range k {
				switch s, _ := at(x+j*d[0], y+j*d[1]); s {
				case c:
					n++
				case board.Empty:
				default:
					open = false
				}
			}
			before, _ := at(x-d[0], y-d[1])
			after, _ := at(x+k*d[0], y+k*d[1])
			if !open || n <= most || exact && (before == c || after == c) {
				continue
			}
			most, line = n, nil
			for j := range k {
				line = append(line, board.At(x+j*d[0], y+j*d[1]))
			}
		}
	}
	return most, line
}

// where says where a line of points lies.
func where(line []board.Point) text.Words {
	first, last := line[0], line[len(line)-1]
	switch {
	case first.Y() == last.Y():
		return text.Tell(text.SceneRow, first.Y()+1)
	case first.X() == last.X():
		return text.Tell(text.SceneColumn, first.String()[:1])
	}
	return text.Tell(text.SceneDiagonal, first.String(), last.String())
}

// queue is who waits to play; nil for nobody.
func (t *Table) queue() *api.Queue {
	q := t.Queue
	if len(q.Waiting()) == 0 && q.Called() == nil && q.Playing() == nil {
		return nil
	}
	place := func(p *queue.Place) *api.Queued {
		if p == nil {
			return nil
		}
		s := &api.Queued{Number: p.Number, Name: p.Name}
		if until := q.Until(); !until.IsZero() {
			s.Until = &until
		}
		return s
	}
	s := &api.Queue{Called: place(q.Called()), Playing: place(q.Playing())}
	for _, p := range q.Waiting() {
		s.Waiting = append(s.Waiting, api.Queued{Number: p.Number, Name: p.Name})
	}
	return s
}
