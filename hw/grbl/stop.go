package grbl

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"stonehand/hw"
)

// Missed implements [hw.ArmKeeper].
func (a *Arm) Missed(color hw.State) {
	a.mu.Lock()
	a.doubt = true
	a.mu.Unlock()
	tray := a.o.tray(color)
	a.note(func(m *Memory) {
		left, unsure, _ := m.of(color)
		*unsure = min(*unsure+1, tray.Stones-*left)
		m.close(color, tray)
	})
}

// Stop implements [hw.ArmKeeper].
func (a *Arm) Stop(why hw.ArmCause) {
	a.stop(why)
	hw.Ring(a.wake)
}

// cutWithin is how long an arm that is cut may take to stop.
const cutWithin = 2 * time.Second

// Cut stops an arm that moves, for a program that is about to end, or to be suspended, where
// it is. As after every end in the middle of a motion, the arm moves again only after a person
// has said so. Cut returns when the controller has been reset, or after two seconds.
func (a *Arm) Cut() {
	if !a.Memory().Moving {
		return
	}
	a.Stop(hw.ArmCut)
	for end := time.Now().Add(cutWithin); a.News().State.Moving() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
}

// stop keeps the arm from moving until a person says that it may. The first cause
// stays, but that of a person comes before a fault of the arm's, and the emergency stop
// before all.
func (a *Arm) stop(why hw.ArmCause) {
	a.note(func(m *Memory) {
		if !m.Stopped.ByPerson() && (m.Stopped == "" || why.ByPerson()) || why == hw.ArmEmergency {
			m.Stopped = why
		}
		m.Moving = m.Moving && !why.ByPerson() // else it goes out of the way first
	})
}

// Resume implements [hw.ArmKeeper].
func (a *Arm) Resume(told hw.ArmCause) {
	a.mu.Lock()
	n := a.news
	a.word = n.State == hw.ArmHeld && !n.Pressed && n.Cause == told
	a.mu.Unlock()
	if n.State == hw.ArmStopped && !n.Pressed {
		a.note(func(m *Memory) {
			if m.Stopped == told { // the news may not tell yet of somebody who has stopped it since
				m.Stopped = ""
			}
		})
	}
	hw.Ring(a.wake)
}

// said reports, once, whether a person has said that what is held may go on.
func (a *Arm) said() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	said := a.word
	a.word = false
	return said
}

// barred returns why a person has stopped the arm, empty where nobody has.
func (a *Arm) barred() hw.ArmCause {
	if why := a.Memory().Stopped; why.ByPerson() {
		return why
	}
	return ""
}

// start resets the controller and looks how it is set up. Where the arm is stopped,
// wait is called, which waits until a person has said that it may go on; nil fails.
func (a *Arm) start(t *talk, wait func() error) (*controller, error) {
	var c *controller
	for try := 1; ; try++ {
		greeting, err := t.reset()
		if err == nil && greeting.Kind == Banner {
			if err := (&controller{flavor: greeting.Flavor, version: greeting.Value}).understood(); err != nil {
				return nil, &fault{severity: refused, error: err}
			}
			err = t.look()
		}
		if err == nil {
			switch s := t.status; {
			case s.Stop():
				a.stop(hw.ArmEmergency)
			case s.State == "Door" || s.Ajar():
				a.stop(hw.ArmDoor)
			}
			a.remember(func(m *Memory) { m.Moving = false }) // it has been reset
			t.heard = time.Now()                             // nobody listened while that was kept
			if why := a.Memory().Stopped; why != "" {
				if wait == nil {
					return nil, &fault{severity: refused, error: waits(why, t.status.Stop() || t.status.Ajar())}
				}
				if err := wait(); err != nil {
					return nil, err
				}
				try = 0
				continue
			}
			c, err = t.ask(greeting)
		}
		if err == nil {
			break
		}
		if f, ok := errors.AsType[*fault](err); ok && f.why != "" {
			a.stop(f.why)
		}
		if severityOf(err) != upset {
			return nil, err
		}
		if try == startTries {
			return nil, &fault{severity: gone, error: err}
		}
	}
	if err := c.judge(&a.o, a.macros); err != nil {
		return nil, &fault{severity: refused, error: err}
	}
	if pins := strings.ToUpper(t.status.Pins); strings.Contains(pins, "X") && strings.Contains(pins, "Y") && strings.Contains(pins, "Z") {
		return nil, &fault{severity: refused, error: hw.Errorf("all three limit switches read as pressed; correct $5 (limit switches inverted), check their cables, or move the arm off them by hand")}
	}
	return c, nil
}

// waits says in a sentence why a stopped arm waits for a person, and for what.
func waits(why hw.ArmCause, pressed bool) error {
	text := map[hw.ArmCause]string{
		hw.ArmEmergency: "the emergency stop was pressed",
		hw.ArmReset:     "the controller was reset, or lost its power",
		hw.ArmDoor:      "the safety door was opened",
		hw.ArmHold:      "feed hold was pressed at the controller",
		hw.ArmCut:       "line, power or program ended in the middle of a motion",
		hw.ArmMissing:   "its stones do not come up where it puts them",
		hw.ArmFailing:   "it failed twice in a row",
		hw.ArmOperator:  "somebody stopped it on the page",
	}[why]
	text = cmp.Or(text, "it was stopped")
	switch {
	case pressed && why == hw.ArmDoor:
		return hw.Errorf("the arm's safety door is open; close it, and then say that the arm may go on")
	case pressed:
		return hw.Errorf("the arm's emergency stop is pressed; release it when nobody is near, and then say that the arm may go on")
	}
	return hw.Errorf("%s; see that nobody is near the arm, and say that it may go on", text)
}

// await waits until a person has said that a stopped arm may go on, and sends
// nothing meanwhile but questions.
func (a *Arm) await(ctx context.Context, t *talk) error {
	for {
		why := a.Memory().Stopped
		pressed := t.status.Stop() || t.status.Ajar()
		if why == "" && !pressed {
			return nil
		}
		switch {
		case t.status.Stop():
			why = hw.ArmEmergency
		case pressed:
			why = hw.ArmDoor
		}
		if pressed {
			a.stop(why)
		}
		a.inform(hw.ArmNews{State: hw.ArmStopped, Cause: a.Memory().Stopped, Pressed: pressed}, waits(a.Memory().Stopped, pressed))
		if ctx.Err() != nil {
			return &fault{severity: stopped, error: hw.Errorf("the arm was told to stop")}
		}
		if now := time.Now(); now.Sub(t.polled) >= idlePoll {
			t.polled = now
			t.send(byteStatus)
		}
		if time.Since(t.heard) >= silence+idlePoll {
			return &fault{severity: gone, error: hw.Errorf("the stopped arm's controller says nothing; check its power and its cable")}
		}
		if _, _, err := t.turnOr(t.polled.Add(idlePoll), nil, nil, ctx.Done()); err != nil {
			return err
		}
	}
}
