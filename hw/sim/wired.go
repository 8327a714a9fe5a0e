package sim

import (
	"fmt"
	"time"

	"stonehand/hw"
	"stonehand/hw/calib"
)

// ID is what a simulated board calls itself: its calibration is not taken for
// that of a real one.
const ID = "simulated"

// What the sensors of a board with [Settings.Fields] show, of 127: a stone on
// the point, on a weak one, beside it and across the corner; and from what on the
// board itself takes a field for a stone's.
const (
	fieldStone = 80
	fieldFaint = 25
	fieldNear  = 4
	fieldFar   = 1
	fieldLevel = 32
)

// fieldEvery is how often a field is measured.
const fieldEvery = 100 * time.Millisecond

// wired is how the board was put together.
type wired struct {
	cols, rows     int
	sensors, lamps []int      // by the device's point: the board's; nil: the same
	levelOf        []hw.Level // by the board's point; nil: the board's own
	weak           map[int]bool
	fields, probed bool
	probedAt       time.Time // when a field was measured last
}

// wire puts the board together.
func (b *Board) wire(s Settings) error {
	w := &b.wired
	w.cols, w.rows, w.fields, w.weak = b.geo.Cols, b.geo.Rows, s.Fields, map[int]bool{}
	var err error
	if w.sensors, err = laid(s.Sensors, w.cols, w.rows); err != nil {
		return fmt.Errorf("sim: the sensors: %w", err)
	}
	if w.lamps, err = laid(s.Lamps, w.cols, w.rows); err != nil {
		return fmt.Errorf("sim: the lamps: %w", err)
	}
	for _, p := range s.Weak {
		if err := b.on(p); err != nil {
			return fmt.Errorf("sim: the sensor cannot be weak: %w", err)
		}
		w.weak[p] = true
	}
	return nil
}

func laid(o calib.Orientation, cols, rows int) ([]int, error) {
	if err := o.Check(cols, rows); err != nil || o == (calib.Orientation{}) {
		return nil, err
	}
	list := make([]int, cols*rows)
	for p := range list {
		list[p] = o.Board(p, cols, rows)
	}
	return list, nil
}

// bySensors returns a reading in the order of the sensors.
func (b *Board) bySensors(points []hw.State) []hw.State {
	if b.wired.sensors == nil {
		return points
	}
	out := make([]hw.State, len(points))
	for d, p := range b.wired.sensors {
		out[d] = points[p]
	}
	return out
}

// light lights the lamps with signals in their own order.
func (b *Board) light(signals []hw.Signal) {
	for d := range b.shown.Points {
		p, s := d, hw.Off
		if b.wired.lamps != nil {
			p = b.wired.lamps[d]
		}
		if d < len(signals) {
			s = signals[d]
		}
		b.shown.Points[p] = s
	}
}

// wavering reports whether a stone lies where the readings of it change by
// themselves.
func (b *Board) wavering() bool {
	if b.wired.fields {
		return false
	}
	for p := range b.wired.weak {
		if b.cells[p].to != hw.Empty {
			return true
		}
	}
	return false
}

// weaken takes away what weak sensors do not see.
func (b *Board) weaken(points []hw.State) {
	if b.wired.fields {
		b.tell(points)
		return
	}
	for p := range points { // in order, for the sake of the seed
		if b.wired.weak[p] && b.rng.Uint64()&1 == 0 {
			points[p] = hw.Empty
		}
	}
}

// tell tells stones by their fields: where the sensor shows one by its bounce or
// a leak, and nothing is to be measured, that stays.
func (b *Board) tell(points []hw.State) {
	for p, s := range points {
		if s == hw.Empty || b.cells[p].to == hw.Empty {
			continue
		}
		level, zero := fieldLevel, 0
		if l := b.level(p); l.Stone > 0 {
			level, zero = int(l.Stone), int(l.Zero)
		}
		if by := b.fieldAt(p) - zero; max(by, -by) < level {
			points[p] = hw.Empty
		}
	}
}

// level returns what was said of the board's point p.
func (b *Board) level(p int) hw.Level {
	if b.wired.levelOf == nil {
		return hw.Level{}
	}
	return b.wired.levelOf[p]
}

// fieldAt returns the field at the board's point p, without noise.
func (b *Board) fieldAt(p int) int {
	w := &b.wired
	field := p%7 - 3 // no two sensors have the same zero
	x, y := p%w.cols, p/w.cols
	for r := max(y-1, 0); r <= min(y+1, w.rows-1); r++ {
		for c := max(x-1, 0); c <= min(x+1, w.cols-1); c++ {
			q, by := r*w.cols+c, fieldFar
			switch {
			case q == p && w.weak[p]:
				by = fieldFaint
			case q == p:
				by = fieldStone
			case r == y || c == x:
				by = fieldNear
			}
			switch b.cells[q].to {
			case hw.Black, hw.Stone:
				field += by
			case hw.White:
				field -= by
			}
		}
	}
	return field
}

// Probe begins or ends the measuring of fields, on a board that can.
func (b *Board) Probe(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wired.probed = on && b.wired.fields
	b.stir()
}

// SetLevels says from what field on a point counts as a stone's. A list of
// another length than the board has points is not taken.
func (b *Board) SetLevels(levels []hw.Level) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(levels) != 0 && len(levels) != len(b.cells) {
		return
	}
	if len(levels) == 0 && b.wired.levelOf == nil {
		return
	}
	b.wired.levelOf = nil
	for d, l := range levels {
		if b.wired.levelOf == nil {
			b.wired.levelOf = make([]hw.Level, len(b.cells))
		}
		p := d
		if b.wired.sensors != nil {
			p = b.wired.sensors[d]
		}
		b.wired.levelOf[p] = l
	}
	b.quiet = nil
	b.stir()
}

// measure returns what the sensors measure now, nil when that is not due. Its
// caller holds b.mu.
func (b *Board) measure(now time.Time) *hw.Field {
	w := &b.wired
	if !w.probed || now.Sub(w.probedAt) < fieldEvery {
		return nil
	}
	w.probedAt = now
	field := make([]int8, len(b.cells))
	for d := range field {
		p := d
		if w.sensors != nil {
			p = w.sensors[d]
		}
		v := b.fieldAt(p) + b.rng.IntN(3) - 1
		switch state, is := b.stuck[p]; {
		case !is:
		case state == hw.Black:
			v = 127
		case state == hw.White:
			v = -127
		default:
			v = 0
		}
		field[d] = int8(max(-127, min(127, v)))
	}
	return &hw.Field{At: now, Strength: field}
}
