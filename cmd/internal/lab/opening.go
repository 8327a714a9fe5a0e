package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/search"
)

// Openings returns n different beginnings of the given number of turns, the
// same for the same seed: lines of the opening book, and where the book ends
// turns near the stones at random. A beginning in which either side has a forced
// win, or which a search of a few turns finds far from even, is left out.
func Openings(ctx context.Context, rules connect.Rules, n, turns int, seed uint64) ([][]connect.Move, error) {
	o := search.DefaultOptions()
	o.Book = false
	judge, err := search.New(rules, o, time.Now)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x6f70656e))
	seen := map[board.Key]bool{}
	var all [][]connect.Move
	for tries := 0; len(all) < n; tries++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if tries > 1000*(n+1) {
			return nil, fmt.Errorf("found only %d even openings of %d turns, not %d: ask for fewer or for more turns", len(all), turns, n)
		}
		// The book has only so many lines: the longer nothing new is found, the
		// earlier they are left.
		moves := begin(judge, turns, turns-tries/(50*(n+1)), rng)
		if moves == nil {
			continue
		}
		key, _ := search.Canonical(judge.Position())
		if seen[key] {
			continue
		}
		seen[key] = true
		if even(ctx, judge) {
			all = append(all, moves)
		}
	}
	return all, nil
}

// begin plays the turns of one opening on the judge's position, the first few by
// the book; nil if one side won.
func begin(judge *search.Engine, turns, byBook int, rng *rand.Rand) (moves []connect.Move) {
	pos := judge.Position()
	pos.Reset()
	for len(moves) < turns {
		m, ok := judge.Book().Find(pos, rng.Uint64()|1)
		if !ok || len(moves) >= byBook {
			m = scatter(pos, rng)
		}
		pos.PlayMove(m)
		moves = append(moves, m)
		if pos.Winner() != board.Empty {
			return nil
		}
	}
	return moves
}

// scatter is a turn at random: the first stone of all in the centre, later ones
// within two points of one that stands.
func scatter(pos *connect.Position, rng *rand.Rand) connect.Move {
	size := pos.Rules().Size()
	if pos.Count() == 0 {
		return connect.Move{A: size.Center(), B: board.Nowhere}
	}
	pts := [2]board.Point{board.Nowhere, board.Nowhere}
	for i := range pos.Due() {
		for pts[i] == board.Nowhere {
			near, _ := pos.Stone(rng.IntN(pos.Count()))
			x, y := near.X()+rng.IntN(5)-2, near.Y()+rng.IntN(5)-2
			if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
				continue
			}
			if p := board.At(x, y); pos.Free(p) && p != pts[0] {
				pts[i] = p
			}
		}
	}
	return connect.Pair(pts[0], pts[1])
}

// even reports whether neither side has a forced win and a search of a few
// turns leaves the sides within a small part of what a move is worth.
func even(ctx context.Context, e *search.Engine) bool {
	pos := e.Position()
	r := e.Search(ctx, search.Limits{Depth: 4, Nodes: 40_000}, nil)
	margin := e.Options().Tempo / 2
	if r.Source == search.FromThreat || r.Score > margin || r.Score < -margin {
		return false
	}
	c := pos.ToMove()
	pos.SetTurn(c.Other(), pos.Rules().P)
	other := e.Search(ctx, search.Limits{Depth: 2, Nodes: 20_000}, nil)
	pos.SetTurn(c, pos.Rules().P)
	return other.Source != search.FromThreat
}
