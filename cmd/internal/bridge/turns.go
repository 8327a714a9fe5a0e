package bridge

import (
	"fmt"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// turnsOf divides the stones of a position into turns, as the rules have them follow
// each other.
func turnsOf(at player.Position) ([]game.Turn, error) {
	var left [3][]board.Point
	for p, c := range at.Stones {
		left[c] = append(left[c], p)
	}
	black, white := len(left[board.Black]), len(left[board.White])
	var list []game.Turn
	for {
		color, due := at.Rules.Due(len(list))
		if n := len(left[color]); n < due {
			if n > 0 || len(left[color.Other()]) > 0 {
				return nil, fmt.Errorf("%d stones of Black and %d of White are on the board after no number of whole turns", black, white)
			}
			if color != at.ToMove {
				return nil, fmt.Errorf("it is %s's turn, and %s was asked for", side(color), side(at.ToMove))
			}
			return list, nil
		}
		list = append(list, game.Turn{Color: color, Points: left[color][:due]})
		left[color] = left[color][due:]
	}
}

// side names a colour at the beginning of a sentence.
func side(c board.Color) string {
	if c == board.Black {
		return "Black"
	}
	return "White"
}

// common returns how many turns, from the first on, are the same in both games.
func common(turns []game.Turn, moves []api.Points) int {
	for i, t := range turns {
		if i >= len(moves) || !same(t.Points, moves[i]) {
			return i
		}
	}
	return len(turns)
}

// same reports whether a turn has these points, in whatever order.
func same(points []board.Point, others []board.Point) bool {
	if len(points) != len(others) {
		return false
	}
	for _, p := range points {
		if !slices.Contains(others, p) {
			return false
		}
	}
	return true
}
