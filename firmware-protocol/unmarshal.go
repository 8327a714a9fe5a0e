package protocol

import "fmt"

// fixed is the least payload of every type. What follows it in the messages
// that are no lists is of a later minor version and is ignored.
var fixed = map[Type]int{
	TypeHello: 2, TypeHostPing: 0, TypeHostPong: 0, TypeConfig: 6, TypeSnapshotGet: 0,
	TypeLEDSet: 4, TypeLEDCommit: 3, TypeRawGet: 3, TypeSelftestRun: 0, TypeStatsGet: 0, TypeLevelsSet: 4,
	TypeAck: 0, TypeCaps: 25, TypeBoardPing: 6, TypeBoardPong: 6, TypeConfigNow: 6,
	TypeSnapshot: 4, TypeDelta: 2, TypePart: 6, TypeRaw: 2, TypeSelftest: 8, TypeStats: 32, TypeError: 4,
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
	least, known := fixed[f.Type]
	if !known {
		return nil, fmt.Errorf("%v: %w", f.Type, ErrUnknownType)
	}
	p := f.Payload
	if len(p) < least {
		return nil, fmt.Errorf("%v frame too short: %d bytes of payload where at least %d are needed", f.Type, len(p), least)
	}
	switch f.Type {
	case TypeHello:
		return Hello{p[0], p[1]}, nil
	case TypeHostPing:
		return HostPing{}, nil
	case TypeHostPong:
		return HostPong{}, nil
	case TypeConfig:
		return config(p), nil
	case TypeSnapshotGet:
		if len(p) < 3 {
			return SnapshotGet{}, nil
		}
		return SnapshotGet{First: le.Uint16(p), Count: p[2]}, nil
	case TypeLEDSet:
		return ledSet(p)
	case TypeLEDCommit:
		return LEDCommit{Edge: p[0], Check: le.Uint16(p[1:])}, nil
	case TypeRawGet:
		return RawGet{First: le.Uint16(p), Count: p[2]}, nil
	case TypeLevelsSet:
		return levelsSet(p)
	case TypeSelftestRun:
		return SelftestRun{}, nil
	case TypeStatsGet:
		return StatsGet{}, nil
	case TypeAck:
		return Ack{}, nil
	case TypeCaps:
		return caps(p)
	case TypeBoardPing:
		return BoardPing{Boot: le.Uint16(p), Uptime: le.Uint32(p[2:])}, nil
	case TypeBoardPong:
		return BoardPong{Boot: le.Uint16(p), Uptime: le.Uint32(p[2:])}, nil
	case TypeConfigNow:
		return ConfigNow(config(p)), nil
	case TypeSnapshot:
		return snapshot(p)
	case TypeDelta:
		return delta(p)
	case TypePart:
		return part(p)
	case TypeRaw:
		m := Raw{First: le.Uint16(p)}
		for _, b := range p[2:] {
			m.Field = append(m.Field, int8(b))
		}
		return m, nil
	case TypeSelftest:
		return Selftest{Ran: Tests(p[0]), Failed: Tests(p[1]), Chips: le.Uint16(p[2:]), Found: le.Uint16(p[4:]), FreeRAM: le.Uint16(p[6:])}, nil
	case TypeStats:
		return stats(p), nil
	case TypeError:
		return Error{Code: ErrorCode(p[0]), About: Type(p[1]), Detail: le.Uint16(p[2:])}, nil
	}
	return nil, fmt.Errorf("%v: %w", f.Type, ErrUnknownType)
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

func config(p []byte) Config {
	return Config{SnapshotMillis: le.Uint16(p), ScanMillis: p[2], Brightness: p[3], LimitMilliamps: le.Uint16(p[4:])}
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

func stats(p []byte) Stats {
	return Stats{
		Uptime: le.Uint32(p), FramesIn: le.Uint32(p[4:]), FramesOut: le.Uint32(p[8:]), Scans: le.Uint32(p[12:]),
		CRCErrors: le.Uint16(p[16:]), BadFrames: le.Uint16(p[18:]), Overlong: le.Uint16(p[20:]), Overruns: le.Uint16(p[22:]),
		Unknown: le.Uint16(p[24:]), ChainFaults: le.Uint16(p[26:]), LongestLoop: le.Uint16(p[28:]), FreeRAM: le.Uint16(p[30:]),
	}
}
