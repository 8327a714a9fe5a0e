package grbl

import (
	"strconv"
	"strings"
)

// Kind is what a line from the controller is, by its form.
type Kind uint8

// The kinds.
const (
	Other   Kind = iota // none of these: noise, or another program
	OK                  // "ok": a line was taken
	Refused             // "error:N": a line was not taken
	Alarm               // "ALARM:N"
	Report              // "<Idle|MPos:...>", the answer to "?"
	Message             // "[MSG:...]", "[VER:...]" and their like
	Setting             // "$N=value"
	Banner              // "Grbl 1.1h ['$' for help]": the controller has started
	Foreign             // how firmware of another kind greets, or answers what it does not know
	Startup             // ">G54:ok": a stored line was executed; answers nothing that was sent
)

// Line is one line from the controller.
type Line struct {
	Kind   Kind
	Text   string // the whole line
	Code   int    // Refused, Alarm: its number; Setting: which; -1 where it is none
	Path   string // Setting: which, of FluidNC's: "stepping/idle_ms"
	Value  string // Setting: its value; Message: what is between the brackets; Banner: the version; Foreign: its name
	Flavor Flavor // Banner: by its wording
	Status Status // Report
}

// maxLine is the longest line that is looked at, in bytes; GRBL's own are
// shorter than 128. What is longer is noise.
const maxLine = 256

// Sort says what a line is. It takes any text.
func Sort(text string) Line {
	text = strings.TrimSpace(text)
	l := Line{Text: text, Code: -1}
	inside := func(open, closing string) (string, bool) {
		rest, ok := strings.CutPrefix(text, open)
		if !ok {
			return "", false
		}
		return strings.CutSuffix(rest, closing)
	}
	if len(text) > maxLine {
		return l
	}
	switch rest, ok := "", false; {
	case text == "ok":
		l.Kind = OK
	case strings.HasPrefix(text, "error:"):
		l.Kind, l.Code = Refused, number(text[len("error:"):])
	case strings.HasPrefix(text, "ALARM:"):
		l.Kind, l.Code = Alarm, number(text[len("ALARM:"):])
	case strings.HasPrefix(text, "Grbl "), strings.HasPrefix(text, "GrblHAL "):
		l.Kind = Banner
		word, rest, _ := strings.Cut(text, " ")
		l.Value, rest, _ = strings.Cut(rest, " ")
		switch {
		case word == "GrblHAL":
			l.Flavor = GrblHAL
		case strings.HasPrefix(rest, "[FluidNC"):
			l.Flavor = FluidNC
		}
	case strings.HasPrefix(text, ">"):
		l.Kind = Startup
	case strings.HasPrefix(text, "$"):
		name, value, found := strings.Cut(text[1:], "=")
		if n := number(name); found && n >= 0 {
			l.Kind, l.Code, l.Value = Setting, n, value
		} else if found && strings.HasPrefix(name, "/") {
			l.Kind, l.Path, l.Value = Setting, name[1:], value
		} else if found && strings.HasPrefix(name, "N") {
			l.Kind = Startup // how $N lists the stored lines
		}
	default:
		if rest, ok = inside("[", "]"); ok {
			l.Kind, l.Value = Message, rest
		} else if rest, ok = inside("<", ">"); ok {
			if l.Status, ok = parseStatus(rest); ok {
				l.Kind = Report
			}
		}
	}
	if l.Kind == Other {
		if l.Value = foreign(text); l.Value != "" {
			l.Kind = Foreign
		}
	}
	return l
}

// number reads a whole number of GRBL's, 0 to 255; -1 for anything else.
func number(s string) int {
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil {
		return -1
	}
	return int(n)
}

// Status is a status report.
type Status struct {
	State string // "Idle", "Run", "Hold", "Jog", "Alarm", "Door", "Check", "Home", "Sleep"
	Sub   int    // its substate; -1 without
	// At is the position that is reported, in the controller's units: that of the
	// machine, or of the work if Work.
	At     [3]float64
	Work   bool
	Offset *[3]float64 // of the work to the machine, in reports that have it
	Pins   string      // inputs that are active: "X" a limit switch, "D" the door
}

// Inputs that stop a machine, as Pins names them: GRBL 1.1's abort input, which
// grblHAL and FluidNC have too, their emergency stop, and their motor fault.
const stopPins = "REF"

// Stop reports whether the abort input, or another that stops the machine, is held.
func (s Status) Stop() bool { return strings.ContainsAny(s.Pins, stopPins) }

// Ajar reports whether the safety door is open.
func (s Status) Ajar() bool {
	return strings.Contains(s.Pins, "D") || s.State == "Door" && s.Sub != 0 && s.Sub != 3
}

// states are the machine states of GRBL 1.1, grblHAL (Tool) and FluidNC
// (Starting).
var states = []string{"Idle", "Run", "Hold", "Jog", "Alarm", "Door", "Check", "Home", "Sleep", "Tool", "Starting"}

// parseStatus reads what is between the brackets of a report. One without a
// state or a position of three numbers is none.
func parseStatus(text string) (Status, bool) {
	fields := strings.Split(text, "|")
	s := Status{Sub: -1}
	state, sub, has := strings.Cut(fields[0], ":")
	for _, known := range states {
		if state == known {
			s.State = known
		}
	}
	if has {
		s.Sub = number(sub)
	}
	if s.State == "" || has && s.Sub < 0 {
		return Status{}, false
	}
	placed := false
	for _, f := range fields[1:] {
		name, value, _ := strings.Cut(f, ":")
		switch name {
		case "MPos", "WPos":
			at, ok := parsePlace(value)
			if !ok {
				return Status{}, false
			}
			s.At, s.Work, placed = at, name == "WPos", true
		case "WCO":
			at, ok := parsePlace(value)
			if !ok {
				return Status{}, false
			}
			s.Offset = &at
		case "Pn":
			s.Pins = value
		}
	}
	if !placed {
		return Status{}, false
	}
	return s, true
}

// parsePlace reads the first three of three or more numbers.
func parsePlace(text string) (at [3]float64, ok bool) {
	parts := strings.Split(text, ",")
	if len(parts) < 3 {
		return at, false
	}
	for i := range at {
		v, err := strconv.ParseFloat(parts[i], 64)
		if err != nil || v != v || v < -1e6 || v > 1e6 {
			return at, false
		}
		at[i] = v
	}
	return at, true
}

// splitter makes lines of bytes.
type splitter struct {
	part []byte
	junk int // bytes that were no text
}

// feed adds bytes and calls each with every line that they complete.
func (s *splitter) feed(p []byte, each func(string)) {
	for _, b := range p {
		switch {
		case b == '\n' || b == '\r':
			if len(s.part) > 0 && len(s.part) <= maxLine {
				each(string(s.part))
			}
			s.part = s.part[:0]
		case b < ' ' && b != '\t' || b >= 0x7f:
			s.junk++
		case len(s.part) <= maxLine: // one more marks it as too long
			s.part = append(s.part, b)
		}
	}
}
