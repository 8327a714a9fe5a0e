package grblsim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"stonehand/hw"
)

// power is what moves a machine or fails to: the supply of motors and gripper,
// the drivers' enable line, the emergency stop, and axes that nothing holds.
type power struct {
	off      bool // somebody cut the supply
	stop     int  // contacts that the pressed emergency stop opens; 0: it is not pressed
	drivers  bool // the controller keeps the drivers enabled
	falls    Vec  // mm/s at which an axis sinks that nothing holds; 0: it stays
	lose     Vec  // the share of an axis' steps that get lost, 0 to 1
	loseTill [axes]time.Duration
	dice     *rand.Rand
	lost     bool // since the controller last homed, the position was lost behind its back
	speed    Vec  // mm/s, of the last steps, made at
	stepped  time.Duration
}

// Supply switches the supply of motors and gripper. The controller has its own,
// from the cable of its line, and does not notice.
func (w *World) Supply(on bool) { w.change(func(p *power) { p.off = !on }) }

// PressStop presses the emergency stop, which stays down until [World.ReleaseStop].
// Its first contact cuts the supply; the second, where it is wired, holds the
// controller's reset input low.
func (w *World) PressStop(contacts int) error {
	if contacts != 1 && contacts != 2 {
		return fmt.Errorf("grblsim: an emergency stop of %d contacts cannot be; use 1 (supply) or 2 (supply and reset input)", contacts)
	}
	w.change(func(p *power) { p.stop = contacts })
	return nil
}

// ReleaseStop turns the emergency stop back: the supply is there again.
func (w *World) ReleaseStop() { w.change(func(p *power) { p.stop = 0 }) }

// Stopped reports whether the emergency stop is pressed.
func (w *World) Stopped() bool { return w.power.stop != 0 }

// Powered reports whether motors and gripper have their supply.
func (w *World) Powered() bool { return !w.power.off && w.power.stop == 0 }

// Holding reports whether the motors hold their axes: they have their supply, and
// the controller keeps their drivers enabled.
func (w *World) Holding() bool { return w.Powered() && w.power.drivers }

// Enable is the controller's enable line to the drivers.
func (w *World) Enable(on bool) { w.change(func(p *power) { p.drivers = on }) }

// Falls gives an axis no brake: while nothing holds it, it sinks at so many mm/s
// towards its lower end. 0 gives it one.
func (w *World) Falls(axis int, speed float64) error {
	if axis < 0 || axis >= axes || !(speed >= 0 && speed <= 1000) {
		return fmt.Errorf("grblsim: axis %d cannot fall at %v mm/s; use axes 0 to 2 and 0 to 1000", axis, speed)
	}
	w.power.falls[axis] = speed
	return nil
}

// Lose lets an axis lose a share of its steps, 0 to 1, for d; 0: for good. With a
// share of 1 it stalls.
func (w *World) Lose(axis int, share float64, d time.Duration) error {
	if axis < 0 || axis >= axes || !(share >= 0 && share <= 1) || d < 0 {
		return fmt.Errorf("grblsim: axis %d cannot lose %v of its steps for %v; use axes 0 to 2 and 0 to 1", axis, share, d)
	}
	till := time.Duration(math.MaxInt64)
	if d > 0 {
		till = w.now() + d
	}
	w.power.lose[axis], w.power.loseTill[axis] = share, till
	return nil
}

// Push moves an axis by hand, by so many mm. Motors that hold do not give way, and
// it returns false.
func (w *World) Push(axis int, mm float64) bool {
	if axis < 0 || axis >= axes || math.IsNaN(mm) || w.Holding() {
		return false
	}
	w.power.lost = true
	var by Vec
	by[axis] = mm
	w.shift(by)
	return true
}

// change carries out what may cut power or bring it, and what comes of it:
// motors that were at speed slide on, and a gripper lets go.
func (w *World) change(f func(p *power)) {
	p := &w.power
	held, powered := w.Holding(), w.Powered()
	f(p)
	if powered && !w.Powered() {
		p.lost = true // a motor without current holds nothing in its place
	}
	if held && !w.Holding() && w.now()-p.stepped <= 2*Tick {
		w.coast(p.speed)
	}
	w.grip()
}

// norm is the length of a vector.
func norm(v Vec) float64 { return math.Sqrt(v[X]*v[X] + v[Y]*v[Y] + v[Z]*v[Z]) }

// coast lets the machine slide on from a speed, mm/s along each axis.
func (w *World) coast(v Vec) {
	speed := norm(v)
	if speed == 0 {
		return
	}
	for a := range v {
		v[a] /= speed
	}
	w.power.lost, w.power.speed = true, Vec{}
	w.slide(v, speed)
}

// sinking reports whether an axis falls, and has not come to its lower end.
func (w *World) sinking() bool {
	for a, v := range w.power.falls {
		if v > 0 && !w.Holding() && w.at[a] > w.lowest(a) {
			return true
		}
	}
	return false
}

// lowest is how far down an axis gets where the tool is.
func (w *World) lowest(a int) float64 {
	low := -w.layout.Travel[a] - w.layout.Overtravel
	if a == Z {
		low = max(low, w.floor())
	}
	return low
}

// floor is how far down the tool gets where it is.
func (w *World) floor() float64 { return w.layout.Floor + w.top() - w.layout.GripZ }

// sink lets axes fall for dt that nothing holds.
func (w *World) sink(dt time.Duration) {
	if !w.sinking() {
		return
	}
	var by Vec
	for a, v := range w.power.falls {
		by[a] = -min(v*dt.Seconds(), max(w.at[a]-w.lowest(a), 0))
	}
	w.power.lost = true
	w.shift(by)
	if by[Z] != 0 && w.at[Z] <= w.floor() {
		w.event(Sank, hw.Empty)
	}
}

// kept returns how many of an axis' steps the motor makes.
func (w *World) kept(a, n int) int {
	p := &w.power
	if p.lose[a] == 0 || w.now() >= p.loseTill[a] {
		return n
	}
	if p.dice == nil {
		p.dice = rand.New(rand.NewPCG(1, 1))
	}
	made, by := 0, 1
	if n < 0 {
		n, by = -n, -1
	}
	for range n {
		if p.dice.Float64() >= p.lose[a] {
			made += by
		}
	}
	if made != n*by {
		p.lost = true
	}
	return made
}

// Control inputs of the controller that are pulled to ground, a bit each.
const (
	inputReset = 1 << iota
	inputHold  // or the safety door, in a build that has one
	inputStart
)

// controls returns the control inputs that are pulled low.
func (w *World) controls() uint8 {
	var low uint8
	if w.power.stop > 1 {
		low |= inputReset
	}
	if w.doorOpen {
		low |= inputHold
	}
	return low
}
