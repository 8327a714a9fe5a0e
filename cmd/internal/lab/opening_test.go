package lab

import (
	"context"
	"errors"
	"slices"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// recorded is a game of the turns, seen through a symmetry of the board.
func recorded(moves []connect.Move, turned int) *sgf.Record {
	rec := &sgf.Record{Size: connect.Board}
	color := board.Black
	for _, m := range moves {
		t := game.Turn{Color: color}
		for _, p := range []board.Point{m.A, m.B} {
			if p != board.Nowhere {
				t.Points = append(t.Points, rec.Size.Turn(p, turned))
			}
		}
		rec.Turns = append(rec.Turns, t)
		color = color.Other()
	}
	return rec
}

// Openings of games are taken once, however the board is turned, and only from
// games that are long enough, began at the start and stand even.
func TestOpeningsOfGames(t *testing.T) {
	alone(t)
	made, err := Openings(t.Context(), 2, 4, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	size := connect.Board
	point := func(s string) board.Point {
		p, err := size.Parse(s, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	lost := []connect.Move{{A: point("J10"), B: board.Nowhere}, connect.Pair(point("A1"), point("A19")),
		connect.Pair(point("K10"), point("L10")), connect.Pair(point("S1"), point("S19"))}
	setUp := recorded(made[1], 0)
	setUp.Start = game.Start{Black: []board.Point{point("A1")}, ToMove: board.White}
	games := []*sgf.Record{recorded(made[0], 0), recorded(made[0], 3), recorded(made[0][:3], 0), setUp, recorded(lost, 0), recorded(made[1], 0)}
	for _, n := range []int{2, 5} {
		got, err := OpeningsOf(t.Context(), games, n, 4, 0)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got, made, slices.Equal[[]connect.Move]) {
			t.Errorf("the openings are %v, want %v", got, made)
		}
	}
}

// An opening of no turns is the start, once.
func TestOpeningOfNoTurns(t *testing.T) {
	made, err := Openings(t.Context(), 1, 0, 1, 0)
	if err != nil || len(made) != 1 || len(made[0]) != 0 {
		t.Errorf("%v, %v", made, err)
	}
	games := []*sgf.Record{recorded(nil, 0), recorded(nil, 0)}
	if made, err = OpeningsOf(t.Context(), games, 2, 0, 0); err != nil || len(made) != 1 || len(made[0]) != 0 {
		t.Errorf("of games: %v, %v", made, err)
	}
}

// interrupted is a context at the moment at which it has ended and those that were made of it have not.
type interrupted struct{ context.Context }

func (interrupted) Err() error { return context.Canceled }

// A search for openings that is interrupted says so, and not that there are too few.
func TestOpeningsAreInterrupted(t *testing.T) {
	all, err := Openings(interrupted{t.Context()}, 5, 4, 1, 0)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%d openings, %v; want that it was interrupted", len(all), err)
	}
}
