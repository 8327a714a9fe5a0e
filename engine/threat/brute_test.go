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
			best = max(best, -full(b, c.Other(), b.Rules.P))
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

// lateGame fills a board up at random until n points are left, without a winner;
// it reports false where it ran into one.
func lateGame(p *connect.Position, rng *rand.Rand, n int) bool {
	p.Reset()
	size := p.Rules().Size()
	for range 5000 {
		if size.Count()-p.Count() <= n {
			return true
		}
		pt := size.Point(rng.IntN(size.Count()))
		if !p.Free(pt) {
			continue
		}
		p.Put(pt, board.Color(1+rng.IntN(2)))
		if p.Winner() != board.Empty {
			p.Take()
		}
	}
	return false
}

// TestSolverClaimsOnlyWonGames solves late positions on small boards completely
// and never finds a claim that the game denies.
func TestSolverClaimsOnlyWonGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	n := 600
	if testing.Short() {
		n = 60
	}
	for _, r := range []connect.Rules{{Cols: 7, Rows: 7, K: 4, P: 2, Q: 1}, {Cols: 6, Rows: 6, K: 5, P: 2, Q: 1}, {Cols: 6, Rows: 9, K: 6, P: 2, Q: 1}, {Cols: 5, Rows: 6, K: 3, P: 1, Q: 1}} {
		pos := connecttest.NewPosition(t, r)
		claims, won := 0, 0
		for range n {
			if !lateGame(pos, rng, 5+rng.IntN(5)) {
				continue
			}
			pos.SetTurn(board.Color(1+rng.IntN(2)), 1+rng.IntN(r.P))
			v := newProver(pos)
			truth := full(v.board, pos.ToMove(), pos.Due())
			claim := v.solve(8)
			if claim > 0 && truth != 1 {
				t.Fatalf("%v: a win in %d turns is claimed for %v with %d due; the game ends in %d\n%v", r, claim, pos.ToMove(), pos.Due(), truth, v.board.At)
			}
			if claim > 0 {
				claims++
			}
			if truth == 1 {
				won++
			}
		}
		t.Logf("%v: %d of %d won positions claimed", r, claims, won)
		if claims < n/30 {
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
	for _, r := range []connect.Rules{{Cols: 9, Rows: 9, K: 6, P: 2, Q: 1}, {Cols: 7, Rows: 11, K: 6, P: 2, Q: 1}, {Cols: 8, Rows: 8, K: 5, P: 2, Q: 1}} {
		pos := connecttest.NewPosition(t, r)
		wins, looked := 0, 0
		for looked < n {
			me := board.Color(1 + rng.IntN(2))
			connecttest.Lopsided(pos, rng, me, 8+rng.IntN(r.Cols*r.Rows/3))
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
