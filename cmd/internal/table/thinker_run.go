package table

import (
	"context"

	"stonehand/engine/player"
)

// searchAtWork is the shell's side of the search.
type searchAtWork struct {
	player   player.Player
	ponderer player.Ponderer
	answers  chan answer // has room: one search at a time
	thoughts chan thought

	cancel context.CancelFunc // of the search under way; nil: there is none
	now    chan struct{}
}

func newSearchAtWork(c *Config) searchAtWork {
	return searchAtWork{player: c.Player, ponderer: c.Ponderer, answers: make(chan answer, 1), thoughts: make(chan thought, 1)}
}

// order carries an order out.
func (s *searchAtWork) order(ctx context.Context, o searchOrder) {
	switch {
	case o.hurry:
		close(s.now)
		return
	case o.cancel:
		s.cancel()
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	s.cancel, s.now = cancel, make(chan struct{})
	q := o.question
	q.Hurry = s.now
	go func() {
		defer cancel()
		a := answer{position: o.position, pondered: o.ponder}
		if o.ponder {
			s.ponderer.Ponder(ctx, q)
			a.stopped = ctx.Err() != nil
		} else {
			a.Answer, a.err = s.player.Choose(ctx, q, func(i player.Info) { s.report(thought{o.position, i}) })
		}
		s.answers <- a
	}()
}

// report hands a thought to the loop, in place of one it has not taken yet.
func (s *searchAtWork) report(th thought) {
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
