package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/byhand"
	"stonehand/cmd/internal/text"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// doArm carries out what those who look after the table do with the arm.
func (t *core) doArm(o *api.ArmOrder) *api.CommandError {
	m := &t.byHand
	switch {
	case !t.cfg.ArmMoves:
		return t.refuse("not-now", text.ArmNone)
	case o.Do == api.ArmStop:
		t.stopArm()
	case o.Do == api.ArmEnd:
		t.endByHand(true)
	case o.Do == api.ArmResult:
		if err := m.Failed(); err != nil {
			return t.refuse("not-moved", text.ArmNotMoved, err)
		}
	case o.Do == api.ArmAsk:
		return t.askByHand()
	case t.ending:
		return t.refuse("not-now", text.ArmNotNow)
	case m.Step() != byhand.On:
		return t.refuse("not-confirmed", text.ArmNotConfirmed)
	case !m.Begin():
		return t.refuse("busy", text.ArmMoving)
	default:
		t.out.Move = &armMove{by: o.By, home: o.Do == api.ArmHome}
		t.changed = true
	}
	return nil
}

// askByHand asks a person at the board whether those who look after the table may move the
// arm.
func (t *core) askByHand() *api.CommandError {
	t.stepShow(attract.In{Touch: true}) // they are somebody, as people at the board are
	switch n := t.arm.News(); {
	case t.byHand.InUse():
		return nil
	case t.ending || t.byHand.Moving() || !t.sensed.Live() || t.calib.On() || t.arm.Running() || t.review.machine.Active() || !n.State.Ready() || t.leaving.On() || t.demonstrates():
		return t.refuse("not-now", text.ArmNotNow)
	}
	t.byHand.Ask(t.now) // the board asks in this step
	t.changed = true
	return nil
}

// confirmByHand is a person's word at the board that nobody is near the arm. The game stands
// still meanwhile.
func (t *core) confirmByHand() {
	pauses := !t.match.Paused && !t.match.Game.Result().Over
	if !t.byHand.Confirm(t.now, pauses) {
		return
	}
	if pauses {
		if refusal := t.save(record.Paused{On: true}); refusal != nil {
			t.byHand.End()
			t.obey(refusal)
			return
		}
	}
	t.log.Info("a person at the board lets the arm be moved by hand")
	t.changed = true
}

// asks reports whether people are asked about something that the menu has: to go on without
// a point, or at the board, where alone it may be answered, to move the arm.
func asks(q *referee.Question, do referee.Answer) bool {
	return q != nil && q.Kind == referee.AskMenu && len(q.Path) == 1 && q.Path[0] == do
}

// endByHand gives the arm back to the game, out of the way where nothing is wrong: else it
// stays where it is.
func (t *core) endByHand(well bool) {
	on, paused := t.byHand.End()
	t.changed, t.sensed.Told = true, 0
	if !on {
		return
	}
	if well {
		t.parkByHand()
	} else {
		t.byHand.Stay()
	}
	if paused && t.match.Paused {
		t.obey(t.save(record.Paused{On: false}))
	}
	t.log.Info("the arm is the game's again")
}

// parkByHand brings the arm out of the way, after the motion under way where there is one.
// Where the board is not read nobody would see a hand.
func (t *core) parkByHand() {
	if !t.sensed.Live() || t.ending { // at the end it parks by itself
		return
	}
	if moving := t.byHand.Moving(); !moving && (t.arm.Running() || !t.arm.News().State.Ready()) {
		return
	}
	if t.byHand.Park() {
		t.out.Move = &armMove{park: true}
	}
}

// whileByHand refuses what would have the game go on while somebody works at the arm.
func (t *core) whileByHand(do string) *api.CommandError {
	switch do {
	case api.DoNewGame, api.DoSeats, api.DoUndo, api.DoResign, api.DoMoveNow, api.DoPause, api.DoResume:
		if t.byHand.Step() == byhand.On {
			return t.refuse("not-now", text.ArmByHand)
		}
	}
	return nil
}

// stopArm stops the arm at once, whatever it does. It moves again after a person has let
// it.
func (t *core) stopArm() {
	if t.byHand.Moving() {
		t.out.Move = &armMove{cancel: true}
	}
	t.byHand.End()
	t.byHand.Stay()
	t.stepArm(arm.In{Halt: true})
	t.log.Warn("the arm was stopped on the page")
	t.changed, t.sensed.Told = true, 0
}

// stepByHand is a pass: it ends what nobody uses any more, and what must not go on.
func (t *core) stepByHand() {
	m := &t.byHand
	if m.Step() == byhand.Off {
		return
	}
	s := t.status()
	n := t.arm.News()
	gone := !s.Live || s.Calibrating || s.Leaving || t.arm.Waits() || !n.State.Ready() && !n.State.Moving()
	if m.Over(t.now) || gone {
		t.endByHand(!gone)
	}
}

// onMoved takes the end of a motion.
func (t *core) onMoved(err error) {
	if t.byHand.Done(t.now, err) {
		t.parkByHand()
	}
	t.changed = true
}
