package grblsim

import (
	"fmt"
	"time"
)

// Drive is what a controller does to the machine in a moment.
type Drive struct {
	Steps   [axes]int // made, up is positive
	Enabled bool      // the drivers' enable line
	Spindle float64   // the spindle output in rpm; 0: off
	Flood   bool      // the coolant output
}

// Inputs are what a controller sees of the machine.
type Inputs struct {
	Limits             uint8 // switches that are pressed, a bit an axis
	Probe              bool  // the tool touches what is below it
	Reset, Hold, Start bool  // control inputs that are pulled low
}

// NewWorld returns a machine for a controller that is no [Machine], whose time is
// what now returns. A nil layout is [DefaultLayout].
func NewWorld(l *Layout, now func() time.Duration) (*World, error) {
	layout := DefaultLayout()
	if l != nil {
		layout = *l
	}
	w, err := newWorld(layout)
	if err != nil {
		return nil, err
	}
	w.now = now
	return w, nil
}

// Turn lets the machine follow a controller for dt, and returns what the
// controller sees then.
func (w *World) Turn(d Drive, dt time.Duration) Inputs {
	if d.Enabled != w.power.drivers {
		w.Enable(d.Enabled)
	}
	o := outputs{rpm: d.Spindle, programmed: d.Spindle, flood: d.Flood}
	if d.Spindle > 0 {
		o.dir = 1
	}
	if o != w.outputs {
		w.switched(o)
	}
	if d.Steps != (steps{}) && dt > 0 {
		var speed Vec
		for a, n := range d.Steps {
			speed[a] = float64(n) / w.layout.StepsPerMM[a] / dt.Seconds()
		}
		w.before = w.power.speed
		w.step(d.Steps, speed)
	} else if w.now()-w.power.stepped <= dt && w.Holding() {
		// Of the last moment a part may have been without steps.
		v := w.power.speed
		if norm(w.before) > norm(v) {
			v = w.before
		}
		if norm(v) > abrupt {
			w.coast(v) // it was stopped at speed, as by a reset
		}
	}
	w.sink(dt)
	low := w.controls()
	return Inputs{
		Limits: w.pressed(), Probe: w.touching(),
		Reset: low&inputReset != 0, Hold: low&inputHold != 0, Start: low&inputStart != 0,
	}
}

// abrupt is a speed, in mm/s, from which no motion that is planned stops within
// a moment, and homing neither.
const abrupt = 30

// Hand puts a hand into the workspace, or takes it out: the input of the safety
// door, or of feed hold, is pulled low meanwhile.
func (w *World) Hand(in bool) { w.doorOpen = in }

// PressLimit presses the limit switch of an axis for d, as something in its way
// would.
func (w *World) PressLimit(axis int, d time.Duration) error {
	if axis < 0 || axis >= axes {
		return fmt.Errorf("grblsim: there is no axis %d; use 0 for X, 1 for Y, 2 for Z", axis)
	}
	w.forced[axis] = w.now() + max(d, Tick)
	return nil
}
