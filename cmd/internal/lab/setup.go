package lab

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
)

// SetUp brings a position to where a game began: the start that the rules know,
// if start is the zero Start.
func SetUp(pos *connect.Position, start game.Start) error {
	pos.Reset()
	if start.IsZero() {
		return nil
	}
	for _, side := range []game.Turn{{Color: board.Black, Points: start.Black}, {Color: board.White, Points: start.White}} {
		for _, p := range side.Points {
			if !pos.Free(p) {
				return fmt.Errorf("the position that was set up names %v, which is not an empty point of the board", p)
			}
			pos.Put(p, side.Color)
		}
	}
	pos.SetTurn(start.ToMove, connect.Each)
	return nil
}

// legal says what is wrong with a turn, or nil.
func legal(pos *connect.Position, m connect.Move) error {
	if m.Stones() != pos.Due() {
		return fmt.Errorf("turn %v places %d stones, not %d", m, m.Stones(), pos.Due())
	}
	for _, p := range m.Points(nil) {
		if !pos.Free(p) {
			return fmt.Errorf("turn %v: %v is not an empty point of the board", m, p)
		}
	}
	if m.A == m.B {
		return fmt.Errorf("turn %v names a point twice", m)
	}
	return nil
}
