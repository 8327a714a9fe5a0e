package console

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// checkRecord compares all that a record keeps with what its turns say.
func checkRecord(t interface{ Fatalf(string, ...any) }, r *record) {
	var stones [board.Cells]board.Color
	var count [3]int
	for _, turn := range r.turns {
		if turn.color == board.Empty || len(turn.points) < 1 || len(turn.points) > 2 {
			t.Fatalf("a turn is %+v", turn)
		}
		for _, p := range turn.points {
			if !r.board.Size.Has(p) || stones[p] != board.Empty {
				t.Fatalf("the turn %+v is off the board or on a stone", turn)
			}
			stones[p] = turn.color
			count[turn.color]++
		}
	}
	if stones != r.board.Stones || count != r.count || r.board.Count != count[board.Black]+count[board.White] {
		t.Fatalf("the board does not show the turns %+v", r.turns)
	}
	line := false
	for i := range r.board.Size.Count() {
		line = line || r.board.Line(r.board.Size.Point(i), rules.Row) != nil
	}
	if over := line || r.board.Count == r.board.Size.Count(); over != r.result.Over {
		t.Fatalf("over is %v, and the board says %v", r.result.Over, over)
	}
	color, n := r.due()
	if (color == board.Empty) != r.result.Over || (n == 0) != r.result.Over || n > 2 {
		t.Fatalf("due are %v and %d; over is %v", color, n, r.result.Over)
	}
}

func TestRecordIsWhatItsTurnsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRecord()
		// A small corner makes collisions and sixes frequent.
		point := rapid.Custom(func(t *rapid.T) board.Point {
			return board.At(rapid.IntRange(0, 7).Draw(t, "x"), rapid.IntRange(0, 3).Draw(t, "y"))
		})
		points := rapid.SliceOfNDistinct(point, 1, 2, rapid.ID)
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) { checkRecord(t, &r) },
			"set": func(t *rapid.T) {
				_ = r.set(rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "color"), points.Draw(t, "points"))
			},
			"play": func(t *rapid.T) { _ = r.play(points.Draw(t, "points")) },
			"undo": func(t *rapid.T) {
				n := len(r.turns)
				if r.undo() != (n > 0) || len(r.turns) != max(0, n-1) {
					t.Fatalf("undo of %d turns left %d", n, len(r.turns))
				}
			},
		})
		for r.undo() {
			checkRecord(t, &r)
		}
		if r.board.Count != 0 {
			t.Fatalf("%d stones are left after all turns were taken back", r.board.Count)
		}
	})
}

// TestTurnOrder holds whose turn it is, by counting stones, to the rules in a
// game played in its order, stone by stone and turn by turn.
func TestTurnOrder(t *testing.T) {
	r, g := newRecord(), game.New(rules)
	size := rules.Board
	for i := 0; !r.result.Over; {
		color, n := r.due()
		if wantColor, want := g.Due(); color != wantColor || n != want {
			t.Fatalf("after %d turns: %v to place %d, want %v, %d", len(g.Turns()), color, n, wantColor, want)
		}
		turn := game.Turn{Color: color}
		for k := range n {
			// Columns two apart, in an order in which nobody makes six.
			p := size.Point((i*150 + i/361) % size.Count())
			i++
			r.add(color, []board.Point{p})
			turn.Points = append(turn.Points, p)
			if r.result.Over {
				break
			}
			if c, left := r.due(); k < n-1 && (c != color || left != n-1-k) {
				t.Fatalf("in mid-turn: %v to place %d, want %v, %d", c, left, color, n-1-k)
			}
		}
		if err := g.Play(turn); err != nil {
			t.Fatal(err)
		}
		if got := r.turns[len(r.turns)-1].points; !slices.Equal(got, turn.Points) {
			t.Fatalf("the last turn to take back is %v, want %v", got, turn.Points)
		}
		if r.result.Over {
			break
		}
		at := r.position()
		if c, left := r.due(); at.ToMove != c || at.Due != left || *at.Board() != r.board {
			t.Fatalf("a player is asked as %v, to place %d", at.ToMove, at.Due)
		}
	}
	if len(r.turns) < 20 || g.Result().Winner != r.result.Winner {
		t.Errorf("the game ended after %d turns with %+v, and by the rules with %+v", len(r.turns), r.result, g.Result())
	}
}
