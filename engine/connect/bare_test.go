package connect

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
)

// TestBare plays on with bare stones and with others, and compares all but the
// gains; lifted again, the bare ones leave the position as it was.
func TestBare(t *testing.T) {
	for _, size := range []board.Size{Board, {Cols: 15, Rows: 15}} {
		rng := rand.New(rand.NewPCG(6, 11))
		for range 60 {
			bare, err := New(size, Values{Road: [Row + 1]int32{0, 1, 5, 20, 60, 200, 1000}})
			if err != nil {
				t.Fatal(err)
			}
			free := func() board.Point {
				for {
					if p := size.Point(rng.IntN(size.Count())); bare.Free(p) {
						return p
					}
				}
			}
			for range rng.IntN(80) {
				bare.Play(free())
			}
			var full, before Position
			full.CopyFrom(bare)
			before.CopyFrom(bare)
			var moves []Move
			for range 12 {
				m := Move{free(), board.Nowhere}
				if bare.Due() == 2 {
					bare.PutBare(m.A, bare.ToMove())
					m.B = free()
					bare.TakeBare()
				}
				bare.PlayMoveBare(m)
				full.PlayMove(m)
				moves = append(moves, m)
				got, want := *bare, full
				got.past, want.past = [pastLen]placed{}, [pastLen]placed{}
				got.gain = want.gain
				if got != want {
					t.Fatalf("%v: after bare stones on %v the position is not that after others", size, moves)
				}
			}
			for i := len(moves) - 1; i >= 0; i-- {
				bare.TakeMoveBare(moves[i])
			}
			bare.past, before.past = [pastLen]placed{}, [pastLen]placed{}
			if *bare != before {
				t.Fatalf("%v: the position is another after its bare stones were lifted", size)
			}
		}
	}
}
