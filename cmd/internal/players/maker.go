package players

import (
	"context"
	"fmt"
	"io"
	"time"

	"stonehand/engine/connect"
	"stonehand/engine/human"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// Maker makes a player for one game at a time; matches make one a worker.
type Maker struct {
	Name string
	Make func() (player.Player, error)
}

// Engine returns a maker of players of Connect6 that search with the
// given options and limits.
func Engine(name string, o search.Options, lim limit.Limits) Maker {
	return Maker{name, func() (player.Player, error) {
		p, err := search.NewPlayer(connect.Board, o, time.Now)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", name, err)
		}
		return &bounded{p, lim}, nil
	}}
}

// lapses returns a maker of players who play as m's do but for lapses.
func lapses(m Maker, h human.Habits) Maker {
	if h.Lapse == 0 {
		return m
	}
	return Maker{m.Name, func() (player.Player, error) {
		p, err := m.Make()
		return human.New(h, p, 0), err
	}}
}

// bounded is a player with limits of its own, whose time is the game clock's where
// there is one.
type bounded struct {
	player.Player
	limits limit.Limits
}

// lateness is what a turn may cost on a clock besides the search.
const lateness = 20 * time.Millisecond

// Choose implements [player.Player].
func (p *bounded) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	lim := p.limits
	if !q.Clock.IsZero() {
		b := limit.OnClock(q.Clock, q.Left)
		b.Overhead = lateness
		t := b.Limits(q.Count())
		lim.Soft, lim.Hard = t.Soft, t.Hard
	}
	q.Limits = lim
	return p.Player.Choose(ctx, q, report)
}

// Forget implements [player.Forgetter].
func (p *bounded) Forget() {
	if f, ok := p.Player.(player.Forgetter); ok {
		f.Forget()
	}
}

// Close ends a player that is to be ended.
func Close(p player.Player) error {
	if c, ok := p.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
