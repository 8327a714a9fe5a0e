// Package care is what a table does for who looks after it: it tells what the sensors
// show while somebody asks, and tries the lights.
package care

import (
	"time"

	"stonehand/cmd/internal/table/times"
	"stonehand/hw"
)

const (
	// MeasureFor is how long the sensors are measured after somebody has asked.
	MeasureFor = 10 * time.Second
	// step is how long one row of lights shines while they are tried.
	step = 200 * time.Millisecond
)

// Signals are the colours in which lights are tried: those whose lights are steady.
var Signals = []hw.Signal{hw.PlaceWhite, hw.PlaceBlack, hw.YourTurn}

// Machine remembers what was asked for. The zero value is nothing.
type Machine struct {
	measured time.Time // until when the sensors are measured; zero: they are not
	probing  bool      // the board was told to measure fields for it
	field    *hw.Field // the last one
	tried    time.Time // since when the lights are tried; zero: they are not
	due      time.Time // when the next row of them is
}

// Out is what follows.
type Out struct {
	Probe   *bool // the board is to measure fields, or no more
	Changed bool  // the lights show something else
}

// Next returns when there is something to do; zero for never.
func (m *Machine) Next() time.Time { return times.Earliest(m.measured, m.due) }

// Measure has the sensors measured for a while; fields says that the board can measure
// fields, and nobody else has it do so.
func (m *Machine) Measure(now time.Time, fields bool) (out Out) {
	m.measured = now.Add(MeasureFor)
	if fields && !m.probing {
		m.probing, m.field, out.Probe = true, nil, new(true)
	}
	return out
}

// Measures reports whether somebody wants to know what the sensors show.
func (m *Machine) Measures(now time.Time) bool { return now.Before(m.measured) }

// Take takes a field, and Field returns the last one; nil for none that was asked for.
func (m *Machine) Take(f *hw.Field) { m.field = f }

// Field returns the last field that was measured for this; nil for none.
func (m *Machine) Field() *hw.Field {
	if !m.probing {
		return nil
	}
	return m.field
}

// Release says that others have the board measure fields, or have ended it.
func (m *Machine) Release() { m.probing, m.field = false, nil }

// Try tries the lights.
func (m *Machine) Try(now time.Time) { m.tried, m.due = now, now }

// Step lets time pass on a board with that many rows.
func (m *Machine) Step(now time.Time, rows int) (out Out) {
	if !m.measured.IsZero() && !m.Measures(now) {
		if m.measured = (time.Time{}); m.probing {
			out.Probe = new(false)
		}
		m.Release()
	}
	if m.tried.IsZero() || now.Before(m.due) {
		return out
	}
	m.due, out.Changed = now.Add(step), true
	if now.Sub(m.tried) >= time.Duration(rows*len(Signals))*step {
		m.tried, m.due = time.Time{}, time.Time{}
	}
	return out
}

// Picture is what the lights of a board show while they are tried, one row after the other
// in each colour, by the board's own numbers; nil when they are not.
func (m *Machine) Picture(now time.Time, cols, rows int) *hw.Picture {
	if m.tried.IsZero() {
		return nil
	}
	n := min(int(now.Sub(m.tried)/step), rows*len(Signals)-1)
	p := hw.Picture{Points: make([]hw.Signal, cols*rows), Edge: hw.Paused}
	for x := range cols {
		p.Points[n%rows*cols+x] = Signals[n/rows]
	}
	return &p
}
