package threat_test

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
)

// full solves a position to its end by trying every turn: 1 when the side c,
// with due stones to place, wins, 0 for a draw, -1 when it loses. It knows
// nothing of threats.
func full(b *connecttest.Board, c board.Color, due int) int {
	empty := 0
	for _, s := range b.At {
		if s == board.Empty {
			empty++
		}
	}
	if empty == 0 {
		return 0
	}
	best := -1
	eachTurn(b, c, min(due, empty), 0, func() bool {
		if b.Won(c) {
			best = 1
		} else {
			best = max(best, -full(b, c.Other(), connect.Each))
		}
		return best < 1
	})
	return best
}

// eachTurn puts n stones of c on every set of empty points from index i on and
// calls visit with them on the board, until it returns false.
func eachTurn(b *connecttest.Board, c board.Color, n, i int, visit func() bool) bool {
	if n == 0 {
		return visit()
	}
	for ; i < len(b.At); i++ {
		if b.At[i] != board.Empty {
			continue
		}
		b.At[i] = c
		more := eachTurn(b, c, n-1, i+1, visit)
		b.At[i] = board.Empty
		if !more {
			return false
		}
	}
	return true
}

// lateGame fills a board up at random, without a winner, but for a few points: five
// of eight in a row and three of six in a column, where all other stones are black.
// It reports false where it ran into a winner.
func lateGame(p *connect.Position, rng *rand.Rand) bool {
	p.Reset()
	size := p.Size()
	lines := map[board.Point]bool{} // whether to leave the point empty
	x, y := rng.IntN(size.Cols), rng.IntN(size.Rows)
	left, low := rng.IntN(size.Cols-7), rng.IntN(size.Rows-5)
	for i, n := range rng.Perm(8) {
		lines[board.At(left+n, y)] = i < 5
	}
	for i, n := range rng.Perm(6) {
		at := board.At(x, low+n)
		lines[at] = lines[at] || i < 3
	}
	for i := range size.Count() {
		pt := size.Point(i)
		c := board.Color(1 + rng.IntN(2))
		if empty, in := lines[pt]; empty {
			continue
		} else if in {
			c = board.Black
		}
		if p.Put(pt, c); p.Winner() != board.Empty {
			return false
		}
	}
	return true
}

// TestSolverClaimsOnlyWonGames solves late positions on small boards completely,
// none of which is won at once, and never finds a claim that the game denies.
func TestSolverClaimsOnlyWonGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	n := 600
	if testing.Short() {
		n = 60
	}
	for _, r := range []board.Size{{Cols: 8, Rows: 8}, {Cols: 9, Rows: 7}, {Cols: 10, Rows: 9}} {
		pos := connecttest.NewPosition(t, r)
		claims, won := 0, 0
		for range n {
			for atOnce := true; atOnce; _, atOnce = pos.WinNow() {
				for !lateGame(pos, rng) {
				}
				pos.SetTurn(board.Color(1+rng.IntN(8)/7), connect.Each)
			}
			v := newProver(pos)
			truth := full(v.board, pos.ToMove(), pos.Due())
			claim := v.solve(8)
			if claim > 0 && truth != 1 {
				t.Fatalf("%v: a win in %d turns is claimed for %v; the game ends in %d\n%v", r, claim, pos.ToMove(), truth, v.board.At)
			}
			if claim > 0 {
				claims++
			}
			if truth == 1 {
				won++
			}
		}
		t.Logf("%v: %d of %d won positions claimed", r, claims, won)
		if claims < n/60 {
			t.Errorf("%v: only %d claims in %d positions", r, claims, n)
		}
	}
}

// doubleThreat looks for a turn of c after which the opponent neither wins nor
// meets every threat, by trying all pairs of empty points. With no limit of its
// own it knows every win in two turns, since a turn whose threats can be met is
// met.
func doubleThreat(b *connecttest.Board, c board.Color) bool {
	found := false
	eachTurn(b, c, 2, 0, func() bool {
		if open := b.Threats(c, 2); len(open) > 1 && len(b.Threats(c.Other(), 2)) == 0 {
			pairs, single := b.Replies(open)
			found = !single && len(pairs) == 0
		}
		return !found
	})
	return found
}

// TestSolverFindsEveryDoubleThreat: where some pair of stones leaves threats
// that no turn meets, the solver finds a win in two turns, and only there.
func TestSolverFindsEveryDoubleThreat(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 2))
	n := 200
	if testing.Short() {
		n = 20
	}
	blocked := 0
	for _, r := range []board.Size{{Cols: 9, Rows: 9}, {Cols: 7, Rows: 11}, {Cols: 8, Rows: 8}} {
		pos := connecttest.NewPosition(t, r)
		wins, looked := 0, 0
		for looked < n {
			me := board.Color(1 + rng.IntN(2))
			connecttest.Lopsided(pos, rng, me, 8+rng.IntN(r.Count()/2))
			v := newProver(pos)
			if len(v.board.Threats(me, 2)) > 0 {
				continue // wins at once
			}
			looked++
			want := doubleThreat(v.board, me)
			if got := v.solve(2); (got == 2) != want {
				t.Errorf("%v, %v to move: a win in %d turns, a double threat: %v\n%v", r, me, got, want, v.board.At)
			}
			if want {
				wins++
				if len(v.board.Threats(me.Other(), 2)) > 0 {
					blocked++
				}
			}
		}
		t.Logf("%v: %d double threats in %d positions", r, wins, looked)
		if wins < n/12 {
			t.Errorf("%v: only %d double threats in %d positions", r, wins, n)
		}
	}
	if t.Logf("%d against a threat", blocked); blocked < n/20 {
		t.Errorf("only %d double threats against a threat of the opponent", blocked)
	}
}
