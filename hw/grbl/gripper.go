package grbl

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/hw"
)

// Kinds of gripper, each with macros of its own.
const (
	Magnet = "magnet" // an electromagnet at the spindle output
	Vacuum = "vacuum" // a pump or valve at the coolant output
	Servo  = "servo"  // a servo at the spindle's PWM output
	Custom = "custom" // macros of the builder's
)

// GripperKinds are the kinds of gripper.
var GripperKinds = []string{Magnet, Vacuum, Servo, Custom}

// MaxDwell is the longest that a macro may wait, for all its lines together.
const MaxDwell = 10 * time.Second

// Gripper is how the gripper takes and lets go.
type Gripper struct {
	Kind string
	// Grip and Release are the macros of a Custom gripper: lines of g-code with
	// the placeholders {power} (GripPower or ReleasePower) and {time} (GripTime or
	// ReleaseTime in seconds).
	Grip, Release []string
	// GripPower and ReleasePower are S words, 0 to 10000: the force of a magnet,
	// the positions of a servo.
	GripPower, ReleasePower int
	// GripTime and ReleaseTime are how long it takes, 0 to MaxDwell.
	GripTime, ReleaseTime time.Duration
}

// presets are the macros of the kinds: take, let go.
var presets = map[string][2][]string{
	Magnet: {{"M3 S{power}", "G4 P{time}"}, {"M5", "G4 P{time}"}},
	Vacuum: {{"M8", "G4 P{time}"}, {"M9", "G4 P{time}"}},
	Servo:  {{"M3 S{power}", "G4 P{time}"}, {"M3 S{power}", "G4 P{time}"}},
}

// macros are the lines of a gripper, ready to be sent.
type macros struct {
	grip, release []string
	dwell         time.Duration // of the longer of them
	spindle       bool          // they switch the spindle output
	// powered is that something has to stay switched on for a stone to be held:
	// what switches all outputs off, as a safety door does, drops it.
	powered bool
}

// compile fills in the placeholders and checks every line.
func (g Gripper) compile() (macros, error) {
	p, ok := presets[g.Kind]
	switch {
	case g.Kind == Custom:
		p = [2][]string{g.Grip, g.Release}
	case !ok:
		return macros{}, hw.Errorf("gripper kind %q is not known; there are %s", hw.Clip(g.Kind), hw.Choice(GripperKinds))
	case len(g.Grip)+len(g.Release) > 0:
		return macros{}, hw.Errorf("a %s has macros of its own; write kind \"custom\" to use those of grip and release", g.Kind)
	}
	var m macros
	for i, lines := range p {
		name, power, wait := "grip", g.GripPower, g.GripTime
		if i == 1 {
			name, power, wait = "release", g.ReleasePower, g.ReleaseTime
		}
		if power < 0 || power > 10000 {
			return macros{}, hw.Errorf("a power of %d to %s is out of range; use 0 to 10000", power, name)
		}
		if wait < 0 || wait > MaxDwell {
			return macros{}, hw.Errorf("a time of %v to %s is out of range; use 0s to %v", wait, name, MaxDwell)
		}
		if len(lines) == 0 {
			return macros{}, hw.Errorf("the macro %s has no lines; write those that make the gripper %s", name, name)
		}
		var out []string
		var total time.Duration
		for _, l := range lines {
			full := strings.NewReplacer("{power}", strconv.Itoa(power), "{time}", strconv.FormatFloat(wait.Seconds(), 'f', -1, 64)).Replace(l)
			full = strings.ToUpper(strings.TrimSpace(full))
			d, err := checkMacro(full)
			if err != nil {
				return macros{}, hw.Errorf("the line %q of the macro %s: %w", hw.Clip(l), name, err)
			}
			total += d
			out = append(out, full)
		}
		if total > MaxDwell {
			return macros{}, hw.Errorf("the macro %s waits %v; %v is the most", name, total, MaxDwell)
		}
		m.dwell = max(m.dwell, total)
		if i == 0 {
			m.grip = out
		} else {
			m.release = out
		}
	}
	spindle, coolant := false, false
	for _, l := range m.grip {
		switch code := macroCode.FindString(l); code {
		case "M3", "M4", "M5":
			spindle = code != "M5"
		case "M7", "M8", "M9":
			coolant = code != "M9"
		}
	}
	m.powered = spindle || coolant
	for _, l := range slices.Concat(m.grip, m.release) {
		code := macroCode.FindString(l)
		m.spindle = m.spindle || code == "M3" || code == "M4"
	}
	return m, nil
}

// macroCode is the command of a line of a macro.
var macroCode = regexp.MustCompile(`M[345789]`)

var word = regexp.MustCompile(`^([A-Z])([0-9]+(?:\.[0-9]+)?)`)

// macroCodes are the commands that a macro may hold: spindle, coolant, dwell.
var macroCodes = []string{"M3", "M4", "M5", "M7", "M8", "M9", "G4"}

// maxSent is the longest line that GRBL 1.1 takes, in bytes.
const maxSent = 79

// checkMacro checks a line of a macro and says how long it waits. Macros switch
// and wait; they do not move, because what moves has to be known to the arm.
func checkMacro(line string) (time.Duration, error) {
	rest := strings.ReplaceAll(line, " ", "")
	if rest == "" {
		return 0, hw.Errorf("it is empty")
	}
	if len(line) > maxSent {
		return 0, hw.Errorf("it is longer than the %d characters that GRBL takes", maxSent)
	}
	if i := strings.IndexAny(rest, "{}"); i >= 0 {
		return 0, hw.Errorf("there are the placeholders {power} and {time}, and no others")
	}
	codes, seconds, dwells, timed := 0, 0.0, false, false
	for rest != "" {
		m := word.FindStringSubmatch(rest)
		if m == nil {
			return 0, hw.Errorf("%q is not g-code; write words such as M3 S1000", hw.Clip(rest))
		}
		rest = rest[len(m[0]):]
		switch v, err := strconv.ParseFloat(m[2], 64); {
		case err != nil:
			return 0, hw.Errorf("%q is not a number", hw.Clip(m[2]))
		case m[1] == "S" && v <= 10000:
		case m[1] == "P" && !timed:
			seconds, timed = v, true
		case (m[1] == "G" || m[1] == "M") && slices.Contains(macroCodes, m[1]+m[2]):
			codes++
			dwells = dwells || m[0] == "G4"
		default:
			return 0, hw.Errorf("%s is not for a macro; it may hold %s, S up to 10000 and P, and does not move", m[0], strings.Join(macroCodes, ", "))
		}
	}
	switch {
	case codes != 1:
		return 0, hw.Errorf("it must hold one of %s", strings.Join(macroCodes, ", "))
	case dwells != timed:
		return 0, hw.Errorf("G4 and P go together: G4 P0.3 waits 0.3 s")
	case seconds > MaxDwell.Seconds():
		return 0, hw.Errorf("it waits %v s; %v is the most", seconds, MaxDwell)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}
