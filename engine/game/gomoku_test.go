package game

import (
	"errors"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/renju"
)

// gomokuGame plays single points in turn.
func gomokuGame(t *testing.T, r Rules, moves string) *Game {
	t.Helper()
	g := New(r)
	for _, m := range strings.Fields(moves) {
		play(t, g, m)
	}
	return g
}

// What a row of five and of six is worth in each game.
func TestGomokuRows(t *testing.T) {
	const (
		five      = "A1 A3 B1 B3 C1 C3 D1 D3 E1"
		six       = "A1 A3 B1 B3 C1 C3 E1 D5 F1 E7 D1"
		whiteFive = "A1 A3 B1 B3 C1 C3 H1 D3 J9 E3"
		whiteSix  = "A1 A3 B1 B3 C1 C3 H1 E3 J9 F3 L1 D3"
	)
	for _, c := range []struct {
		rules  Rules
		moves  string
		winner board.Color
		line   int
	}{
		{Freestyle(), five, board.Black, 5},
		{Freestyle(), six, board.Black, 6},
		{Standard(), five, board.Black, 5},
		{Standard(), six, board.Empty, 0},
		{Standard(), whiteSix, board.Empty, 0},
		{Renju(), five, board.Black, 5},
		{Renju(), whiteFive, board.White, 5},
		{Renju(), whiteSix, board.White, 6},
	} {
		g := gomokuGame(t, c.rules, c.moves)
		if r := g.Result(); r.Winner != c.winner || r.Over != (c.winner != board.Empty) || len(r.Line) != c.line {
			t.Errorf("%s %s: %+v", c.rules.Name(), c.moves, r)
		}
	}
}

// A five beside an overline wins where only a five does.
func TestGomokuFiveBesideOverline(t *testing.T) {
	g := New(Standard())
	for _, p := range points(t, g.Size(), "A1 B1 C1 E1 F1 D2 D3 D4 D5") {
		g.board.Stones[p] = board.Black
		g.board.Count++
	}
	play(t, g, "D1")
	if r := g.Result(); r.Winner != board.Black || len(r.Line) != 5 {
		t.Errorf("%+v", r)
	}
}

// Renju refuses Black's fouls with a sentence, and nothing of White's.
func TestRenjuRefusesFouls(t *testing.T) {
	g := gomokuGame(t, Renju(), "G8 A1 H8 O1 I9 A15 I10 O15")
	at := points(t, g.Size(), "I8")
	err := g.Check(Turn{Color: board.Black, Points: at})
	var foul *FoulError
	if !errors.As(err, &foul) || foul.Foul != renju.DoubleThree || err.Error() != "I8 is forbidden to Black: it makes two threes" {
		t.Errorf("%v", err)
	}
	if list := Renju().Forbidden(&g.board, board.Black); len(list) != 1 || list[0] != at[0] {
		t.Errorf("forbidden: %v", list)
	}
	if list := Renju().Forbidden(&g.board, board.White); list != nil {
		t.Errorf("forbidden to White: %v", list)
	}
	if list := Freestyle().Forbidden(&g.board, board.Black); list != nil {
		t.Errorf("forbidden at Gomoku: %v", list)
	}
	play(t, g, "H1", "I8")
	if g.At(at[0]) != board.White {
		t.Error("White may play there")
	}
}

func TestGomokuFullBoard(t *testing.T) {
	r := Freestyle()
	r.Board = board.Size{Cols: 2, Rows: 1}
	if g := gomokuGame(t, r, "A1 B1"); !g.Result().Over || g.Result().Winner != board.Empty || g.Result().Reason != ByFull {
		t.Errorf("%+v", g.Result())
	}
}
