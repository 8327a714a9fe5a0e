package gomoku

import (
	"context"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/renju"
)

// Every player answers soon after it is told to, whatever its limits, with a point
// that is allowed.
func TestPlayersEnd(t *testing.T) {
	size := board.Size{Cols: 15, Rows: 15}
	var stones []Stone
	for i, name := range []string{"H8", "I9", "J8", "H10", "G7", "I7", "K9", "J10", "F9", "G10", "L7", "E8"} {
		p, err := size.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		stones = append(stones, Stone{p, [2]board.Color{board.Black, board.White}[i%2]})
	}
	b := renju.New(size)
	for _, s := range stones {
		b.Put(s.Point, s.Color)
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			p, err := New(name, time.Now)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			begun := time.Now()
			f := p.Choose(ctx, Question{Size: size, Rules: five.Renju, Stones: stones, ToMove: board.Black})
			if d := time.Since(begun); d > 3*time.Second {
				t.Errorf("it took %v", d)
			}
			if f.Point == board.Nowhere || !b.Empty(f.Point) || b.Foul(f.Point) != renju.None {
				t.Errorf("it plays %v", f.Point)
			}
		})
	}
}

func TestUnknownPlayer(t *testing.T) {
	if p, err := New("nobody", time.Now); err == nil {
		t.Errorf("%v", p)
	}
}
