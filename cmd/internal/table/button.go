package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/buttons"
	"stonehand/cmd/internal/text"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// button takes a press or a release.
func (t *core) button(b hw.Button) {
	if t.leaving.On() {
		return
	}
	if b.Down { // to let go is no touch of its own: it would end what the press has begun
		t.stepShow(attract.In{Touch: true})
	}
	out := t.buttons.Step(t.now, buttons.In{Button: &b})
	if out.Unknown {
		t.log.Warn("a button without a meaning was pressed", "button", b.Name)
	}
	if out.HoldOn != "" {
		t.notify(text.Tell(text.HoldOn, text.Seconds(t.cfg.HoldTime.Seconds()), present.Choice(nil, referee.Answer(out.HoldOn))))
	}
	for _, a := range out.Acts {
		t.act(a)
	}
}

// stepButtons acts on buttons that have been held for the hold time.
func (t *core) stepButtons() {
	for _, a := range t.buttons.Step(t.now, buttons.In{}).Acts {
		t.act(a)
	}
}

// act does what a button is to do. What cannot be undone it asks first, unless
// the button was held.
func (t *core) act(a buttons.Act) {
	t.log.Info("button", "button", a.Name, "action", a.Action, "held", a.Held)
	m, action, held := &t.match, a.Action, a.Held
	if action == api.DoCalibrate && t.calib.On() {
		t.pressCalibrate(held)
		return
	}
	if do, ok := reviewButtons[action]; ok && t.review.machine.Active() {
		t.aloud = true
		t.obey(t.carryOut(api.Command{Do: api.DoReview, Answer: string(do)}))
		return
	}
	if q := t.sensed.View.Question; q != nil {
		if again, read := t.buttons.Again(t.now, a, q.Serial); again {
			if answer := onceMore(q); answer == referee.No || read {
				t.buttons.Answered()
				t.obey(t.settled(t.doAnswer(api.Command{Question: q.Serial, Answer: string(answer)})))
			}
			return
		}
	}
	c := api.Command{Do: action}
	level := m.Level
	switch action {
	case api.ButtonMenu:
		t.offer(a)
		return
	case api.ButtonLevel, api.DoSeats:
		t.offer(a, referee.Answer(action))
		return
	case api.ButtonLevelUp, api.ButtonLevelDown:
		if action == api.ButtonLevelUp {
			level = min(level+1, api.MaxLevel)
		} else {
			level = max(level-1, api.MinLevel)
		}
		c = api.Command{Do: api.DoSeats, Level: &level}
	case api.ButtonTurn, api.ButtonTurnBlack, api.ButtonTurnWhite:
		t.endTurn(action)
		return
	case api.ButtonPIN:
		t.sayPIN()
		return
	case api.ButtonBlack, api.ButtonWhite, api.ButtonTwo:
		c = api.Command{Do: api.DoChoose, Answer: string(buttonChoices[action])}
	case api.ButtonShow:
		c = api.Command{Do: api.DoShow, Answer: t.following()}
	case api.ButtonMute:
		volume := 0
		if t.voice.volume == 0 {
			volume = t.voice.loud
		}
		c = api.Command{Do: api.DoVolume, Volume: &volume}
	case api.DoPause:
		if m.Paused {
			c.Do = api.DoResume
		}
	case api.DoNewGame:
		if !held && !m.Game.Result().Over && len(m.Game.Turns()) > 0 {
			t.offer(a, api.DoNewGame)
			return
		}
	case api.DoResign:
		if !held && !m.Game.Result().Over {
			t.offer(a, api.DoResign)
			return
		}
	case api.DoShutdown:
		if !held && t.cfg.Shutdown != nil {
			t.offer(a, api.DoShutdown)
			return
		}
	}
	t.aloud = true
	refusal := t.carryOut(c)
	t.obey(refusal)
	switch {
	case c.Level != nil && refusal == nil:
		t.notify(text.Tell(text.LevelIs, m.Level))
	case c.Do == api.DoShow && refusal == nil:
		t.sayShow()
	}
}

// onceMore is the answer that a button gives when it is pressed again: what it
// asks is to be, as things are set already; a choice that it offers is not made.
func onceMore(q *referee.Question) referee.Answer {
	if !isFinal(q.Path) {
		return referee.No
	}
	for _, o := range q.Options {
		if o.Set {
			return o.Answer
		}
	}
	return q.Options[0].Answer
}

// offer opens the menu after path, for an action of a button.
func (t *core) offer(a buttons.Act, path ...referee.Answer) {
	t.expect()
	if !t.sensed.Live() || !t.sensed.Offer(t.now, buttons.ConfirmTime, path...) {
		t.notify(text.Tell(text.NotNow))
		return
	}
	t.judge()
	if q := t.sensed.View.Question; q != nil {
		t.buttons.Step(t.now, buttons.In{Asks: &buttons.Asks{Act: a, Question: q.Serial}})
	}
	t.changed = true
}
