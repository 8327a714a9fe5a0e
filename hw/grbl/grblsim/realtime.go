package grblsim

import "time"

// Real-time commands, as commands.md lists them.
const (
	cmdReset       = 0x18
	cmdStatus      = '?'
	cmdStart       = '~'
	cmdHold        = '!'
	cmdDoor        = 0x84
	cmdJogCancel   = 0x85
	cmdFeed100     = 0x90
	cmdFeedUp10    = 0x91
	cmdFeedDown10  = 0x92
	cmdFeedUp1     = 0x93
	cmdFeedDown1   = 0x94
	cmdRapid100    = 0x95
	cmdRapid50     = 0x96
	cmdRapid25     = 0x97
	cmdSpindle100  = 0x99
	cmdSpindleUp10 = 0x9A
	cmdSpindleDn10 = 0x9B
	cmdSpindleUp1  = 0x9C
	cmdSpindleDn1  = 0x9D
	cmdSpindleStop = 0x9E
	cmdFlood       = 0xA0
	cmdMist        = 0xA1
)

// Overrides stay between these, percent.
const (
	overrideMin = 10
	overrideMax = 200
)

// How long the controller waits after it switched things on again on the way out
// of the door state: first the spindle, after its time the coolant.
const (
	spindleDelay = 4 * time.Second
	coolantDelay = time.Second
)

// realtime takes a character if it is a command that is never part of a line.
func (m *Machine) realtime(c byte) bool {
	e := &m.sys.exec
	switch c {
	case cmdReset:
		m.abort()
	case cmdStatus:
		e.status = true
	case cmdStart:
		e.start = true
	case cmdHold:
		e.hold = true
	case cmdDoor:
		e.door = true
	case cmdJogCancel:
		if m.sys.state == Jog {
			e.cancel = true
		}
	default:
		if c < 0x80 {
			return false
		}
		if c >= cmdFeed100 && c <= cmdMist && len(m.sys.overrides) < rxSize {
			m.sys.overrides = append(m.sys.overrides, c)
		}
	}
	return true
}

// heed does what real-time commands and interrupts ask for. It returns false
// when the line at hand is gone with it.
func (m *Machine) heed() bool {
	s, e := &m.sys, &m.sys.exec
	if s.alarm != 0 {
		m.raise()
		return false
	}
	if e.reset {
		m.restart()
		return false
	}
	if e.status {
		e.status = false
		m.report()
	}
	if e.hold || e.door || e.cancel || e.sleep {
		m.halt()
	}
	if e.start {
		e.start = false
		m.resume()
	}
	if e.stopped {
		e.stopped = false
		m.stopped()
	}
	m.override()
	if s.suspended() {
		m.suspend()
	}
	m.autostart()
	return true
}

// autostart begins with what is queued.
func (m *Machine) autostart() {
	if m.plan.empty() {
		return
	}
	if m.sys.state == Idle && !m.sys.softLimit {
		m.sys.state = Run
	}
	if m.sys.state == Run || m.sys.state == Jog {
		m.wake()
	}
}

// doorOpen reports whether the safety door reads as open.
func (m *Machine) doorOpen() bool { return m.opt.Door && m.world.doorOpen }

// halt begins a hold, a jog's cancelling, a door's opening or sleep.
func (m *Machine) halt() {
	s, e := &m.sys, &m.sys.exec
	if s.state != Alarm && s.state != Check {
		switch s.state {
		case Run, Jog:
			if !m.drive.holding {
				m.drive.holding, m.drive.brakeAt = true, m.now+holdDelay
			}
			if s.state == Jog && !e.sleep {
				s.jogCancel = true
			}
			if !m.drive.awake {
				e.stopped = true
			}
		case Idle:
			s.holdDone = true
		}
		if e.hold && s.state != Door && s.state != Jog && s.state != Sleep {
			s.state = Hold
		}
		if e.door {
			m.message(msgDoor)
			if !s.jogCancel {
				if s.restoring {
					s.restoring, s.deenergize = false, false
				}
				if s.state != Sleep {
					s.state = Door
				}
			}
			s.doorAjar = true
		}
	}
	if e.sleep {
		if s.state == Alarm {
			s.holdDone, s.deenergize = true, true
		}
		s.state = Sleep
		if !m.drive.awake {
			s.holdDone = true
		}
	}
	e.hold, e.door, e.cancel, e.sleep = false, false, false, false
}

// resume is a cycle start.
func (m *Machine) resume() {
	s := &m.sys
	if s.state == Door && s.deenergize && !s.doorAjar && !s.restoring {
		s.restoring, s.restoreAt = true, m.now
		if s.restoreDir != 0 {
			m.setSpindle(s.restoreDir, s.restoreRPM)
			s.restoreAt += spindleDelay
		}
		return
	}
	if s.state == Hold && s.holdDone && !s.restoring {
		if s.spindleStopped {
			m.toggleSpindle()
		}
		m.cycle()
	}
}

// cycle leaves a hold: with motion if some is left.
func (m *Machine) cycle() {
	s := &m.sys
	s.holdDone, s.doorAjar, s.deenergize, s.restoring = false, false, false, false
	m.drive.holding = false
	s.state = Idle
	if !m.plan.empty() {
		s.state = Run
		m.wake()
	}
}

// stopped takes note that the motors have come to rest.
func (m *Machine) stopped() {
	s := &m.sys
	if s.suspended() && !s.softLimit && !s.jogCancel {
		m.plan.replan(0, m.rates())
		if m.drive.holding {
			s.holdDone = true
		}
		m.drive.holding = false
		return
	}
	if s.jogCancel {
		m.plan = planner{}
		m.drive = drive{}
		m.sync()
		s.jogCancel = false
	}
	m.drive.holding = false
	if s.doorAjar {
		s.holdDone, s.state = true, Door
		return
	}
	s.state = Idle
}

// suspend is what the controller does while it is held.
func (m *Machine) suspend() {
	s := &m.sys
	if !s.holdDone {
		return
	}
	switch s.state {
	case Door, Sleep:
		if !s.deenergize {
			s.spindleStopped = false
			s.restoreDir, s.restoreRPM, s.restoreFlood = m.out.dir, m.out.programmed, m.out.flood
			m.setSpindle(0, 0)
			m.setCoolant(false, false)
			s.deenergize = true
			return
		}
		if s.state == Sleep {
			if !s.asleep {
				s.asleep = true
				m.message(msgSleep)
				s.homed = false // the motors are off
				m.goIdle()
			}
			return
		}
		if s.doorAjar && !m.doorOpen() {
			s.doorAjar = false
		}
		if !s.restoring || m.now < s.restoreAt {
			return
		}
		if s.restoreFlood && !m.out.flood {
			m.setCoolant(true, m.out.mist)
			s.restoreAt = m.now + coolantDelay
			return
		}
		m.cycle()
	}
}

// override carries out the commands that change rates and switch things.
func (m *Machine) override() {
	s := &m.sys
	if len(s.overrides) == 0 {
		return
	}
	feed, rapid, spindle := s.feed, s.rapid, s.spindle
	for _, c := range s.overrides {
		switch c {
		case cmdFeed100:
			feed = 100
		case cmdFeedUp10:
			feed += 10
		case cmdFeedDown10:
			feed -= 10
		case cmdFeedUp1:
			feed++
		case cmdFeedDown1:
			feed--
		case cmdRapid100:
			rapid = 100
		case cmdRapid50:
			rapid = 50
		case cmdRapid25:
			rapid = 25
		case cmdSpindle100:
			spindle = 100
		case cmdSpindleUp10:
			spindle += 10
		case cmdSpindleDn10:
			spindle -= 10
		case cmdSpindleUp1:
			spindle++
		case cmdSpindleDn1:
			spindle--
		case cmdSpindleStop:
			m.toggleSpindle()
		case cmdFlood:
			m.toggleCoolant(true)
		case cmdMist:
			m.toggleCoolant(false)
		}
		feed = min(max(feed, overrideMin), overrideMax)
		spindle = min(max(spindle, overrideMin), overrideMax)
	}
	s.overrides = nil
	if feed != s.feed || rapid != s.rapid {
		s.feed, s.rapid, s.ovIn = feed, rapid, 0
		m.plan.replan(m.drive.speed, m.rates())
	}
	if spindle != s.spindle {
		s.spindle, s.ovIn = spindle, 0
		if m.out.dir != 0 {
			m.setSpindle(m.out.dir, m.out.programmed)
		}
	}
}

// toggleSpindle stops the spindle while the machine is held, or starts it again.
func (m *Machine) toggleSpindle() {
	s := &m.sys
	switch {
	case s.state != Hold || !s.holdDone:
	case s.spindleStopped:
		s.spindleStopped = false
		m.message(msgSpindle)
		m.setSpindle(s.restoreDir, s.restoreRPM)
	case m.out.dir != 0:
		s.spindleStopped = true
		s.restoreDir, s.restoreRPM = m.out.dir, m.out.programmed
		m.setSpindle(0, 0)
	}
}

// toggleCoolant works as if the program had asked for it.
func (m *Machine) toggleCoolant(flood bool) {
	switch m.sys.state {
	case Idle, Run, Hold, Jog:
		if flood {
			m.gc.modal.flood = !m.gc.modal.flood
		} else if m.opt.Mist {
			m.gc.modal.mist = !m.gc.modal.mist
		}
		m.setCoolant(m.gc.modal.flood, m.gc.modal.mist)
	}
}
