package protocol

import "fmt"

// Message is one of the message types below, as a value.
type Message interface{ Type() Type }

// Hello asks who the board is, and tells it who asks.
type Hello struct{ Major, Minor uint8 }

// Caps is what a board says of itself.
type Caps struct {
	Major, Minor uint8    // of the protocol
	Firmware     [3]uint8 // version: major, minor, patch
	Planes       uint8    // 1: occupancy, 2: polarity, which tells Black from White
	Rows, Cols   uint8
	LEDs         uint16 // lights that stand for points: 0, or Rows*Cols
	EdgeLEDs     uint8  // lights of their own for the edge signal
	Features     Features
	Boot         uint16 // changes at every start
	Reset        ResetCause
	UID          [8]byte // the board's own; all zero when it has none
	Model        string  // at most 32 bytes of ASCII
}

// Points returns the number of points.
func (c Caps) Points() int { return int(c.Rows) * int(c.Cols) }

// Understood returns nil when this package can talk to the board, or else a
// sentence that says what to do.
func (c Caps) Understood() error {
	if c.Major != Major {
		return &VersionError{Got: c.Major}
	}
	if c.Rows == 0 || c.Cols == 0 || c.Points() > MaxPoints {
		return fmt.Errorf("the board says it has %d rows and %d columns: boards have 1 to %d points", c.Rows, c.Cols, MaxPoints)
	}
	if c.Planes != 1 && c.Planes != 2 {
		return fmt.Errorf("the board says it has %d planes of sensors: 1 (occupancy) and 2 (polarity) are known", c.Planes)
	}
	if c.LEDs != 0 && int(c.LEDs) != c.Points() {
		return fmt.Errorf("the board says it has %d lights on %d points: it must be none or one a point", c.LEDs, c.Points())
	}
	return nil
}

// MaxPoints is the largest grid whose snapshot fits one frame.
const MaxPoints = (MaxPayload - 4) * 4

// HostPing asks the board for a sign of life.
type HostPing struct{}

// HostPong answers a BoardPing.
type HostPong struct{}

// BoardPing is the board's sign of life, once a second.
type BoardPing struct {
	Boot   uint16
	Uptime uint32 // milliseconds since the board started; wraps
}

// BoardPong answers a HostPing with the same as a BoardPing.
type BoardPong BoardPing

// Config asks for settings. A field of 0 leaves that setting as it is.
type Config struct {
	SnapshotMillis uint16 // between snapshots unasked, 200 to 5000
	ScanMillis     uint8  // between scans of the grid, 2 to 100
	Brightness     uint8  // of all lights, 1 to 255
	LimitMilliamps uint16 // the most that the lights may draw together
}

// ConfigNow is the settings in force.
type ConfigNow Config

// SnapshotGet asks for a Snapshot, or, with a Count, for a Part: Count points
// from First on. Boards before 1.2 answer either with a Snapshot.
type SnapshotGet struct {
	First uint16
	Count uint8 // 0: all points
}

// Snapshot is the truth: every point, and the scan number of that state.
type Snapshot struct {
	Scan   uint16
	States []State // by point number: row*cols + col, row 0 lower left as Black sees it
}

// Part is some points of the snapshot of the same scan number. It gets through a
// line on which a whole Snapshot hardly ever arrives.
type Part struct {
	Scan   uint16
	First  uint16
	States []State // 1 to 255 of them, from point First on
}

// Delta is the points that changed from scan number Scan-1 to Scan.
type Delta struct {
	Scan    uint16
	Changes []Change
}

// Change is one point's new state.
type Change struct {
	Point uint16
	State State
}

// LEDSet changes the picture that is being prepared; nothing shows before
// LEDCommit. Setting the same twice changes nothing.
type LEDSet struct{ Runs []Run }

// Run is the signals of adjoining points from First on, one byte a point.
type Run struct {
	First   uint16
	Signals []uint8 // 1 to 255 of them
}

// LEDCommit shows the prepared picture, all at once.
type LEDCommit struct {
	Edge  uint8  // the signal of the board as a whole
	Check uint16 // PictureCheck of every point's signal
}

// RawGet asks for field strengths of Count points from First on.
type RawGet struct {
	First uint16
	Count uint8 // 1 to 198
}

// Raw is field strengths, positive towards Black's pole. A board without
// FeatureFieldRaw reports -127, 0 and 127 only.
type Raw struct {
	First uint16
	Field []int8
}

// LevelsSet says from what field on each point from First on counts as a stone's.
// Setting the same twice changes nothing; the board forgets it when it starts.
type LevelsSet struct {
	First  uint16
	Levels []Level // 1 to MaxLevels of them
}

// Level is from what field on a point counts as a stone's: by Stone or more away
// from Zero. A Stone of 0 leaves that to the board.
type Level struct {
	Zero  int8
	Stone uint8 // at most 127
}

// SelftestRun asks for a Selftest.
type SelftestRun struct{}

// Selftest is what the board found out about itself.
type Selftest struct {
	Ran, Failed Tests
	Chips       uint16 // shift registers, or multiplexers, the board was built for
	Found       uint16 // shift registers a pattern needed to come back, or multiplexers with a sensor that answers; 0xFFFF: the pattern never did
	FreeRAM     uint16 // bytes the stack has never touched
}

// StatsGet asks for Stats.
type StatsGet struct{}

// Stats counts since the board started; counters stop at their largest value.
type Stats struct {
	Uptime      uint32 // milliseconds
	FramesIn    uint32
	FramesOut   uint32
	Scans       uint32
	CRCErrors   uint16
	BadFrames   uint16
	Overlong    uint16
	Overruns    uint16 // bytes lost because they came faster than they were read
	Unknown     uint16 // frames of types the board does not know
	ChainFaults uint16 // scans thrown away because the chain did not check out
	LongestLoop uint16 // milliseconds the main loop took at its slowest
	FreeRAM     uint16 // bytes the stack has never touched
}

// Ack says that the command was carried out.
type Ack struct{}

// Error is a board's refusal of a command, or a fault it reports unasked.
type Error struct {
	Code   ErrorCode
	About  Type // the refused frame's type; 0 for a fault
	Detail uint16
}

// said is a sentence that keeps what it was made of.
type said struct {
	format string
	args   []any
}

func say(format string, args ...any) said { return said{format, args} }

func (s said) Error() string { return fmt.Sprintf(s.format, s.args...) }

func (s said) Made() (format string, args []any) { return s.format, s.args }

// Error says what the board complains of, as a sentence.
func (e Error) Error() string { return e.said().Error() }

// Made returns what that sentence is made of, so that people can be told of it in another
// language.
func (e Error) Made() (format string, args []any) { return e.said().Made() }

func (e Error) said() said {
	var s said
	switch e.Code {
	case CodeLength:
		s = say("its payload of %d bytes does not fit the type", e.Detail)
	case CodeValue:
		s = say("it holds a value out of range (%d)", e.Detail)
	case CodeVersion:
		s = say("the board speaks version %d of the protocol", e.Detail)
	case CodePicture:
		s = say("the picture it was to show did not arrive whole (the board's check is 0x%04X): send the picture again", e.Detail)
	case CodeUnsupported:
		s = say("this board has no such part")
	case CodeChain:
		return say("the board's sensor chain is broken (%d scans failed): check the wiring and the supply of its shift registers or multiplexers", e.Detail)
	default:
		s = say("code %d, detail %d", e.Code, e.Detail)
	}
	if e.About == 0 {
		return say("the board reports a fault: %v", s)
	}
	return say("the board refused %v: %v", e.About, s)
}

// VersionError says that a frame or a board is of another major version.
type VersionError struct{ Got uint8 }

// Error implements error.
func (e *VersionError) Error() string { return e.said().Error() }

// Made is as [Error.Made].
func (e *VersionError) Made() (format string, args []any) { return e.said().Made() }

func (e *VersionError) said() said {
	if e.Got > Major {
		return say("the board speaks version %d of the protocol and this program version %d: the board's firmware is newer than this program: update this program", e.Got, Major)
	}
	return say("the board speaks version %d of the protocol and this program version %d: the board's firmware is older than this program: update the firmware", e.Got, Major)
}

// Type implements Message.
func (Hello) Type() Type       { return TypeHello }
func (Caps) Type() Type        { return TypeCaps }
func (HostPing) Type() Type    { return TypeHostPing }
func (HostPong) Type() Type    { return TypeHostPong }
func (BoardPing) Type() Type   { return TypeBoardPing }
func (BoardPong) Type() Type   { return TypeBoardPong }
func (Config) Type() Type      { return TypeConfig }
func (ConfigNow) Type() Type   { return TypeConfigNow }
func (SnapshotGet) Type() Type { return TypeSnapshotGet }
func (Snapshot) Type() Type    { return TypeSnapshot }
func (Delta) Type() Type       { return TypeDelta }
func (Part) Type() Type        { return TypePart }
func (LEDSet) Type() Type      { return TypeLEDSet }
func (LEDCommit) Type() Type   { return TypeLEDCommit }
func (RawGet) Type() Type      { return TypeRawGet }
func (Raw) Type() Type         { return TypeRaw }
func (SelftestRun) Type() Type { return TypeSelftestRun }
func (Selftest) Type() Type    { return TypeSelftest }
func (StatsGet) Type() Type    { return TypeStatsGet }
func (Stats) Type() Type       { return TypeStats }
func (LevelsSet) Type() Type   { return TypeLevelsSet }
func (Ack) Type() Type         { return TypeAck }
func (Error) Type() Type       { return TypeError }

// PictureCheck returns the check that LED_COMMIT carries: the CRC-16 of every
// point's signal, one byte a point, in point order.
func PictureCheck(signals []uint8) uint16 { return CRC16(signals) }

// runHead is what a run costs in LED_SET beside its signals, in bytes.
const runHead = 3

// PictureSets returns the LED_SET messages that turn the prepared picture from
// into to, with at most most bytes of payload each, at least 4 and at most
// MaxPayload: on a bad line short frames arrive sooner. Points that did not change
// are left out where that is shorter, and none is returned when nothing changed.
// from and to hold one signal a point; points beyond the end of from count as
// changed. A board that has just started has a from of zeros.
func PictureSets(from, to []uint8, most int) []LEDSet {
	var sets []LEDSet
	var now LEDSet
	room := most
	changed := func(i int) bool { return i >= len(from) || from[i] != to[i] }
	for i := 0; i < len(to); {
		if !changed(i) {
			i++
			continue
		}
		// A gap of unchanged points within a run is cheaper than a new run
		// when it is no longer than a run's head.
		end, last := i+1, i
		for ; end < len(to) && end-last <= runHead+1; end++ {
			if changed(end) {
				last = end
			}
		}
		n := last - i + 1
		if room <= runHead {
			sets, now, room = append(sets, now), LEDSet{}, most
		}
		n = min(n, room-runHead)
		now.Runs = append(now.Runs, Run{First: uint16(i), Signals: append([]uint8(nil), to[i:i+n]...)})
		room -= runHead + n
		i += n
	}
	if len(now.Runs) > 0 {
		sets = append(sets, now)
	}
	return sets
}
