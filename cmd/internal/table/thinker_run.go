package table

import (
	"context"

	"stonehand/engine/player"
)

// searchOrder is what the player is told: to end what it is about, to answer at
// once, or to begin; see [searchAtWork].
type searchOrder struct {
	cancel   bool
	hurry    bool
	position uint64 // the match's
	question player.Question
	ponder   bool
}

// searchAtWork is the shell's side of the search; the zero value is none.
type searchAtWork struct {
	cancel context.CancelFunc
	now    chan struct{}
}

func (s *searchAtWork) running() bool { return s.cancel != nil }

// searchAsOrdered carries an order out.
func (t *Table) searchAsOrdered(ctx context.Context, o searchOrder) {
	switch {
	case o.hurry:
		close(t.search.now)
		return
	case o.cancel:
		t.search.cancel()
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	t.search = searchAtWork{cancel: cancel, now: make(chan struct{})}
	q := o.question
	q.Hurry = t.search.now
	go func() {
		defer cancel()
		a := answer{position: o.position, pondered: o.ponder}
		if o.ponder {
			t.cfg.Ponderer.Ponder(ctx, q)
			a.stopped = ctx.Err() != nil
		} else {
			a.Answer, a.err = t.cfg.Player.Choose(ctx, q, func(i player.Info) { t.report(thought{o.position, i}) })
		}
		t.answers <- a // has room: one search at a time
	}()
}

// report hands a thought to the loop, in place of one it has not taken yet.
func (t *Table) report(th thought) {
	for {
		select {
		case t.thoughts <- th:
			return
		default:
		}
		select {
		case <-t.thoughts:
		default:
		}
	}
}
