package grblsim

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// status answers a line.
func (m *Machine) status(code int) {
	if code == 0 {
		m.say(okLine)
		return
	}
	m.say(fmt.Sprintf("error:%d\r\n", code))
}

// message prints a feedback message.
func (m *Machine) message(text string) { m.say("[MSG:" + text + "]\r\n") }

// Status reports leave these fields out between so many reports, fewer when
// nothing moves.
const (
	wcoBusy = 30
	wcoIdle = 10
	ovBusy  = 20
	ovIdle  = 10
)

// coordinates prints a position in the units of reports.
func (m *Machine) coordinates(v Vec) string {
	scale, places := 1.0, 3
	if m.rom.Settings.on(ReportInches) {
		scale, places = 1/mmPerInch, 4
	}
	parts := make([]string, axes)
	for a := range v {
		parts[a] = decimals(v[a]*scale, places)
	}
	return strings.Join(parts, ",")
}

// decimals prints a number without the sign that rounding to zero would leave.
func decimals(v float64, places int) string {
	text := strconv.FormatFloat(v, 'f', places, 64)
	if text[0] == '-' && strings.Trim(text, "-0.") == "" {
		return text[1:]
	}
	return text
}

// perMinute prints a rate in the units of reports.
func (m *Machine) perMinute(mmPerMinute float64) string {
	if m.rom.Settings.on(ReportInches) {
		return decimals(mmPerMinute/mmPerInch, 1)
	}
	return decimals(mmPerMinute, 0)
}

// report answers "?".
func (m *Machine) report() {
	s, mask := &m.sys, int(m.rom.Settings[StatusMask])
	var b strings.Builder
	b.WriteString("<" + s.name())
	at, wco := m.mm(s.position), m.gc.wco()
	if mask&1 != 0 {
		b.WriteString("|MPos:")
	} else {
		b.WriteString("|WPos:")
		for a := range at {
			at[a] -= wco[a]
		}
	}
	b.WriteString(m.coordinates(at))
	if mask&2 != 0 {
		fmt.Fprintf(&b, "|Bf:%d,%d", m.plan.free(), rxSize-len(m.serial.rx))
	}
	fmt.Fprintf(&b, "|FS:%s,%s", m.perMinute(m.drive.speed*60), decimals(m.out.rpm, 0))
	if pins := m.pins(); pins != "" {
		b.WriteString("|Pn:" + pins)
	}
	busy := s.state != Idle && s.state != Alarm && s.state != Check && s.state != Sleep
	count := func(left *int, whenBusy, whenIdle int) bool {
		if *left > 0 {
			*left--
			return false
		}
		*left = whenIdle - 1
		if busy {
			*left = whenBusy - 1
		}
		return true
	}
	if count(&s.wcoIn, wcoBusy, wcoIdle) {
		if s.ovIn == 0 {
			s.ovIn = 1 // the overrides come with the next report
		}
		b.WriteString("|WCO:" + m.coordinates(wco))
	}
	if count(&s.ovIn, ovBusy, ovIdle) {
		fmt.Fprintf(&b, "|Ov:%d,%d,%d", s.feed, s.rapid, s.spindle)
		if text := m.out.accessories(); text != "" {
			b.WriteString("|A:" + text)
		}
	}
	b.WriteString(">\r\n")
	m.say(b.String())
}

// pins names the inputs that read as triggered.
func (m *Machine) pins() string {
	var b strings.Builder
	if m.world.touching() {
		b.WriteByte('P')
	}
	pressed := m.switches()
	for a := range axes {
		if pressed>>a&1 != 0 {
			b.WriteByte(axisNames[a])
		}
	}
	low := m.world.controls()
	if m.doorOpen() {
		b.WriteByte('D')
	}
	if low&inputReset != 0 {
		b.WriteByte(m.resetLetter())
	}
	if low&inputHold != 0 && !m.opt.Door {
		b.WriteByte('H')
	}
	if low&inputStart != 0 {
		b.WriteByte('S')
	}
	return b.String()
}

// parameters is the answer to "$#".
func (m *Machine) parameters() string {
	var b strings.Builder
	for i, v := range m.rom.Coords {
		fmt.Fprintf(&b, "[G%d:%s]\r\n", coordName(i), m.coordinates(v))
	}
	fmt.Fprintf(&b, "[G92:%s]\r\n", m.coordinates(m.gc.offset))
	tool, _, _ := strings.Cut(m.coordinates(Vec{m.gc.tool}), ",")
	fmt.Fprintf(&b, "[TLO:%s]\r\n", tool)
	b.WriteString(m.probeLine())
	return b.String()
}

// probeLine says where the last probing cycle touched.
func (m *Machine) probeLine() string {
	found := 0
	if m.sys.touched {
		found = 1
	}
	return fmt.Sprintf("[PRB:%s:%d]\r\n", m.coordinates(m.mm(m.sys.probed)), found)
}

// modes is the answer to "$G".
func (m *Machine) modes() string {
	g := &m.gc
	pick := func(cond bool, yes, no string) string {
		if cond {
			return yes
		}
		return no
	}
	parts := []string{
		"G" + strings.TrimSuffix(strconv.FormatFloat(float64(g.modal.motion)/100, 'f', 1, 64), ".0"),
		fmt.Sprintf("G%d", 54+g.modal.coord),
		fmt.Sprintf("G%d", g.modal.plane),
		pick(g.modal.inches, "G20", "G21"),
		pick(g.modal.incremental, "G91", "G90"),
		pick(g.modal.inverse, "G93", "G94"),
		[...]string{"M4", "M5", "M3"}[g.modal.spindle+1],
	}
	switch {
	case g.modal.flood && g.modal.mist:
		parts = append(parts, "M7", "M8")
	case g.modal.mist:
		parts = append(parts, "M7")
	case g.modal.flood:
		parts = append(parts, "M8")
	default:
		parts = append(parts, "M9")
	}
	parts = append(parts, fmt.Sprintf("T%d", g.number), "F"+m.perMinute(g.feed), "S"+decimals(math.Trunc(g.rpm), 0))
	return "[GC:" + strings.Join(parts, " ") + "]\r\n"
}

// build is the answer to "$I".
func (m *Machine) build() string {
	if m.opt.Flavour != GRBL {
		return m.buildFlavoured()
	}
	options := "V"
	if m.opt.Mist {
		options += "M"
	}
	if m.opt.Door {
		options += "+"
	}
	return fmt.Sprintf("[VER:%s.%s:%s]\r\n[OPT:%s,%d,%d]\r\n", Version, buildDate, m.rom.Build, options, plannerSize-1, rxSize)
}
