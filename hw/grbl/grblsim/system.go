package grblsim

import "time"

// State is what the controller is about.
type State uint8

// The states, as interface.md names them.
const (
	Idle State = iota
	Run
	Hold
	Jog
	Alarm
	Door
	Check
	Home
	Sleep
)

// String names the state as a status report does.
func (s State) String() string {
	return [...]string{"Idle", "Run", "Hold", "Jog", "Alarm", "Door", "Check", "Home", "Sleep"}[s]
}

// flags are what real-time commands and interrupts ask of the program, which
// looks when it comes round to it.
type flags struct {
	status, start, hold, door, cancel, reset, sleep bool
	stopped                                         bool // the motion has come to its end
}

// system is the controller's state apart from parser, planner and drive.
type system struct {
	state    State
	position steps // where the controller believes it is
	homed    bool
	exec     flags
	alarm    int // raised, not yet reported

	holdDone  bool // the machine stands, as a hold or a door asked for
	jogCancel bool
	softLimit bool
	probing   bool
	touched   bool // the probe of the last probing cycle
	probed    steps

	doorAjar   bool // was opened since
	deenergize bool // the door has switched spindle and coolant off
	restoring  bool // on the way out of the door state

	feed, rapid, spindle int // overrides, percent
	overrides            []byte
	wcoIn, ovIn          int // reports until these fields are due
	switches             uint8
	controls             uint8 // control inputs that are low
	spindleStopped       bool  // by the override, while held
	restoreDir           int
	restoreRPM           float64
	restoreFlood         bool
	restoreAt            time.Duration
	asleep               bool // and has said so
}

// suspended reports whether the program stands still until somebody resumes.
func (s *system) suspended() bool {
	return s.state == Hold || s.state == Door || s.state == Sleep
}

// name is the state with its sub-state.
func (s *system) name() string {
	switch {
	case s.jogCancel && s.state != Door:
		return "Jog"
	case s.state == Hold && s.holdDone:
		return "Hold:0"
	case s.state == Hold:
		return "Hold:1"
	case s.state == Door && s.restoring:
		return "Door:3"
	case s.state == Door && !s.deenergize:
		return "Door:2"
	case s.state == Door && s.doorAjar:
		return "Door:1"
	case s.state == Door:
		return "Door:0"
	}
	return s.state.String()
}
