package gametree

import "stonehand/engine/board"

// Step is a whole turn of a line, or what is set up between turns.
type Step struct {
	Node   int // the last of its nodes
	Set    []Stone
	Color  board.Color // Empty: nothing was played
	Points []board.Point
	Lifted []board.Point
}

// Steps returns the line through a node, turn by turn: the first step is the beginning, where
// only stones may be set up. at is the step that has the node.
func (v *View) Steps(node int) (steps []Step, at int) {
	for i, k := range v.Line(node) {
		n := &v.Nodes[k]
		var before *Node
		if i > 0 {
			before = &v.Nodes[n.Parent]
		}
		same := before != nil && before.Color == n.Color && n.Color != board.Empty && before.Due > 0 && before.ToMove == n.Color && len(n.Set) == 0
		// Notes without a move are a part of the turn before.
		idle := before != nil && n.Color == board.Empty && len(n.Set) == 0
		if same || idle {
			last := &steps[len(steps)-1]
			last.Node = k
			last.Points, last.Lifted = append(last.Points, n.Points...), append(last.Lifted, n.Lifted...)
		} else {
			steps = append(steps, Step{Node: k, Set: n.Set, Color: n.Color, Points: append([]board.Point(nil), n.Points...), Lifted: append([]board.Point(nil), n.Lifted...)})
		}
		if k == node {
			at = len(steps) - 1
		}
	}
	return steps, at
}

// Do does the step on a position.
func (s *Step) Do(stones *[board.Cells]board.Color) {
	for _, set := range s.Set {
		stones[set.Point] = set.Color
	}
	for _, p := range s.Points {
		stones[p] = s.Color
	}
	for _, p := range s.Lifted {
		stones[p] = board.Empty
	}
}
