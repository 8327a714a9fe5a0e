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
	return m.world.PressLimit(axis, d)
}

// OpenDoor puts a hand into the workspace. On a machine with a safety door
// ([Options.Door]) it opens the door; on others somebody presses the feed-hold
// button beside it.
func (m *Machine) OpenDoor() {
	m.world.Hand(true)
	m.watchControls()
}

// CloseDoor takes the hand out again. The machine goes on when it is told to.
func (m *Machine) CloseDoor() { m.world.Hand(false) }

// EraseEEPROM makes the EEPROM blank, as a chip is that was never written. The
// controller notices at its next start.
func (m *Machine) EraseEEPROM() { m.rom = EEPROM{} }
