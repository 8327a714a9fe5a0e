package weiqi

import (
	"math/rand/v2"
	"testing"

	"stonehand/engine/board"
)

// byChance is a game of so many moves by chance on 19x19.
func byChance(moves int) *Game {
	rules, _ := Preset("chinese")
	g, _ := New(rules, board.Size{Cols: 19, Rows: 19})
	for r := uint64(1); g.Len() < moves; {
		g.Play(g.ToMove(), g.board.size.Point(int(uint64(board.SplitMix(&r))%361)))
	}
	return g
}

// BenchmarkPlay is one move of a game by chance on 19x19: checked, played, undone and
// played again.
func BenchmarkPlay(b *testing.B) {
	g := byChance(300)
	empty := *g.After(0).Board()
	at, n := empty, 0
	for b.Loop() {
		if n == g.Len() {
			at, n = empty, 0
		}
		m := g.Move(n)
		if at.Check(m.Color, m.Point) != nil {
			b.Fatal("a move of the game is refused")
		}
		at.Undo(at.Play(m.Color, m.Point))
		at.Play(m.Color, m.Point)
		n++
	}
}

// BenchmarkReplay is a game of 300 moves on 19x19, by the strictest rules, played from
// its start to a point by chance; and the same by going back from its end.
func BenchmarkReplay(b *testing.B) {
	whole := byChance(300)
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			g, _ := New(whole.Rules(), whole.Board().Size())
			for i := range 300 {
				m := whole.Move(i)
				g.Play(m.Color, m.Point)
			}
		}
	})
	b.Run("back", func(b *testing.B) {
		for b.Loop() {
			whole.After(rand.IntN(300))
		}
	})
}

func BenchmarkScore(b *testing.B) {
	g := byChance(250)
	for b.Loop() {
		dead := g.board.ProvenDead()
		g.Score(&dead)
	}
}
