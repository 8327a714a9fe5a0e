package players

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// TestAnotherGameIsAnother: who plays the same at the table again has another game with a
// learner, and a level looks no further for what stronger ones have seen in the last one.
func TestAnotherGameIsAnother(t *testing.T) {
	o := search.DefaultOptions()
	o.TableMB = 1
	machine := NewMachine(o, time.Now)
	var p Pause
	table := p.Undisturbed(NewRoster(machine, nil, slog.New(slog.DiscardHandler)).WithMinds(o, time.Now))
	for name, rules := range map[string]game.Rules{"connect6": game.Connect6(), "gomoku": game.Freestyle()} {
		t.Run(name, func(t *testing.T) {
			var first []board.Point
			for range 5 {
				table.(player.Seater).Seat(rules, nil) // as the table does when a game begins
				if answers := learner(t, table, rules); first == nil {
					first = answers
				} else if !slices.Equal(answers, first) {
					return
				}
			}
			t.Errorf("five games, all of them %v", first)
		})
	}

	q := asked(t, before)
	q.Limits = limit.Limits{Nodes: 20000}
	if _, err := table.Choose(t.Context(), q, nil); err != nil {
		t.Fatal(err)
	}
	table.(player.Seater).Seat(game.Connect6(), nil)
	q.Level, q.Limits = 10, limit.Limits{Hard: time.Minute}
	after, err := table.Choose(t.Context(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := NewSteady(o, time.Now).Choose(t.Context(), q, nil)
	if err != nil || after.Nodes != fresh.Nodes || after.Score != fresh.Score {
		t.Errorf("after a game at full strength %+v, alone %+v, %v", after.Info, fresh.Info, err)
	}
}

// learner plays White at the lowest level against somebody who plays the same always, and
// returns its stones.
func learner(t *testing.T, p player.Player, rules game.Rules) (stones []board.Point) {
	t.Helper()
	g := game.New(rules)
	for turn := 0; turn < 16 && !g.Result().Over; turn++ {
		c, due := g.Due()
		var at []board.Point
		if c == board.White {
			a, err := p.Choose(t.Context(), player.Question{Position: player.At(g), Level: 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			at = a.Points
			stones = append(stones, at...)
		}
		size := rules.Size()
		for i := 0; len(at) < due; i++ {
			if next := size.Point((size.Count()/2 + 16*i) % size.Count()); g.At(next) == board.Empty && !slices.Contains(at, next) {
				at = append(at, next)
			}
		}
		if err := g.Play(game.Turn{Color: c, Points: at}); err != nil {
			t.Fatal(err)
		}
	}
	return stones
}
