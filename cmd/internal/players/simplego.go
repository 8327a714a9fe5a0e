package players

import (
	"context"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/influence"
	"stonehand/engine/player"
	"stonehand/engine/weiqi"
)

// simpleGo keeps a game of Go going for a program that has failed. It captures what it
// can and leaves its own eyes alone; else it plays where that moves the balance of
// influence most. It passes when the opponent has passed, or nothing is left.
func simpleGo(ctx context.Context, q player.Question) (a player.Answer, err error) {
	if n := len(q.Turns); n > 0 && len(q.Turns[n-1].Points) == 0 {
		return a, nil
	}
	g, err := played(q)
	if err != nil {
		return a, err
	}
	now, best := *g.Weiqi().Board(), 0
	for i := range now.Size().Count() {
		p := now.Size().Point(i)
		if ctx.Err() != nil && a.Points != nil {
			return a, nil // what was found so far has to do; a pass would not
		}
		if now.At(p) != board.Empty || ownEye(&now, q.ToMove, p) || g.Check(game.Turn{Color: q.ToMove, Points: []board.Point{p}}) != nil {
			continue
		}
		if v := goWorth(&now, q.ToMove, p); v > best || a.Points == nil {
			a.Points, best = []board.Point{p}, v
		}
	}
	return a, nil
}

// What else than influence counts, in its units.
const (
	captureWorth = 200  // a captured stone
	atariCost    = 1000 // to stand with one liberty
)

func goWorth(b *weiqi.Board, c board.Color, p board.Point) int {
	before, after := influence.Stones(b.Stones()), *b
	v := captureWorth * len(b.Captures(c, p, nil))
	after.Play(c, p)
	free := 0
	for _, at := range b.Around(p, nil) {
		if after.At(at) == board.Empty {
			free++
		}
	}
	if free == 0 && v == 0 {
		v -= atariCost
	}
	then := influence.Stones(after.Stones())
	return v + influence.Worth(b.Size(), &before, &then, c)
}

// ownEye reports whether only stones of c are around an empty point.
func ownEye(b *weiqi.Board, c board.Color, p board.Point) bool {
	return !slices.ContainsFunc(b.Around(p, nil), func(at board.Point) bool { return b.At(at) != c })
}

// played plays a question's position, so that captures, ko and counting are known.
func played(q player.Question) (*game.Game, error) {
	g := game.New(q.Rules)
	if !q.Start.IsZero() {
		var err error
		if g, err = game.NewFrom(q.Rules, q.Start); err != nil {
			return nil, err
		}
	}
	made := q.Made
	for i := 0; ; i++ {
		for len(made) > 0 && made[0].After == i {
			if err := g.Choose(made[0].Choice); err != nil {
				return nil, err
			}
			made = made[1:]
		}
		if g.Counting() && q.ToMove != board.Empty {
			if err := g.PlayOn(); err != nil {
				return nil, err
			}
		}
		if i == len(q.Turns) {
			return g, nil
		}
		if err := g.Play(q.Turns[i]); err != nil {
			return nil, err
		}
	}
}
