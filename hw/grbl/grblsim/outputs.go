package grblsim

// outputs are what the controller switches beside the motors.
type outputs struct {
	dir         int     // 1: M3, -1: M4, 0: off
	programmed  float64 // rpm, before override and limits
	rpm         float64 // as the PWM output has it
	flood, mist bool
}

// accessories names what is on, as status reports do.
func (o *outputs) accessories() string {
	text := ""
	switch o.dir {
	case 1:
		text = "S"
	case -1:
		text = "C"
	}
	if o.flood {
		text += "F"
	}
	if o.mist {
		text += "M"
	}
	return text
}

// setSpindle switches the spindle output, within the speeds of the settings.
func (m *Machine) setSpindle(dir int, rpm float64) {
	s := &m.rom.Settings
	out := outputs{dir: dir, programmed: rpm, flood: m.out.flood, mist: m.out.mist}
	if dir != 0 {
		rpm *= float64(m.sys.spindle) / 100
		switch {
		case s[SpindleMin] >= s[SpindleMax] || rpm >= s[SpindleMax]:
			rpm = s[SpindleMax]
		case rpm == 0:
		case rpm <= s[SpindleMin]:
			rpm = s[SpindleMin]
		}
		out.rpm = rpm
	}
	m.output(out)
}

// setCoolant switches the two coolant outputs.
func (m *Machine) setCoolant(flood, mist bool) {
	out := m.out
	out.flood, out.mist = flood, mist
	m.output(out)
}

// output lets the world see what is switched.
func (m *Machine) output(out outputs) {
	if out.accessories() != m.out.accessories() {
		m.sys.ovIn = 0
	}
	m.out = out
	m.world.switched(out)
}
