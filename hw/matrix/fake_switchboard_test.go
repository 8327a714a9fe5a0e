package matrix

import (
	"slices"
	"sync"
	"time"

	"stonehand/hw/gpiochip"
)

// Switchboard is a row of switches between GPIO lines and ground, with pull-ups.
// It is safe for concurrent use.
type Switchboard struct {
	mu    sync.Mutex
	down  []bool
	gone  bool
	lines *SwitchLines // that are open; nil: none
}

// NewSwitchboard returns n switches, all open.
func NewSwitchboard(n int) *Switchboard { return &Switchboard{down: make([]bool, n)} }

// Open opens the lines.
func (s *Switchboard) Open() (*SwitchLines, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return nil, errGone
	}
	s.lines = &SwitchLines{board: s, edges: make(chan gpiochip.Event, 64), dead: make(chan struct{})}
	return s.lines, nil
}

// Press closes a switch, or opens it.
func (s *Switchboard) Press(i int, down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down[i] == down {
		return
	}
	s.down[i] = down
	if s.lines != nil && !s.gone {
		select {
		case s.lines.edges <- gpiochip.Event{Line: i, High: !down}:
		default: // the kernel drops what nobody reads, too
		}
	}
}

// Unplug takes the chip of the lines away, or brings it back.
func (s *Switchboard) Unplug(gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = gone
	if gone && s.lines != nil {
		close(s.lines.dead)
		s.lines = nil
	}
}

// SwitchLines are the lines of a Switchboard.
type SwitchLines struct {
	board *Switchboard
	edges chan gpiochip.Event
	dead  chan struct{} // closed when the chip is gone
}

func (l *SwitchLines) isDead() bool {
	select {
	case <-l.dead:
		return true
	default:
		return false
	}
}

// Read returns the levels.
func (l *SwitchLines) Read() (v uint64, err error) {
	l.board.mu.Lock()
	defer l.board.mu.Unlock()
	if l.isDead() {
		return 0, errGone
	}
	for i, down := range l.board.down {
		if !down {
			v |= 1 << i
		}
	}
	return v, nil
}

// Wait returns the next edge, or [gpiochip.ErrTimeout].
func (l *SwitchLines) Wait(d time.Duration) (gpiochip.Event, error) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-l.dead:
		return gpiochip.Event{}, errGone
	default:
	}
	select {
	case e := <-l.edges:
		return e, nil
	case <-l.dead:
		return gpiochip.Event{}, errGone
	case <-t.C:
		return gpiochip.Event{}, gpiochip.ErrTimeout
	}
}

// Close gives the lines back.
func (l *SwitchLines) Close() error {
	l.board.mu.Lock()
	defer l.board.mu.Unlock()
	if l.board.lines == l {
		l.board.lines = nil
	}
	return nil
}

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
