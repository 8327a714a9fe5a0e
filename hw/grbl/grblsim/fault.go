package grblsim

import (
	"fmt"
	"time"
)

// faults are those that somebody asked for and that are not over.
type faults struct {
	silentUntil time.Duration
	refuseCode  int
	refuseLines int
	garble      int
}

// Silence cuts the line for d: what is sent meanwhile is lost, either way. The
// machine goes on with what it has.
func (m *Machine) Silence(d time.Duration) { m.faults.silentUntil = m.now + max(d, 0) }

// Garble lets n bytes of what the controller sends next arrive as others, as
// beside a motor that is switched.
func (m *Machine) Garble(n int) { m.faults.garble = max(n, 0) }

// Refuse lets the controller answer the next lines with an error and do nothing
// of what they say.
func (m *Machine) Refuse(code, lines int) error {
	if code < 1 || code > 38 || lines < 0 {
		return fmt.Errorf("grblsim: error:%d for %d lines cannot be; use codes 1 to 38 and 0 lines or more", code, lines)
	}
	m.faults.refuseCode, m.faults.refuseLines = code, lines
	return nil
}

// HitLimit presses the limit switch of an axis for d, as something in its way
// would.
func (m *Machine) HitLimit(axis int, d time.Duration) error {
	if axis < 0 || axis >= axes {
		return fmt.Errorf("grblsim: there is no axis %d; use 0 for X, 1 for Y, 2 for Z", axis)
	}
	m.world.forced[axis] = m.now + max(d, Tick)
	return nil
}

// OpenDoor puts a hand into the workspace. On a machine with a safety door
// ([Options.Door]) it opens the door; on others somebody presses the feed-hold
// button beside it.
func (m *Machine) OpenDoor() {
	m.world.doorOpen = true
	m.watchControls()
}

// CloseDoor takes the hand out again. The machine goes on when it is told to.
func (m *Machine) CloseDoor() { m.world.doorOpen = false }

// EraseEEPROM makes the EEPROM blank, as a chip is that was never written. The
// controller notices at its next start.
func (m *Machine) EraseEEPROM() { m.rom = EEPROM{} }
