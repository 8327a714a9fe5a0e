package table

import (
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/record"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// doCalibrate begins a calibration: a game in progress is paused for it, and
// everything else waits.
func (t *core) doCalibrate(what string) *api.CommandError {
	c, l := &t.calib, t.sensed.link
	switch what {
	case "", api.CalibrateWhole, api.CalibratePoints:
	case api.CalibrateForget:
		return t.forgetCalibration()
	default:
		return t.refuse("bad-value", text.NoSuchAnswer, api.Clip([]byte(what)), api.CalibrateWhole+", "+api.CalibratePoints+", "+api.CalibrateForget)
	}
	if t.cfg.Calibrations == nil || l == nil || !l.Up {
		return t.refuse("not-now", text.CalibNoBoard)
	}
	if (board.Size{Cols: l.Board.Cols, Rows: l.Board.Rows}) != t.match.Game.Size() {
		return t.refuse("not-now", text.CalibWholeBoard)
	}
	if t.arm.Running() { // the stone in its grip would be dropped
		return t.refuse("not-now", text.CalibArm)
	}
	if !t.match.Paused && !t.match.Game.Result().Over {
		if refusal := t.save(record.Paused{On: true}); refusal != nil {
			return refusal
		}
		c.paused = true
	}
	has := calib.Abilities{Lights: t.cfg.Lamps != nil, Fields: l.Fields && t.cfg.Prober != nil}
	var was calib.Calibration
	if t.inForce() {
		was = t.calibration()
	}
	whole := what != api.CalibratePoints || c.rehung
	var err error
	if c.session, err = calib.Begin(t.now, calib.BoardOf(l), has, was, whole, t.calibTimes()); err != nil {
		t.log.Error("calibration", "err", err) // the numbers were tried when the table was made
		return t.refuse("not-now", text.CalibNoBoard)
	}
	t.log.Info("calibration begins", "what", what, "board", c.board)
	c.board, c.view = calib.BoardOf(l), c.session.View()
	c.asked++
	if has.Fields {
		t.probe(true)
	}
	t.sensed.filter, t.sensed.ready = nil, false
	t.forget()
	t.changed = true
	return nil
}

// calibTimes are the session's times: the filter's and the settle time are those
// of play.
func (t *core) calibTimes() calib.Settings {
	s := calib.Default()
	s.Votes, s.Window, s.Settle = t.cfg.Votes, t.cfg.Window, t.cfg.Settle
	return s
}

// forgetCalibration makes the board one of which nothing is known.
func (t *core) forgetCalibration() *api.CommandError {
	if t.calib.known == nil && t.calib.trouble == "" || t.cfg.Calibrations == nil {
		return t.refuse("not-now", text.CalibKnownNothing)
	}
	t.out.Calibration = &calibrationOrder{}
	return nil
}

// calibrationSaved takes what became of it. What could not be kept holds all the
// same; what could not be forgotten is still known.
func (t *core) calibrationSaved(o calibrationOrder, err error) {
	switch c := &t.calib; {
	case o.keep != nil && err != nil:
		t.log.Error("the calibration could not be kept", "err", err)
		if o.keep == c.known {
			c.trouble, t.changed = t.lang.Say(text.CalibNotSaved, err), true
		}
	case o.keep != nil:
	case err != nil:
		t.refuseLate(t.refuse("not-saved", text.CalibNotSaved, err))
	default:
		t.log.Info("calibration forgotten")
		c.known, c.trouble = nil, ""
		t.refocus()
		t.notify(text.Tell(text.CalibForgotten))
	}
}

// calibrate shows a frame to the session.
func (t *core) calibrate(f *hw.Frame) {
	t.calib.session.Frame(t.now, f.Points)
}

// stepCalibration lets the session's time pass and takes what it has to say.
func (t *core) stepCalibration() {
	c := &t.calib
	if !t.underway() {
		return
	}
	if next := c.session.Next(); !next.IsZero() && !t.now.Before(next) {
		c.session.Tick(t.now)
	}
	if c.session.Serial() == c.view.Serial {
		return
	}
	before := c.view.Step
	c.view, t.changed = c.session.View(), true
	if c.view.Step != before {
		c.asked++
		t.log.Info("calibration", "step", c.view.Step)
	}
	if c.session.Over() {
		t.endCalibration(c.view.Result)
	}
}

// endCalibration goes on with the game, with what was found if that is anything.
func (t *core) endCalibration(found *calib.Calibration) {
	c := &t.calib
	c.session, c.view = nil, calib.View{}
	if t.cfg.Prober != nil {
		t.probe(false)
	}
	if found == nil {
		t.log.Info("calibration ended, nothing has changed")
		t.notify(text.Tell(text.CalibEnded))
	} else {
		found.LampsID = t.cfg.LampsID
		t.keepCalibration(found)
		if done := text.Tell(text.CalibDone); len(found.Masked) == 0 {
			t.notify(done)
		} else {
			t.notify(text.Tell(text.CalibDoneMasked, present.Some(t.match.Game.Size(), found.Masked)))
		}
	}
	t.refocus()
	if paused := c.paused; paused {
		c.paused = false
		if t.match.Paused && !t.match.Game.Result().Over {
			t.obey(t.save(record.Paused{}))
		}
	}
}

// keepCalibration takes over a calibration, and says so if it cannot be kept for
// good.
func (t *core) keepCalibration(found *calib.Calibration) {
	c := &t.calib
	c.known, c.trouble = found, ""
	t.log.Info("calibrated", "sensors", found.Sensors, "lamps", found.Lamps, "stuck", len(found.Stuck), "dead", len(found.Dead), "weak", len(found.Weak), "masked", len(found.Masked))
	t.out.Calibration = &calibrationOrder{keep: found}
}

// dropCalibration ends a calibration whose board is another one now.
func (t *core) dropCalibration() {
	if c := &t.calib; c.session != nil && t.sensed.link.Up && calib.BoardOf(t.sensed.link) != c.board {
		t.endCalibration(nil)
	}
}

// whileCalibrating carries out a command that comes in the middle of a
// calibration; more reports that it is to be carried out as ever.
func (t *core) whileCalibrating(c api.Command) (refusal *api.CommandError, more bool) {
	if !t.underway() { // the board is away, and the person has turned to something else
		t.endCalibration(nil)
		return nil, true
	}
	switch c.Do {
	case api.DoCalibrate:
		if c.Answer == api.CalibrateForget {
			return t.refuse("not-now", text.CalibFirst), false
		}
		return nil, false
	case api.DoAnswer:
		return t.answerCalibration(c), false
	case api.DoShutdown:
		t.endCalibration(nil)
		return nil, true
	case api.DoNewGame, api.DoSeats, api.DoUndo, api.DoResign, api.DoMoveNow, api.DoPause, api.DoResume, api.DoReview:
		return t.refuse("not-now", text.CalibFirst), false
	}
	return nil, true
}

// answerCalibration gives an answer to the session.
func (t *core) answerCalibration(c api.Command) *api.CommandError {
	s := &t.calib
	if !t.underway() || c.Question != 0 && c.Question != s.question() {
		return t.refuse("not-now", text.NotAsked)
	}
	if !s.session.Answer(t.now, calib.Answer(c.Answer)) {
		var known []string
		for _, o := range s.view.Options {
			known = append(known, string(o.Answer))
		}
		return t.refuse("bad-value", text.NoSuchAnswer, api.Clip([]byte(c.Answer)), strings.Join(known, t.lang.Say(text.Comma)))
	}
	t.stepCalibration()
	return nil
}

// pressCalibrate is what the button for it does in the middle of a calibration:
// it keeps what is to be kept, and else ends it.
func (t *core) pressCalibrate(held bool) {
	c := &t.calib
	answer := calib.Leave
	if c.view.Step == calib.StepReview && !held {
		answer = calib.Keep
	}
	t.obey(t.answerCalibration(api.Command{Answer: string(answer)}))
}

// mask goes on without the point that people were asked about.
func (t *core) mask() {
	p := t.doubt.about
	if p == board.Nowhere || t.cfg.Calibrations == nil || t.sensed.filter == nil {
		return
	}
	c := calib.Calibration{Version: calib.Version, Board: calib.BoardOf(t.sensed.link), Made: t.now.UTC(), Masked: []int{}, Stuck: []int{}, Dead: []int{}, Weak: []int{}}
	if t.inForce() {
		c = *t.calib.known
	}
	c.Mask(t.sensed.inset.Index(p))
	t.keepCalibration(&c)
	t.calib.foreign = false
	if err := t.sensed.filter.Mask(t.masked()...); err != nil {
		t.log.Error("masked points", "err", err)
	}
	t.notify(text.Tell(text.DoneMask, p))
}
