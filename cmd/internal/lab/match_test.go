package lab

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stonehand/cmd/internal/players"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/pairs"
	"stonehand/engine/search"
)

// TestGamesAreIndependent: the same opening gives the same games whatever the
// players have played before, or the error bars would mean nothing.
func TestGamesAreIndependent(t *testing.T) {
	alone(t)
	ctx := t.Context()
	openings, err := Openings(ctx, 2, 4, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	o := search.DefaultOptions()
	o.Book, o.TableMB = false, 1
	lim := limit.Limits{Nodes: 500}
	var played [][2]Record
	m := Match{
		Rules: game.Connect6(), MaxTurns: 10,
		A: players.Engine("A", o, lim), B: players.Engine("B", o.Lean(), lim),
		Openings: Beginnings([][]connect.Move{openings[0], openings[1], openings[0]}),
		Each:     func(pair [2]Record, _ pairs.Score) { played = append(played, pair) },
	}
	if _, err := m.Play(ctx); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(played[0], played[2], cmpopts.IgnoreFields(Record{}, "Slowest")); d != "" {
		t.Error("the same opening gave other games after some were played:\n" + d)
	}
}
