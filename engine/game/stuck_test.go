package game

import (
	"errors"
	"testing"

	"stonehand/engine/board"
)

// When Black at Renju has no point left that is not forbidden, the game is over:
// drawn, or won by White where White's next stone would make five. Taken back, the
// game goes on; and nothing begins with such a position.
func TestStuck(t *testing.T) {
	rules := Gomoku{Title: "renju", Board: board.Size{Cols: 9, Rows: 9}, Wins: RenjuFive}
	for _, c := range []struct {
		name   string
		white  string // stones that the pattern has otherwise
		winner board.Color
	}{{"a draw", "", board.Empty}, {"White makes five", "E5 E6 E7 E8 E9", board.White}} {
		t.Run(c.name, func(t *testing.T) {
			// Pairs of stones, which make no row; in the fifth row, three black stones on
			// either side of E5.
			stones := map[board.Point]board.Color{}
			for i := range rules.Board.Count() {
				p := rules.Board.Point(i)
				stones[p] = board.White
				if (p.X()+2*p.Y())%4 < 2 {
					stones[p] = board.Black
				}
			}
			for _, p := range points(t, rules.Board, "B5 C5 D5 F5 G5 H5") {
				stones[p] = board.Black
			}
			for _, p := range points(t, rules.Board, "A5 I5 "+c.white) {
				stones[p] = board.White
			}
			delete(stones, board.At(4, 4)) // E5
			delete(stones, board.At(8, 8)) // I9
			s := Start{ToMove: board.White}
			for i := range rules.Board.Count() {
				switch p := rules.Board.Point(i); stones[p] {
				case board.Black:
					s.Black = append(s.Black, p)
				case board.White:
					s.White = append(s.White, p)
				}
			}
			g, err := NewFrom(rules, s)
			if err != nil {
				t.Fatal(err)
			}
			play(t, g, "I9")
			want := Result{Over: true, Winner: c.winner, Reason: ByStuck}
			if r := g.Result(); r.Over != want.Over || r.Winner != want.Winner || r.Reason != want.Reason {
				t.Errorf("%+v", r)
			}
			g.End(Result{Winner: board.Black, Reason: ByResign})
			if g.Reopen(); g.Result().Reason != ByStuck {
				t.Errorf("reopened: %+v", g.Result())
			}
			g.Undo()
			if c, n := g.Due(); c != board.White || n != 1 {
				t.Errorf("taken back, %d stones of %s are due", n, c)
			}
			s.White, s.ToMove = append(s.White, board.At(8, 8)), board.Black
			if _, err := NewFrom(rules, s); !errors.Is(err, ErrDecided) {
				t.Errorf("begun with: %v", err)
			}
		})
	}
}
