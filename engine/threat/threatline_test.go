package threat

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
)

// TestThreatLinesStayAsTheyWere asks for so many lines in one position that they
// contend for their places: what was given out must not change before the next.
func TestThreatLinesStayAsTheyWere(t *testing.T) {
	pos := connecttest.NewPosition(t, connect.Board)
	s := New(pos, Memory{Proofs: 1, Lines: 512})
	g := &s.turns
	rng := rand.New(rand.NewPCG(4, 4))
	fresh := func(mine, shut uint32) *threatLine {
		other := &generator{}
		l := &threatLine{mine: mine, shut: shut}
		other.read(l)
		return l
	}
	for range 50 {
		g.asked++
		var given []*threatLine
		for range connect.Directions * 64 {
			wall := ^(uint32(1<<19-1) << 6)
			mine := rng.Uint32() & rng.Uint32() &^ wall
			shut := rng.Uint32()&rng.Uint32()&rng.Uint32()&^mine | wall
			given = append(given, g.line(mine, shut))
		}
		for _, l := range given {
			want := fresh(l.mine, l.shut)
			if l.free != want.free || l.ngaps != want.ngaps || l.npairs != want.npairs {
				t.Fatalf("line %b shut %b: %d gaps and %d pairs, want %d and %d", l.mine, l.shut, l.ngaps, l.npairs, want.ngaps, want.npairs)
			}
			for i := range l.npairs {
				if l.pairs[i] != want.pairs[i] {
					t.Fatalf("line %b shut %b: pair %+v, want %+v", l.mine, l.shut, l.pairs[i], want.pairs[i])
				}
			}
			for i := range l.ngaps {
				if l.gaps[i] != want.gaps[i] {
					t.Fatalf("line %b shut %b: gap %+v, want %+v", l.mine, l.shut, l.gaps[i], want.gaps[i])
				}
			}
		}
	}
}
