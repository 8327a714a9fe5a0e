package gametree

import (
	"stonehand/engine/board"
	"stonehand/engine/game"
)

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

// Won returns the winning line, in order, that the last turn of steps made by the rules
// of the game; nil if it made none.
func (v *View) Won(steps []Step) []board.Point {
	last := len(steps) - 1
	for last >= 0 && steps[last].Color == board.Empty {
		last--
	}
	if last < 0 || v.rules == nil {
		return nil
	}
	var stones [board.Cells]board.Color
	for i := range steps {
		steps[i].Do(&stones)
	}
	b := game.BoardOf(v.Info.Size, stones)
	return v.rules.Result(&b, game.Turn{Color: steps[last].Color, Points: steps[last].Points}).Line
}
