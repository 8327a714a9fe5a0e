package table

import (
	"errors"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/record"
)

// How long people are told of a loss, unless they begin a new game before: a
// sentence that nothing is lost need not stay for long.
const (
	lossShown   = 10 * time.Minute
	mendedShown = time.Minute
)

// unfit notes that entries could not be followed.
func (t *core) unfit(err error) {
	l := api.LossPart
	if errors.Is(err, record.ErrNewer) {
		l = api.LossNewer
	}
	t.recovery = recovery{loss: l, doubt: true}
}

// settleLoss ends what was said of a loss after a while, or when a game begins
// by an event.
func (t *core) settleLoss(e record.Event) {
	r := &t.recovery
	switch e.(type) {
	case nil, record.Paused, record.Decided, record.Dismissed, record.Spent, record.Ticked:
	default:
		r.doubt = false // people have gone on from what is on record
	}
	shown := lossShown
	if r.loss == api.LossMended {
		shown = mendedShown
	}
	if _, begins := e.(record.Begun); r.loss != api.LossNone && (begins || t.now.Sub(r.began) > shown) {
		r.loss, t.changed = api.LossNone, true
	}
}
