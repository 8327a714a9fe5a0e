package eval

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// TestFromRoads holds the stones' worth made from roads against the roads
// themselves; they differ by rounding only.
func TestFromRoads(t *testing.T) {
	values := connect.Values{Road: [connect.Row + 1]int32{0, 60, 120, 240, 480, 600, 600}}
	s := FromRoads(values.Road, 0)
	pos, err := connect.New(connect.Board, values)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		pos.Reset()
		for n := 0; n < 60 && !pos.Over(); {
			if p := board.At(rng.IntN(19), rng.IntN(19)); pos.Free(p) {
				pos.Play(p)
				n++
			}
		}
		if got, want := s.Value(pos), pos.Value(pos.ToMove()); got != want {
			t.Fatalf("%d by stones, %d by roads, with %d stones", got, want, pos.Count())
		}
	}
}

// TestMirror turns every pattern round by its bits.
func TestMirror(t *testing.T) {
	for blocked := range uint32(1 << span) {
		for mine := uint32(0); mine < 1<<span; mine++ {
			if mine&blocked == 0 && (mine|blocked)&own == 0 {
				if got, want := Mirror(Pattern(mine, blocked)), Pattern(turned(mine), turned(blocked)); got != want {
					t.Fatalf("mirror of %011b and %011b is %d, want %d", mine, blocked, got, want)
				}
			}
		}
	}
}

func turned(bits uint32) (t uint32) {
	for i := range span {
		t |= bits >> i & 1 << (span - 1 - i)
	}
	return t
}
