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
		rules Rules
		want  []uint64
		heavy int // turns from which the count is left out of short runs
	}{
		{Connect6, []uint64{361, 23_327_820}, 9},
		{Rules{4, 4, 3, 2, 1}, []uint64{16, 1_680, 131_040, 6_898_320}, 9},
		{Rules{5, 5, 4, 2, 1}, []uint64{25, 6_900, 1_593_900, 302_841_000}, 4},
	} {
		p := newPosition(t, c.rules)
		var free []board.Point
		for i := range c.rules.Size().Count() {
			free = append(free, c.rules.Size().Point(i))
		}
		for i, want := range c.want {
			if testing.Short() && i+1 >= c.heavy {
				continue
			}
			if got := perft(p, free, i+1); got != want {
				t.Errorf("%v, %d turns: %d, want %d", c.rules, i+1, got, want)
			}
		}
	}
}
