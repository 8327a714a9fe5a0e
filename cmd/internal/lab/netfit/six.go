package netfit

import (
	"context"

	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/search"
)

// Connect6 reads games of Connect6 that an engine played against itself. A network corrects
// what the learned worth of stones says.
func (f Fit) Connect6(ctx context.Context, games tune.Files) (Lessons, error) {
	l := Lessons{Size: connect.Board, Color: sixColor}
	pos := connect.NewBare()
	blend, stones := tune.DefaultBlend, eval.DefaultStones()
	blend.Result, blend.Scale = f.Result, search.NetworkScale
	n := 0
	err := tune.ReadGames(games, func(g tune.Game) error {
		n++
		g.Visit(pos, blend, func(need int, won, _ float32) {
			base := float32(stones.Value(pos)+stones.Tempo) / search.NetworkScale
			l.Add(Example{inOrder(pos), int(pos.ToMove() - board.Black), need, base, won}, n%20 == 0)
		})
		return ctx.Err()
	})
	return l, err
}

// sixColor is whose the i-th stone of Connect6 is.
func sixColor(i int) board.Color {
	if (i+1)/2%2 == 0 {
		return board.Black
	}
	return board.White
}

// inOrder are a position's stones in an order in which they can have been put down.
func inOrder(pos *connect.Position) []board.Point {
	var of [board.White + 1][]board.Point
	for i := range pos.Size().Count() {
		p := pos.Size().Point(i)
		of[pos.At(p)] = append(of[pos.At(p)], p)
	}
	all := make([]board.Point, pos.Count())
	for i := range all {
		c := sixColor(i)
		all[i], of[c] = of[c][0], of[c][1:]
	}
	return all
}
