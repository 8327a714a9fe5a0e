package table

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// How long people are told of a loss, unless they begin a new game before: a
// sentence that nothing is lost need not stay for long.
const (
	lossShown   = 10 * time.Minute
	mendedShown = time.Minute
)

// recovery is what there is to say of the journal that the table was restored
// from.
type recovery struct {
	loss api.Loss
	kept string // the name of the file that has what was damaged; "" if there is none
	// doubt says that people may know more of the game than the record does, and
	// have not shown it yet.
	doubt bool
	began time.Time // when Run began to tell
}

// Recovered says what the journal that Restore was given had lost, and the name
// of the file that keeps it as it was, "" if there is none. It is to be called
// after Restore and before Run. People are told, and asked sooner whether what
// stands on the board is what they want to play on from.
func (t *Table) Recovered(l api.Loss, kept string) {
	r := &t.core.recovery
	if l == api.LossNone || r.loss >= api.LossPart && l == api.LossMended {
		l = r.loss
	}
	r.loss, r.kept, r.doubt = l, filepath.Base(kept), l >= api.LossPart
	if kept == "" {
		r.kept = ""
	}
	t.show()
}

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

// remember makes part of the record which question people have answered with no,
// so that it is not asked again after a restart, and which stones are answers, so
// that they are not taken for a turn's after it.
func (t *core) remember() {
	if s := t.status(); !s.Live || !s.Begun {
		return
	}
	if kind := t.sensed.referee.Dismissed(); kind != t.match.Dismissed {
		if err := t.commit(record.Dismissed{Question: kind}, record.Mark{}); err != nil {
			t.log.Error("an answer cannot be kept", "question", kind, "err", err)
		}
	}
	if spent := t.sensed.referee.Spent(); !slices.Equal(spent, t.match.Spent) {
		if err := t.commit(record.Spent{Points: slices.Clone(spent)}, record.Mark{}); err != nil {
			t.log.Error("the place of an answer's stone cannot be kept", "points", spent, "err", err)
		}
	}
}

// forget forgets what the board showed, but not what people have answered.
func (t *core) forget() {
	s := &t.sensed
	s.referee.Forget()
	s.referee.Dismiss(t.match.Dismissed)
	s.view = referee.View{}
}
