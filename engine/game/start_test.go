package game

import (
	"errors"
	"strings"
	"testing"

	"stonehand/engine/board"
)

func parse(t *testing.T, names string) []board.Point {
	t.Helper()
	var list []board.Point
	for name := range strings.FieldsSeq(names) {
		p, err := Connect6().Board.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func TestPlayingOnFromAPosition(t *testing.T) {
	for _, first := range []board.Color{board.Black, board.White} {
		s := Start{Black: parse(t, "J10 K10 L10 M10"), White: parse(t, "A1"), ToMove: first}
		g, err := NewFrom(Connect6(), s)
		if err != nil {
			t.Fatal(err)
		}
		if c, n := g.Due(); c != first || n != 2 || g.First() != first || g.Count() != 5 || g.At(board.At(0, 0)) != board.White {
			t.Fatalf("%v has %d to play, %d stones", c, n, g.Count())
		}
		if c, n := g.Next(); c != first.Other() || n != 2 {
			t.Fatalf("%v plays %d after that", c, n)
		}
		if err := g.Play(Turn{first, parse(t, "J10 B1")}); !errors.Is(err, ErrOccupied) {
			t.Fatalf("a stone on a stone of the position: %v", err)
		}
		key := g.Key()
		if err := g.Play(Turn{first, parse(t, "N10 O10")}); err != nil {
			t.Fatal(err)
		}
		if over := g.Result(); over.Over != (first == board.Black) {
			t.Fatalf("six in a row with the position's stones: %+v", over)
		}
		if !g.Undo() || g.Undo() || g.Key() != key || g.Count() != 5 {
			t.Fatalf("taking back goes as far as the position: %d stones", g.Count())
		}
	}
}

func TestPositionsThatCannotBePlayedOnFrom(t *testing.T) {
	var all []board.Point
	for i := range 361 {
		all = append(all, Connect6().Board.Point(i))
	}
	for says, s := range map[string]Start{
		"who is to move": {Black: parse(t, "J10")},
		"no stones":      {ToMove: board.Black},
		"named twice":    {Black: parse(t, "J10"), White: parse(t, "J10"), ToMove: board.Black},
		"off the board":  {Black: []board.Point{board.Nowhere}, ToMove: board.Black},
		"black has won":  {Black: parse(t, "A1 B1 C1 D1 E1 F1"), ToMove: board.White},
		"full":           {White: all, ToMove: board.White},
	} {
		if _, err := NewFrom(Connect6(), s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
	if g, err := NewFrom(Connect6(), Start{}); err != nil || !g.Start().IsZero() {
		t.Errorf("the rules' own start: %v", err)
	}
}
