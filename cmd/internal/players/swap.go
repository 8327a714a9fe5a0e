package players

import (
	"context"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

const (
	// swapNodes is how many turns are tried to judge which colour to take.
	swapNodes = 20_000
	// evenWays is how many ways to go on are judged after a stone that no known opening has.
	evenWays = 20
	// evenStep leads from one of those to another: neighbours are alike.
	evenStep = 11
)

// swap answers a question of Connect6's opening [opening.Swap]: it puts down stones
// after which the sides are even, so that who chooses gains nothing, and takes the
// colour that a search prefers.
func (m *Machine) swap(ctx context.Context, q player.Question, r game.Connect, step opening.Step) (player.Answer, error) {
	if step.Chooses() {
		return m.color(ctx, q, r)
	}
	put := q.Points()
	var points []board.Point
	if list := opening.Evens(r.Board, put); len(list) > 0 {
		points = list[m.any(len(list))][:]
	} else if len(put) > 0 {
		points = m.evened(ctx, q, r, put[0])
	}
	for i := range r.Board.Count() { // where the list has nothing, any points will do
		points = append(points, r.Board.Point((r.Board.Count()/2+i*7)%r.Board.Count()))
	}
	points = slices.DeleteFunc(slices.Clone(points), func(p board.Point) bool { return slices.Contains(put, p) })
	return player.Answer{Info: player.Info{Source: player.FromBook}, Points: points[:q.Due]}, nil
}

// any returns a number below n, the first where there is no variety.
func (m *Machine) any(n int) int {
	if m.pick == nil {
		return 0
	}
	return m.pick(n)
}

// evened returns White's stones as a known opening has them, moved to a stone of Black's that
// none of them has, after which a search holds the sides nearest to even; nil where none fits.
func (m *Machine) evened(ctx context.Context, q player.Question, r game.Connect, black board.Point) (best []board.Point) {
	known, least := opening.Evens(r.Board, nil), 0
	first := m.any(max(len(known), 1))
	for i, ways := 0, evenWays; i < len(known) && ways > 0; i++ {
		var white []board.Point
		three := known[(first+i*evenStep)%len(known)]
		for _, p := range three[1:] {
			x, y := black.X()+p.X()-three[0].X(), black.Y()+p.Y()-three[0].Y()
			if x >= 0 && y >= 0 && x < r.Board.Cols && y < r.Board.Rows && q.At(board.At(x, y)) == board.Empty {
				white = append(white, board.At(x, y))
			}
		}
		if len(white) < q.Due {
			continue
		}
		ways--
		next := q
		next.Position, _ = q.After(white[:q.Due])
		_, lead, err := m.lead(ctx, next, r, swapNodes/evenWays)
		if lead = max(lead, -lead); err == nil && (best == nil || lead < least) {
			best, least = white, lead
		}
	}
	return best
}

// color takes the colour that has the better of it.
func (m *Machine) color(ctx context.Context, q player.Question, r game.Connect) (player.Answer, error) {
	a, lead, err := m.lead(ctx, q, r, swapNodes)
	a.Points, a.Choice = nil, opening.TakeWhite
	if lead > 0 || a.Win > 0 {
		a.Choice = opening.TakeBlack
	}
	return a, err
}

// lead is by how much a search of so many nodes prefers the side to move, below 0 where it
// prefers the other. A search favours the side that moves last, so that two depths are asked.
func (m *Machine) lead(ctx context.Context, q player.Question, r game.Connect, nodes uint64) (a player.Answer, lead int, err error) {
	q.ToMove, q.Due = r.Due(len(q.Turns))
	q.Choices, q.Limits.Nodes = nil, nodes
	if q.Level > 0 {
		q.Level = max(1, levelOf(r, q.Level).rung)
	}
	six, err := m.sixes(r)
	if err != nil {
		return a, 0, err
	}
	var last [2]int
	a, err = six.Choose(ctx, q, func(i player.Info) { last[0], last[1] = last[1], i.Score })
	return a, last[0] + last[1], err
}
