// Package lab is the engine's laboratory: it lets engines play each other,
// measures what came of it, and writes down what the measurements say.
package lab

import (
	"context"
	"fmt"
	"time"

	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// Player plays games of the Connect family against another.
type Player interface {
	// Name tells players apart in tables and game records.
	Name() string
	// Choose returns the player's turn after the given turns, Black's first
	// turn first. The slice must not be kept.
	Choose(ctx context.Context, turns []connect.Move) (connect.Move, error)
	// Close frees what the player holds.
	Close() error
}

// Maker makes a player for one game at a time; matches make one a worker.
type Maker struct {
	Name string
	Make func() (Player, error)
}

// enginePlayer is an engine of this program.
type enginePlayer struct {
	name   string
	engine *search.Engine
	limits search.Limits
	clock  limit.Budget // of the game, if it has one: in place of the limits' times
	turns  int          // of the game when it was asked last
}

// Engine returns a maker of players that search with the given options and
// limits.
func Engine(name string, rules connect.Rules, o search.Options, lim search.Limits) Maker {
	return Maker{name, func() (Player, error) {
		e, err := search.New(rules, o, time.Now)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", name, err)
		}
		return &enginePlayer{name: name, engine: e, limits: lim}, nil
	}}
}

func (p *enginePlayer) Name() string { return p.name }

func (p *enginePlayer) Choose(ctx context.Context, turns []connect.Move) (connect.Move, error) {
	if len(turns) <= p.turns {
		// Another game. It may begin like one before it, of which the engine is
		// not to remember anything: games have to be independent.
		p.engine.Forget()
	}
	p.turns = len(turns)
	pos := p.engine.Position()
	pos.Reset()
	for _, m := range turns {
		pos.PlayMove(m)
	}
	lim := p.limits
	if p.clock != (limit.Budget{}) {
		l := p.clock.Limits(pos.Count())
		lim.Soft, lim.Hard = l.Soft, l.Hard
	}
	r := p.engine.Search(ctx, lim, nil)
	if err := ctx.Err(); err != nil {
		return connect.NoMove, err
	}
	if r.Move == connect.NoMove {
		return r.Move, fmt.Errorf("%s has no turn after %d turns", p.name, len(turns))
	}
	return r.Move, nil
}

func (p *enginePlayer) Close() error { return nil }
