package daemontest

import (
	"context"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// Master returns a player of Connect6 who beats the weak levels: the engine, which looks at
// so many positions a turn that a busy machine changes nothing.
func Master() (func(ctx context.Context, stones []api.Stone, due int, c board.Color) ([]string, error), error) {
	rules := game.Connect6()
	engine, err := search.NewPlayer(rules.Board, search.DefaultOptions(), time.Now)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, stones []api.Stone, due int, c board.Color) (names []string, err error) {
		q := player.Question{Position: player.Position{Rules: rules, ToMove: c, Due: due}, Limits: limit.Limits{Nodes: 20_000}}
		for _, s := range stones {
			q.Turns = append(q.Turns, game.Turn{Color: s.Color, Points: []board.Point{s.Point}})
		}
		a, err := engine.Choose(ctx, q, nil)
		for _, p := range a.Points {
			names = append(names, p.String())
		}
		return names, err
	}, nil
}
