package main

import (
	"context"
	"time"

	"stonehand/cmd/internal/table"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/search"
)

// ponderMost is how long the machine ponders on one position: by then most of
// the transposition table has been written over, and a person who has not moved
// may have left. The computer is to rest then.
const ponderMost = 5 * time.Minute

// Ponder implements [table.Ponderer]. It searches the position from the person's
// side, so that whatever the person plays, the transposition table knows
// something of what follows: most after the replies that it finds best. The next
// [thinker.Think] probes that table by the keys of its own positions, and takes
// nothing else from here.
func (t *thinker) Ponder(ctx context.Context, q table.Question) {
	if _, ok := q.Rules.(game.Connect); !ok || t.setUp(q.Start, q.Turns) != nil {
		return
	}
	// A turn from the book or a win that the person has at hand would end the
	// search; people do not always see it.
	o := t.options
	o.Book, o.Solver = false, false
	if t.engine.Set(o) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, ponderMost)
	defer cancel()
	r := t.engine.Search(ctx, search.Limits{}, nil)
	if pos := t.engine.Position(); r.Source == search.FromOnly && ctx.Err() == nil && r.Move != connect.NoMove {
		// The person has one reply: the question that follows it is known.
		if pos.PlayMove(r.Move); !pos.Over() {
			t.engine.Search(ctx, search.Limits{}, nil)
		}
	}
}
