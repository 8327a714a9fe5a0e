package grbl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"stonehand/hw"
)

// Manual is an arm in somebody's hands: for its calibration, for trying it, for
// sending it home. It is used by one goroutine.
type Manual struct {
	a    *Arm
	t    *talk
	c    *controller
	done context.CancelFunc
	// going is that something was begun which has not ended well, ended that the
	// controller was reset for it.
	going, ended bool
	grips        bool // the gripper was closed last
}

// Open reaches the arm and looks how it is set up, without moving it. When ctx
// ends, motion stops at once and every call returns. [Arm.Keep] must not run.
//
// Where the arm is stopped, may is asked with the reason, as often as that is so: nil is a
// person's word that it may go on, and an error is what Open returns. Without a may, Open
// refuses.
func (a *Arm) Open(ctx context.Context, may func(why error) error) (*Manual, error) {
	t, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	t.stop, t.busy, t.barred = ctx.Done(), true, a.barred
	m := &Manual{a: a, t: t, done: cancel}
	if a.Memory().Moving { // and nobody here has ended it
		a.stop(hw.ArmCut)
	}
	var wait func() error
	if may != nil {
		wait = func() error {
			if err := may(waits(a.Memory().Stopped, t.status.Stop() || t.status.Ajar())); err != nil {
				return err
			}
			a.remember(func(m *Memory) { m.Stopped = "" })
			return nil
		}
	}
	if m.c, err = a.start(t, wait); err != nil {
		m.Close()
		return nil, err
	}
	a.surveys(m.c)
	return m, nil
}

// Close gives the line back. An arm that is in motion, or whose context has
// ended, is reset, which stops it and opens the gripper. A closed gripper of another is opened:
// nobody would know that its magnet or pump is on.
func (m *Manual) Close() {
	if m.grips && !m.ended && !stoppedNow(m.t.stop) {
		_ = m.Grip(false) // where that fails the controller is reset
	}
	if m.going || stoppedNow(m.t.stop) {
		m.halt()
	}
	m.done()
	m.t.pump.Close(closeWithin)
}

// act has the arm do something. If it does not end well the controller is reset, as it
// would carry out what is left of it: after a feed hold or a silence, too.
func (m *Manual) act(do func() error) error {
	m.going, m.ended = true, false
	err := m.hear()
	if err == nil {
		err = do()
	}
	if Lost(err) {
		m.lost(err)
	}
	m.going = false
	return err
}

// move is act for what moves: the arm's memory says so meanwhile.
func (m *Manual) move(do func() error) error {
	m.a.remember(func(m *Memory) { m.Moving = true })
	err := m.act(do)
	if !Lost(err) {
		m.a.remember(func(m *Memory) { m.Moving = false })
	}
	return err
}

// lost resets the controller after a fault, and notes what has stopped the arm, if it may
// have been a person. That is also one who ends the program in the middle of a motion.
func (m *Manual) lost(err error) {
	f, _ := errors.AsType[*fault](err)
	why := f.why
	switch {
	case why != "":
	case m.t.stranger:
		why = m.t.holder()
	case m.a.Memory().Moving && (f.severity == stopped || f.severity == gone):
		why = hw.ArmCut
	}
	m.halt()
	if why != "" {
		m.a.stop(why)
	}
}

// hear takes in what the controller has said since it was last asked: it answers an empty
// line after that. What follows looks where it stands.
func (m *Manual) hear() error {
	m.t.doubt = true
	return m.t.exchange("", answerWithin, nil)
}

// Rest watches the machine while it stands, until done is closed. Its error is what has
// stopped the machine meanwhile.
func (m *Manual) Rest(done <-chan struct{}) error {
	m.t.heard = time.Now() // nobody has listened while a slow disk kept that nothing moves
	for {
		select {
		case <-done:
			return nil
		default:
		}
		if err := m.t.idle(time.Now().Add(idlePoll), done); err != nil {
			m.lost(err)
			return err
		}
	}
}

// Place returns where the gripper stands, as [Manual.At] does, when it is sure that the
// machine has stayed there.
func (m *Manual) Place() (at [3]float64, err error) {
	err = m.act(m.t.certain)
	return m.t.at, err
}

// halt resets the controller, once.
func (m *Manual) halt() {
	if m.ended {
		return
	}
	m.ended = true
	stop := m.t.stop
	m.a.abandon(m.t)
	m.t.stop, m.t.homed = stop, false
}

func stoppedNow(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// Home lets the machine find its origin and opens the gripper.
func (m *Manual) Home() error {
	if err := m.move(func() error { return m.t.home(m.c, m.a.o.Homing) }); err != nil {
		return err
	}
	return m.Grip(false)
}

// At returns where the gripper was last, machine coordinates, mm.
func (m *Manual) At() [3]float64 { return m.t.at }

// Reach returns the ends of an axis, 0 to 2, in machine coordinates, mm.
func (m *Manual) Reach(axis int) (lo, hi float64) { return m.c.reach(axis) }

// Jog moves the homed machine by so many mm along its axes, at the feeds of the
// options. One that would leave its reach does not move at all.
func (m *Manual) Jog(by [3]float64) error {
	to, feed := m.t.stands, m.a.o.Travel
	for i, d := range by {
		to[i] += d
		if lo, hi := m.c.reach(i); to[i] < lo || to[i] > hi {
			return hw.Errorf("%s %.2f mm is out of reach: the machine goes from %.1f to %.1f", axes[i], to[i], lo, hi)
		}
	}
	if by[2] != 0 {
		feed = m.a.o.Lift
	}
	return m.move(func() error { return m.jog(to, feed) })
}

// jog moves to a place by GRBL's own jogging, which a soft limit only refuses.
func (m *Manual) jog(to [3]float64, feed float64) error {
	t := m.t
	if err := t.certain(); err != nil {
		return err
	}
	far := 0.0
	for i := range to {
		far += abs(to[i] - t.stands[i])
	}
	if far == 0 {
		return nil
	}
	t.moving = true
	defer func() { t.moving = false }()
	var words strings.Builder
	for i := range to {
		fmt.Fprintf(&words, "%s%.3f", axes[i], to[i])
	}
	bound := 10*time.Second + time.Duration(2*far/m.c.rate(feed)*float64(time.Minute))
	err := t.exchange(fmt.Sprintf("$J=G21G90G53%sF%.0f", words.String(), feed), answerWithin, nil)
	if f, ok := errors.AsType[*fault](err); ok && f.code > 0 {
		return t.heldBefore(f)
	}
	if err != nil {
		return err
	}
	if err := t.await(bound, func(l Line) (bool, error) {
		return t.stood(l) && !t.astray(to), nil
	}); err != nil {
		return err
	}
	t.stands = to
	return nil
}

// ParseJog reads motions by so many mm along axes, for [Manual.Jog]: "x10 y-5".
func ParseJog(line string) (by [3]float64, err error) {
	for w := range strings.FieldsSeq(line) {
		axis := strings.IndexByte("xyz", w[0])
		v, err := strconv.ParseFloat(w[1:], 64)
		if axis < 0 || err != nil || !(v >= -5000 && v <= 5000) {
			return by, hw.Errorf("%q is not a motion; write an axis and millimetres, like x10 or z-0.5, or help", w)
		}
		by[axis] += v
	}
	return by, nil
}

// Over goes over a place at the safe height.
func (m *Manual) Over(to [3]float64) error {
	w := &worker{Arm: m.a, t: m.t, c: m.c}
	return m.follow(w.up(), w.across(to))
}

// Lower goes straight down, or up, to a height.
func (m *Manual) Lower(z float64) error {
	return m.follow(leg{[3]float64{same, same, z}, m.a.o.Lift})
}

func (m *Manual) follow(legs ...leg) error {
	return m.move(func() error { return m.t.follow(m.c, legs...) })
}

// Park goes to the park position.
func (m *Manual) Park() error { return m.Over([3]float64{m.a.o.ParkX, m.a.o.ParkY}) }

// Grip closes (true) or opens the gripper.
func (m *Manual) Grip(on bool) error {
	lines := m.a.macros.release
	if on {
		lines = m.a.macros.grip
	}
	m.grips = on
	return m.move(func() error { return m.t.macro(lines, m.a.macros.dwell) })
}

// Visit is a place of a dry run, with what it is called.
type Visit struct {
	What string
	At   [3]float64
	Low  bool // it is gone down to
}

// Visits returns what a dry run goes to: the corners of the board and its middle,
// down to clear mm above where stones are let go, and the trays and a bin within
// reach, at the safe height.
func (a *Arm) Visits(clear float64) []Visit {
	var list []Visit
	if f := a.o.Fit; f != nil {
		c, r := a.o.Cols-1, a.o.Rows-1
		for _, p := range []struct {
			what     string
			col, row int
		}{{"the lower left corner", 0, 0}, {"the lower right corner", c, 0}, {"the upper right corner", c, r}, {"the upper left corner", 0, r}, {"the middle", c / 2, r / 2}} {
			at := a.o.over(f.At(p.col, p.row))
			at[2] = math.Min(at[2]+clear, a.o.Safe)
			list = append(list, Visit{p.what, at, true})
		}
	}
	for _, t := range []struct {
		color hw.State
		tray  *Tray
	}{{hw.Black, &a.o.Black}, {hw.White, &a.o.White}} {
		if t.tray.Stones > 0 {
			list = append(list, Visit{fmt.Sprintf("the tray of %s stones", t.color), t.tray.At, false})
		}
	}
	if a.bin {
		list = append(list, Visit{"the bin", a.o.dump(), false})
	}
	return list
}

// Examine tries the arm's controller without moving anything: it is reset, and
// asked what it is and how it is set up.
func (a *Arm) Examine(ctx context.Context, where string) []hw.Finding {
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	device := "arm at " + where
	m, err := a.Open(ctx, nil)
	if err != nil {
		f := hw.Finding{Device: device, Health: hw.Bad, Text: err.Error(), Do: "check that it is plugged in and powered, and that arm.port or arm.usb and arm.baud are right"}
		// Sentences about settings end with what to do about them.
		if i := strings.LastIndex(f.Text, "; "); i >= 0 {
			f.Text, f.Do = f.Text[:i], f.Text[i+2:]
		}
		if ended, ok := errors.AsType[*fault](err); ok && ended.severity == stopped {
			f.Text = "it gave no answer in 9 s"
			f.Do = "check that it is powered and runs " + supported + ", and that arm.baud is right"
		}
		return []hw.Finding{f}
	}
	defer m.Close()
	var travel []string
	for axis := range 3 {
		lo, hi := m.c.reach(axis)
		travel = append(travel, fmt.Sprintf("%s %.0f to %.0f", axes[axis], lo, hi))
	}
	fs := []hw.Finding{{Device: device, Text: fmt.Sprintf("%s %s, homing and limits on, reaches %s mm", m.c.flavor, m.c.version, enumerate(travel))}}
	// grblHAL tells the frequency of its spindle output, Hz, in $33; FluidNC's kind of spindle sets it.
	if pulses := m.c.setting(33); a.o.Gripper.Kind == Servo && m.c.flavor != FluidNC && (pulses < 40 || pulses > 70) {
		fs = append(fs, hw.Finding{Device: "arm's gripper", Health: hw.Warn,
			Text: "a servo needs 50 pulses a second; GRBL 1.1 sends 976 by default and grblHAL 5000, which can overheat it",
			Do:   "leave the servo unplugged until you have built the controller for it, or set grblHAL's $33: see \"A servo as gripper\" in docs/build/arm.md"})
	}
	switch f := a.o.Fit; {
	case f == nil:
		fs = append(fs, hw.Finding{Device: "arm's calibration", Health: hw.Bad, Text: "the arm does not know where the board is", Do: "run stonehand arm calibrate"})
	case f.Worst > GoodFit:
		fs = append(fs, hw.Finding{Device: "arm's calibration", Health: hw.Warn, Text: f.Verdict(), Do: "run stonehand arm calibrate again and touch the points more precisely"})
	default:
		fs = append(fs, hw.Finding{Device: "arm's calibration", Text: f.Verdict()})
	}
	if a.o.Black.Stones+a.o.White.Stones == 0 {
		fs = append(fs, hw.Finding{Device: "arm's trays", Health: hw.Bad, Text: "it has none", Do: "set [arm.black] or [arm.white] in the configuration"})
	}
	if a.o.Fit == nil {
		return fs
	}
	return append(fs, a.lifting())
}

// lifting says whether the arm takes stones off the board, and where it puts them.
func (a *Arm) lifting() hw.Finding {
	f := hw.Finding{Device: "arm's lifting"}
	var into []string
	for _, color := range []hw.State{hw.Black, hw.White} {
		if t := a.o.tray(color); t.Stones > 0 && !t.magazine() {
			into = append(into, fmt.Sprintf("the tray of %s stones", color))
		}
	}
	if a.bin {
		into = append(into, "the bin")
	}
	switch {
	case !a.low:
		f.Health, f.Text, f.Do = hw.Warn, "the machine cannot be lowered onto the stones of the board, so that it lifts none", "correct arm.press, the calibration, or the travel ($132)"
	case a.o.Bin != nil && !a.bin:
		f.Health, f.Text, f.Do = hw.Warn, fmt.Sprintf("the machine does not reach the bin at X %.1f Y %.1f mm", a.o.Bin[0], a.o.Bin[1]), "correct arm.bin, or the travel ($130, $131)"
	case len(into) == 0:
		f.Text = "it lifts no stones: its trays are magazines, and arm.bin names no place for them"
	default:
		f.Text = "it puts stones that it lifts into " + enumerate(into)
	}
	return f
}
