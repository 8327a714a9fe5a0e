package hall

import (
	"encoding/json"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
)

// TestTheSearchKnowsWhatThePageShows looks for games by the words of both languages, and by the
// day where the hall is.
func TestTheSearchKnowsWhatThePageShows(t *testing.T) {
	var s shelf
	for _, g := range []fleet.Game{
		{Table: "大厅-1", GameInfo: api.GameInfo{ID: "1", Game: "gomoku-standard", Black: "人", White: "Stonehand level 5", Result: "black", Ended: time.Date(2026, 11, 28, 23, 30, 0, 0, time.UTC)}},
		{Table: "two", GameInfo: api.GameInfo{ID: "2", Game: "go", Black: "human", White: "human", Result: "draw", Ended: time.Date(2026, 11, 28, 8, 0, 0, 0, time.UTC)}},
		{Table: "two", GameInfo: api.GameInfo{ID: "3", Game: "renju", Black: "human", White: "human", Result: "white", Ended: time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)}},
		{Table: "two", GameInfo: api.GameInfo{ID: "4", Game: "connect6", Black: "human", White: "human", Result: "void", Ended: time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)}},
	} {
		data, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		s.take(g.Table, data)
	}
	for query, want := range map[string]int{
		"": 4, "五子棋": 1, "黑方获胜": 1, "black wins": 1, "和棋": 1, "a draw": 1, "white Wins": 1, "白方": 1, "围棋 和棋": 1, "连珠 黑方": 0,
		"2026-11-29": 1, "2026-11-28": 3, "对局中止": 1, "abandoned": 1, "大厅": 1, "two": 3, `"\%*[`: 0,
	} {
		if list, all := s.search(query); all != want || len(list) != want {
			t.Errorf("%q finds %d games, want %d", query, all, want)
		}
	}
}
