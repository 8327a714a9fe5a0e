package protocol

import (
	"fmt"
	"strings"
)

// Type is a frame's kind. Bit 7 is set in everything that a board sends, so a
// host never takes its own echo for an answer.
type Type uint8

// What the host sends.
const (
	TypeHello       Type = 0x01 // asks for CAPS
	TypeHostPing    Type = 0x02 // asks for a PONG
	TypeHostPong    Type = 0x03 // answers the board's PING
	TypeConfig      Type = 0x10 // settings; answered by the settings in force
	TypeSnapshotGet Type = 0x11 // asks for a SNAPSHOT
	TypeLEDSet      Type = 0x12 // changes the picture being prepared
	TypeLEDCommit   Type = 0x13 // shows the prepared picture, whole
	TypeRawGet      Type = 0x14 // asks for field strengths
	TypeSelftestRun Type = 0x15
	TypeStatsGet    Type = 0x16
	TypeLevelsSet   Type = 0x17 // from what field on a point counts as a stone's; since 1.1
)

// What the board sends.
const (
	TypeAck       Type = 0x80 // done, nothing to add
	TypeCaps      Type = 0x81 // who the board is; also sent unasked at start
	TypeBoardPing Type = 0x82 // once a second; answered by a PONG
	TypeBoardPong Type = 0x83 // answers the host's PING
	TypeConfigNow Type = 0x90 // the settings in force
	TypeSnapshot  Type = 0x91 // every point
	TypeDelta     Type = 0x92 // the points that changed
	TypePart      Type = 0x93 // some points of a snapshot; since 1.2
	TypeRaw       Type = 0x94
	TypeSelftest  Type = 0x95
	TypeStats     Type = 0x96
	TypeError     Type = 0x9F // a command refused (Ack set), or a fault (Ack 0)
)

// FromBoard reports whether frames of this type are sent by boards.
func (t Type) FromBoard() bool { return t&0x80 != 0 }

var typeNames = map[Type]string{
	TypeHello: "HELLO", TypeHostPing: "PING (host)", TypeHostPong: "PONG (host)",
	TypeConfig: "CONFIG", TypeSnapshotGet: "SNAPSHOT_GET", TypeLEDSet: "LED_SET",
	TypeLEDCommit: "LED_COMMIT", TypeRawGet: "RAW_GET", TypeSelftestRun: "SELFTEST_RUN",
	TypeStatsGet: "STATS_GET", TypeLevelsSet: "LEVELS_SET", TypeAck: "ACK", TypeCaps: "CAPS",
	TypeBoardPing: "PING (board)", TypeBoardPong: "PONG (board)", TypeConfigNow: "CONFIG_NOW",
	TypeSnapshot: "SNAPSHOT", TypeDelta: "DELTA", TypePart: "PART", TypeRaw: "RAW", TypeSelftest: "SELFTEST",
	TypeStats: "STATS", TypeError: "ERROR",
}

// String returns the specification's name of t, or its number.
func (t Type) String() string {
	if s, ok := typeNames[t]; ok {
		return s
	}
	return fmt.Sprintf("type 0x%02X", uint8(t))
}

// State is what one point shows, in the wire's two bits.
type State uint8

// The states. A board of one plane reports Stone for any stone.
const (
	Empty      State = 0
	Black      State = 1
	Stone      State = 1
	White      State = 2
	Unreadable State = 3 // both polarities at once, or a dead sensor
)

// Features says what a board can do beyond sensing.
type Features uint16

// The features.
const (
	FeaturePointLEDs  Features = 1 << 0 // one light a point
	FeatureEdgeLEDs   Features = 1 << 1 // lights of their own for the edge signal
	FeatureFieldRaw   Features = 1 << 2 // RAW carries magnitudes, not just signs
	FeatureSelftest   Features = 1 << 3 // SELFTEST_RUN is understood
	FeatureLimit      Features = 1 << 4 // keeps the current limit of CONFIG
	FeatureChainCheck Features = 1 << 5 // every scan proves the sensor chain whole
	FeatureLevels     Features = 1 << 6 // LEVELS_SET is understood
)

// ResetCause says why the board started; several bits may be set, and none is
// when a boot loader has cleared them.
type ResetCause uint8

// The causes, in the bits of an AVR's MCUSR.
const (
	ResetPower    ResetCause = 1 << 0
	ResetPin      ResetCause = 1 << 1
	ResetBrownOut ResetCause = 1 << 2
	ResetWatchdog ResetCause = 1 << 3
)

// String names the causes for people.
func (r ResetCause) String() string {
	var s []string
	for _, c := range []struct {
		bit  ResetCause
		name string
	}{{ResetPower, "power-on"}, {ResetPin, "reset pin"}, {ResetBrownOut, "supply too low"}, {ResetWatchdog, "watchdog"}} {
		if r&c.bit != 0 {
			s = append(s, c.name)
		}
	}
	if s == nil {
		return "unknown"
	}
	return strings.Join(s, " and ")
}

// Tests is a set of self-tests.
type Tests uint8

// The self-tests.
const (
	TestChain  Tests = 1 << 0 // a pattern comes back through every shift register, or every multiplexer has a sensor that answers
	TestMemory Tests = 1 << 1 // the stack never came near the data
	TestEEPROM Tests = 1 << 2 // what was stored at start reads back
)

// ErrorCode says what a board complains of.
type ErrorCode uint8

// The codes.
const (
	CodeLength      ErrorCode = 1 // the payload's length does not fit its type
	CodeValue       ErrorCode = 2 // a field is out of range; Detail says which value or point
	CodeVersion     ErrorCode = 3 // the frame is of another Major; Detail is the board's
	CodePicture     ErrorCode = 4 // LED_COMMIT's check does not match; Detail is the board's
	CodeUnsupported ErrorCode = 5 // this board has no such part
	CodeChain       ErrorCode = 6 // the sensor chain is broken; Detail counts failed scans
)
