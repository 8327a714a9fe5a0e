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
