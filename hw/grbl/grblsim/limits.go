package grblsim

// switches returns the limit inputs that read as triggered, a bit an axis.
func (m *Machine) switches() uint8 {
	pressed := m.world.pressed()
	if turned := uint8(m.rom.Settings[invertLimits]); m.opt.Flavour == GrblHAL {
		pressed ^= turned & (1<<axes - 1)
	} else if turned != 0 {
		pressed ^= 1<<axes - 1
	}
	return pressed
}

// watchSwitches is the interrupt of the limit inputs: any change is taken for a
// collision, except while homing and in an alarm.
func (m *Machine) watchSwitches() {
	now := m.switches()
	changed := now != m.sys.switches
	m.sys.switches = now
	if !changed || !m.rom.Settings.on(HardLimits) || m.home.busy || m.sys.state == Alarm || m.sys.alarm != 0 || m.program.critical {
		return
	}
	m.counts.HardLimits++
	m.sys.alarm = alarmHardLimit
	m.sys.homed = false
	m.abort()
	m.drive = drive{}
}

// beyond reports whether a target lies outside the machine's travel.
func (m *Machine) beyond(target Vec) bool {
	for a, v := range target {
		if v > 0 || v < -m.rom.Settings[MaxTravel+a] {
			return true
		}
	}
	return false
}

// overtravel is the step that a target outside the travel leads to: motion is
// brought to rest, then an alarm locks the controller. The position is kept.
func (m *Machine) overtravel() step {
	begun := false
	return func() bool {
		if !begun {
			begun = true
			if m.sys.state == Run {
				m.sys.exec.hold = true
			}
		}
		if m.sys.exec.hold || m.sys.state == Run || m.sys.state == Hold {
			return false
		}
		m.abort()
		m.sys.alarm = alarmSoftLimit
		return true
	}
}

// watchControls is the interrupt of the control inputs: whenever one of them
// changes, all that are low do what they are for. One that is held does nothing
// more until another changes.
func (m *Machine) watchControls() {
	low := m.world.controls()
	if !m.powered || m.booting > 0 || low == m.sys.controls {
		return
	}
	m.sys.controls = low
	e := &m.sys.exec
	if low&inputReset != 0 {
		m.resetPin()
	}
	e.start = e.start || low&inputStart != 0
	if low&inputHold != 0 {
		e.door, e.hold = e.door || m.opt.Door, e.hold || !m.opt.Door
	}
}
