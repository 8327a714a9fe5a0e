package search

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
)

// TestEvaluator compares the sum that is kept with one that looks at every line,
// after random turns and their taking back.
func TestEvaluator(t *testing.T) {
	stones := eval.FromRoads([connect.Row + 1]int32{0, 10, 90, 250, 500, 700, 700}, 0)
	for p := range stones.Waiting {
		stones.Waiting[p] -= stones.Waiting[p] / 3 // not the same for both sides
	}
	pos, err := connect.New(connect.Board, connect.Values{})
	if err != nil {
		t.Fatal(err)
	}
	j := &evaluator{pos: pos, stones: stones}
	check := func(what string, sum worth) {
		t.Helper()
		got := sum[0]
		if pos.ToMove() == board.White {
			got = -sum[1]
		}
		if want := stones.Value(pos); got != want {
			t.Fatalf("%s: %d with %d stones, want %d", what, got, pos.Count(), want)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		pos.Reset()
		j.reset()
		var past [40]touched
		var turns []connect.Move
		for len(turns) < len(past) && !pos.Over() {
			a, b := board.At(rng.IntN(19), rng.IntN(19)), board.At(rng.IntN(19), rng.IntN(19))
			if pos.Due() == 1 {
				b = board.Nowhere
			}
			if !pos.Free(a) || a == b || b != board.Nowhere && !pos.Free(b) {
				continue
			}
			m := connect.Pair(a, b)
			pos.PlayMove(m)
			check("after", j.after(m))
			j.play(m, &past[len(turns)])
			turns = append(turns, m)
			check("play", j.sum)
		}
		for len(turns) > 0 {
			last := len(turns) - 1
			pos.TakeMove(turns[last])
			j.take(&past[last])
			turns = turns[:last]
			check("take", j.sum)
		}
	}
}
