package api

import (
	"slices"

	"stonehand/engine/player"
)

// decidedScore is the score of a position that is won; one that is won by a turn n
// turns of both sides ahead has n less, whatever the game.
const decidedScore = 1<<29 - 1

// Score is a player's score as the contract has it: with wins on one scale. win is as in
// [player.Info].
func Score(score, win int) int {
	switch {
	case win > 0:
		return decidedScore - (2*win - 1)
	case win < 0:
		return -decidedScore - 2*win
	}
	return score
}

// Candidate is a turn that the machine may choose, with its value as in [Thought].
type Candidate struct {
	Points Points   `json:"points"`
	Score  int      `json:"score"`
	Chance *float64 `json:"chance,omitempty"`
}

// Candidates are a player's candidates as the contract has them.
func Candidates(list []player.Candidate) (all List[Candidate]) {
	for _, c := range list {
		all = append(all, Candidate{Points: slices.Clone(c.Points), Score: Score(c.Score, c.Win), Chance: c.Chance})
	}
	return all
}
