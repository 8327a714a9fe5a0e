package connect

import (
	"testing"

	"stonehand/engine/board"
)

// perft counts the sequences of the given number of turns; a pair counts once
// in either order, and a finished game is not expanded.
func perft(p *Position, free []board.Point, turns int) uint64 {
	if p.Winner() != board.Empty {
		return 0
	}
	due := p.Due()
	if turns == 1 {
		n := uint64(len(free))
		if due == 2 {
			n = n * (n - 1) / 2
		}
		return n
	}
	total := uint64(0)
	rest := make([]board.Point, 0, len(free))
	for i, a := range free {
		p.Play(a)
		if due == 1 {
			rest = append(append(rest[:0], free[:i]...), free[i+1:]...)
			total += perft(p, rest, turns-1)
		} else {
			for j, b := range free[:i] {
				p.Play(b)
				rest = append(append(append(rest[:0], free[:j]...), free[j+1:i]...), free[i+1:]...)
				total += perft(p, rest, turns-1)
				p.Take()
			}
		}
		p.Take()
	}
	return total
}

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		size  board.Size
		want  []uint64
		heavy int // turns from which the count is left out of short runs
	}{
		{Board, []uint64{361, 23_327_820}, 9},
		// White's six stones are a row in 2 of 924 ways: those games are over before Black's last stone.
		{board.Size{Cols: 6, Rows: 2}, []uint64{12, 660, 23_760, 498_960, 4_989_600, 14_968_800, 14_968_800 / 924 * 922}, 6},
	} {
		p := newPosition(t, c.size)
		var free []board.Point
		for i := range c.size.Count() {
			free = append(free, c.size.Point(i))
		}
		for i, want := range c.want {
			if testing.Short() && i+1 >= c.heavy {
				continue
			}
			if got := perft(p, free, i+1); got != want {
				t.Errorf("%v, %d turns: %d, want %d", c.size, i+1, got, want)
			}
		}
	}
}
