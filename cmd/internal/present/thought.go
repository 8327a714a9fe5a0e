package present

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/player"
)

// decidedScore is the score of a position that is won; one that is won by a turn n
// turns of both sides ahead has n less, whatever the game.
const decidedScore = 1<<29 - 1

// Thought is what a player thinks as subscribers are told it.
func Thought(i player.Info) api.Thought {
	th := api.Thought{
		Depth: i.Depth, Score: i.Score, Chance: i.Chance, Nodes: i.Nodes,
		LeftMS: max(0, (i.Hard - i.Elapsed).Milliseconds()), TotalMS: i.Hard.Milliseconds(),
	}
	switch {
	case i.Win > 0:
		th.Score = decidedScore - (2*i.Win - 1)
	case i.Win < 0:
		th.Score = -decidedScore - 2*i.Win
	}
	if s := i.Elapsed.Seconds(); s > 0 {
		th.NPS = uint64(float64(i.Nodes) / s)
	}
	for _, turn := range i.Line {
		th.Line = append(th.Line, slices.Clone(turn))
	}
	return th
}
