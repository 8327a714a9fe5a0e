package table

import (
	"context"

	"stonehand/cmd/internal/table/think"
	"stonehand/engine/player"
)

// searchAtWork is the shell's side of the search.
type searchAtWork struct {
	player   player.Player
	ponderer player.Ponderer
	answers  chan think.Answer // has room: one search at a time
	thoughts chan think.Thought

	cancel context.CancelFunc // of the search under way; nil: there is none
	now    chan struct{}
}

func newSearchAtWork(c *Config) searchAtWork {
	return searchAtWork{player: c.Player, ponderer: c.Ponderer, answers: make(chan think.Answer, 1), thoughts: make(chan think.Thought, 1)}
}

// order carries an order out.
func (s *searchAtWork) order(ctx context.Context, o think.Order) {
	switch {
	case o.Hurry:
		close(s.now)
		return
	case o.Cancel:
		s.cancel()
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	s.cancel, s.now = cancel, make(chan struct{})
	q := o.Question
	q.Hurry = s.now
	go func() {
		defer cancel()
		a := think.Answer{Position: o.Position, Pondered: o.Ponder}
		if o.Ponder {
			s.ponderer.Ponder(ctx, q)
			a.Stopped = ctx.Err() != nil
		} else {
			a.Answer, a.Err = s.player.Choose(ctx, q, func(i player.Info) { s.report(think.Thought{Position: o.Position, Info: i}) })
		}
		s.answers <- a
	}()
}

// report hands a thought to the loop, in place of one it has not taken yet.
func (s *searchAtWork) report(th think.Thought) {
	for {
		select {
		case s.thoughts <- th:
			return
		default:
		}
		select {
		case <-s.thoughts:
		default:
		}
	}
}
