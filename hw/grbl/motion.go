package grbl

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"stonehand/hw"
)

// motionless waits until a hold is over, so that nothing begins during one, or after a
// stop by a person.
func (t *talk) motionless() error {
	began := time.Now()
	for {
		if err := t.forbidden(); err != nil {
			return err
		}
		if !t.wish() && !t.held && !t.stranger {
			break
		}
		if err := t.enough(); err != nil {
			return err
		}
		if err := t.idle(time.Now().Add(idlePoll), nil); err != nil {
			return err
		}
	}
	if t.homed && !t.watched && time.Since(began) > restLimit {
		return t.paused()
	}
	return nil
}

// idle lets a turn pass, which ends early when done is closed, and asks for the status at
// times.
func (t *talk) idle(until time.Time, done <-chan struct{}) error {
	if at := t.polled.Add(idlePoll); !time.Now().Before(at) {
		t.polled = time.Now()
		t.send(byteStatus)
	} else if at.Before(until) {
		until = at
	}
	if time.Since(t.heard) >= silence+idlePoll {
		t.homed = false
		return stoppedf(hw.ArmCut, "the arm's controller has said nothing for %v in the middle of a job; check its cable and its power", silence+idlePoll)
	}
	l, ok, err := t.turnOr(until, nil, nil, done)
	if err != nil || !ok {
		return err
	}
	return t.alarmed(l)
}

// home lets the machine find its origin, which takes up to bound, and verifies
// that it stands where that ends by the settings of c.
func (t *talk) home(c *controller, bound time.Duration) error {
	if err := t.motionless(); err != nil {
		return err
	}
	// What is stopped says so in the first report.
	if err := t.await(answerWithin, func(l Line) (bool, error) { return l.Kind == Report, nil }); err != nil {
		return err
	}
	t.homed, t.moving, t.mute = false, true, true
	t.send('$', 'H', '\n')
	broken := false
	err := t.await(bound, func(l Line) (bool, error) {
		switch {
		case l.Kind == OK:
			return true, nil
		case l.Kind == Refused:
			return true, &fault{severity: upset, code: l.Code, error: hw.Errorf("the arm's controller refused to home with %w", t.flavor.refusal(l.Code))}
		}
		return false, nil
	}, func() bool { // a homing cycle knows no hold
		broken = broken || t.wish()
		return broken
	})
	t.moving, t.mute, t.heard = false, false, time.Now()
	if broken {
		t.send(byteReset)
		return &fault{severity: upset, held: true, error: hw.Errorf("homing was broken off, because something moved on the board")}
	}
	if f, ok := errors.AsType[*fault](err); ok && (f.code > 0 || f.late) {
		return t.heldBefore(f)
	}
	if err != nil {
		return err
	}
	if err := t.still(); err != nil {
		return err
	}
	for axis := range 3 {
		if lo, hi := c.home(axis); t.at[axis] < lo-closeTo || t.at[axis] > hi+closeTo {
			return upsetf("homing has left the arm at %s %.2f, where the controller's settings have it at %.2f; see that all axes home", axes[axis], t.at[axis], lo)
		}
	}
	if pins := strings.ToUpper(t.status.Pins); strings.ContainsAny(pins, "XYZ") {
		return upsetf("a limit switch is still pressed after homing (Pn:%s); raise the pull-off ($27), or check the switch and $5", hw.Clip(pins))
	}
	t.homed, t.stands = true, t.at
	return nil
}

// heldBefore is the fault of a motion that was refused, or of a homing that was refused or did
// not end: somebody may have held the controller, or opened its door, just before it began.
// One that homes still answers nothing, and is not waited for while it may meet a hand.
func (t *talk) heldBefore(why *fault) error {
	within := answerWithin
	if why.late {
		within = idlePoll
	}
	err := t.await(within, func(l Line) (bool, error) { return l.Kind == Report, nil }, func() bool { return why.late && t.wish() })
	if f, ok := errors.AsType[*fault](err); ok && f.late {
		return why
	}
	if err != nil {
		return err
	}
	switch {
	case t.status.Ajar():
		return stoppedf(hw.ArmDoor, "the arm's safety door was opened, which switches its gripper off")
	case t.stranger:
		return stoppedf(t.holder(), "the arm was held at its controller (feed hold)")
	}
	return why
}

// astray reports whether the machine says that it is not at a place.
func (t *talk) astray(from [3]float64) bool {
	for i := range from {
		if abs(t.at[i]-from[i]) > closeTo {
			return true
		}
	}
	return false
}

// still waits for a report that the machine stands still. Reports come in the
// order in which things happen, so that what was told before, a restart for one,
// is known by then.
func (t *talk) still() error {
	return t.await(answerWithin, func(l Line) (bool, error) { return t.stood(l), nil })
}

// stood reports whether a line says that the machine stands still, and no hold is on its
// way to it: a controller reports what it did before it heard of one.
func (t *talk) stood(l Line) bool { return l.Kind == Report && l.Status.State == "Idle" && !t.held }

// certain waits until no hold keeps the homed machine, and sees that it stands where it
// was left, if anything was done since that was last known.
func (t *talk) certain() error {
	if t.homed { // while a hold is waited for, that may change
		if err := t.motionless(); err != nil {
			return err
		}
	}
	if !t.homed {
		return upsetf("the arm's position is not known")
	}
	if !t.doubt {
		return nil
	}
	t.moving = true
	defer func() { t.moving = false }()
	// A controller that is reset while it dwells answers ok, and then says that it has
	// started.
	if err := t.still(); err != nil {
		return err
	}
	if t.astray(t.stands) {
		t.homed = false
		return upsetf("the arm stands at %.2f mm, and was left at %.2f; it has to home again", t.at, t.stands)
	}
	t.doubt = false
	return nil
}

// closeTo is how near to a place the machine must report to be, mm: a few steps.
const closeTo = 0.25

// leg is a motion in a straight line; NaN coordinates stay as they are.
type leg struct {
	to   [3]float64
	feed float64 // mm/min
}

var same = math.NaN()

// follow moves along legs and returns when the machine stands still at their
// end. The controller has one leg at a time: should nobody tell it any more to stop, as
// after a kill, it ends at the end of that.
func (t *talk) follow(c *controller, legs ...leg) error {
	if err := t.certain(); err != nil {
		return err
	}
	t.moving = true
	defer func() { t.moving = false }()
	at, bound := t.at, 10*time.Second
	for _, l := range legs {
		var words strings.Builder
		far := 0.0
		for i, v := range l.to {
			if math.IsNaN(v) {
				continue
			}
			fmt.Fprintf(&words, "%s%.3f", axes[i], v)
			far += abs(v - at[i])
			at[i] = v
		}
		bound += 2*time.Second + time.Duration(4*far/c.rate(l.feed)*float64(time.Minute))
		if err := t.exchange(fmt.Sprintf("G21G90G94G53G1%sF%.0f", words.String(), l.feed), answerWithin+bound, nil); err != nil {
			return err
		}
		if err := t.exchange("G4P0.01", bound, nil); err != nil {
			return err
		}
	}
	if err := t.still(); err != nil {
		return err
	}
	if t.astray(at) {
		t.homed = false
		return upsetf("the arm stands at %.2f mm, and was sent to %.2f; it has to home again", t.at, at)
	}
	t.stands = at
	return nil
}

// macro sends the lines of a macro, which do not move.
func (t *talk) macro(lines []string, dwell time.Duration) error {
	t.moving, t.doubt = true, true // a dwell is held, too
	defer func() { t.moving = false }()
	for _, l := range lines {
		if err := t.exchange(l, answerWithin+2*dwell, nil); err != nil {
			return err
		}
	}
	return nil
}
