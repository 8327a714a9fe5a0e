package game

import (
	"stonehand/engine/board"
	"stonehand/engine/renju"
)

// stand says how the game stands after its last turn.
func (g *Game) stand() Result {
	if g.past != nil {
		return g.past.stand()
	}
	n := len(g.turns)
	if n == 0 {
		return Result{}
	}
	return Outcome(g.rules, &g.board, g.turns[n-1], g.toMove())
}

// toMove is the side to move by the rules, also where the game is over.
func (g *Game) toMove() board.Color {
	c, _ := g.rules.Due(g.before + len(g.turns))
	return c
}

// Outcome says how a game of r stands on b after turn t, which is on it, when next is
// to move. It knows what Result of [Rules] does not: whether next has a point to play on.
func Outcome(r Rules, b *Board, t Turn, next board.Color) Result {
	if over := r.Result(b, t); over.Over {
		return over
	}
	return Stuck(r, b, next)
}

// Stuck says whether a game of r is over on b because c, which is to move, has no point
// that it may play on.
func Stuck(r Rules, b *Board, c board.Color) Result {
	if s, ok := r.(interface {
		Stuck(*Board, board.Color) Result
	}); ok {
		return s.Stuck(b, c)
	}
	return Result{}
}

// Stuck says how the game stands on b when c is to move, if c has no point left
// that it may play on: Black at Renju, when every empty point is forbidden. The
// RIF's rules let a player pass (section 5) and call it a draw when both do (10.3).
// Nobody passes at this table: White, who would be next, wins if one stone would
// make five, and otherwise the game is drawn.
func (g Gomoku) Stuck(b *Board, c board.Color) Result {
	if g.Wins != RenjuFive || c != board.Black {
		return Result{}
	}
	var free []board.Point
	fouls := lined(b)
	for p := range b.Size.Points {
		if b.Stones[p] != board.Empty {
			continue
		}
		if fouls.Foul(p) == renju.None {
			return Result{}
		}
		free = append(free, p)
	}
	r := Result{Over: true, Reason: ByStuck}
	for _, p := range free {
		b.Stones[p] = board.White
		if b.Line(p, 5) != nil {
			r.Winner = board.White
		}
		b.Stones[p] = board.Empty
	}
	return r
}
