package grblsim

import (
	"fmt"
	"math"
	"time"

	"stonehand/hw"
)

// stone is one that lies somewhere.
type stone struct {
	at    Point
	state hw.State
}

// World is what is behind the controller. It belongs to its [Machine] and is as
// little safe for concurrent use.
type World struct {
	layout   Layout
	now      func() time.Duration
	notify   func(Event)
	at       Vec // truly
	forced   [axes]time.Duration
	limits   [axes]LimitFault
	doorOpen bool
	power    power
	before   Vec     // the speed of the turn before the last, mm/s
	outputs  outputs // as the controller switches them

	gripping bool
	held     hw.State // hw.Empty: nothing
	lying    []stone
	trays    []Tray
	binned   [3]int // stones in bins, by colour
	from     *Tray  // that the stone in the gripper has not been lifted from yet
	uneven   bool   // trays have heights of their own

	tried     bool // in this descent a stone was reached for
	low       bool
	against   uint8 // axes that are at a hard end
	stalled   uint8 // axes whose motors have fallen out of step
	onFloor   bool
	failPicks int
	dropIn    float64 // mm with a stone until it falls; 0: it does not
}

func newWorld(l Layout) (*World, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	w := &World{layout: l, at: l.Start, notify: func(Event) {}}
	w.trays = append([]Tray(nil), l.Trays...)
	for _, t := range l.Trays {
		w.uneven = w.uneven || t.Top != 0
	}
	return w, nil
}

// Notify makes f hear of every event from now on, in the goroutine that lets
// time pass; it must not call the machine.
func (w *World) Notify(f func(Event)) { w.notify = f }

// Layout returns what the world was made from.
func (w *World) Layout() Layout { return w.layout }

// Position returns where the tool truly is.
func (w *World) Position() Vec { return w.at }

// Held returns the stone in the gripper, or hw.Empty.
func (w *World) Held() hw.State { return w.held }

// Left returns how many stones of a colour the trays hold.
func (w *World) Left(s hw.State) int {
	n := 0
	for _, t := range w.trays {
		if t.Stone == s {
			n += t.Count
		}
	}
	return n
}

// Binned returns how many stones of a colour are in the bins.
func (w *World) Binned(s hw.State) int {
	if s != hw.Black && s != hw.White {
		return 0
	}
	return w.binned[s]
}

// Stones returns what stands on the points of the board, as sensors that never
// err would see it.
func (w *World) Stones() []hw.State {
	board := make([]hw.State, w.layout.Cols*w.layout.Rows)
	for _, s := range w.lying {
		if p := w.layout.point(s.at); p >= 0 {
			board[p] = s.state
		}
	}
	return board
}

// Astray returns how many stones lie on no point of the board.
func (w *World) Astray() int {
	n := 0
	for _, s := range w.lying {
		if w.layout.point(s.at) < 0 {
			n++
		}
	}
	return n
}

// Put lays a stone on a point of the board, as a hand would.
func (w *World) Put(point int, s hw.State) error {
	if point < 0 || point >= w.layout.Cols*w.layout.Rows {
		return fmt.Errorf("grblsim: no stone can be put on point %d; the board has points 0 to %d", point, w.layout.Cols*w.layout.Rows-1)
	}
	w.lying = append(w.lying, stone{w.layout.Over(point), s})
	return nil
}

// Lift takes the stones off a point of the board, as a hand would.
func (w *World) Lift(point int) {
	kept := w.lying[:0]
	for _, s := range w.lying {
		if w.layout.point(s.at) != point {
			kept = append(kept, s)
		}
	}
	w.lying = kept
}

// Empty empties the trays of a colour.
func (w *World) Empty(s hw.State) { w.stock(s, func(int) int { return 0 }) }

// Refill fills the trays of a colour as the layout has them.
func (w *World) Refill(s hw.State) {
	w.stock(s, func(i int) int { return w.layout.Trays[i].Count })
}

func (w *World) stock(s hw.State, count func(i int) int) {
	for i := range w.trays {
		if w.trays[i].Stone == s {
			w.trays[i].Count = count(i)
		}
	}
}

// FailPicks lets the gripper come up without a stone the next n times.
func (w *World) FailPicks(n int) { w.failPicks = n }

// DropAfter lets a stone fall once it has been carried for mm: the one in the
// gripper, or else the next.
func (w *World) DropAfter(mm float64) { w.dropIn = max(mm, 1e-6) }

// Slip moves an axis by mm without a step of its motor, as a belt that jumps
// teeth, at rest or in motion.
func (w *World) Slip(axis int, mm float64) {
	if axis >= 0 && axis < axes && !math.IsNaN(mm) {
		var by Vec
		by[axis] = mm
		w.shift(by)
	}
}

// LimitFault is what is wrong with the limit switches of an axis.
type LimitFault uint8

// The faults.
const (
	LimitWorks LimitFault = iota // none
	LimitStuck                   // they read as pressed
	LimitDead                    // they never do
)

// BreakLimit lets the limit switches of an axis have a fault, or none again.
func (w *World) BreakLimit(axis int, f LimitFault) error {
	if axis < 0 || axis >= axes || f > LimitDead {
		return fmt.Errorf("grblsim: fault %d of limit switch %d cannot be; use axes 0 to 2", f, axis)
	}
	w.limits[axis] = f
	return nil
}

// busy reports whether something goes on without the controller.
func (w *World) busy() bool {
	for _, until := range w.forced {
		if w.now() < until {
			return true
		}
	}
	return w.sinking()
}

// pressed returns the axes whose limit switches are pressed, a bit each.
func (w *World) pressed() uint8 {
	var mask uint8
	for a := range axes {
		on := w.at[a] >= 0 || !w.layout.OneSwitch && w.at[a] <= -w.layout.Travel[a] || w.now() < w.forced[a]
		if w.limits[a] == LimitStuck || on && w.limits[a] == LimitWorks {
			mask |= 1 << a
		}
	}
	return mask
}

// touching reports whether the tool touches what is below it.
func (w *World) touching() bool { return w.at[Z] <= w.top()+slack }

// top is the height at which it does.
func (w *World) top() float64 {
	if !w.uneven {
		return w.layout.GripZ
	}
	return w.layout.top(Point{w.at[X], w.at[Y]})
}

// slack is what heights may be off, mm: homing is good to a step or two.
const slack = 0.05

// step lets the motors make steps, at so many mm/s along each axis. One that is
// to go too fast falls out of step and stands, and hums.
func (w *World) step(made steps, speed Vec) {
	w.power.speed, w.power.stepped = speed, w.now()
	if !w.Holding() {
		w.power.lost = true
		return
	}
	var by Vec
	for a, n := range made {
		pull, bit := w.layout.Pull[a], uint8(1)<<a
		switch v := math.Abs(speed[a]); {
		case pull == 0:
		case v > pull && w.stalled&bit == 0:
			w.stalled |= bit
			w.event(Stalled, hw.Empty)
		case v < pull/2:
			w.stalled &^= bit
		}
		if w.stalled&bit == 0 {
			by[a] = float64(w.kept(a, n)) / w.layout.StepsPerMM[a]
		}
	}
	w.shift(by)
}

// slide is what a machine does whose motors let go at speed, in mm/s: it comes to
// rest further on.
func (w *World) slide(unit Vec, speed float64) {
	far := speed * speed / 2 / w.layout.Brake
	for a := range unit {
		unit[a] *= far
	}
	w.shift(unit)
}

// shift moves the tool.
func (w *World) shift(by Vec) {
	if by == (Vec{}) {
		return
	}
	far := 0.0
	for a := range by {
		w.at[a] += by[a]
		far += by[a] * by[a]
		w.bound(a)
	}
	if w.held != hw.Empty && w.dropIn > 0 {
		if w.dropIn -= math.Sqrt(far); w.dropIn <= 0 {
			w.dropIn = 0
			w.release()
		}
	}
	w.reach()
}

// bound keeps an axis between its ends; what is driven against one loses steps.
func (w *World) bound(a int) {
	l := &w.layout
	lower, upper, bit := -l.Travel[a]-l.Overtravel, l.Overtravel, uint8(1)<<a
	switch {
	case w.at[a] > upper || w.at[a] < lower:
		w.at[a] = min(max(w.at[a], lower), upper)
		if w.against&bit == 0 {
			w.event(Stalled, hw.Empty)
		}
		w.against |= bit
	case w.at[a] < upper-0.1 && w.at[a] > lower+0.1:
		w.against &^= bit
	}
	if a != Z {
		return
	}
	floor := w.floor()
	if w.at[Z] < floor {
		w.at[Z] = floor
		if !w.onFloor {
			w.event(Crashed, w.held)
		}
		w.onFloor = true
	} else if w.at[Z] > floor+0.5 {
		w.onFloor = false
	}
}

// event tells of something that happened where the tool is.
func (w *World) event(k EventKind, s hw.State) {
	at := Point{w.at[X], w.at[Y]}
	w.notify(Event{At: w.now(), Kind: k, Stone: s, Where: at, Board: w.layout.point(at)})
}

// switched takes note of the outputs.
func (w *World) switched(o outputs) {
	w.outputs = o
	w.grip()
}

// grip lets the gripper follow the outputs, as long as it has its supply.
func (w *World) grip() {
	o := &w.outputs
	on := o.flood
	if w.layout.Grip == GripSpindle {
		on = o.dir != 0 && o.rpm >= w.layout.GripSpeed
	}
	if on = on && w.Powered(); on == w.gripping {
		return
	}
	w.gripping, w.tried = on, false
	if !on && w.held != hw.Empty {
		w.release()
	}
	w.reach()
}

// release lets the stone go. Over another stone it cannot lie, and rolls off.
func (w *World) release() {
	s, kind := w.held, Released
	w.held = hw.Empty
	const low = 3 // mm over the surface; from higher up it jumps
	if w.at[Z] > w.top()+low {
		kind = Dropped
	}
	at := Point{w.at[X], w.at[Y]}
	w.tried = true             // it is not picked up again at once
	if t := w.from; t != nil { // it has only been let go again
		w.from = nil
		t.Count++
		w.event(Stored, s)
		return
	}
	switch stored, over := w.store(at, s, kind == Released); {
	case stored:
		w.event(Stored, s)
		return
	case over && kind == Released:
		kind = Piled
	}
	for _, other := range w.lying {
		if other.at.to(at) < w.layout.Capture {
			at = at.plus(Point{w.layout.Col.X + w.layout.Row.X, w.layout.Col.Y + w.layout.Row.Y}, 0.5)
			break
		}
	}
	w.lying = append(w.lying, stone{at, s})
	w.notify(Event{At: w.now(), Kind: kind, Stone: s, Where: at, Board: w.layout.point(at)})
}

// store puts a stone into the bin, or from low enough into the empty slot of its
// colour, that it was let go over. over reports that there is a tray that did not take it.
func (w *World) store(at Point, s hw.State, low bool) (stored, over bool) {
	for _, b := range w.layout.Bins {
		if b.to(at) <= binWidth {
			w.binned[s]++
			return true, false
		}
	}
	for i := range w.trays {
		t := &w.trays[i]
		if t.At.to(at) > w.layout.Reach {
			continue
		}
		if low && t.Slot && t.Count == 0 && t.Stone == s {
			t.Count++
			return true, false
		}
		over = true
	}
	return false, over
}

// reach picks up what is within reach, once in a descent.
func (w *World) reach() {
	if !w.touching() {
		if w.low && w.gripping && w.held == hw.Empty {
			w.event(Missed, hw.Empty)
		}
		w.low, w.tried, w.from = false, false, nil
		return
	}
	w.low = true
	if !w.gripping || w.held != hw.Empty || w.tried {
		return
	}
	at := Point{w.at[X], w.at[Y]}
	best, tray, lying := w.layout.Reach, -1, -1
	for i, t := range w.trays {
		if d := t.At.to(at); t.Count > 0 && d <= best {
			best, tray, lying = d, i, -1
		}
	}
	for i, s := range w.lying {
		if d := s.at.to(at); d <= best {
			best, tray, lying = d, -1, i
		}
	}
	if tray < 0 && lying < 0 {
		return
	}
	if w.failPicks > 0 {
		w.failPicks--
		w.tried = true
		return
	}
	from := at
	if tray >= 0 {
		w.from = &w.trays[tray]
		w.from.Count--
		w.held = w.from.Stone
		from = w.from.At
	} else {
		w.held, from = w.lying[lying].state, w.lying[lying].at
		w.lying = append(w.lying[:lying], w.lying[lying+1:]...)
	}
	w.notify(Event{At: w.now(), Kind: Picked, Stone: w.held, Where: from, Board: w.layout.point(from)})
}
