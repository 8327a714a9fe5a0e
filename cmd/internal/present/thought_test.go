package present

import (
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/engine/player"
)

// TestThoughtsAreDecidedOnlyWhereProved: subscribers get the score of a decided game
// only of a win that the player proved.
func TestThoughtsAreDecidedOnlyWhereProved(t *testing.T) {
	for _, c := range []struct{ win, score, want int }{
		{0, 16_000_000, 16_000_000}, {3, 5, api.Score(0, 1) - 4}, {-1, 5, 1 - api.Score(0, 1)},
	} {
		if th := Thought(player.Info{Score: c.score, Win: c.win}); th.Score != c.want {
			t.Errorf("a win in %d with the score %d is told as %d, want %d", c.win, c.score, th.Score, c.want)
		}
	}
}
