package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// asWas is what a daemon said of its game, in the words of the HTTP contract.
type asWas struct {
	GameID  string           `json:"game_id"`
	Game    string           `json:"game"`
	Moves   [][]string       `json:"moves"`
	Record  []api.Stone      `json:"record"`
	Human   []string         `json:"human"`
	Level   int              `json:"level"`
	Time    float64          `json:"time"`
	Control string           `json:"control"`
	Opening api.Opening      `json:"opening"`
	Result  string           `json:"result"`
	Turn    []string         `json:"turn"`
	Remote  *json.RawMessage `json:"elsewhere"`
}

// nowhere is a journal that takes everything and keeps nothing.
type nowhere struct{}

func (nowhere) Append(api.Entry) error { return nil }

// restored is what a table says of the game that entries lead to.
func restored(t *testing.T, entries []api.Entry, cols, rows int) *api.Snapshot {
	t.Helper()
	s, err := restore(t, entries, cols, rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func restore(t *testing.T, entries []api.Entry, cols, rows int) (*api.Snapshot, error) {
	t.Helper()
	b, err := sim.New(sim.Settings{Board: hw.Geometry{Cols: cols, Rows: rows, Colors: true}})
	if err != nil {
		t.Fatal(err)
	}
	var games []game.Rules
	if c := game.Connect6(); c.Board == (board.Size{Cols: cols, Rows: rows}) {
		games = append(games, c)
	}
	games = append(games, game.Freestyle(), game.Standard(), game.Renju())
	tb, err := table.New(table.Config{Sensor: b, Player: &evening{}, Journal: nowhere{}, Games: games, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	err = tb.Restore(entries)
	return tb.Snapshot(), err
}

// Folders that earlier versions of the program left are read, and the games in
// them go on as they were.
func TestFoldersOfEarlierVersions(t *testing.T) {
	for name, finished := range map[string]int{"v1/clock": 1, "v1/opening": 1, "v1/host": 0, "v1/guest": 0} {
		t.Run(name, func(t *testing.T) {
			from, dir := filepath.Join("testdata", name), t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(from, "state.json"))
			if err != nil {
				t.Fatal(err)
			}
			var was asWas
			if err := json.Unmarshal(text, &was); err != nil {
				t.Fatal(err)
			}
			side := 15
			if was.Game == "connect6" {
				side = 19
			}
			s := reopen(t, dir, name)
			if len(s.Warnings) != 0 || s.Loss != api.LossNone {
				t.Errorf("loss %d, %q", s.Loss, s.Warnings)
			}
			now := restored(t, s.Entries, side, side)
			got := asWas{GameID: now.GameID, Game: now.Game, Moves: apitest.As[[][]string](now.Moves), Record: now.Record, Human: apitest.Names(now.Human), Level: now.Level,
				Time: now.TurnTime, Control: now.Clock.Control.String(), Opening: now.Opening, Result: now.Result, Turn: apitest.Names(now.Turn)}
			was.Remote, was.Opening.Name, was.Opening.Allowed = nil, got.Opening.Name, got.Opening.Allowed
			if d := gocmp.Diff(was, got, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
			list, err := s.List()
			if err != nil || len(list) != finished {
				t.Errorf("%d finished games, not %d: %v", len(list), finished, err)
			}
		})
	}
}
