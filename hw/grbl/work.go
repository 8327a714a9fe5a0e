package grbl

import (
	"context"
	"errors"
	"time"

	"stonehand/hw"
)

// worker carries out jobs on a line.
type worker struct {
	*Arm
	t     *talk
	c     *controller
	doing hw.ArmState // what is told when no hold is on
	since time.Time   // it rests
	slot  bool        // the next slot of the job's tray may hold a stone that is not counted, or none that is
}

// remember is [Arm.remember] for who does not listen to the controller meanwhile: what it has
// not heard on a slow disk is no silence.
func (w *worker) remember(how func(*Memory)) {
	w.Arm.remember(how)
	w.t.heard = time.Now()
}

// now tells what is being done.
func (w *worker) now(s hw.ArmState) {
	w.doing = s
	if !w.t.held && !w.t.stranger {
		w.tell(s, nil)
	}
}

// halted takes the news that a hold has begun or ended.
func (w *worker) halted(on bool) {
	n := hw.ArmNews{State: hw.ArmHeld, Pressed: w.t.status.Ajar()}
	var why error
	switch {
	case !on:
		n = hw.ArmNews{State: w.doing}
	case w.t.held:
	case w.t.holder() == hw.ArmDoor:
		n.Cause, why = hw.ArmDoor, hw.Errorf("the arm's safety door is open; close it and let the arm go on")
	default:
		n.Cause, why = hw.ArmHold, hw.Errorf("the arm is being held at its controller; let it go on (~)")
	}
	w.inform(n, why)
}

// wait rests until a job comes or ctx ends.
func (w *worker) wait(ctx context.Context) (j *job, err error) {
	t := w.t
	w.rests()
	w.since = time.Now()
	for j == nil && ctx.Err() == nil {
		if why := w.Memory().Stopped; why != "" {
			return nil, &fault{severity: upset, error: waits(why, false)}
		}
		if now := time.Now(); now.Sub(t.polled) >= idlePoll {
			t.polled = now
			t.send(byteStatus)
		}
		if time.Since(t.heard) >= silence+idlePoll {
			t.homed = false
			return nil, upsetf("the arm's controller has said nothing for %v; check its cable and its power", silence+idlePoll)
		}
		l, ok, err := t.turnOr(t.polled.Add(idlePoll), w.jobs, func(got *job) { j = got }, ctx.Done())
		if err != nil {
			return nil, err
		}
		if ok {
			if err := t.alarmed(l); err != nil {
				return nil, err
			}
			w.rests()
			if t.stranger { // whether a door is open may have changed
				w.halted(true)
			}
		}
	}
	return j, nil
}

// rest notes that nothing moves any more, and that nobody had to end it.
func (w *worker) rest() {
	w.t.busy, w.since = false, time.Now()
	w.remember(func(m *Memory) { m.Moving = false })
}

// rests tells how the arm stands while it does nothing.
func (w *worker) rests() {
	if w.t.homed {
		w.now(hw.ArmParked)
	} else {
		w.now(hw.ArmUnhomed)
	}
}

// begin prepares for a job after a rest, and returns what ends it.
func (w *worker) begin() (end func()) {
	w.mu.Lock()
	w.giveUp = false
	w.mu.Unlock()
	w.slot = false
	w.t.over, w.t.busy = w.givesUp, true
	w.t.doubt = true // what has been at rest says once more where it is
	if w.suspects() || !w.o.Watched && time.Since(w.since) > restLimit {
		w.t.homed = false
	}
	return func() { w.t.over = func() bool { return false } }
}

// work places or lifts the stones of a job. Its error is what became of it: of ctx, or an
// [*hw.ArmError].
func (w *worker) work(j *job) error {
	defer w.begin()()
	w.forget()
	do := w.one
	if j.lift {
		do = w.lift
	}
	for _, p := range j.points {
		if err := j.ctx.Err(); err != nil {
			return err
		}
		w.slot = false
		err := do(j, p)
		if errors.Is(err, errUnwanted) {
			return j.ctx.Err()
		}
		if err != nil {
			err = w.trouble(j.color, err)
		}
		w.report(j, hw.Placement{Point: p, Err: err})
		if err != nil {
			return err
		}
	}
	return nil
}

// reportWithin is how long a stop waits for somebody who does not listen just now.
const reportWithin = 100 * time.Millisecond

// report says what became of a stone: in any case to one who listens, and for as long
// as the job lasts to one who is to. An error after which the controller is to be reset
// does not wait for that: the machine may still move.
func (w *worker) report(j *job, p hw.Placement) {
	if hw.Offer(j.out, p) {
		return
	}
	var enough <-chan time.Time
	if Lost(p.Err) {
		enough = time.After(reportWithin)
	}
	select {
	case j.out <- p:
	case <-enough:
	case <-j.ctx.Done():
	case <-w.t.stop:
	}
}

// suspects reports, once, whether a stone did not come up.
func (a *Arm) suspects() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	doubt := a.doubt
	a.doubt = false
	return doubt
}

// errUnwanted is that a stone was no longer needed after it was fetched.
var errUnwanted = hw.Errorf("the stone is no longer needed")

// trouble says of what kind an error is. A stone in the gripper has fallen, unless
// the controller goes on as if nothing had been.
func (w *worker) trouble(color hw.State, err error) error {
	if _, ok := errors.AsType[*hw.ArmError](err); ok {
		return err
	}
	e := &hw.ArmError{Trouble: hw.ArmFailed, Color: color, Err: err}
	var f *fault
	e.Held = errors.As(err, &f) && f.held
	// A gripper that holds without being switched on goes on holding.
	if w.drop() && w.macros.powered {
		e.Trouble = hw.ArmDropped
	}
	if w.slot { // the machine may still move: the reset that follows does not wait for a disk
		w.note(func(m *Memory) { m.close(color, w.o.tray(color)) })
	}
	w.t.homed = false // whatever it was, the next motion begins with a homing
	return e
}

// drop notes that the gripper holds nothing any more, and reports whether it did.
func (a *Arm) drop() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	held := a.grip != hw.Empty
	a.grip = hw.Empty
	return held
}

func (a *Arm) holds(s hw.State) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.grip = s
}

// one brings one stone to a point.
func (w *worker) one(j *job, point int) error {
	tray := *w.o.tray(j.color)
	switch left := w.left(j.color); {
	case point < 0 || point >= w.o.Cols*w.o.Rows:
		return &hw.ArmError{Trouble: hw.ArmNotReady, Color: j.color, Err: hw.Errorf("there is no point %d on the board", point)}
	case j.color != hw.Black && j.color != hw.White || tray.Stones == 0:
		return &hw.ArmError{Trouble: hw.ArmEmpty, Color: j.color, Err: hw.Errorf("the arm has no tray of %s stones", j.color)}
	case left == 0:
		return &hw.ArmError{Trouble: hw.ArmEmpty, Color: j.color, Err: hw.Errorf("the tray of %s stones is empty", j.color)}
	}
	if err := w.ready(); err != nil {
		return err
	}
	w.now(hw.ArmWorking)
	from := tray.slot(w.left(j.color))
	if err := w.fetch(from, j.color); err != nil {
		return err
	}
	if j.ctx.Err() != nil {
		return w.giveBack(&tray, from, j.color)
	}
	to := w.o.over(w.o.Fit.At(point%w.o.Cols, point/w.o.Cols))
	if err := w.t.follow(w.c, w.across(to)); err != nil {
		return err
	}
	if j.ctx.Err() != nil {
		return w.giveBack(&tray, from, j.color)
	}
	w.lowers(point)
	defer w.lowers(-1)
	return w.release(to)
}

// left returns how many stones of a colour there are for certain.
func (a *Arm) left(color hw.State) int {
	m := a.Memory()
	left, _, _ := m.of(color)
	return *left
}

// ready homes the machine if it has to, and opens the gripper.
func (w *worker) ready() error {
	w.remember(func(m *Memory) { m.Moving = true })
	if w.t.homed {
		return nil
	}
	w.now(hw.ArmHoming)
	if err := w.t.home(w.c, w.o.Homing); err != nil {
		return err
	}
	w.now(hw.ArmWorking)
	if err := w.t.macro(w.macros.release, w.macros.dwell); err != nil {
		return err
	}
	return w.t.follow(w.c, w.up())
}

// Legs: up to the safe height, across at it, down to a place.

func (w *worker) up() leg { return leg{[3]float64{same, same, w.o.Safe}, w.o.Lift} }

func (w *worker) across(to [3]float64) leg {
	return leg{[3]float64{to[0], to[1], same}, w.o.Travel}
}

func (w *worker) down(to [3]float64) leg { return leg{[3]float64{same, same, to[2]}, w.o.Lift} }

// fetch takes a stone from a place and lifts it.
func (w *worker) fetch(from [3]float64, color hw.State) error {
	if err := w.t.follow(w.c, w.up(), w.across(from), w.down(from)); err != nil {
		return err
	}
	w.holds(color)
	w.slot = true
	w.count(color, -1)
	if err := w.t.macro(w.macros.grip, w.macros.dwell); err != nil {
		return err
	}
	return w.t.follow(w.c, w.up())
}

// release goes down to a place, opens the gripper and rises.
func (w *worker) release(at [3]float64) error {
	if err := w.t.follow(w.c, w.down(at)); err != nil {
		return err
	}
	if err := w.t.macro(w.macros.release, w.macros.dwell); err != nil {
		return err
	}
	w.drop()
	return w.t.follow(w.c, w.up())
}

// giveBack brings a stone that is no longer needed back to its slot, or to the dish
// at the park position. It returns errUnwanted, or why it could not.
func (w *worker) giveBack(tray *Tray, from [3]float64, color hw.State) error {
	at := from
	if tray.magazine() {
		at = [3]float64{w.o.ParkX, w.o.ParkY, w.o.Safe}
	}
	if err := w.t.follow(w.c, w.up(), w.across(at)); err != nil {
		return err
	}
	if err := w.release(at); err != nil {
		return err
	}
	if !tray.magazine() {
		w.count(color, 1)
	}
	return errUnwanted
}

// count adds to what is left of a colour.
func (w *worker) count(color hw.State, n int) {
	w.remember(func(m *Memory) {
		left, unsure, closed := m.of(color)
		full := w.o.tray(color).Stones
		*left = min(max(*left+n, 0), full)
		*unsure, *closed = min(*unsure, full-*left), min(*closed, full-*left)
	})
}

// park goes out of the way, if the position is known.
func (w *worker) park() error {
	at := [3]float64{w.o.ParkX, w.o.ParkY, w.o.Safe}
	if !w.t.homed || w.t.stands == at {
		return nil
	}
	w.remember(func(m *Memory) { m.Moving = true })
	w.now(hw.ArmWorking)
	return w.t.follow(w.c, w.up(), w.across(at))
}

// leave parks at the end of the program. What may have lost its position at rest would
// have to home first: it stays where it is.
func (w *worker) leave() error {
	defer w.begin()()
	if err := w.park(); err != nil {
		return err
	}
	w.rest()
	return nil
}
