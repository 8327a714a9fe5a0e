package hours

import "time"

// Machine follows a timetable by the clock on the wall. The zero value is always open.
type Machine struct {
	t       Timetable
	wall    time.Time // seen last; zero: not yet
	closed  bool
	change  time.Time // when that changes
	until   time.Time // people have opened it until then, whatever the timetable says
	told    time.Time // the closing that people were told of
	volume  int
	dim     int  // how many percent darker the lights are than usual
	applied bool // volume and brightness have been set
}

// New returns a machine that follows a timetable. Until is what [Machine.Until] said of one
// before it.
func New(t Timetable, until time.Time) Machine { return Machine{t: t, until: until} }

// Follow makes the machine follow another timetable from the next step on.
func (m *Machine) Follow(t Timetable) { m.t, m.applied, m.told = t, false, time.Time{} }

// In is what has happened; one field is set.
type In struct {
	Wall time.Time // the clock on the wall shows this
	Open bool      // people open the exhibit until it would close next
}

// Out is what follows.
type Out struct {
	Changed    bool
	Soon       time.Duration // the exhibit closes after this: people are to be told; 0: nothing
	Closed     bool          // it has just closed
	Volume     *int          // in percent, from now on
	Brightness *int
}

// Closed reports whether the exhibit is closed.
func (m *Machine) Closed() bool { return m.closed }

// Change returns when it opens or closes next, by the clock on the wall; zero for never.
func (m *Machine) Change() time.Time { return m.change }

// Until returns until when people have opened the exhibit, whatever the timetable says; zero:
// they have not.
func (m *Machine) Until() time.Time { return m.until }

// Step takes what has happened.
func (m *Machine) Step(in In) (out Out) {
	if in.Open {
		if !m.closed {
			return out
		}
		m.until = m.wall.Add(day)
		if next := m.change; !next.IsZero() { // until it would have closed after the next opening
			if _, m.until = m.t.Open(next); m.until.IsZero() {
				m.until = next // from then on it is open without an end
			}
		}
		in.Wall = m.wall
	}
	first := m.wall.IsZero()
	m.wall = in.Wall
	open, change := m.t.Open(in.Wall)
	if !m.until.IsZero() {
		if in.Wall.Before(m.until) && in.Wall.After(m.until.Add(-2*ahead*day)) { // an opening and a closing are no further ahead
			m.until = m.until.In(in.Wall.Location()) // the time zone may be another by now
			open, change = true, m.until
			if on, next := m.t.Open(m.until); on {
				change = next
			}
		} else {
			m.until = time.Time{}
		}
	}
	out.Changed = m.closed == open || !m.change.Equal(change)
	out.Closed = m.closed != !open && !open && !first
	m.closed, m.change = !open, change
	if left := change.Sub(in.Wall); open && !change.IsZero() && left <= m.t.Goodbye && !m.told.Equal(change) {
		m.told, out.Soon = change, left
	}
	out.Volume, out.Brightness = m.levels(in.Wall)
	return out
}

// levels returns what is to be set now.
func (m *Machine) levels(wall time.Time) (volume, brightness *int) {
	if v, ok := at(m.t.Volume, wall); ok && (!m.applied || v != m.volume) {
		m.volume, volume = v, &v
	}
	b, ok := at(m.t.Brightness, wall)
	if !ok {
		b = 100 // as bright as usual
	}
	if dim := 100 - b; dim != m.dim || ok && !m.applied {
		m.dim, brightness = dim, &b
	}
	m.applied = true
	return volume, brightness
}
