package grbl

import (
	"errors"
	"time"

	"stonehand/hw"
)

// reset starts the controller again and returns what it greets with. Nothing that
// it held or planned is left. A controller whose abort input is held may not greet:
// then the line that is returned is none.
func (t *talk) reset() (greeting Line, err error) {
	t.homed, t.moving, t.held, t.stranger, t.going, t.undone = false, false, false, false, false, false
	t.out, t.mute, t.inbox = nil, true, nil
	defer func() { t.mute = false }()
	began := time.Now()
	next, asked, elicited, resets := began, true, false, 0
	junk := t.lines.junk
	other, known := "", ""
	t.status = Status{}
	for greeting.Kind != Banner {
		now := time.Now()
		switch {
		case now.Sub(began) >= bootWithin:
			return Line{}, t.mistaken(known, other, t.lines.junk > junk)
		case now.Before(next):
		case !asked: // one whose emergency stop is held says so, and is not reset again
			t.send(byteStatus)
			asked, next = true, now.Add(pollEvery)
		default:
			if !elicited && now.Sub(began) > bootWithin/2 {
				elicited = true
				t.send([]byte("\n$I\n")...) // what is no GRBL may say what it is
			}
			t.send(byteReset)
			resets++
			asked, next = false, now.Add(resetEvery)
		}
		l, ok, err := t.turn(next)
		switch {
		case err != nil:
			return Line{}, err
		case !ok:
		case l.Kind == Banner:
			greeting = l
		case l.Kind == Report && l.Status.Stop():
			return Line{}, nil
		case l.Kind == Alarm:
			t.send(byteStatus)
		case l.Kind == Foreign:
			known = l.Value
		case l.Kind == Other && other == "":
			other = l.Text
		}
	}
	// What follows a banner, and a banner for each reset that was sent: one that comes later
	// would be taken for a reset that somebody else made.
	settle := func() time.Duration {
		if resets > 1 {
			return resetEvery + pollEvery + settleAfter
		}
		return settleAfter
	}
	quiet := time.Now().Add(settle())
	for limit := time.Now().Add(bootWithin); time.Now().Before(quiet) && time.Now().Before(limit); {
		l, ok, err := t.turn(quiet)
		if err != nil {
			return Line{}, err
		}
		if ok {
			if l.Kind == Banner {
				resets--
			}
			quiet = time.Now().Add(settle())
		}
	}
	t.heard, t.status, t.flavor = time.Now(), Status{}, greeting.Flavor
	return greeting, nil
}

// mistaken is the fault of a controller that does not greet as GRBL does. known is
// the firmware that it is of, and other something that it said, where there was
// anything.
func (t *talk) mistaken(known, other string, noise bool) error {
	switch {
	case known != "":
		return &fault{severity: refused, error: hw.Errorf("the arm's controller runs %s, which the arm does not speak; flash %s", known, supported)}
	case noise:
		return &fault{severity: gone, error: hw.Errorf("the arm's controller does not answer; what comes is noise: check the baud rate and that it runs GRBL")}
	case other != "":
		return &fault{severity: refused, error: hw.Errorf("the arm's controller answers %q, which is not how GRBL does; flash %s", hw.Clip(other), supported)}
	}
	return &fault{severity: gone, error: hw.Errorf("the arm's controller does not answer; it is silent: check its power and that it runs GRBL")}
}

// look waits for a report of a controller that has just started.
func (t *talk) look() error {
	for end := time.Now().Add(silence); time.Now().Before(end); {
		if !time.Now().Before(t.polled.Add(pollEvery)) {
			t.polled = time.Now()
			t.send(byteStatus)
		}
		l, ok, err := t.turn(t.polled.Add(pollEvery))
		if err != nil || ok && l.Kind == Report {
			return err
		}
	}
	return upsetf("the arm's controller does not say how it stands; check its cable")
}

// ask has the controller say what it is.
func (t *talk) ask(greeting Line) (*controller, error) {
	c := &controller{flavor: greeting.Flavor, version: greeting.Value, values: map[string]float64{}}
	for _, line := range []string{"$I", "$$"} {
		if err := t.exchange(line, answerWithin, c.take); err != nil {
			return nil, err
		}
		t.flavor = c.flavor
	}
	for _, n := range needs {
		if n.Path == "" || c.flavor != FluidNC {
			continue
		}
		for _, key := range n.keys() {
			// One that it refuses is one that it does not tell.
			var f *fault
			if err := t.exchange("$"+key, answerWithin, c.take); err != nil && !(errors.As(err, &f) && f.code > 0) {
				return nil, err
			}
		}
	}
	return c, nil
}
