package table

import (
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/buttons"
	"stonehand/cmd/internal/table/byhand"
	"stonehand/cmd/internal/table/calibrate"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/review"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// read takes a reading of the sensor.
func (t *core) read(r hw.Reading) {
	switch {
	case r.Frame != nil:
		t.frame(r.Frame)
	case r.Field != nil:
		t.care.Take(r.Field)
		t.calib.Step(t.now, calibrate.In{Field: r.Field})
	case r.Link != nil:
		t.linked(r.Link)
	case r.Fault != nil:
		if r.Fault.Text == "" {
			t.log.Info("device fault over", "device", r.Fault.Device)
		} else {
			t.log.Warn("device fault", "device", r.Fault.Device, "text", r.Fault.Text)
		}
		t.fault(notices.Device, notices.Fault{Text: r.Fault.Text, Cause: r.Fault.Cause})
	}
}

// frame takes a frame: settles it and shows it to the referee.
func (t *core) frame(f *hw.Frame) {
	if t.calib.Underway() {
		t.calib.Step(t.now, calibrate.In{Frame: f})
		return
	}
	seen := t.sensed.Frame(f)
	t.changed = t.changed || seen.Ready
	if seen.Game == nil {
		return
	}
	if t.review.machine.Active() {
		t.stepShow(attract.In{Seen: seen.Game})
		t.stepReview(review.In{Seen: seen.Game})
		return
	}
	t.alone = t.alone && seen.Ready
	shown := t.demonstrates()
	if t.stepShow(attract.In{Seen: seen.Game}); shown || t.demonstrates() {
		return
	}
	size := t.match.Game.Size()
	t.expect()
	if _, err := t.look(seen.Game); err != nil {
		t.log.Error("what happened on the board does not fit the game", "err", err)
	}
	for _, p := range t.doubt.Flicker(t.now, seen.Changed) {
		t.askMask(size.Point(p), text.AskMaskLoose)
	}
}

// linked takes a change of the link. A link that is lost freezes the game as it
// stands; whatever the board shows when it is back counts as new.
func (t *core) linked(l *hw.Link) {
	t.sensed.Forget(t.match.Dismissed)
	t.focus(l)
	t.dropCalibration()
	t.stepReview(review.In{Lost: true})
	t.changed = true
	if !l.Up {
		// A button that was let go while nobody listened is not held for ever.
		t.buttons.Step(t.now, buttons.In{Lost: true})
		t.log.Warn("board lost", "reason", l.Reason)
		return
	}
	t.log.Info("board reached", "cols", l.Board.Cols, "rows", l.Board.Rows, "colors", l.Board.Colors)
	t.fault(notices.Device, notices.Fault{})
	t.fit()
}

// suspect asks people whether to go on without a point that seems to be broken, until it
// has been put right.
func (t *core) suspect() {
	if t.cfg.Calibrations == nil {
		return
	}
	q := t.sensed.View.Question
	out := t.doubt.Step(t.now, t.status(), t.match.Game.Size(), asks(q, api.DoMask))
	switch {
	case out.PutRight:
		t.obey(t.doAnswer(api.Command{Question: q.Serial, Answer: string(referee.No)}))
		t.judge()
	case out.How != 0:
		t.askMask(out.Point, out.How)
	}
}

// askMove is a pass: it has the board ask whether the arm may be moved by hand.
func (t *core) askMove() {
	if !t.byHand.Offer() {
		return
	}
	if t.expect(); !t.sensed.Live() || !t.sensed.Offer(t.now, byhand.AskFor, api.DoMoveArm) {
		t.byHand.End()
		t.notify(text.Tell(text.ArmNotNow))
		return
	}
	t.judge()
}

// askMask asks people whether to go on without a point.
func (t *core) askMask(p board.Point, how text.Key) {
	if t.cfg.Calibrations == nil || !t.doubt.May(t.now, p) || t.match.Paused || t.sensed.View.Question != nil {
		return
	}
	if !t.sensed.Offer(t.now, time.Minute, api.DoMask) {
		return
	}
	t.doubt.Asked(t.now, p, how)
	t.log.Warn("a sensor seems to be broken", "point", p)
	t.judge()
	t.changed = true
}
