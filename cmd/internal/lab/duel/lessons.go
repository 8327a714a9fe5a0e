package duel

import (
	"context"

	"stonehand/cmd/internal/lab/netfit"
	"stonehand/cmd/internal/lab/tune"
	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
)

// Lessons reads samples that a network learns from. It corrects what the tables of the rules say
// of positions on fifteen by fifteen.
func Lessons(ctx context.Context, samples tune.Files, rules game.Row, f netfit.Fit) (netfit.Lessons, error) {
	l := netfit.Lessons{Size: board.Size{Cols: five.NetworkSide, Rows: five.NetworkSide}, Color: colorOf, Apart: rules == game.RenjuFive}
	err := readPositions(ctx, samples, rules, func(p *five.Position, c board.Color, s *Sample, test bool) {
		if s.Size == l.Size && !aboutToWin(p, c) {
			l.Add(netfit.Example{
				Stones: s.Stones, ToMove: int(c - board.Black), State: p.Threats(c),
				Base: float32(p.Value(c)) / five.NetworkScale, Won: s.won(f.Result, five.NetworkScale),
			}, test)
		}
	})
	return l, err
}
