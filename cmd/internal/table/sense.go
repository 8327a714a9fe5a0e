package table

import (
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/buttons"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/review"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// Sight and State are the same list, so that one converts to the other.
var _ = [1]struct{}{}[referee.Unknown-referee.Sight(hw.Unknown)]

// So are colours as far as they go, the arm's and the board's.
var (
	_ = [1]struct{}{}[hw.Empty-hw.State(board.Empty)]
	_ = [1]struct{}{}[hw.Black-hw.State(board.Black)]
	_ = [1]struct{}{}[hw.White-hw.State(board.White)]
	_ = [1]struct{}{}[referee.Black-referee.Sight(board.Black)]
	_ = [1]struct{}{}[referee.White-referee.Sight(board.White)]
)

// read takes a reading of the sensor.
func (t *core) read(r hw.Reading) {
	switch {
	case r.Link != nil:
		t.linked(r.Link)
	case r.Fault != nil:
		if r.Fault.Text == "" {
			t.log.Info("device fault over", "device", r.Fault.Device)
		} else {
			t.log.Warn("device fault", "device", r.Fault.Device, "text", r.Fault.Text)
		}
		t.fault(notices.Device, notices.Fault{Text: r.Fault.Text, Cause: r.Fault.Cause})
	case r.Frame != nil:
		t.frame(r.Frame)
	case r.Field != nil:
		if t.underway() {
			t.calib.session.Field(t.now, r.Field.Strength)
		}
	}
}

// linked takes a change of the link. A link that is lost freezes the game as it
// stands; whatever the board shows when it is back counts as new.
func (t *core) linked(l *hw.Link) {
	s := &t.sensed
	s.link, s.filter, s.ready = l, nil, false
	t.forget()
	t.focus()
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

// frame takes a frame: settles it and shows it to the referee.
func (t *core) frame(f *hw.Frame) {
	s := &t.sensed
	if t.underway() {
		t.calibrate(f)
		return
	}
	if s.filter == nil {
		return
	}
	o, changed := s.filter.Step(hw.Frame{At: f.At, Points: s.inset.Cut(t.calib.lens.Frame(f.Points))})
	t.alone = t.alone && !(s.ready && changed)
	if !s.ready {
		if !s.filter.Settled() {
			return
		}
		s.ready, changed, t.changed = true, true, true
	}
	if t.review.machine.Active() {
		if changed {
			t.reviewFrame(o.Points)
		}
		return
	}
	if !changed {
		return
	}
	var sight referee.Observation
	size := t.match.Game.Size()
	for i, p := range o.Points {
		sight[size.Point(i)] = referee.Sight(p)
	}
	t.stepArm(arm.In{Was: s.referee.Seen(), Seen: &sight})
	t.expect()
	e, view := s.referee.Step(t.now, &sight)
	if _, err := t.judged(e, view); err != nil {
		t.log.Error("what happened on the board does not fit the game", "err", err)
	}
	for _, p := range t.doubt.watch.Changed(t.now, o.Changed) {
		t.askMask(size.Point(p), text.AskMaskLoose)
	}
}
