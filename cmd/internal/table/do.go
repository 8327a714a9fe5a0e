package table

import (
	"errors"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/record"
	"stonehand/engine/referee"
)

// carryOut does what a command asks, or says why not.
func (t *core) carryOut(c api.Command) *api.CommandError {
	if c.Do == api.DoHands {
		return t.doHands(c.Answer)
	}
	switch {
	case c.Do == api.DoQueue && c.Queue != nil:
		return t.doQueue(c.Queue)
	case c.Do == api.DoArm && c.Arm != nil:
		if c.Arm.Do == api.ArmAsk {
			t.unaskRules()
		}
		return t.doArm(c.Arm)
	case c.Do == api.DoSensors:
		return t.doSensors()
	case c.Do == api.DoTest:
		return t.doTest(c.Answer)
	case c.Do == api.DoTimetable && c.Hours != nil:
		return t.doTimetable(c)
	}
	t.alone = false
	if l := c.Link; c.Do != api.DoLink || l == nil || l.Stand == nil {
		t.stepShow(attract.In{Touch: true})
	}
	if t.hours.Closed() {
		if refusal := t.whileClosed(c.Do); refusal != nil {
			return refusal
		}
	}
	m := &t.match
	over := m.Game.Result().Over
	if t.calib.On() {
		if refusal, more := t.whileCalibrating(c); !more {
			return refusal
		}
	}
	if t.review.machine.Active() {
		if refusal, more := t.whileReviewing(c); !more {
			return refusal
		}
	}
	if refusal := t.whileByHand(c.Do); refusal != nil {
		return refusal
	}
	if l := c.Link; c.Do == api.DoLink && l != nil && l.Guest != nil {
		return t.guestSays(l.Guest)
	} else if c.Do == api.DoLink && l != nil {
		return t.linkSays(l)
	}
	if refusal, done := t.withRemote(&c); done {
		return refusal
	}
	if over && slices.Contains([]string{api.DoResign, api.DoMoveNow, api.DoPause, api.DoResume}, c.Do) {
		return t.refuse("over", text.GameIsOver)
	}
	if !slices.Contains([]string{api.DoHere, api.DoVolume, api.DoLanguage}, c.Do) {
		t.unaskRules()
	}
	switch c.Do {
	case api.DoCalibrate:
		return t.doCalibrate(c.Answer)
	case api.DoHere:
		return nil
	case api.DoOpen:
		return t.doOpen()
	case api.DoRules:
		return t.doRules()
	case api.DoReview:
		return t.doReview(c)
	case api.DoNewGame:
		return t.doNewGame(c)
	case api.DoSeats:
		return t.doSeats(c)
	case api.DoUndo:
		n, unchosen, ok := m.Back()
		if !ok {
			return t.refuse("nothing-to-undo", text.NothingToUndo)
		}
		return t.save(record.TakenBack{Turns: n, Unchosen: unchosen})
	case api.DoResign:
		c := m.Game.Side()
		switch m.People {
		case [3]bool{}:
			return t.refuse("not-now", text.NobodyToResign)
		case [3]bool{board.Black: true}:
			c = board.Black
		case [3]bool{board.White: true}:
			c = board.White
		}
		return t.save(record.Ended{Reason: game.ByResign, Loser: c})
	case api.DoHint:
		return t.doHint(c.Adviser)
	case api.DoShow:
		return t.doShow(c.Answer)
	case api.DoPass:
		return t.doPass()
	case api.DoDead, api.DoAgree, api.DoPlayOn:
		return t.doCount(c)
	case api.DoVolume:
		return t.doVolume(c)
	case api.DoLanguage:
		return t.doLanguage(c)
	case api.DoShutdown:
		return t.doShutdown()
	case api.DoRefill:
		return t.doRefill()
	case api.DoResumeArm:
		return t.doResumeArm(c.Told)
	case api.DoAnswer:
		return t.doAnswer(c)
	case api.DoChoose:
		return t.doChoose(c)
	case api.DoMoveNow:
		return t.moveNow()
	case api.DoPause, api.DoResume:
		if m.Paused == (c.Do == api.DoPause) {
			return nil
		}
		t.fault(notices.Player, notices.Fault{})
		return t.save(record.Paused{On: c.Do == api.DoPause})
	}
	return t.refuse("unknown-command", text.UnknownCommand, text.Clip(c.Do))
}

// doHands switches the helping hands of a simulated board on or off.
func (t *core) doHands(whose string) *api.CommandError {
	switch {
	case !t.cfg.Simulated:
		return t.refuse("not-now", text.NoHands)
	case whose != api.HandsHelp && whose != api.HandsOwn:
		return t.refuse("bad-value", text.BadHands, text.Clip(whose), api.HandsHelp, api.HandsOwn)
	}
	if on := whose == api.HandsHelp; on != t.helping {
		t.helping, t.changed = on, true
		if t.cfg.KeepHelping != nil {
			t.out.KeepHelping = &on
		}
	}
	return nil
}

// doAnswer answers the question that is being asked; what follows, judge finds.
func (t *core) doAnswer(c api.Command) *api.CommandError {
	s := &t.sensed
	if !s.Live() {
		return t.refuse("not-now", text.NotAsked)
	}
	if asks(s.View.Question, api.DoMoveArm) && c.Answer != string(referee.No) {
		return t.refuse("at-the-board", text.ArmAtBoard)
	}
	switch err := s.Answer(c.Question, referee.Answer(c.Answer)); {
	case errors.Is(err, referee.ErrNoAnswer):
		return t.refuse("bad-value", text.NoSuchAnswer, text.Clip(c.Answer), listed(t, s.View.Question.Options, func(o referee.Option) string { return string(o.Answer) }))
	case err != nil:
		return t.refuse("not-now", text.NotAsked)
	}
	return nil
}
