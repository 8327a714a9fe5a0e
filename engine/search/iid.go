package search

import "stonehand/engine/connect"

// Internal iterative deepening: a position of the principal variation without a
// turn to try first is searched less deeply to find one (J. Scott, "A
// chess-playing program", 1969).

// internalMove returns the turn that a shallower search would play; NoMove if the
// clock ran out. The ply's defence is as before, and it has no line: what the shallower
// search finds at the root is not to be taken for the iteration's own.
func (t *tree) internalMove(depth, ply int, alpha, beta int32) connect.Move {
	t.search(depth-t.numbers.internalReduction, ply, alpha, beta)
	t.plies[ply].length = 0
	if ply == 0 {
		t.compared = false
	}
	if t.clock.Over {
		return connect.NoMove
	}
	first := connect.NoMove
	if f, ok := t.table.probe(t.pos.Key(), ply); ok {
		first = f.move
	}
	p := &t.plies[ply]
	t.pos.Answer(t.pos.ToMove(), &p.defence)
	return first
}
