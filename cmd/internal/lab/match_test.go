package lab

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stonehand/cmd/internal/players"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/pairs"
	"stonehand/engine/player"
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

// crashed fails whenever it is asked.
type crashed struct{}

func (crashed) Choose(context.Context, player.Question, func(player.Info)) (player.Answer, error) {
	return player.Answer{}, errors.New("it has crashed")
}

// TestFailedPlayerIsMadeAgain: a program that crashes in one game plays the next. Where it
// does not start, the match ends with the score so far.
func TestFailedPlayerIsMadeAgain(t *testing.T) {
	o := search.DefaultOptions()
	o.Book, o.TableMB = false, 1
	sound := players.Engine("B", o, limit.Limits{Depth: 1})
	match := func(make func(starts int) (player.Player, error)) (pairs.Score, int, error) {
		starts, faults := 0, 0
		m := Match{
			Rules: game.Connect6(), MaxTurns: 4, B: sound, Openings: [][]game.Turn{nil, nil, nil},
			A: players.Maker{Name: "A", Make: func(context.Context) (player.Player, error) {
				starts++
				return make(starts)
			}},
			Each: func(pair [2]Record, _ pairs.Score) {
				for _, r := range pair {
					if r.Fault == "A: it has crashed" {
						faults++
					}
				}
			},
		}
		score, err := m.Play(t.Context())
		return score, faults, err
	}
	score, faults, err := match(func(starts int) (player.Player, error) {
		if starts == 1 {
			return crashed{}, nil
		}
		return sound.Make(t.Context())
	})
	if err != nil || score.Games() != 6 || faults != 1 {
		t.Errorf("it crashes once: %v, %d faults, %v", score, faults, err)
	}
	score, faults, err = match(func(starts int) (player.Player, error) {
		if starts == 4 {
			return nil, errors.New("player A: no such file")
		}
		return crashed{}, nil
	})
	if err == nil || err.Error() != "the match ends, as a player that has failed does not start again: player A: no such file" || score.Games() != 2 || faults != 2 {
		t.Errorf("it does not start again: %v, %d faults, %v", score, faults, err)
	}
}
