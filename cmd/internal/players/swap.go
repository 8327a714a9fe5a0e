package players

import (
	"context"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// swapNodes is how many turns are tried to judge which colour to take.
const swapNodes = 20_000

// swap answers a question of Connect6's opening [opening.Swap]: it puts down stones
// after which the sides are even, so that who chooses gains nothing, and takes the
// colour that a search prefers.
func (m *Machine) swap(ctx context.Context, q player.Question, r game.Connect, step opening.Step) (player.Answer, error) {
	if step.Chooses() {
		return m.color(ctx, q, r)
	}
	var put []board.Point
	for p := range q.Stones {
		put = append(put, p)
	}
	var points []board.Point
	if list := opening.Evens(r.Board, put); len(list) > 0 {
		i := 0
		if m.pick != nil {
			i = m.pick(len(list))
		}
		points = list[i][:]
	}
	for i := range r.Board.Count() { // where the list has nothing, any points will do
		points = append(points, r.Board.Point((r.Board.Count()/2+i*7)%r.Board.Count()))
	}
	points = slices.DeleteFunc(slices.Clone(points), func(p board.Point) bool { return slices.Contains(put, p) })
	return player.Answer{Info: player.Info{Source: player.FromBook}, Points: points[:q.Due]}, nil
}

// color takes the colour that has the better of it. A search favours the side that
// moves last, so that two depths are asked.
func (m *Machine) color(ctx context.Context, q player.Question, r game.Connect) (player.Answer, error) {
	q.ToMove, q.Due = r.Due(len(q.Turns))
	q.Choices, q.Limits.Nodes = nil, swapNodes
	if q.Level > 0 {
		q.Level = max(1, levelOf(r, q.Level).rung)
	}
	six, err := m.sixes(r)
	if err != nil {
		return player.Answer{}, err
	}
	var last [2]int
	a, err := six.Choose(ctx, q, func(i player.Info) { last[0], last[1] = last[1], i.Score })
	a.Points, a.Choice = nil, opening.TakeWhite
	if last[0]+last[1] > 0 || a.Win > 0 {
		a.Choice = opening.TakeBlack
	}
	return a, err
}
