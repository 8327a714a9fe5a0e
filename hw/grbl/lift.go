package grbl

import (
	"context"

	"stonehand/hw"
)

// Lift implements [hw.Lifter]. A stone goes into the slot of its tray that was emptied
// last, as long as that is known to be empty, and else into the bin. It returns an
// [*hw.ArmError] where the arm cannot go on.
func (a *Arm) Lift(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error {
	return a.ask(&job{ctx: ctx, lift: true, color: s, points: points, out: out, done: make(chan error, 1)})
}

// Remained implements [hw.Lifter]. The slot that was to take the stone counts as one
// that may be empty or not.
func (a *Arm) Remained(point int) {
	a.mu.Lock()
	a.doubt = true
	color, counted := a.lifted[point]
	delete(a.lifted, point)
	a.mu.Unlock()
	if !counted {
		return
	}
	tray := a.o.tray(color)
	a.note(func(m *Memory) {
		left, unsure, _ := m.of(color)
		*left = max(*left-1, 0)
		*unsure = min(*unsure+1, tray.Stones-*left)
		m.close(color, tray)
	})
}

// forget forgets what the job before has lifted.
func (a *Arm) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lifted = map[int]hw.State{}
}

// surveys notes what a controller's machine reaches for lifting stones. An arm that
// does not get there places stones all the same.
func (a *Arm) surveys(c *controller) {
	low, bin := a.o.Fit != nil, a.o.Bin != nil
	for _, col := range []int{0, a.o.Cols - 1} {
		for _, row := range []int{0, a.o.Rows - 1} {
			low = low && c.reaches(a.o.low(col, row))
		}
	}
	if bin && !c.reaches(a.o.dump()) {
		bin = false
		a.o.Log.Warn("the arm does not reach the bin; lifted stones go into trays that have slots only", "bin", *a.o.Bin)
	}
	if !low && a.o.Fit != nil {
		a.o.Log.Warn("the arm cannot be lowered onto the board's stones; it lifts none", "press", a.o.Press)
	}
	a.mu.Lock()
	a.low, a.bin = low, bin
	a.mu.Unlock()
	hw.Ring(a.fresh)
}

// reaches reports whether a place is within the machine's travel.
func (c *controller) reaches(at [3]float64) bool {
	for axis := range 3 {
		if lo, hi := c.reach(axis); at[axis] < lo || at[axis] > hi {
			return false
		}
	}
	return true
}

// dump returns the place over the bin.
func (o *Options) dump() [3]float64 { return [3]float64{o.Bin[0], o.Bin[1], o.Safe} }

// room returns where a lifted stone of a colour goes, and whether that is its tray.
func (a *Arm) room(color hw.State) (into [3]float64, tray bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch slots := a.o.tray(color); {
	case color != hw.Black && color != hw.White || !a.low:
	case a.memory.room(color, slots) > 0:
		left, _, _ := a.memory.of(color)
		return slots.slot(*left + 1), true, nil
	case a.bin:
		return a.o.dump(), false, nil
	}
	return into, false, &hw.ArmError{Trouble: hw.ArmFull, Color: color, Err: hw.Errorf("the arm has no place for a lifted stone, %s; its tray has no empty slot, and there is no bin that it reaches", color)}
}

// lift takes one stone off a point and puts it away.
func (w *worker) lift(j *job, point int) error {
	if point < 0 || point >= w.o.Cols*w.o.Rows {
		return &hw.ArmError{Trouble: hw.ArmNotReady, Color: j.color, Err: hw.Errorf("there is no point %d on the board", point)}
	}
	into, tray, err := w.room(j.color)
	if err != nil {
		return err
	}
	if err := w.ready(); err != nil {
		return err
	}
	w.now(hw.ArmWorking)
	from := w.o.low(point%w.o.Cols, point/w.o.Cols)
	if err := w.t.follow(w.c, w.up(), w.across(from)); err != nil {
		return err
	}
	if j.ctx.Err() != nil {
		return errUnwanted
	}
	if err := w.take(point, from, j.color); err != nil {
		return err
	}
	if err := w.t.follow(w.c, w.across(into)); err != nil {
		return err
	}
	w.slot = tray
	if err := w.release(into); err != nil {
		return err
	}
	if tray {
		w.count(j.color, 1)
		w.mu.Lock()
		w.lifted[point] = j.color
		w.mu.Unlock()
	}
	return nil
}

// take grips the stone on a point and rises with it.
func (w *worker) take(point int, from [3]float64, color hw.State) error {
	w.lowers(point)
	defer w.lowers(-1)
	if err := w.t.follow(w.c, w.down(from)); err != nil {
		return err
	}
	w.holds(color)
	if err := w.t.macro(w.macros.grip, w.macros.dwell); err != nil {
		return err
	}
	return w.t.follow(w.c, w.up())
}
