package table

import (
	"stonehand/cmd/internal/inset"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/buttons"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/review"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/debounce"
)

// sensed is what the table knows of the board.
type sensed struct {
	referee  *referee.Referee
	expected uint64 // the match's position for which the referee was told what to expect
	asked    bool   // it was told so at all

	link   *hw.Link    // the last one reported; nil before the first
	inset  inset.Inset // where on the board that was reached last the game lies
	filter *debounce.Filter
	ready  bool // the filter has settled since the link came up
	view   referee.View
}

// live reports whether the board is reached and read.
func (s *sensed) live() bool { return s.filter != nil && s.ready }

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

// fit makes a filter for the board that was reached, if the game fits it.
func (t *core) fit() {
	s := &t.sensed
	if s.link == nil || !s.link.Up || t.calib.session != nil {
		return
	}
	size := t.size()
	in := inset.Inset{Board: board.Size{Cols: s.link.Board.Cols, Rows: s.link.Board.Rows}, Game: size}
	if !in.Fits() {
		s.filter, s.ready = nil, false
		t.forget()
		return
	}
	if s.filter != nil && s.inset == in {
		return
	}
	if s.filter != nil {
		s.ready = false
		t.forget()
	}
	s.inset = in
	f, err := debounce.New(size.Count(), t.cfg.Votes, t.cfg.Window)
	if err != nil {
		// The numbers were tried when the table was made.
		t.log.Error("debounce", "err", err)
		return
	}
	if err := f.Mask(t.masked()...); err != nil {
		t.log.Error("masked points", "err", err)
	}
	s.filter = f
	t.doubt.watch = calib.NewWatch(t.now, size.Count())
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

// expect tells the referee what comes next, if that has changed.
func (t *core) expect() {
	s, m := &t.sensed, &t.match
	if s.asked && s.expected == m.Position {
		return
	}
	s.asked, s.expected = true, m.Position
	t.fit()
	a := t.expectation()
	t.awayAsk(&a)
	a.Menu, a.Doubt, a.Lever = t.menu(), t.recovery.doubt, t.cfg.Lever
	s.referee.Expect(t.now, m.Game, a)
}

// judge lets the referee look again as time passes or the game changes, until
// it has nothing more to say.
func (t *core) judge() {
	if t.review.machine.Active() {
		return
	}
	for {
		t.expect()
		if !t.sensed.live() {
			return
		}
		e, view := t.sensed.referee.Tick(t.now)
		if again, err := t.judged(e, view); err != nil {
			t.log.Error("what happened on the board does not fit the game", "err", err)
			return
		} else if !again {
			return
		}
	}
}
