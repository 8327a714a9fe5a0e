package table

import (
	"context"
	"fmt"
	"slices"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// Buttons is what the table needs of [hw.Buttons].
type Buttons interface {
	Press(ctx context.Context, out chan<- hw.Button) error
}

// Wiring is what a button does: one of the ButtonDo actions, or nothing.
type Wiring struct {
	Name  string // as the device reports it
	Press string // when it is pressed
	Hold  string // when it is held for the hold time
}

// What a button may do beside the commands undo, move-now, pause (which also
// resumes), refill, resume-arm, seats, new-game, resign and shutdown. The last three end
// something: pressed, they ask, and act when they are pressed again; held, they act.
const (
	ButtonMenu      = "menu"       // opens the menu
	ButtonLevel     = "level"      // opens the menu at the level
	ButtonLevelUp   = "level-up"   // the machine plays stronger by one level
	ButtonLevelDown = "level-down" // or weaker
	ButtonMute      = "mute"       // the board speaks no more, or again
	ButtonPIN       = "pin"        // the board says the PIN that lets people play from a phone
	ButtonBlack     = "take-black" // in an opening: to play Black
	ButtonWhite     = "take-white" // or White
	ButtonTwo       = "put-two"    // or to put down two more stones
	ButtonTurn      = "turn"       // the turn is complete, whoever's it is
	ButtonTurnBlack = "turn-black" // Black's turn is: Black's side of a lever
	ButtonTurnWhite = "turn-white" // White's turn is
)

// ButtonActions lists everything that a button may do.
var ButtonActions = []string{
	DoUndo, DoMoveNow, DoPause, DoSeats, DoNewGame, DoResign, DoShutdown, DoRefill, DoResumeArm,
	ButtonMenu, ButtonLevel, ButtonLevelUp, ButtonLevelDown, ButtonMute, ButtonPIN, DoCalibrate,
	ButtonTurn, ButtonTurnBlack, ButtonTurnWhite, ButtonBlack, ButtonWhite, ButtonTwo,
}

const (
	// confirmTime is how long a button that asks may be pressed again, and
	// confirmAfter how soon: who hammers on a button has read nothing.
	confirmTime  = 15 * time.Second
	confirmAfter = time.Second
	// bounce is how soon after a release a press is the contact's, not a finger's.
	bounce = 50 * time.Millisecond
)

// pressing is the table's memory of its buttons.
type pressing struct {
	down  map[string]time.Time // since when; those whose press is still to be acted on
	up    map[string]time.Time // when each was let go last
	asked string               // the button that asks something, "" for none
	about string               // what it asks about: an action
	query uint64               // the question that it asks
	since time.Time            // since when
}

// wiring returns what a button does.
func (t *core) wiring(name string) (Wiring, bool) {
	i := slices.IndexFunc(t.cfg.Wiring, func(w Wiring) bool { return w.Name == name })
	if i < 0 {
		return Wiring{}, false
	}
	return t.cfg.Wiring[i], true
}

// button takes a press or a release. A button that also does something when it
// is held acts when it is let go; any other at once.
func (t *core) button(b hw.Button) {
	w, ok := t.wiring(b.Name)
	if t.leaving.On() {
		return
	}
	if !ok {
		t.log.Warn("a button without a meaning was pressed", "button", b.Name)
		return
	}
	p, now := &t.pressing, t.now
	if b.Down {
		if now.Sub(p.up[w.Name]) < bounce {
			return
		}
		if w.Hold == "" {
			t.act(w.Name, w.Press, false)
		} else {
			p.down[w.Name] = now
		}
		return
	}
	p.up[w.Name] = now
	if _, waiting := p.down[w.Name]; !waiting {
		return
	}
	delete(p.down, w.Name)
	if w.Press == "" {
		t.notify(func() string {
			return t.lang.Say(text.HoldOn, fmt.Sprintf("%.3g", t.cfg.HoldTime.Seconds()), t.choiceText(nil, referee.Answer(w.Hold)))
		})
		return
	}
	t.act(w.Name, w.Press, false)
}

// held acts on buttons that have been held for the hold time, and notes when the next
// one will have been.
func (t *core) held() {
	var next time.Time

	for name, since := range t.pressing.down {
		due := since.Add(t.cfg.HoldTime)
		if t.now.Before(due) {
			if next.IsZero() || due.Before(next) {
				next = due
			}
			continue
		}
		delete(t.pressing.down, name)
		w, _ := t.wiring(name)
		t.act(name, w.Hold, true)
	}
	t.holdUntil = next
}

// act does what a button is to do. What cannot be undone it asks first, unless
// the button was held.
func (t *core) act(name, action string, held bool) {
	t.log.Info("button", "button", name, "action", action, "held", held)
	m, p := &t.match, &t.pressing
	if action == DoCalibrate && t.calib.session != nil {
		t.pressCalibrate(held)
		return
	}
	if q := t.sensed.view.Question; p.asked == name && p.about == action && q != nil && q.Serial == p.query {
		if answer := onceMore(q); answer == referee.No || !t.now.Before(p.since.Add(confirmAfter)) {
			p.asked = ""
			t.obey(t.doAnswer(Command{Question: q.Serial, Answer: string(answer)}))
		}
		return
	}
	c := Command{Do: action}
	level := m.level
	switch action {
	case ButtonMenu:
		t.offer(name, action)
		return
	case ButtonLevel, DoSeats:
		t.offer(name, action, referee.Answer(action))
		return
	case ButtonLevelUp, ButtonLevelDown:
		if action == ButtonLevelUp {
			level = min(level+1, MaxLevel)
		} else {
			level = max(level-1, MinLevel)
		}
		c = Command{Do: DoSeats, Level: &level}
	case ButtonTurn, ButtonTurnBlack, ButtonTurnWhite:
		t.endTurn(action)
		return
	case ButtonPIN:
		t.sayPIN()
		return
	case ButtonBlack, ButtonWhite, ButtonTwo:
		c = Command{Do: DoChoose, Answer: string(buttonChoices[action])}
	case ButtonMute:
		volume := 0
		if t.speech.volume == 0 {
			volume = t.speech.loud
		}
		c = Command{Do: DoVolume, Volume: &volume}
	case DoPause:
		if m.paused {
			c.Do = DoResume
		}
	case DoNewGame:
		if !held && !m.game.Result().Over && len(m.game.Turns()) > 0 {
			t.offer(name, action, DoNewGame)
			return
		}
	case DoResign:
		if !held && !m.game.Result().Over {
			t.offer(name, action, DoResign)
			return
		}
	case DoShutdown:
		if !held && t.cfg.Shutdown != nil {
			t.offer(name, action, DoShutdown)
			return
		}
	}
	t.aloud = true
	if t.obey(t.carryOut(c)); c.Level != nil {
		t.notify(func() string { return t.lang.Say(text.LevelIs, m.level) })
	}
}

// onceMore is the answer that a button gives when it is pressed again: what it
// asks is to be, as things are set already; a choice that it offers is not made.
func onceMore(q *referee.Question) referee.Answer {
	if !ends(q.Path) {
		return referee.No
	}
	for _, o := range q.Options {
		if o.Set {
			return o.Answer
		}
	}
	return q.Options[0].Answer
}

// ends reports whether the menu after path ends something.
func ends(path []referee.Answer) bool {
	return len(path) == 1 && slices.Contains([]referee.Answer{DoNewGame, DoResign, DoShutdown}, path[0])
}

// offer opens the menu after path, for an action of a button.
func (t *core) offer(name, action string, path ...referee.Answer) {
	t.expect()
	if !t.sensed.live() || !t.sensed.referee.Offer(t.now, confirmTime, path...) {
		t.notify(func() string { return t.lang.Say(text.NotNow) })
		return
	}
	t.judge()
	if q := t.sensed.view.Question; q != nil {
		p := &t.pressing
		p.asked, p.about, p.query, p.since = name, action, q.Serial, t.now
	}
	t.changed = true
}

// obey says a refusal at the board, where there is nobody to return it to.
func (t *core) obey(refusal *CommandError) {
	if refusal != nil {
		t.notify(refusal.said(t))
	}
}

// byButton reports whether the question is one that a button asks, to be
// answered by pressing it again.
func (t *core) byButton(q *referee.Question) bool {
	return t.pressing.asked != "" && t.pressing.query == q.Serial && ends(q.Path)
}

// checkWiring says what is wrong with the buttons.
func checkWiring(list []Wiring) error {
	for i, w := range list {
		if w.Name == "" || slices.ContainsFunc(list[:i], func(o Wiring) bool { return o.Name == w.Name }) {
			return fmt.Errorf("the button %q is there twice, or has no name", w.Name)
		}
		if w.Hold != "" && turnOf(w.Press) || turnOf(w.Hold) {
			return fmt.Errorf("the button %q ends turns, so it cannot be held for anything: a lever stays down", w.Name)
		}
		for _, a := range []string{w.Press, w.Hold} {
			if a != "" && !slices.Contains(ButtonActions, a) {
				return fmt.Errorf("the button %q cannot do %q", w.Name, a)
			}
		}
	}
	return nil
}

// keys describes the buttons.
func (t *core) keys() []Key {
	list := []Key{}
	for _, w := range t.cfg.Wiring {
		list = append(list, Key(w))
	}
	return list
}
