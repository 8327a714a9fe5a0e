package protocol

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrUnknownType is wrapped by the error of [Unmarshal] for a type this version
// does not know. The rule of the wire is to ignore such frames.
var ErrUnknownType = errors.New("not a message type of this protocol version")

var le = binary.LittleEndian

// Append appends m, framed for the line, to dst. seq is the sender's own number
// for the frame; ack is the number of the frame that m answers, or 0. It fails,
// and leaves dst as it was, when m cannot be put into one frame.
func Append(dst []byte, seq, ack uint8, m Message) ([]byte, error) {
	var room [MaxPayload]byte
	p, err := payload(room[:0], m)
	if err != nil {
		return dst, err
	}
	return AppendFrame(dst, Frame{Version: Major, Type: m.Type(), Seq: seq, Ack: ack, Payload: p})
}

// payload appends the bytes of a message: its fields, one after the other, unless it
// has a way of its own.
func payload(b []byte, m Message) ([]byte, error) {
	if own, ok := m.(interface {
		payload(b []byte) ([]byte, error)
	}); ok {
		return own.payload(b)
	}
	return binary.Append(b, le, m)
}

// maxModel is the longest name a board may give itself, in bytes.
const maxModel = 32

func (m Caps) payload(b []byte) ([]byte, error) {
	if len(m.Model) > maxModel {
		return nil, fmt.Errorf("the model name %q is too long: at most %d bytes", m.Model, maxModel)
	}
	b = append(b, m.Major, m.Minor)
	b = append(b, m.Firmware[:]...)
	b = append(b, m.Planes, m.Rows, m.Cols)
	b = le.AppendUint16(b, m.LEDs)
	b = append(b, m.EdgeLEDs)
	b = le.AppendUint16(b, uint16(m.Features))
	b = le.AppendUint16(b, m.Boot)
	b = append(b, byte(m.Reset))
	b = append(b, m.UID[:]...)
	b = append(b, byte(len(m.Model)))
	return append(b, m.Model...), nil
}

func (m Snapshot) payload(b []byte) ([]byte, error) {
	if len(m.States) > MaxPoints {
		return nil, fmt.Errorf("a snapshot of %d points does not fit one frame: the most is %d", len(m.States), MaxPoints)
	}
	b = le.AppendUint16(b, m.Scan)
	return appendStates(le.AppendUint16(b, uint16(len(m.States))), 0, m.States)
}

func (m SnapshotGet) payload(b []byte) ([]byte, error) {
	if m.Count == 0 {
		return b, nil
	}
	return append(le.AppendUint16(b, m.First), m.Count), nil
}

func (m Part) payload(b []byte) ([]byte, error) {
	if n := len(m.States); n == 0 || n > 255 {
		return nil, fmt.Errorf("a part of %d points cannot be sent: 1 to 255 can", n)
	}
	b = le.AppendUint16(le.AppendUint16(b, m.Scan), m.First)
	return appendStates(append(b, byte(len(m.States))), int(m.First), m.States)
}

// appendStates appends states, four to a byte, of the points from first on.
func appendStates(b []byte, first int, states []State) ([]byte, error) {
	for i, s := range states {
		if s > Unreadable {
			return nil, fmt.Errorf("state %d of point %d is none: states are 0 to 3", s, first+i)
		}
		if i%4 == 0 {
			b = append(b, 0)
		}
		b[len(b)-1] |= byte(s) << (i % 4 * 2)
	}
	return b, nil
}

// MaxChanges is how many changes fit one Delta.
const MaxChanges = (MaxPayload - 2) / 2

func (m Delta) payload(b []byte) ([]byte, error) {
	if len(m.Changes) > MaxChanges {
		return nil, fmt.Errorf("%d changes do not fit one frame: the most is %d, send a snapshot", len(m.Changes), MaxChanges)
	}
	b = le.AppendUint16(b, m.Scan)
	for _, c := range m.Changes {
		if c.State > Unreadable || c.Point >= MaxPoints {
			return nil, fmt.Errorf("point %d with state %d cannot be sent: points are below %d, states are 0 to 3", c.Point, c.State, MaxPoints)
		}
		b = le.AppendUint16(b, c.Point<<2|uint16(c.State))
	}
	return b, nil
}

func (m LEDSet) payload(b []byte) ([]byte, error) {
	if len(m.Runs) == 0 {
		return nil, errors.New("an LED_SET without runs cannot be sent: it needs at least one")
	}
	for _, r := range m.Runs {
		if len(r.Signals) == 0 || len(r.Signals) > 255 {
			return nil, fmt.Errorf("a run of %d signals cannot be sent: 1 to 255 can", len(r.Signals))
		}
		b = le.AppendUint16(b, r.First)
		b = append(b, byte(len(r.Signals)))
		b = append(b, r.Signals...)
	}
	return b, nil
}

func (m Raw) payload(b []byte) ([]byte, error) {
	b = le.AppendUint16(b, m.First)
	for _, f := range m.Field {
		b = append(b, byte(f))
	}
	return b, nil
}

// MaxLevels is how many levels fit one LevelsSet.
const MaxLevels = (MaxPayload - 2) / 2

func (m LevelsSet) payload(b []byte) ([]byte, error) {
	if n := len(m.Levels); n == 0 || n > MaxLevels {
		return nil, fmt.Errorf("%d levels do not fit one frame: it holds 1 to %d", n, MaxLevels)
	}
	b = le.AppendUint16(b, m.First)
	for i, l := range m.Levels {
		if l.Stone > 127 {
			return nil, fmt.Errorf("level %d of point %d cannot be sent: levels are 0 to 127", l.Stone, int(m.First)+i)
		}
		b = append(b, byte(l.Zero), l.Stone)
	}
	return b, nil
}

// readers read the payload of every type. What follows it in the messages that are
// no lists is of a later minor version and is ignored.
var readers = map[Type]struct {
	least int // bytes
	read  func(p []byte) (Message, error)
}{
	TypeHello: {2, plain[Hello]}, TypeHostPing: {0, plain[HostPing]}, TypeHostPong: {0, plain[HostPong]},
	TypeConfig: {6, plain[Config]}, TypeSnapshotGet: {0, snapshotGet}, TypeLEDSet: {4, ledSet},
	TypeLEDCommit: {3, plain[LEDCommit]}, TypeRawGet: {3, plain[RawGet]}, TypeSelftestRun: {0, plain[SelftestRun]},
	TypeStatsGet: {0, plain[StatsGet]}, TypeLevelsSet: {4, levelsSet}, TypeAck: {0, plain[Ack]}, TypeCaps: {25, caps},
	TypeBoardPing: {6, plain[BoardPing]}, TypeBoardPong: {6, plain[BoardPong]}, TypeConfigNow: {6, plain[ConfigNow]},
	TypeSnapshot: {4, snapshot}, TypeDelta: {2, delta}, TypePart: {6, part}, TypeRaw: {2, raw},
	TypeSelftest: {8, plain[Selftest]}, TypeStats: {32, plain[Stats]}, TypeError: {4, plain[Error]},
}

// plain reads a message whose fields follow one another.
func plain[M Message](p []byte) (Message, error) {
	var m M
	_, err := binary.Decode(p, le, &m)
	return m, err
}

// Unmarshal returns the message that f carries. The message keeps no reference
// to f.Payload.
//
// The error wraps [ErrUnknownType] when this version has no such type, and is a
// [*VersionError] when the frame is of another major version. Of HELLO and CAPS
// of another major version the two version bytes are read all the same, and the
// message is returned with the error, so that a host can say what it met.
func Unmarshal(f Frame) (Message, error) {
	if f.Version != Major {
		return foreign(f), &VersionError{Got: f.Version}
	}
	r, known := readers[f.Type]
	if !known {
		return nil, fmt.Errorf("%v: %w", f.Type, ErrUnknownType)
	}
	if len(f.Payload) < r.least {
		return nil, fmt.Errorf("%v frame too short: %d bytes of payload where at least %d are needed", f.Type, len(f.Payload), r.least)
	}
	return r.read(f.Payload)
}

// foreign reads what is the same in every major version.
func foreign(f Frame) Message {
	if len(f.Payload) < 2 {
		return nil
	}
	switch f.Type {
	case TypeHello:
		return Hello{f.Payload[0], f.Payload[1]}
	case TypeCaps:
		return Caps{Major: f.Payload[0], Minor: f.Payload[1]}
	}
	return nil
}

func snapshotGet(p []byte) (Message, error) {
	if len(p) < 3 {
		return SnapshotGet{}, nil
	}
	return plain[SnapshotGet](p)
}

func raw(p []byte) (Message, error) {
	m := Raw{First: le.Uint16(p)}
	for _, b := range p[2:] {
		m.Field = append(m.Field, int8(b))
	}
	return m, nil
}

func caps(p []byte) (Message, error) {
	n := int(p[24])
	if n > maxModel || len(p) < 25+n {
		return nil, fmt.Errorf("CAPS frame announces a model name of %d bytes and carries %d: at most %d are allowed", n, len(p)-25, maxModel)
	}
	m := Caps{
		Major: p[0], Minor: p[1],
		Firmware: [3]uint8(p[2:5]),
		Planes:   p[5], Rows: p[6], Cols: p[7],
		LEDs: le.Uint16(p[8:]), EdgeLEDs: p[10],
		Features: Features(le.Uint16(p[11:])),
		Boot:     le.Uint16(p[13:]),
		Reset:    ResetCause(p[15]),
		UID:      [8]byte(p[16:24]),
	}
	for _, c := range p[25 : 25+n] {
		if c < ' ' || c > '~' {
			c = '?'
		}
		m.Model += string(rune(c))
	}
	return m, nil
}

func snapshot(p []byte) (Message, error) {
	n := int(le.Uint16(p[2:]))
	if n > MaxPoints || len(p)-4 < (n+3)/4 {
		return nil, fmt.Errorf("SNAPSHOT frame announces %d points and carries %d bytes of them: 4 points go in a byte, at most %d in a frame", n, len(p)-4, MaxPoints)
	}
	return Snapshot{Scan: le.Uint16(p), States: states(p[4:], n)}, nil
}

func part(p []byte) (Message, error) {
	first, n := le.Uint16(p[2:]), int(p[4])
	if n == 0 || int(first)+n > MaxPoints || len(p)-5 < (n+3)/4 {
		return nil, fmt.Errorf("PART frame announces %d points from %d on and carries %d bytes of them: 4 points go in a byte, points are below %d", n, first, len(p)-5, MaxPoints)
	}
	return Part{Scan: le.Uint16(p), First: first, States: states(p[5:], n)}, nil
}

// states reads n states, four to a byte.
func states(p []byte, n int) []State {
	s := make([]State, n)
	for i := range s {
		s[i] = State(p[i/4] >> (i % 4 * 2) & 3)
	}
	return s
}

func delta(p []byte) (Message, error) {
	if len(p)%2 != 0 {
		return nil, fmt.Errorf("DELTA frame of %d bytes ends within a change: each takes two", len(p))
	}
	m := Delta{Scan: le.Uint16(p)}
	for q := p[2:]; len(q) > 0; q = q[2:] {
		v := le.Uint16(q)
		if v>>2 >= MaxPoints {
			return nil, fmt.Errorf("DELTA frame names point %d: points are below %d", v>>2, MaxPoints)
		}
		m.Changes = append(m.Changes, Change{Point: v >> 2, State: State(v & 3)})
	}
	return m, nil
}

func ledSet(p []byte) (Message, error) {
	var m LEDSet
	for len(p) > 0 {
		if len(p) < 4 || p[2] == 0 || len(p)-3 < int(p[2]) {
			return nil, fmt.Errorf("LED_SET frame ends within run %d: a run is first point, count (not 0) and as many signals", len(m.Runs)+1)
		}
		n := int(p[2])
		m.Runs = append(m.Runs, Run{First: le.Uint16(p), Signals: append([]uint8(nil), p[3:3+n]...)})
		p = p[3+n:]
	}
	return m, nil
}

func levelsSet(p []byte) (Message, error) {
	if len(p)%2 != 0 {
		return nil, fmt.Errorf("LEVELS_SET frame of %d bytes ends within a level: each takes two", len(p))
	}
	m := LevelsSet{First: le.Uint16(p)}
	for q := p[2:]; len(q) > 0; q = q[2:] {
		if q[1] > 127 {
			return nil, fmt.Errorf("LEVELS_SET frame holds a level of %d: levels are 0 to 127", q[1])
		}
		m.Levels = append(m.Levels, Level{Zero: int8(q[0]), Stone: q[1]})
	}
	return m, nil
}
