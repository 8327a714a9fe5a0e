package gomoku

import (
	"stonehand/engine/limit"
)

// Levels is how many levels of strength there are.
const Levels = 10

// level is who plays a level, and how far it looks.
type level struct {
	player string
	nodes  uint64 // 0: as time allows
	depth  int    // 0: any
}

// levels are those from 1 on: the five-tuple table, templates that look few stones
// ahead, then the strong player with ever more positions.
var levels = [Levels]level{
	{player: Tuple},
	{player: Template, depth: 2},
	{player: Template, depth: 4, nodes: 2000},
	{player: Five, nodes: 40, depth: 1},
	{player: Five, nodes: 800},
	{player: Five, nodes: 3000},
	{player: Five, nodes: 7000},
	{player: Five, nodes: 25_000},
	{player: Five, nodes: 80_000},
	{player: Five},
}

// Level returns who plays a level, 1 to [Levels], and its limits within those
// given. A level outside of these is the nearest.
func Level(n int, lim limit.Limits) (string, limit.Limits) {
	l := levels[min(max(n, 1), Levels)-1]
	if l.nodes > 0 {
		lim.Nodes = l.nodes
	}
	if l.depth > 0 {
		lim.Depth = l.depth
	}
	return l.player, lim
}
