package lab

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// stonesOf reads points in order of play.
func stonesOf(t *testing.T, text string) (stones []board.Point) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		p, err := connect.Board.Parse(word, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		stones = append(stones, p)
	}
	return stones
}

// script is a strategy that plays given turns whatever is replied.
func script(turns ...connect.Move) Strategy {
	return func(_ context.Context, line []connect.Move) (connect.Move, error) {
		return turns[len(line)/2], nil
	}
}

func move(t *testing.T, text string) connect.Move {
	p := stonesOf(t, text)
	if len(p) == 1 {
		return connect.Move{A: p[0], B: board.Nowhere}
	}
	return connect.Pair(p[0], p[1])
}

// fours is a position in which Black, to move, has four in a row open at both
// ends; White's stones are scattered far away.
const fours = "J10 A1 C1 H10 I10 E1 G1 K10 A19 I1 K1"

func TestVerifyAcceptsOnlyWhatHolds(t *testing.T) {
	for _, c := range []struct {
		name   string
		stones string
		turns  int
		play   []string
		want   string // in the error; empty if it holds
		lines  int
	}{
		{"six at once", fours, 1, []string{"L10 M10"}, "", 1},
		{"five is not six", fours, 1, []string{"L10 A10"}, "the win is not there", 0},
		{"taken", fours, 1, []string{"L10 J10"}, "J10 is not an empty point", 0},
		{"one stone of two", fours, 1, []string{"L10"}, "does not place 2 stones", 0},
		{"a threat that two stones meet", "J10 A1 C1 H10 I10 E1 G1", 2, []string{"K10 A19", "L10 M10"}, "not an empty point", 0},
		{"no threat", "J10 A1 C1", 3, []string{"K10 L11"}, "threatens nothing", 0},
		{"one stone meets it", "J10 A1 G10 H10 I10 E1 G2", 2, []string{"K10 A19", "L10 M10"}, "K10", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var turns []connect.Move
			for _, s := range c.play {
				turns = append(turns, move(t, s))
			}
			got, err := Verify(t.Context(), stonesOf(t, c.stones), c.turns, script(turns...))
			switch {
			case c.want == "" && err != nil:
				t.Fatal(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Fatalf("the error is %v, want one with %q", err, c.want)
			case c.want == "" && got.Lines != c.lines:
				t.Errorf("%d lines, want %d", got.Lines, c.lines)
			}
		})
	}
}

func TestVerifySeesTheDefenderWin(t *testing.T) {
	// White has four in a row as well, and Black makes a threat instead of
	// winning or answering.
	stones := "J10 A1 B1 H10 I10 C1 D1"
	_, err := Verify(t.Context(), stonesOf(t, stones), 2, script(move(t, "G10 K10"), move(t, "L10 M10")))
	if err == nil || !strings.Contains(err.Error(), "the defender wins") {
		t.Errorf("the error is %v", err)
	}
}

func TestProofsOfSelfPlayHold(t *testing.T) {
	p, err := NewProver()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	o := search.DefaultOptions()
	o.TableMB = 1
	e, err := search.New(connect.Board, o, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	games := 6
	if testing.Short() {
		games = 1
	}
	for seed := range games {
		rng := rand.New(rand.NewPCG(uint64(seed), 9))
		pos := e.Position()
		pos.Reset()
		var stones []board.Point
		for range 4 {
			m := anyTurn(pos, rng)
			pos.PlayMove(m)
			stones = m.Points(stones)
		}
		for !pos.Over() && len(stones) < 120 {
			proof := p.Solve(t.Context(), stones, limit.Limits{Nodes: 20_000, Depth: 5})
			if proof.Turns > 0 {
				found++
				if _, err := Verify(t.Context(), stones, proof.Turns, p.Next); err != nil {
					t.Fatalf("%v: %v", stones, err)
				}
			}
			// In the middle of the turn too.
			r := e.Search(t.Context(), limit.Limits{Nodes: 300}, nil)
			half := append(append([]board.Point(nil), stones...), r.Move.A)
			if pos.Play(r.Move.A); !pos.Over() {
				if proof := p.Solve(t.Context(), half, limit.Limits{Nodes: 20_000, Depth: 4}); proof.Turns > 0 {
					found++
					if _, err := Verify(t.Context(), half, proof.Turns, p.Next); err != nil {
						t.Fatalf("%v: %v", half, err)
					}
				}
			}
			pos.Take()
			pos.PlayMove(r.Move)
			stones = r.Move.Points(stones)
		}
	}
	t.Logf("%d proofs", found)
	if found < games {
		t.Errorf("only %d proofs in %d games", found, games)
	}
}
