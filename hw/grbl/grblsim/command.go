package grblsim

import (
	"fmt"
	"strings"
)

// command begins with a "$" line.
func (m *Machine) command(line string) (code int, todo []step) {
	state := m.sys.state
	print := func(text string) []step {
		m.say(text)
		return nil
	}
	switch {
	case line == "$":
		return 0, print(helpLine)
	case line[1] == 'J':
		if state != Idle && state != Jog {
			return errNotIdle, nil
		}
		if !strings.HasPrefix(line, "$J=") {
			return errStatement, nil
		}
		return m.block(line)
	case strings.IndexByte("$GCX", line[1]) >= 0:
		if len(line) > 2 {
			return errStatement, nil
		}
		return m.simple(line[1])
	case state != Idle && state != Alarm:
		return errNotIdle, nil
	}
	name, value, assigns := strings.Cut(line, "=")
	switch {
	case line == "$#":
		return 0, print(m.parameters())
	case strings.HasPrefix(line, "$/") && m.opt.Flavour == FluidNC:
		value, ok := m.item(strings.ToLower(line[2:]))
		if !ok {
			return errStatement, nil
		}
		return 0, print(fmt.Sprintf("$/%s=%s\r\n", strings.ToLower(line[2:]), value))
	case line == "$H":
		return m.homeAll()
	case line == "$SLP":
		m.sys.exec.sleep = true
		return 0, nil
	case line == "$I":
		return 0, print(m.build())
	case name == "$I" && assigns:
		m.rom.Build = clip(value)
		return 0, nil
	case name == "$RST" && assigns:
		return m.restore(value), nil
	case line == "$N":
		for i, l := range m.rom.Startup {
			m.say(fmt.Sprintf("$N%d=%s\r\n", i, l))
		}
		return 0, nil
	case line[1] == 'H' && m.rom.Settings.on(Homing) && !m.doorOpen():
		m.sys.state = Home // which a reset alone leads out of
		return errStatement, nil
	case strings.IndexByte("#HSIR", line[1]) >= 0:
		return errStatement, nil
	case line[1] == 'N':
		return m.storeStartup(line)
	}
	return m.storeSetting(line), nil
}

// simple is "$$", "$G", "$C" and "$X".
func (m *Machine) simple(c byte) (code int, todo []step) {
	switch c {
	case '$':
		if m.sys.state == Run || m.sys.state == Hold {
			return errNotIdle, nil
		}
		m.say(m.printSettings())
	case 'G':
		m.say(m.modes())
	case 'C':
		switch m.sys.state {
		case Check:
			m.abort()
			m.message(msgDisabled)
		case Idle:
			m.sys.state = Check
			m.message(msgEnabled)
		default:
			return errNotIdle, nil
		}
	case 'X':
		if m.sys.state == Alarm {
			if m.doorOpen() {
				return errDoor, nil
			}
			m.message(msgUnlocked)
			m.sys.state = Idle
		}
	}
	return 0, nil
}

// restore is "$RST=": parts of the EEPROM are made new, and the controller with
// them.
func (m *Machine) restore(which string) int {
	parts, ok := map[string]int{"$": restoreSettings, "#": restoreCoords, "*": restoreAll}[which]
	if !ok {
		return errStatement
	}
	m.rom.restore(parts)
	m.message(msgDefaults)
	m.abort()
	return 0
}

// storeStartup is "$Nx=line": the line is tried before it is kept.
func (m *Machine) storeStartup(line string) (code int, todo []step) {
	if m.sys.state != Idle {
		return errNotIdle, nil
	}
	n, rest, ok := number(line[2:])
	switch {
	case !ok:
		return errNumber, nil
	case !strings.HasPrefix(rest, "="), n < 0, n >= float64(len(m.rom.Startup)):
		return errStatement, nil
	}
	code, todo = m.block(rest[1:])
	if code != 0 {
		return code, nil
	}
	return 0, append(todo, m.synced, func() bool {
		m.rom.Startup[int(n)] = rest[1:]
		return true
	})
}

// storeSetting is "$x=value".
func (m *Machine) storeSetting(line string) int {
	n, rest, ok := number(line[1:])
	if !ok {
		return errNumber
	}
	if !strings.HasPrefix(rest, "=") {
		return errStatement
	}
	v, end, ok := number(rest[1:])
	if !ok {
		return errNumber
	}
	if end != "" || n < 0 || n > 255 {
		return errStatement
	}
	code, done := m.storeFlavoured(int(n), v)
	if !done {
		code = m.rom.Settings.set(int(n), v)
	}
	if code != 0 {
		return code
	}
	switch int(n) {
	case ReportInches:
		m.sys.wcoIn = 0
	case HardLimits, invertLimits:
		m.sys.switches = m.switches()
	}
	return 0
}
