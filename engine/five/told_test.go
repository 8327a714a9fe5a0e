package five

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// TestTellsEveryDepth with the line that it expects, whose every stone may be played.
func TestTellsEveryDepth(t *testing.T) {
	for _, rules := range []game.Row{game.FiveOrMore, game.ExactFive, game.RenjuFive} {
		e := New(fifteen, rules, time.Now)
		c := board.Black
		for _, name := range strings.Fields("H8 H9 I9 G7 J8 I8") {
			p, err := fifteen.Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			e.Put(p, c)
			c = c.Other()
		}
		before := e.key
		depth, longest := 0, 0
		check := func(f Found) {
			if len(f.Line) == 0 || f.Line[0] != f.Move || len(f.Line) > max(1, f.Depth) {
				t.Errorf("%v at depth %d: the line is %v", f.Move, f.Depth, f.Line)
			}
			longest = max(longest, len(f.Line))
			if e.count != 6 || e.key != before {
				t.Fatal("the position is another one")
			}
			side := c
			for _, at := range f.Line {
				if e.At(at) != board.Empty || !e.Allowed(at, side) {
					t.Errorf("%v of %v may not be played", at, f.Line)
					break
				}
				e.Put(at, side)
				side = side.Other()
			}
			for e.count > 6 {
				e.Take()
			}
		}
		f := e.Search(t.Context(), c, limit.Limits{Nodes: 20_000}, func(f Found) {
			f.Line = slices.Clone(f.Line)
			if f.Depth != depth+1 || f.Nodes == 0 {
				t.Errorf("depth %d with %d nodes after depth %d", f.Depth, f.Nodes, depth)
			}
			depth = f.Depth
			check(f)
		})
		check(f)
		if f.Depth < depth || depth < 3 || longest < 3 {
			t.Errorf("it told of %d depths, and found %d; its longest line has %d stones", depth, f.Depth, longest)
		}
	}
}
