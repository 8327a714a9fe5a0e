package threat_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/search"
	"stonehand/engine/threat"
)

// prover replays the wins that a solver claims. It keeps a plain board of its
// own and finds the threats there.
type prover struct {
	pos    *connect.Position
	solver *threat.Solver
	board  *connecttest.Board
	turns  int // of the attacker, replayed so far
	hits   int // replies among them that threatened to win in their turn
}

func newProver(pos *connect.Position) *prover {
	return &prover{pos: pos, solver: threat.New(pos, threat.Memory{Proofs: 1 << 15, Lines: 512}), board: connecttest.Of(pos)}
}

// solve asks the solver with memory and budget to spare.
func (v *prover) solve(turns int) int {
	return v.solver.Solve(&limit.Clock{}, 400_000, turns)
}

// check asks for a win within the given number of turns and, if one is claimed,
// replays it: after the claimed turn against every reply that meets its threats,
// asking again after each. It returns the number of turns claimed.
func (v *prover) check(t *testing.T, turns int) int {
	t.Helper()
	pos := v.pos
	key := pos.Key()
	n := v.solve(turns)
	if pos.Key() != key {
		t.Fatalf("the solver left the position changed")
	}
	if n == 0 {
		return 0
	}
	v.turns++
	if n > turns {
		t.Fatalf("a win in %d turns where %d were asked for", n, turns)
	}
	line := v.solver.Line()
	if len(line) < 1 || len(line) > 2*n-1 {
		t.Fatalf("a win in %d turns with a line of %d", n, len(line))
	}
	m := line[0]
	connecttest.CheckTurn(t, pos, m)
	me := pos.ToMove()
	pos.PlayMove(m)
	v.board.Set(me, m)
	v.replay(t, me, m, n)
	v.board.Set(board.Empty, m)
	pos.TakeMove(m)
	return n
}

// replay holds against the turn m, which is said to win in n turns, every reply
// that meets its threats.
func (v *prover) replay(t *testing.T, me board.Color, m connect.Move, n int) {
	t.Helper()
	pos, b := v.pos, v.board
	if b.Won(me) {
		return
	}
	if n == 1 {
		t.Fatalf("%v is said to win at once and does not", m)
	}
	if len(b.Threats(me.Other(), pos.Due())) > 0 {
		t.Fatalf("after %v, said to win in %d, the opponent wins at once", m, n)
	}
	pairs, single := b.Replies(b.Threats(me, connect.Each))
	if single {
		t.Fatalf("%v, said to win in %d, leaves the opponent a free stone", m, n)
	}
	if len(b.Threats(me, connect.Each)) == 0 {
		t.Fatalf("%v, said to win in %d, threatens nothing", m, n)
	}
	for _, reply := range pairs {
		pos.PlayMove(reply)
		b.Set(me.Other(), reply)
		if len(b.Threats(me.Other(), connect.Each)) > 0 {
			v.hits++
		}
		if v.check(t, n-1) == 0 {
			t.Fatalf("%v was said to win in %d, but after the reply %v no win in %d is known", m, n, reply, n-1)
		}
		b.Set(board.Empty, reply)
		pos.TakeMove(reply)
	}
}

// census counts what the claims replayed were like.
type census struct {
	claims    int // positions with a win
	long      int // of three turns or more
	countered int // with a threat of the opponent to meet first
	turns     int // of the attacker, in all of them
	hits      int // replies that threatened to win in their turn
}

// add notes a position in which a win in n turns was claimed.
func (c *census) add(v *prover, n int) {
	if n == 0 {
		return
	}
	c.claims++
	c.turns += v.turns
	c.hits += v.hits
	if n >= 3 {
		c.long++
	}
	if len(v.board.Threats(v.pos.ToMove().Other(), connect.Each)) > 0 {
		c.countered++
	}
}

func (c *census) want(t *testing.T, least census) {
	t.Helper()
	t.Logf("%+v", *c)
	if c.claims < least.claims || c.long < least.long || c.countered < least.countered || c.hits < least.hits {
		t.Errorf("replayed %+v; want at least %+v", *c, least)
	}
}

// TestClaimedWinsHold replays the wins claimed in random middle games, with
// either side to move.
func TestClaimedWinsHold(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 6))
	games := 350
	if testing.Short() {
		games = 60
	}
	var seen census
	pos := connecttest.NewPosition(t, connect.Board)
	for range games {
		connecttest.MiddleGame(pos, rng, 8+rng.IntN(40))
		pos.SetTurn(board.Color(1+rng.IntN(2)), 2)
		v := newProver(pos)
		seen.add(v, v.check(t, 8))
	}
	seen.want(t, census{claims: games / 3, long: games / 10, countered: games / 20, hits: games / 20})
}

// TestClaimedWinsHoldInRealGames replays the wins claimed in games that the
// engine plays against itself without its solver, the first turns at random.
func TestClaimedWinsHoldInRealGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 6))
	games := 16
	if testing.Short() {
		games = 3
	}
	o := search.DefaultOptions()
	o.Book, o.Solver, o.Width = false, false, 12
	var seen census
	for g := range games {
		o.Mix = hybrid.Mixes[g%len(hybrid.Mixes)]
		e, err := search.New(connect.Board, o, connecttest.Frozen)
		if err != nil {
			t.Fatal(err)
		}
		pos := e.Position()
		connecttest.MiddleGame(pos, rng, 5)
		copied := connecttest.NewPosition(t, connect.Board)
		for pos.Count() < 60 && !pos.Over() {
			if pos.Due() == 2 && pos.Count() > 8 {
				for _, side := range []board.Color{board.Black, board.White} {
					copied.CopyFrom(pos)
					copied.SetTurn(side, 2)
					v := newProver(copied)
					seen.add(v, v.check(t, 8))
				}
			}
			r := e.Search(context.Background(), limit.Limits{Depth: 1, Nodes: 300}, nil)
			connecttest.CheckTurn(t, pos, r.Move)
			pos.PlayMove(r.Move)
		}
	}
	seen.want(t, census{claims: games, long: games, countered: games / 4, hits: games})
}

// TestClaimedWinsHoldOnOtherBoards replays wins on smaller boards, where the edge
// is near.
func TestClaimedWinsHoldOnOtherBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	for _, r := range []board.Size{{Cols: 9, Rows: 9}, {Cols: 8, Rows: 8}, {Cols: 6, Rows: 20}, {Cols: 7, Rows: 7}, {Cols: 15, Rows: 15}} {
		games := 150
		if testing.Short() {
			games = 25
		}
		var seen census
		pos := connecttest.NewPosition(t, r)
		for range games {
			connecttest.MiddleGame(pos, rng, 2+rng.IntN(r.Count()/2))
			pos.SetTurn(board.Color(1+rng.IntN(2)), connect.Each)
			if pos.Over() {
				continue
			}
			v := newProver(pos)
			seen.add(v, v.check(t, 5))
		}
		t.Log(r)
		seen.want(t, census{claims: 3})
	}
}

// TestKnownWins: positions whose truth a player sees.
func TestKnownWins(t *testing.T) {
	for _, c := range []struct {
		name    string
		drawing string
		turns   int // 0: no win by threats
	}{
		{"four to finish", "..XXXX.....", 1},
		{"five to finish, one side closed", ".OXXXXX....", 1},
		{"five without room", "OXXXXXO.... ........... ...........", 0},
		{"one stone", "........... ....X...... ...........", 0},
		{"two open threes that cross", `
			...............
			...............
			...............
			...............
			.......X.......
			.......X.......
			.......X.......
			...............
			...XXX.........
			...............
			...............
			...............
			...............
			...............`, 2},
		{"the opponent finishes first unless blocked, and blocking threatens nothing", `
			...............
			..OOOO.........
			...............
			...............
			...............
			...............
			....X..........`, 0},
		{"the opponent can not be stopped", `
			...............
			..OOOO.........
			...............
			...............
			.........O.....
			.........O.....
			.........O.....
			.........O.....
			...............
			..X..X.........
			...............`, 0},
		{"winning at once goes before blocking", `
			...............
			..OOOO.........
			...............
			..XXXX.........
			...............`, 1},
	} {
		pos := connecttest.Draw(t, connect.Board, board.Black, c.drawing)
		if got := newProver(pos).check(t, 8); got != c.turns {
			t.Errorf("%s: a win in %d turns, want %d", c.name, got, c.turns)
		}
	}
}
