package grbl

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"stonehand/hw/serialport"
)

const (
	// pollEvery is how often the controller is asked for its status while it
	// works, and idlePoll while it rests. GRBL bears 5 a second.
	pollEvery = 250 * time.Millisecond
	idlePoll  = time.Second
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
	gone                    // the line is dead: open it anew
	stopped                 // the program ends
)

// fault is why the arm cannot go on.
type fault struct {
	severity severity
	held     bool // a hold is the reason
	text     string
	cause    error
}

func (f *fault) Error() string { return f.text }
func (f *fault) Unwrap() error { return f.cause }

func upsetf(format string, args ...any) *fault {
	return &fault{severity: upset, text: fmt.Sprintf(format, args...)}
}

// severityOf returns what has to be done after err.
func severityOf(err error) severity {
	var f *fault
	if errors.As(err, &f) {
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
	stranger bool   // it has been held by somebody else
}

func newTalk(pump *serialport.Pump, log *slog.Logger) *talk {
	return &talk{
		pump: pump, log: log, heard: time.Now(),
		wish: func() bool { return false },
		told: func(bool) {},
		over: func() bool { return false },
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
	if t.writing && !now.Before(t.writeBy) {
		return Line{}, false, &fault{severity: gone, text: fmt.Sprintf("the arm's line takes no bytes for %v; unplug the arm and plug it in again", writeWithin)}
	}
	t.keepHold()
	if t.writing && t.writeBy.Before(until) {
		until = t.writeBy
	}
	timer := time.NewTimer(max(until.Sub(now), 0))
	defer timer.Stop()
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
			return Line{}, false, &fault{severity: gone, cause: err, text: fmt.Sprintf("the line to the arm is dead; is its cable in? (writing: %v)", err)}
		}
		t.writing = false
	case err := <-t.pump.ReadErr:
		return Line{}, false, &fault{severity: gone, cause: err, text: fmt.Sprintf("the line to the arm is dead; is its cable in? (reading: %v)", err)}
	case <-t.wake:
	case j := <-jobs:
		got(j)
	case <-done:
	case <-t.stop:
		return Line{}, false, &fault{severity: stopped, text: "the arm was told to stop"}
	case <-timer.C:
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
	case s.State == "Alarm" || s.State == "Sleep":
		t.homed = false
	case t.homed && !t.moving && s.State == "Idle" && t.astray(t.stands):
		// It has been moved, or has started anew without being heard.
		t.homed = false
	}
	halted := s.State == "Hold" || s.State == "Door"
	switch {
	case t.held && !t.wish() && s.State == "Hold" && s.Sub == 0:
		// Asked for before the hold is complete, it would go unheard.
		t.send(byteResume)
	case t.held && !t.wish() && !halted && t.reports < t.heldAt+2:
		// This report may have left before the hold was heard.
	case t.held && !t.wish() && !halted:
		t.held = false
		t.told(false)
	case t.held && t.wish() && t.moving && !halted && s.State != "Alarm":
		t.send(byteHold)
		t.heldAt = t.reports
	case !t.held && halted != t.stranger:
		t.stranger = halted
		t.told(halted)
	}
}

// keepHold stops motion when that is wished. What follows, reports bring about.
func (t *talk) keepHold() {
	if t.moving && !t.held && !t.mute && t.wish() {
		t.held, t.heldAt = true, t.reports
		t.send(byteHold, byteStatus)
		t.polled = time.Now()
		t.told(true)
	}
}

// await waits for up to bound for a line that take calls done. A controller that
// restarts, raises an alarm or falls silent meanwhile is a fault. Time for which
// motion is held does not count. It ends early, without an error, when one of
// until says so.
func (t *talk) await(bound time.Duration, take func(Line) (done bool, err error), until ...func() bool) error {
	last := time.Now()
	deadline, silent := last.Add(bound), last
	for {
		now := time.Now()
		// A process that had to wait for a processor has not listened meanwhile.
		late := max(now.Sub(last)-2*pollEvery, 0)
		switch {
		case t.held:
			deadline, silent = deadline.Add(now.Sub(last)), silent.Add(late)
		case !t.mute:
			deadline, silent = deadline.Add(late), silent.Add(late)
		}
		last = now
		if t.heard.After(silent) {
			silent = t.heard
		}
		switch {
		case t.held && t.over():
			t.homed = false
			return upsetf("the arm was held for too long and has given up")
		case !now.Before(deadline):
			return t.late(bound)
		case !t.mute && now.Sub(silent) >= silence:
			t.homed = false
			return upsetf("the arm's controller has said nothing for %v; check its cable and its power", silence)
		}
		if !t.mute && now.Sub(t.polled) >= pollEvery {
			t.polled = now
			t.send(byteStatus)
		}
		for _, over := range until {
			if over() {
				return nil
			}
		}
		wait := deadline
		if at := t.polled.Add(pollEvery); !t.mute && at.Before(wait) {
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

// alarmed is the fault that a line tells of, if it does.
func (t *talk) alarmed(l Line) error {
	switch {
	case l.Kind == Banner:
		t.homed = false
		return upsetf("the arm's controller has started anew, so that its position is lost")
	case l.Kind == Alarm:
		t.homed = false
		return upsetf("the arm's controller raised %s", alarm(l.Code))
	case l.Kind == Report && (l.Status.State == "Alarm" || l.Status.State == "Sleep") && t.moving && !t.mute:
		return upsetf("the arm's controller is in alarm")
	}
	return nil
}

// late is the fault of an answer that does not come.
func (t *talk) late(bound time.Duration) error {
	t.homed = false
	switch t.status.State {
	case "Door":
		return upsetf("the arm's safety door is open; close it and let the arm go on")
	case "Hold":
		return upsetf("the arm is being held at its controller; let it go on (~)")
	}
	return upsetf("the arm's controller did not do within %v what it was told; see that nothing is in its way", bound.Round(time.Second))
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
			case l.Status.State != "Idle" || t.held:
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
			return true, upsetf("the arm's controller refused %q with %s", line, refusal(l.Code))
		}
		if each != nil {
			each(l)
		}
		return false, nil
	})
	t.log.Debug("arm", "line", line, "err", err)
	return err
}

// reset starts the controller anew and returns the version it names. Nothing
// that it held or planned is left.
func (t *talk) reset() (version string, err error) {
	t.homed, t.moving, t.held, t.stranger = false, false, false, false
	t.out, t.mute, t.inbox = nil, true, nil
	defer func() { t.mute = false }()
	began := time.Now()
	next := began
	junk := t.lines.junk + t.strange
	for version == "" {
		now := time.Now()
		if now.Sub(began) >= bootWithin {
			why := "it is silent: check its power and that it runs GRBL"
			if n := t.lines.junk + t.strange - junk; n > 0 {
				why = "what comes is noise: check the baud rate and that it runs GRBL"
			}
			return "", &fault{severity: gone, text: "the arm's controller does not answer; " + why}
		}
		if !now.Before(next) {
			next = now.Add(resetEvery)
			t.send(byteReset)
		}
		l, ok, err := t.turn(next)
		if err != nil {
			return "", err
		}
		if ok && l.Kind == Banner {
			version = l.Value
		}
	}
	// What follows a banner, and one that was asked for twice.
	quiet := time.Now().Add(settleAfter)
	for limit := time.Now().Add(2 * time.Second); time.Now().Before(quiet) && time.Now().Before(limit); {
		_, ok, err := t.turn(quiet)
		if err != nil {
			return "", err
		}
		if ok {
			quiet = time.Now().Add(settleAfter)
		}
	}
	t.heard, t.status = time.Now(), Status{}
	return version, nil
}

// ask has the controller say what it is.
func (t *talk) ask(version string) (*controller, error) {
	c := &controller{version: version, values: map[int]float64{}}
	for _, line := range []string{"$I", "$$"} {
		if err := t.exchange(line, answerWithin, c.take); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Lost reports whether err means that the arm has lost its position or its line,
// and not only that it could not do one thing.
func Lost(err error) bool {
	var f *fault
	return errors.As(err, &f)
}
