package matrixtest

import (
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
