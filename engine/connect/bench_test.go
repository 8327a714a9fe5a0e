package connect

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
)

// middleGame returns a position of 40 stones around the centre without a winner.
func middleGame(t testing.TB) *Position {
	p := newPosition(t, Board)
	rng := rand.New(rand.NewPCG(1, 2))
	for p.Count() < 40 {
		pt := board.At(4+rng.IntN(11), 4+rng.IntN(11))
		if p.Free(pt) {
			p.Play(pt)
			if p.Winner() != board.Empty {
				p.Take()
			}
		}
	}
	return p
}

// BenchmarkPlayTake measures one stone put down and lifted again, with
// everything that a position keeps.
func BenchmarkPlayTake(b *testing.B) {
	playTake(b, (*Position).Play, (*Position).Take)
}

// BenchmarkBare is the same without the gains of cells.
func BenchmarkBare(b *testing.B) {
	playTake(b, (*Position).playBare, (*Position).TakeBare)
}

func playTake(b *testing.B, play func(*Position, board.Point), take func(*Position)) {
	p := middleGame(b)
	var free []board.Point
	for x := range 13 {
		for y := range 13 {
			if pt := board.At(x+3, y+3); p.Free(pt) {
				free = append(free, pt)
			}
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		play(p, free[i])
		take(p)
		if i++; i == len(free) {
			i = 0
		}
	}
}

func BenchmarkAnswer(b *testing.B) {
	p := middleGame(b)
	var def Defence
	b.ReportAllocs()
	for b.Loop() {
		p.Answer(board.Black, &def)
		p.Answer(board.White, &def)
	}
}
