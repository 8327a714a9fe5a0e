// Package duel is the laboratory of Gomoku and Renju: openings that are near even,
// and the tables of the strong player, learned from games against itself.
package duel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// Look is how the openings of a match are judged.
type Look struct {
	Nodes uint64 // of the search; 0: no opening is left out but for a five
	Score int    // the most that it may find for either side
}

// MatchLook finds openings in which neither side has a win that the strong player
// sees within half a second or so, nor much the better position.
var MatchLook = Look{Nodes: 20_000, Score: 40}

// Openings returns n different beginnings of the given number of stones, the same
// for the same seed: a stone near the middle, and others near it at random. One
// that look finds far from even is left out, and so is one that is another turned
// or mirrored.
func Openings(ctx context.Context, rules game.Gomoku, n, stones int, seed uint64, look Look) ([][]game.Turn, error) {
	if most := rules.Board.Count() / 4; stones < 0 || stones > most {
		return nil, fmt.Errorf("an opening of %d stones is out of range: 0 to %d", stones, most)
	}
	judge := five.New(rules.Board, rules.Wins, time.Now)
	rng := rand.New(rand.NewPCG(seed, 0x66697665))
	seen := map[board.Key]bool{}
	var all [][]game.Turn
	for tries := 0; len(all) < n; tries++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if tries > 1000*(n+1) {
			return nil, fmt.Errorf("found only %d even openings of %d stones, not %d: ask for fewer or for more stones", len(all), stones, n)
		}
		opening, toMove := begin(rules, stones, rng)
		key := canonical(rules.Board, opening)
		if opening == nil && stones > 0 || seen[key] {
			continue
		}
		seen[key] = true
		if look.Nodes > 0 && stones > 0 {
			judge.Clear()
			for i, p := range opening {
				judge.Put(p, colorOf(i))
			}
			if !even(ctx, judge, toMove, look) {
				continue
			}
		}
		turns := make([]game.Turn, len(opening))
		for i, p := range opening {
			turns[i] = game.Turn{Color: colorOf(i), Points: []board.Point{p}}
		}
		all = append(all, turns)
	}
	return all, nil
}

// even reports whether a short search and a long one find neither side far ahead.
func even(ctx context.Context, judge *five.Engine, c board.Color, look Look) bool {
	for _, nodes := range []uint64{look.Nodes / 20, look.Nodes} {
		if s := judge.Search(ctx, c, limit.Limits{Nodes: nodes}, nil).Score; int(s) > look.Score || int(s) < -look.Score {
			return false
		}
	}
	return true
}

// begin puts stones on the board, and says who is to move; nil if one of them was
// not allowed or ended the game.
func begin(rules game.Gomoku, stones int, rng *rand.Rand) ([]board.Point, board.Color) {
	g := game.New(rules)
	size := rules.Board
	var all []board.Point
	middle, wide := size.Center(), 0
	for len(all) < stones {
		c, _ := g.Due()
		// The more stones there are, the farther from the middle they may lie.
		wide = 2 + len(all)/4
		if len(all) == 0 {
			wide = 1
		}
		p := board.At(middle.X()+rng.IntN(2*wide+1)-wide, middle.Y()+rng.IntN(2*wide+1)-wide)
		if !size.Has(p) || g.At(p) != board.Empty {
			continue
		}
		if g.Play(game.Turn{Color: c, Points: []board.Point{p}}) != nil || g.Result().Over {
			return nil, board.Empty
		}
		all = append(all, p)
	}
	c, _ := g.Due()
	return all, c
}

// canonical is the same for positions that are each other turned or mirrored.
func canonical(size board.Size, stones []board.Point) board.Key {
	least := ^board.Key(0)
	for k := range size.Symmetries() {
		key, c := board.Key(0), board.Black
		for _, p := range stones {
			key ^= board.StoneKey(c, size.Turn(p, k))
			c = c.Other()
		}
		least = min(least, key)
	}
	return least
}
