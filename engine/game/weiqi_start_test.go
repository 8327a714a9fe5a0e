package game

import (
	"errors"
	"slices"
	"testing"

	"stonehand/engine/board"
)

// A position that people set up is played on by the side that they name, with the komi
// and the handicap of the game before it, for which White gets points.
func TestGoFromAPositionAfterAHandicap(t *testing.T) {
	for _, terms := range []Terms{{Handicap: 3}, {Handicap: 3, Free: true}, {Handicap: 9, Free: true}, {Handicap: 2, OwnKomi: true, Komi: -3.5}} {
		for _, first := range []board.Color{board.Black, board.White} {
			s := Start{Black: []board.Point{board.At(1, 1)}, White: []board.Point{board.At(2, 2)}, ToMove: first}
			g, err := NewFrom(onBoard(9, terms), s)
			if err != nil {
				t.Errorf("%+v, %s first: %v", terms, first, err)
				continue
			}
			if kept := g.Terms(); kept.Free != terms.Free || !kept.Placed {
				t.Errorf("%+v are %+v once the stones stand", terms, kept)
			}
			want, _ := terms.Rules()
			if komi := g.Weiqi().Rules().Komi; komi != want.Komi || g.Weiqi().Handicap() != terms.Handicap {
				t.Errorf("%+v: komi %v, %d handicap stones", terms, komi, g.Weiqi().Handicap())
			}
			if s := g.Score(); s.Points[board.White]-s.Area[board.White] != want.Komi+float64(terms.Handicap) {
				t.Errorf("%+v: White gets %v points, not the komi and one for each stone", terms, s.Points[board.White]-s.Area[board.White])
			}
			if again, err := NewFrom(g.Rules(), g.Start()); err != nil || again.Terms() != g.Terms() {
				t.Errorf("%+v, begun again from what is kept: %+v, %v", g.Terms(), again.Terms(), err)
			}
			for i, c := range []board.Color{first, first.Other(), first} {
				if due, _ := g.Due(); due != c || g.Weiqi().ToMove() != c {
					t.Fatalf("%+v, %s first: turn %d is %s's, in its history %s's", terms, first, i, due, g.Weiqi().ToMove())
				}
				if err := g.Play(Turn{Color: c, Points: []board.Point{board.At(i, 7)}}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// Black places every stone of a free handicap: a pass would not be one.
func TestHandicapStonesAreNotPassed(t *testing.T) {
	g := New(onBoard(9, Terms{Handicap: 3, Free: true}))
	for _, name := range []string{"C3", "G7", "C7"} {
		if err := g.Play(Turn{Color: board.Black}); !errors.Is(err, ErrStones) {
			t.Fatalf("a pass in place of a handicap stone: %v", err)
		}
		put(t, g, name)
	}
	if g.Counting() || !slices.Equal(g.Dead(), nil) {
		t.Error("the game is counted before White has moved")
	}
	put(t, g, "pass", "pass")
	if !g.Counting() {
		t.Error("two passes do not end play")
	}
	g = New(onBoard(9, Terms{Handicap: 3, Free: true}))
	put(t, g, "C3", "G7", "C7", "E5", "pass")
	if g.Counting() {
		t.Error("one pass ends play")
	}
}

// Only the stones of a free handicap follow each other in one colour.
func TestMore(t *testing.T) {
	free := Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: Terms{Handicap: 3, Free: true}}
	g := New(free)
	for _, want := range []int{2, 1, 0, 0} {
		if n := g.More(); n != want {
			t.Errorf("after %d turns %d stones follow, want %d", len(g.Turns()), n, want)
		}
		c, _ := g.Due()
		if err := g.Play(Turn{Color: c, Points: []board.Point{g.Size().Point(len(g.Turns()))}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range []Rules{Connect6(), Freestyle(), Go()} {
		if n := New(r).More(); n != 0 {
			t.Errorf("%s: %d stones follow", r.Name(), n)
		}
	}
}
