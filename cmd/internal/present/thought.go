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
		Depth: i.Depth, Score: scored(i.Score, i.Win), Chance: i.Chance, Nodes: i.Nodes,
		LeftMS: max(0, (i.Hard - i.Elapsed).Milliseconds()), TotalMS: i.Hard.Milliseconds(),
	}
	if s := i.Elapsed.Seconds(); s > 0 {
		th.NPS = uint64(float64(i.Nodes) / s)
	}
	for _, turn := range i.Line {
		th.Line = append(th.Line, slices.Clone(turn))
	}
	for _, c := range i.Candidates {
		th.Candidates = append(th.Candidates, api.Candidate{Points: slices.Clone(c.Points), Score: scored(c.Score, c.Win), Chance: c.Chance})
	}
	return th
}

// scored is a score on which wins are of one scale, whatever the game.
func scored(score, win int) int {
	switch {
	case win > 0:
		return decidedScore - (2*win - 1)
	case win < 0:
		return -decidedScore - 2*win
	}
	return score
}
