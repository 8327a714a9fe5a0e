package present

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/player"
)

// Thought is what a player thinks as subscribers are told it.
func Thought(i player.Info) api.Thought {
	th := api.Thought{
		Depth: i.Depth, Score: api.Score(i.Score, i.Win), Chance: i.Chance, Nodes: i.Nodes, Candidates: api.Candidates(i.Candidates),
		LeftMS: max(0, (i.Hard - i.Elapsed).Milliseconds()), TotalMS: i.Hard.Milliseconds(),
	}
	if s := i.Elapsed.Seconds(); s > 0 {
		th.NPS = uint64(float64(i.Nodes) / s)
	}
	for _, turn := range i.Line {
		th.Line = append(th.Line, slices.Clone(turn))
	}
	return th
}
