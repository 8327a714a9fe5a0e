package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/review"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/record"
)

// doReview begins a replay, or does what people ask for in one.
func (t *core) doReview(c api.Command) *api.CommandError {
	m := &t.review.machine
	if c.Review != nil {
		return t.beginReview(c.Review)
	}
	do := review.Action(c.Answer)
	switch {
	case !slices.Contains(review.Actions, do):
		return t.refuse("bad-value", text.ReviewWhat, text.Clip(c.Answer), listed(t, review.Actions, func(a review.Action) string { return string(a) }))
	case !m.Active():
		return t.refuse("not-now", text.ReviewNone)
	case do == review.End:
		return t.endReview()
	}
	t.stepReview(review.In{Do: do})
	return nil
}

// beginReview leads people through a game from here on.
func (t *core) beginReview(o *api.ReviewOrder) *api.CommandError {
	r, l := &t.review, t.sensed.Link
	over := t.match.Game.Result().Over
	switch {
	case l == nil || !l.Up || o.Size.Cols > l.Board.Cols || o.Size.Rows > l.Board.Rows:
		return t.refuse("not-now", text.ReviewNoBoard, o.Size.Cols, o.Size.Rows)
	case t.match.Remote != board.Empty && !over:
		return t.refuse("not-now", text.ReviewRemote)
	case t.arm.Running() || t.byHand.InUse(): // a stone in its grip would be dropped
		return t.refuse("not-now", text.ArmInUse)
	}
	r.left = false
	if !r.machine.Active() {
		if !t.match.Paused && !over {
			if refusal := t.save(record.Paused{On: true}); refusal != nil {
				return refusal
			}
			r.paused = true
		}
		r.game = t.match.ID
	}
	t.sensed.Forget(t.match.Dismissed)
	t.log.Info("replay begins", "game", o.ID)
	t.stepReview(review.In{Begin: o, Settle: t.cfg.Settle})
	t.fit()
	return nil
}

// endReview goes on with the game on record.
func (t *core) endReview() *api.CommandError {
	r, ended := &t.review, text.ReviewEnded
	if r.machine.Poses() {
		ended = text.PuzzlesEnded
	}
	t.stepReview(review.In{Do: review.End})
	t.log.Info("replay ended")
	t.notify(text.Tell(ended))
	t.sensed.Forget(t.match.Dismissed)
	t.fit()
	paused := r.paused
	*r = reviewing{left: !t.match.Game.Result().Over}
	t.sensed.Told = 0 // what the referee is to expect is another thing
	if paused && t.match.Paused && !t.match.Game.Result().Over {
		return t.save(record.Paused{})
	}
	return nil
}

// stepReview shows the machine what has happened.
func (t *core) stepReview(in review.In) {
	if t.review.machine.Step(t.now, in) {
		t.changed = true
	}
}

// replay is a pass: it lets the replay's time go by, and ends one whose game on record
// gave way to another.
func (t *core) replay() {
	r := &t.review
	if !r.machine.Active() {
		return
	}
	if l := t.sensed.Link; r.game != t.match.ID || l != nil && l.Up && !t.sensed.Fits() {
		t.obey(t.endReview())
		return
	}
	t.stepReview(review.In{})
	if r.machine.Left() {
		t.obey(t.endReview())
	}
}

// whileReviewing carries out a command that comes in the middle of a replay; more
// reports that it is to be carried out as ever.
func (t *core) whileReviewing(c api.Command) (refusal *api.CommandError, more bool) {
	switch c.Do {
	case api.DoHint:
		if t.review.machine.Poses() {
			t.stepReview(review.In{Do: review.Guess})
			return nil, false
		}
		return t.refuse("not-now", text.ReviewFirst), false
	case api.DoResume:
		return t.endReview(), false
	case api.DoNewGame, api.DoCalibrate, api.DoShutdown:
		refusal = t.endReview()
		return refusal, refusal == nil
	case api.DoPause, api.DoSeats, api.DoUndo, api.DoResign, api.DoMoveNow, api.DoChoose, api.DoAnswer, api.DoShow:
		if t.review.machine.Poses() {
			return t.refuse("not-now", text.PuzzleFirst), false
		}
		return t.refuse("not-now", text.ReviewFirst), false
	}
	return nil, true
}

// reviewButtons is what buttons do in a replay.
var reviewButtons = map[string]review.Action{
	api.ButtonTurn: review.On, api.ButtonTurnBlack: review.On, api.ButtonTurnWhite: review.On, api.DoMoveNow: review.On, api.DoUndo: review.Back,
	api.DoPause: review.End, api.DoNewGame: review.End, api.DoResign: review.End, api.DoSeats: review.End, api.ButtonMenu: review.End,
}
