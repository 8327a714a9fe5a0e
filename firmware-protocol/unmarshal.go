package protocol

import (
	"encoding/binary"
	"fmt"
)

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
