package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/calibrate"
	"stonehand/cmd/internal/table/sensing"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/record"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// doCalibrate begins a calibration: a game in progress is paused for it, and
// everything else waits.
func (t *core) doCalibrate(what string) *api.CommandError {
	c, l := &t.calib, t.sensed.Link
	switch what {
	case "", api.CalibrateWhole, api.CalibratePoints:
	case api.CalibrateForget:
		return t.forgetCalibration()
	default:
		return t.refuse("bad-value", text.NoSuchAnswer, text.Clip(what), api.CalibrateWhole+", "+api.CalibratePoints+", "+api.CalibrateForget)
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
	if t.byHand.InUse() || t.byHand.Moving() || t.arm.News().State.Moving() { // hands on the board would not hold it
		return t.refuse("not-now", text.ArmInUse)
	}
	if !t.match.Paused && !t.match.Game.Result().Over {
		if refusal := t.save(record.Paused{On: true}); refusal != nil {
			return refusal
		}
		c.Paused = true
	}
	has := calib.Abilities{Lights: t.cfg.Lamps != nil, Fields: l.Fields && t.cfg.Prober != nil}
	// The filter's times and the settle time are those of play.
	set := calib.Default()
	set.Votes, set.Window, set.Settle = t.cfg.Votes, t.cfg.Window, t.cfg.Settle
	if err := c.Begin(t.now, has, what != api.CalibratePoints, set); err != nil {
		t.log.Error("calibration", "err", err) // the numbers were tried when the table was made
		return t.refuse("not-now", text.CalibNoBoard)
	}
	t.log.Info("calibration begins", "what", what, "board", calib.BoardOf(l))
	if has.Fields {
		t.out.Probe = new(true)
	}
	t.sensed.Forget(t.match.Dismissed)
	t.changed = true
	return nil
}

// forgetCalibration makes the board one of which nothing is known.
func (t *core) forgetCalibration() *api.CommandError {
	if t.calib.Kept() == nil && t.calib.Trouble == nil || t.cfg.Calibrations == nil {
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
		if o.keep == c.Kept() {
			c.Trouble, t.changed = text.Tell(text.CalibNotSaved, err), true
		}
	case o.keep != nil:
	case err != nil:
		t.refuseLate(t.refuse("not-saved", text.CalibNotSaved, err))
	default:
		t.log.Info("calibration forgotten")
		c.Keep(nil)
		t.refocus()
		t.notify(text.Tell(text.CalibForgotten))
	}
}

// stepCalibration lets the session's time pass and takes what it has to say.
func (t *core) stepCalibration() {
	out := t.calib.Step(t.now, calibrate.In{})
	t.changed = t.changed || out.Changed
	t.log = append(t.log, out.Log...)
	if out.Over {
		t.endCalibration(out.Found)
	}
}

// endCalibration goes on with the game, with what was found if that is anything.
func (t *core) endCalibration(found *calib.Calibration) {
	c := &t.calib
	c.End()
	if t.cfg.Prober != nil {
		t.out.Probe = new(false)
		t.care.Release()
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
	if c.Paused {
		c.Paused = false
		if t.match.Paused && !t.match.Game.Result().Over {
			t.obey(t.save(record.Paused{}))
		}
	}
}

// keepCalibration takes over a calibration, and says so if it cannot be kept for
// good.
func (t *core) keepCalibration(found *calib.Calibration) {
	t.calib.Keep(found)
	t.log.Info("calibrated", "sensors", found.Sensors, "lamps", found.Lamps, "stuck", len(found.Stuck), "dead", len(found.Dead), "weak", len(found.Weak), "masked", len(found.Masked))
	t.out.Calibration = &calibrationOrder{keep: found}
}

// dropCalibration ends a calibration whose board is another one now.
func (t *core) dropCalibration() {
	if t.calib.Stale() {
		t.endCalibration(nil)
	}
}

// whileCalibrating carries out a command that comes in the middle of a
// calibration; more reports that it is to be carried out as ever.
func (t *core) whileCalibrating(c api.Command) (refusal *api.CommandError, more bool) {
	if !t.calib.Underway() { // the board is away, and the person has turned to something else
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
	if !t.calib.Underway() || c.Question != 0 && c.Question != s.Question() {
		return t.refuse("not-now", text.NotAsked)
	}
	if !s.Answer(t.now, calib.Answer(c.Answer)) {
		return t.refuse("bad-value", text.NoSuchAnswer, text.Clip(c.Answer), listed(t, s.View.Options, func(o calib.Option) string { return string(o.Answer) }))
	}
	t.stepCalibration()
	return nil
}

// pressCalibrate is what the button for it does in the middle of a calibration:
// it keeps what is to be kept, and else ends it.
func (t *core) pressCalibrate(held bool) {
	answer := calib.Leave
	if t.calib.View.Step == calib.StepReview && !held {
		answer = calib.Keep
	}
	t.obey(t.answerCalibration(api.Command{Answer: string(answer)}))
}

// mask goes on without the point that people were asked about.
func (t *core) mask() {
	p, _ := t.doubt.About()
	if p == board.Nowhere || t.cfg.Calibrations == nil || !t.sensed.Fits() {
		return
	}
	in := t.sensed.Map(t.match.Game.Size())
	t.keepCalibration(t.calib.Mask(t.now, in.Index(p)))
	t.out.Known = &boardKnown{t.calib.Known()}
	if err := t.sensed.Mask(t.masked()); err != nil {
		t.log.Error("masked points", "err", err)
	}
	t.notify(text.Tell(text.DoneMask, p))
}

// fit makes the board that was reached show the game, if it fits and is not calibrated.
func (t *core) fit() {
	if t.calib.On() {
		return
	}
	size := t.size()
	again, err := t.sensed.Fit(sensing.Play{Size: size, Votes: t.cfg.Votes, Window: t.cfg.Window, No: t.match.Dismissed})
	if again {
		t.doubt.Watch(t.now, size.Count())
		err = t.sensed.Mask(t.masked())
	}
	if err != nil {
		t.log.Error("the board is not filtered as configured", "err", err) // the numbers were tried when the table was made
	}
}

// focus looks at the board behind a link as it is known to lie.
func (t *core) focus(l *hw.Link) {
	t.log = append(t.log, t.calib.Reach(l, t.cfg.LampsID)...)
	var known *calib.Calibration
	if l != nil && l.Up {
		known = t.calib.Known()
		t.out.Known = &boardKnown{known}
	}
	levels := t.sensed.Reach(l, known)
	if t.cfg.Prober != nil && l != nil && l.Up {
		t.out.Levels = &levels
	}
}

// refocus looks at the board again when something else is known of it.
func (t *core) refocus() {
	t.focus(t.sensed.Link)
	t.sensed.Forget(t.match.Dismissed)
	t.fit()
	t.changed = true
}
