package matrixtest

import "slices"

// Switches are a grid of switches on the pins of expanders: the rows first, then
// the columns, on GPA0-6 and GPB0-6 of one chip after the other. In series with
// each switch is a diode from its column to its row.
type Switches struct {
	bus        *Bus
	rows, cols int
	closed     []int  // the crossings whose switch is closed: few, and looked at at every transfer
	bare       []bool // the diode is missing: a wire is in its place
}

// NewSwitches puts a grid on the expanders of a bus, in the order in which they
// were added.
func NewSwitches(b *Bus, rows, cols int) *Switches {
	s := &Switches{bus: b, rows: rows, cols: cols, bare: make([]bool, rows*cols)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wires = s.settle
	return s
}

// Close closes the switch at a crossing, or opens it.
func (s *Switches) Close(row, col int, closed bool) {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	i := row*s.cols + col
	s.closed = slices.DeleteFunc(s.closed, func(c int) bool { return c == i })
	if closed {
		s.closed = append(s.closed, i)
	}
}

// Bare takes the diode of a crossing away and puts a wire in its place.
func (s *Switches) Bare(row, col int, bare bool) {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	s.bare[row*s.cols+col] = bare
}

// pin returns the chip and pin that a line is on.
func (s *Switches) pin(line int) (*MCP23017, int) {
	k := line % 14
	if k >= 7 {
		k++ // GPA7 is no input
	}
	return s.bus.all[line/14], k
}

// settle finds what every line is held at: low spreads from the lines that are
// driven low, from rows to columns through closed switches, and back from columns
// to rows where there is no diode. Its caller holds the bus.
func (s *Switches) settle() {
	low := make([]bool, s.rows+s.cols)
	for line := range low {
		m, k := s.pin(line)
		if on, high := m.drives(k); on && !high {
			low[line] = true
		}
	}
	for again := true; again; {
		again = false
		for _, i := range s.closed {
			r, c := i/s.cols, i%s.cols
			if low[r] && !low[s.rows+c] || s.bare[i] && low[s.rows+c] && !low[r] {
				low[r], low[s.rows+c], again = true, true, true
			}
		}
	}
	for line, l := range low {
		m, k := s.pin(line)
		m.hold(k, Free)
		if l {
			m.hold(k, Low)
		}
	}
}
