package table

import (
	"strings"
	"testing"

	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/record"
)

// How a game ends in which every point left is forbidden to Black is said in both
// languages.
func TestStuckIsSaid(t *testing.T) {
	for _, c := range []struct {
		language text.Language
		result   game.Result
		says     string
	}{
		{text.English, game.Result{Over: true, Reason: game.ByStuck}, "Every point left is forbidden to Black. The game is a draw."},
		{text.Chinese, game.Result{Over: true, Reason: game.ByStuck}, "黑方均为禁手，和棋"},
		{text.English, game.Result{Over: true, Reason: game.ByStuck, Winner: board.White}, "forbidden to Black, and White would make five. White wins."},
		{text.Chinese, game.Result{Over: true, Reason: game.ByStuck, Winner: board.White}, "白方胜"},
	} {
		table := &present.Table{Lang: c.language, Game: game.New(game.Renju()), Record: &record.Game{}}
		if got := table.Ending(c.result); !strings.Contains(got, c.says) {
			t.Errorf("%q", got)
		}
	}
}
