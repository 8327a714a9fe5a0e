package grblsim

import (
	"fmt"
	"strings"
)

// Flavour is whose firmware the controller speaks as. Motion is the same in all;
// what differs is what a host reads: banner, "$I", settings, alarms, and what a
// start and the stop's input do. Sources: grblHAL/core (report.c, protocol.c,
// settings.c), bdring/FluidNC (Report.cpp, Protocol.cpp, SettingsDefinitions.cpp).
type Flavour uint8

// The flavours.
const (
	GRBL    Flavour = iota // GRBL 1.1h
	GrblHAL                // grblHAL, its stop's input an emergency stop
	FluidNC                // FluidNC on an ESP32
)

// flavours names them, as they are asked for and as they greet.
var flavours = [...]struct{ name, title, banner string }{
	GRBL:    {"grbl", "A GRBL " + Version + " controller", banner},
	GrblHAL: {"grblhal", "A grblHAL controller", "\r\nGrblHAL 1.1f ['$' or '$HELP' for help]\r\n"},
	FluidNC: {"fluidnc", "A FluidNC controller", "\r\nGrbl 4.0 [FluidNC v4.0.1 (esp32-wifi) '$' for help]\r\n"},
}

// String returns the name by which a flavour is asked for.
func (f Flavour) String() string { return flavours[f].name }

// Title says what answers, at the beginning of a sentence.
func (f Flavour) Title() string { return flavours[f].title }

// MarshalText returns the same as String.
func (f Flavour) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText takes "grbl", "grblhal" or "fluidnc".
func (f *Flavour) UnmarshalText(text []byte) error {
	for i := range flavours {
		if flavours[i].name == strings.ToLower(string(text)) {
			*f = Flavour(i)
			return nil
		}
	}
	return fmt.Errorf("%.40q is not a controller that can be simulated; use grbl, grblhal or fluidnc", text)
}

// Alarms that not every flavour has.
const (
	alarmStop           = 10 // grblHAL: the emergency stop is pressed
	alarmHomingRequired = 11 // grblHAL: with $22 bit 2, until it has homed
	alarmUnhomed        = 14 // FluidNC: at each start, until it has homed
)

// fluidAlarms are the words FluidNC puts before an alarm's number.
var fluidAlarms = map[int]string{
	alarmHardLimit: "Hard Limit", alarmSoftLimit: "Soft Limit", alarmAbort: "Abort Cycle", alarmProbeStart: "Probe Fail Initial",
	alarmProbeMiss: "Probe Fail Contact", alarmHomeReset: "Homing Fail Reset", alarmHomeDoor: "Homing Fail Door",
	alarmHomeStuck: "Homing Fail Pulloff", alarmHomeMiss: "Homing Fail Approach", alarmUnhomed: "Unhomed",
}

// initLock is the bit of grblHAL's $22 that locks it until it has homed; without
// it a start leaves grblHAL Idle.
const initLock = 1 << 2

// lockedAtStart reports whether a start locks the controller until it has homed.
func (m *Machine) lockedAtStart() bool {
	s := &m.rom.Settings
	if m.opt.Flavour == GrblHAL {
		return s.on(Homing) && int(s[Homing])&initLock != 0
	}
	return s.on(Homing)
}

// sayAlarm prints an alarm.
func (m *Machine) sayAlarm(code int) {
	if m.opt.Flavour == FluidNC {
		m.info("ALARM: " + fluidAlarms[code])
	}
	m.say(fmt.Sprintf("ALARM:%d\r\n", code))
}

// info prints a message as FluidNC does, which says how grave each is.
func (m *Machine) info(text string) { m.message("INFO: " + text) }

// sayStopped says what a critical alarm wants.
func (m *Machine) sayStopped(code int) {
	switch {
	case m.opt.Flavour == FluidNC:
		m.message("ERR: " + msgCritical)
	case code == alarmStop:
		m.message("Emergency stop - clear, then reset to continue")
	default:
		m.message(msgCritical)
	}
}

// sayLocked says why a controller that has just started takes no motion.
func (m *Machine) sayLocked(cold bool) {
	switch {
	case m.opt.Flavour == GrblHAL && cold:
		m.say(fmt.Sprintf("ALARM:%d\r\n", alarmHomingRequired))
		m.message("Homing cycle required")
	case m.opt.Flavour == FluidNC && cold:
		m.sayAlarm(alarmUnhomed)
	case m.opt.Flavour == FluidNC:
		m.info(msgLocked)
	default:
		m.message(msgLocked)
	}
}

// critical reports whether nothing but a reset leads out of an alarm.
func (m *Machine) critical(code int) bool {
	return code == alarmHardLimit || code == alarmSoftLimit || m.opt.Flavour == GrblHAL && code == alarmStop
}

// stopHeld reports whether the stop's input keeps the controller from restarting.
func (m *Machine) stopHeld() bool {
	return m.opt.Flavour == GrblHAL && m.world.controls()&inputReset != 0
}

// resetPin is the reset input being pulled low. On most boards grblHAL's is an
// emergency stop, which is an alarm of its own, at rest too.
func (m *Machine) resetPin() {
	if m.opt.Flavour == GrblHAL && m.sys.alarm == 0 && !m.program.critical {
		m.sys.alarm = alarmStop
	}
	m.abort()
}

// resetLetter is how a report names the stop's input.
func (m *Machine) resetLetter() byte {
	if m.opt.Flavour == GrblHAL {
		return 'E'
	}
	return 'R'
}

// more are settings that a flavour has and GRBL 1.1 has not, as "$$" prints them.
var more = map[Flavour][]string{
	GrblHAL: {"$9=1", "$14=70", "$15=0", "$16=0", "$17=0", "$18=0", "$19=0", "$33=5000", "$34=0.0", "$35=0.0", "$36=100.0", "$37=7", "$39=1",
		"$40=0", "$43=1", "$44=4", "$45=3", "$46=0", "$62=0", "$63=3", "$64=0", "$65=0", "$341=0", "$384=0"},
}

// printSettings is the answer to "$$".
func (m *Machine) printSettings() string {
	s := &m.rom.Settings
	if m.opt.Flavour == GRBL {
		return s.print()
	}
	var b strings.Builder
	for _, k := range known {
		text := s.text(k.n, k.form)
		switch {
		case m.opt.Flavour == FluidNC && !fluidHas(k.n):
			continue
		case m.opt.Flavour == GrblHAL && k.form == decimal && k.n >= StepsPerMM && k.n < MaxRate:
			text += "00" // it prints five places
		case m.opt.Flavour == GrblHAL && k.form == rotation:
			text += ".000"
		}
		fmt.Fprintf(&b, "$%d=%s\r\n", k.n, text)
		if k.n == SpindleMin+1 {
			for _, line := range more[m.opt.Flavour] {
				b.WriteString(line + "\r\n")
			}
		}
	}
	return b.String()
}

// fluidHas reports whether FluidNC lists a setting: what a sender of GRBL's wants
// to know, read from its configuration file.
func fluidHas(n int) bool {
	return n == StatusMask || n >= SoftLimits && n <= HomingInvert || n == SpindleMax || n == LaserMode || n >= StepsPerMM
}

// storeFlavoured stores a setting as a flavour other than GRBL does, and returns
// the error code; done says that it has one.
func (m *Machine) storeFlavoured(n int, v float64) (code int, done bool) {
	s := &m.rom.Settings
	switch {
	case m.opt.Flavour == FluidNC && n != StatusMask:
		// What "$$" lists comes from the configuration file, and is only to be read.
		return errStatement, true
	case m.opt.Flavour == GrblHAL && (n == Homing || n == HardLimits || n == StatusMask || n == invertLimits || n == invertEnable):
		if v < 0 || v > 65535 {
			return errNegative, true
		}
		s[n] = float64(int(v))
		if n == Homing && !s.on(Homing) {
			s[SoftLimits] = 0
		}
		return 0, true
	case m.opt.Flavour == GrblHAL:
		for _, line := range more[GrblHAL] {
			if strings.HasPrefix(line, fmt.Sprintf("$%d=", n)) {
				return 0, true
			}
		}
	}
	return 0, false
}

// buildFlavoured is the answer to "$I" of a flavour other than GRBL.
func (m *Machine) buildFlavoured() string {
	if m.opt.Flavour == FluidNC {
		return fmt.Sprintf("[VER:4.0 FluidNC v4.0.1 (esp32-wifi) :%s]\r\n[OPT:PHS]\r\n[MSG:INFO: Machine: Stonehand]\r\n", m.rom.Build)
	}
	options, home := "VN", ""
	if m.opt.Door {
		options += "+"
	}
	if m.rom.Settings.on(Homing) {
		home = "HOME,"
	}
	return fmt.Sprintf("[VER:1.1f.20260817:%s]\r\n[OPT:%s,35,1024,3,0]\r\n[AXS:3:XYZ]\r\n[NEWOPT:ENUMS,RT+,%sES,SED]\r\n[FIRMWARE:grblHAL]\r\n[SIGNALS:HSE]\r\n[NVS STORAGE:EEPROM 4K]\r\n",
		m.rom.Build, options, home)
}

// item is the value of an item of FluidNC's configuration, as far as an arm's safety
// rests on it: what "$$" of the others says.
func (m *Machine) item(path string) (value string, ok bool) {
	s := &m.rom.Settings
	number := func(v float64) (string, bool) { return decimals(v, 3), true }
	truth := func(on bool) (string, bool) { return fmt.Sprint(on), true }
	switch path {
	case "stepping/idle_ms":
		return fmt.Sprint(int(s[IdleDelay])), true
	case "report_inches":
		return truth(s.on(ReportInches))
	}
	rest, ok := strings.CutPrefix(path, "axes/")
	name, rest, cut := strings.Cut(rest, "/")
	axis := strings.Index(strings.ToLower(axisNames), name)
	if !ok || !cut || len(name) != 1 || axis < 0 {
		return "", false
	}
	low := int(s[HomingInvert])>>axis&1 != 0
	switch rest {
	case "soft_limits":
		return truth(s.on(SoftLimits))
	case "motor0/hard_limits":
		return truth(s.on(HardLimits))
	case "motor0/pulloff_mm":
		return number(s[HomingPullOff])
	case "homing/cycle":
		return fmt.Sprint(int(s[Homing])), true
	case "homing/positive_direction":
		return truth(!low)
	case "homing/mpos_mm":
		if low {
			return number(-s[MaxTravel+axis])
		}
		return number(0)
	}
	return "", false
}
