package grbl

import (
	"errors"
	"log/slog"
	"strings"
	"time"

	"stonehand/hw"
	"stonehand/hw/serialport"
)

const (
	// pollEvery is how often the controller is asked for its status while it
	// works, and idlePoll while it rests. GRBL bears 5 a second.
	pollEvery = 250 * time.Millisecond
	idlePoll  = time.Second
	// heldPoll is the same while it holds for us: that somebody holds it too shows only in
	// its pins, and only while they press.
	heldPoll = 100 * time.Millisecond
	// answerWithin is how long a line that does not wait for motion may go
	// unanswered.
	answerWithin = 5 * time.Second
	// silence is how long a controller that is being asked may say nothing.
	silence = 3 * time.Second
	// writeWithin is how long the line may take no bytes.
	writeWithin = 2 * time.Second
	// bootWithin is how long a controller may take to start, and resetEvery how
	// often it is reset meanwhile: opening the line starts boards of the Arduino
	// kind, whose loader takes two seconds and swallows what comes before.
	bootWithin = 6 * time.Second
	resetEvery = 1200 * time.Millisecond
	// mutter is for how long a controller may say that it is idle without having
	// answered a line for which it may take longer: longer than any macro waits.
	mutter = MaxDwell + 2*time.Second
	// settleAfter is for how long nothing may come before a controller that has
	// started is taken to have said all.
	settleAfter = 150 * time.Millisecond
	// restLimit is how long a machine may stand whose motors can lose their supply
	// unseen before its position is no longer believed: too short for a hand to
	// press an emergency stop and to pull it out again.
	restLimit = 3 * time.Second
	// holdPatience is for how long somebody may hold the machine at its controller
	// in the middle of a job before the job is given up.
	holdPatience = 30 * time.Second
)

// Bytes that GRBL acts on as they come, outside of any line.
const (
	byteReset  = 0x18
	byteStatus = '?'
	byteHold   = '!'
	byteResume = '~'
	byteNoJog  = 0x85
)

// severity is what has to be done after a fault.
type severity uint8

const (
	upset   severity = iota // the controller is there, the position is not known: reset, home
	refused                 // it must not be moved before somebody has changed something
	gone                    // the line is dead: open it again
	stopped                 // the program ends
)

// fault is why the arm cannot go on.
type fault struct {
	severity severity
	held     bool        // a hold is the reason
	why      hw.ArmCause // a person has to say that it may go on; empty: nobody has to
	code     int         // of the "error:N" that it is about, else 0
	late     bool        // an answer did not come in time
	error
}

func (f *fault) Unwrap() error { return f.error }

func upsetf(format string, args ...any) *fault {
	return &fault{severity: upset, error: hw.Errorf(format, args...)}
}

// stoppedf returns a fault that may have been a person who stopped the arm.
func stoppedf(why hw.ArmCause, format string, args ...any) *fault {
	return &fault{severity: upset, held: true, why: why, error: hw.Errorf(format, args...)}
}

// severityOf returns what has to be done after err.
func severityOf(err error) severity {
	if f, ok := errors.AsType[*fault](err); ok {
		return f.severity
	}
	return upset
}

// talk is one line to a controller from its opening to its end. One goroutine
// uses it.
type talk struct {
	pump *serialport.Pump
	log  *slog.Logger
	// wish says whether motion is to be held; wake gets a token when that has
	// changed. stop, once closed, ends every wait.
	wish func() bool
	wake <-chan struct{}
	stop <-chan struct{}
	told func(held bool) // of holds that begin and end
	over func() bool     // whether what is held is to be given up
	word func() bool     // whether a person has said that what somebody else holds may go on
	// barred says why a person has stopped the arm: nothing moves any more. Empty: nobody has.
	barred func() hw.ArmCause
	// watched is that the controller learns of every loss of the motors' supply.
	watched bool
	flavor  Flavor

	lines   splitter
	inbox   []Line
	strange int // lines that are none of GRBL's
	out     []byte
	writing bool
	writeBy time.Time

	heard  time.Time // when anything came last
	polled time.Time // when the status was asked for last
	mute   bool      // it may say nothing: it homes, or starts

	status   Status
	at       [3]float64 // where the machine is, by the last report
	offset   [3]float64 // of the work, by the last report that had it
	reports  uint64
	stands   [3]float64 // where it was left standing; of a homed machine
	homed    bool
	doubt    bool   // something was done since it was last known to stand still
	moving   bool   // motion is under way, that can be held
	held     bool   // it has been held by us
	heldAt   uint64 // reports that there were when that was asked for last
	heldFrom time.Time
	stranger bool // it has been held by somebody else, or by its door
	since    time.Time
	going    bool // it was told to go on, and no report since says that it does
	busy     bool // a job is under way
	undone   bool // a homed machine at rest has lost its position, and nobody heard why
}

func newTalk(pump *serialport.Pump, log *slog.Logger) *talk {
	return &talk{
		pump: pump, log: log, heard: time.Now(),
		wish: func() bool { return false },
		told: func(bool) {},
		over: func() bool { return false },
		word: func() bool { return false },

		barred: func() hw.ArmCause { return "" },
	}
}

// send puts bytes on their way.
func (t *talk) send(p ...byte) { t.out = append(t.out, p...) }

// turn waits for a line until then, and returns it; without one it returns
// false, at any time up to then.
func (t *talk) turn(until time.Time) (Line, bool, error) {
	return t.turnOr(until, nil, nil, nil)
}

// turnOr is turn that returns early when a job comes, which got is called with,
// or when done is closed.
func (t *talk) turnOr(until time.Time, jobs <-chan *job, got func(*job), done <-chan struct{}) (Line, bool, error) {
	if l, ok := t.next(); ok {
		return l, true, nil
	}
	now := time.Now()
	if t.writing && !now.Before(t.writeBy) && len(t.pump.Wrote) == 0 {
		return Line{}, false, &fault{severity: gone, error: hw.Errorf("the arm's line takes no bytes for %v; unplug the arm and plug it in again", writeWithin)}
	}
	t.keepHold()
	if t.writing && t.writeBy.Before(until) {
		until = t.writeBy
	}
	timer := time.After(max(until.Sub(now), 0))
	var write chan []byte
	if !t.writing && len(t.out) > 0 {
		write = t.pump.Write
	}
	select {
	case p := <-t.pump.Read:
		t.heard = time.Now()
		t.lines.feed(p, func(text string) { t.inbox = append(t.inbox, Sort(text)) })
		l, ok := t.next()
		return l, ok, nil
	case write <- t.out:
		t.writing, t.out, t.writeBy = true, nil, time.Now().Add(writeWithin)
	case err := <-t.pump.Wrote:
		if err != nil {
			return Line{}, false, &fault{severity: gone, error: hw.Errorf("the line to the arm is dead; is its cable in? (writing: %w)", err)}
		}
		t.writing = false
	case err := <-t.pump.ReadErr:
		return Line{}, false, &fault{severity: gone, error: hw.Errorf("the line to the arm is dead; is its cable in? (reading: %w)", err)}
	case <-t.wake:
	case j := <-jobs:
		got(j)
	case <-done:
	case <-t.stop:
		return Line{}, false, &fault{severity: stopped, error: hw.Errorf("the arm was told to stop")}
	case <-timer:
	}
	return Line{}, false, nil
}

// next takes a line off the inbox and notes what it says.
func (t *talk) next() (Line, bool) {
	if len(t.inbox) == 0 {
		return Line{}, false
	}
	l := t.inbox[0]
	t.inbox = t.inbox[1:]
	switch l.Kind {
	case Report:
		t.report(l.Status)
	case Message, Startup:
		t.log.Debug("the controller says", "line", l.Text)
	case Other:
		t.strange++
	}
	return l, true
}

// report notes a status report.
func (t *talk) report(s Status) {
	t.reports++
	t.status = s
	if s.Offset != nil {
		t.offset = *s.Offset
	}
	t.at = s.At
	if s.Work {
		for i := range t.at {
			t.at[i] += t.offset[i]
		}
	}
	switch {
	case s.State == "Alarm" || s.State == "Sleep",
		// It has been moved, or has started again without being heard.
		t.homed && !t.moving && s.State == "Idle" && t.astray(t.stands):
		t.undone = t.undone || t.homed && !t.moving
		t.homed = false
	}
	halted := s.State == "Hold" || s.State == "Door"
	t.going = t.going && halted
	pressed := strings.ContainsAny(s.Pins, "DH")
	if halted && !t.watched && !t.busy {
		t.homed = false
	}
	switch {
	case t.held && (pressed || s.State == "Door"):
		// Somebody else holds it, too, and lets it go on.
		t.held, t.stranger, t.going, t.since = false, true, false, time.Now()
		t.told(true)
	case t.stranger && halted && s.Sub == 0 && !pressed && !t.wish() && t.word():
		t.resume()
	case t.held && !t.wish() && t.busy && t.stale():
		// What follows ends the job.
	case t.held && !t.wish() && s.State == "Hold" && s.Sub == 0:
		// Asked for before the hold is complete, it would go unheard.
		t.resume()
	case t.held && !t.wish() && !halted && t.reports < t.heldAt+2:
		// This report may have left before the hold was heard.
	case t.held && !t.wish() && !halted:
		t.held = false
		t.told(false)
	case t.held && t.wish() && t.moving && !halted && s.State != "Alarm":
		t.send(byteHold)
		t.heldAt = t.reports
	case !t.held && halted != t.stranger:
		t.stranger, t.since = halted, time.Now()
		t.told(halted)
	}
}

// stale reports whether the machine has been held for so long that its motors may
// have lost their supply, and nobody would know.
func (t *talk) stale() bool { return !t.watched && t.held && time.Since(t.heldFrom) > restLimit }

// resume lets the machine go on.
func (t *talk) resume() {
	t.send(byteResume)
	t.going = true
}

// keepHold stops motion when that is wished. What follows, reports bring about. A hold
// of somebody else's stays his until it was let go.
func (t *talk) keepHold() {
	if !t.moving || t.mute || !t.wish() || (t.held || t.stranger) && !t.going {
		return
	}
	if !t.held {
		t.heldFrom = time.Now()
	}
	t.held, t.stranger, t.going, t.heldAt = true, false, false, t.reports
	t.send(byteHold, byteStatus)
	t.polled = time.Now()
	t.told(true)
}

// holder returns what kind of hold somebody else's is.
func (t *talk) holder() hw.ArmCause {
	if t.status.State == "Door" {
		return hw.ArmDoor
	}
	return hw.ArmHold
}

// await waits for up to bound for a line that take calls done. A controller that
// restarts, raises an alarm or falls silent meanwhile is a fault, and so is a stop by
// a person. Time for which motion is held does not count. It ends early, without an
// error, when one of until says so.
func (t *talk) await(bound time.Duration, take func(Line) (done bool, err error), until ...func() bool) error {
	last := time.Now()
	deadline, silent := last.Add(bound), last
	for {
		now := time.Now()
		// A process that had to wait for a processor has not listened meanwhile.
		late := max(now.Sub(last)-2*pollEvery, 0)
		switch {
		case t.held || t.stranger:
			deadline, silent = deadline.Add(now.Sub(last)), silent.Add(late)
		case !t.mute:
			deadline, silent = deadline.Add(late), silent.Add(late)
		}
		last = now
		if t.heard.After(silent) {
			silent = t.heard
		}
		if err := t.forbidden(); err != nil {
			return err
		}
		if t.held || t.stranger {
			if err := t.enough(); err != nil {
				return err
			}
		}
		switch {
		case !now.Before(deadline):
			return t.late(bound)
		case !t.mute && now.Sub(silent) >= silence:
			t.homed = false
			return stoppedf(hw.ArmCut, "the arm's controller has said nothing for %v in the middle of a motion; check its cable and its power", silence)
		}
		every := pollEvery
		if t.held {
			every = heldPoll
		}
		if !t.mute && now.Sub(t.polled) >= every {
			t.polled = now
			t.send(byteStatus)
		}
		for _, over := range until {
			if over() {
				return nil
			}
		}
		wait := deadline
		if at := t.polled.Add(every); !t.mute && at.Before(wait) {
			wait = at
		}
		l, ok, err := t.turn(wait)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := t.alarmed(l); err != nil {
			return err
		}
		if done, err := take(l); done || err != nil {
			return err
		}
	}
}

// forbidden is the fault of motion that a person has stopped, if one has. What
// follows it, a reset, ends the motion.
func (t *talk) forbidden() error {
	why := t.barred()
	if why == "" {
		return nil
	}
	t.homed = false
	return &fault{severity: upset, held: true, error: waits(why, false)}
}

// enough is the fault of a hold that has lasted too long, if one has.
func (t *talk) enough() error {
	switch {
	case t.over():
		t.homed = false
		return &fault{severity: upset, held: true, error: hw.Errorf("the arm was held for too long and has given up")}
	case t.held && !t.wish() && t.stale():
		return t.paused()
	}
	return nil
}

// paused is the fault of a hold after which the position is not believed.
func (t *talk) paused() error {
	t.homed = false
	return &fault{severity: upset, held: true, error: hw.Errorf("the arm was held for so long that its motors may have lost their supply meanwhile; it has to home again")}
}

// alarmed is the fault that a line tells of, if it does.
func (t *talk) alarmed(l Line) error {
	undone := t.undone
	t.undone = false
	switch {
	case l.Kind == Banner:
		t.homed = false
		return stoppedf(hw.ArmReset, "the arm's controller restarted, and this program did not ask for it: an emergency stop, its reset button or its power")
	case l.Kind == Alarm && !t.homed && !t.busy && t.flavor.unhomed(l.Code):
		return nil
	case l.Kind == Alarm:
		t.homed = false
		why := t.flavor.cause(l.Code)
		return &fault{severity: upset, held: why != "", why: why, error: hw.Errorf("the arm's controller raised %w", t.flavor.alarm(l.Code))}
	case l.Kind != Report:
		return nil
	}
	switch s := l.Status; {
	case s.Stop():
		t.homed = false
		return stoppedf(hw.ArmEmergency, "the arm's emergency stop is pressed (its controller reports Pn:%s); release it when nobody is near", s.Pins)
	case undone:
		return stoppedf(hw.ArmReset, "the arm's controller no longer knows where it is; was it reset?")
	case (s.State == "Alarm" || s.State == "Sleep") && t.moving && !t.mute:
		return stoppedf(hw.ArmReset, "the arm's controller is in alarm")
	case !t.busy:
		return nil
	case s.State == "Door":
		t.homed = false
		return stoppedf(hw.ArmDoor, "the arm's safety door was opened, which switches its gripper off")
	case t.stranger && (!t.watched || time.Since(t.since) > holdPatience):
		t.homed = false
		return stoppedf(hw.ArmHold, "the arm was held at its controller (feed hold)")
	}
	return nil
}

// late is the fault of an answer that does not come.
func (t *talk) late(bound time.Duration) error {
	t.homed = false
	return &fault{severity: upset, late: true, error: hw.Errorf("the arm's controller did not do within %v what it was told; see that nothing is in its way", bound.Round(time.Second))}
}

// exchange sends a line and waits for its ok. Lines in between go to each, if it
// is not nil.
func (t *talk) exchange(line string, bound time.Duration, each func(Line)) error {
	t.send(append([]byte(line), '\n')...)
	var still time.Time // since when it has been idle
	err := t.await(bound, func(l Line) (bool, error) {
		switch l.Kind {
		case Report:
			switch {
			case l.Status.State != "Idle" || t.held || t.stranger:
				still = time.Time{}
			case still.IsZero():
				still = time.Now()
			case bound > mutter && time.Since(still) > mutter:
				return true, upsetf("the arm's controller stands still and has not answered %q; is its line disturbed?", line)
			}
		case OK:
			return true, nil
		case Refused:
			t.homed = t.homed && !t.moving
			return true, &fault{severity: upset, code: l.Code, error: hw.Errorf("the arm's controller refused %q with %w", line, t.flavor.refusal(l.Code))}
		}
		if each != nil {
			each(l)
		}
		return false, nil
	})
	t.log.Debug("arm", "line", line, "err", err)
	return err
}

// Lost reports whether err means that the arm has lost its position or its line,
// and not only that it could not do one thing.
func Lost(err error) bool {
	var f *fault
	return errors.As(err, &f)
}
