package calib

import (
	"time"

	"stonehand/hw"
)

// View is what there is to show. It is immutable.
type View struct {
	Serial  uint64 // grows with every change of what there is to show, but for that of Heat by measured fields
	Step    Step
	Mistake Mistake
	Stones  int        // that the board shows
	Shows   []hw.State // by point of the board, settled; nil before that
	Points  int        // of the board
	Seen    int        // points that have shown both a stone and none
	// Left are the points of the board that have not; Stuck of them always showed a
	// stone, Dead never one. Weak are points that lose stones.
	Left, Stuck, Dead, Weak []int
	Partly                  bool  // too many are left for them to be taken for dead
	Heat                    []int // by point, 0 to 100 or -1: how well it sees stones
	Fields                  bool  // Heat is the strength of measured fields
	Options                 []Option
	Sensors, Lamps          Orientation
	Picture                 hw.Picture   // by the lamps' own numbers
	Next                    time.Time    // when Tick is to be called even if the board does not change; zero: never
	Result                  *Calibration // StepKept: what was found; else nil
}

// Serial is that of the View, which need not be made for it.
func (s *Session) Serial() uint64 { return s.serial }

// Over reports whether the session has ended.
func (s *Session) Over() bool { return s.step == StepKept || s.step == StepEnded }

// Next is that of the View.
func (s *Session) Next() time.Time { return s.next }

// few is how many points may be left for them to be lit brightly: all lamps of a
// board together draw more than most supplies give.
const few = 12

// View returns what there is to show.
func (s *Session) View() View {
	f := s.findings()
	v := View{
		Serial: s.serial, Step: s.step, Mistake: s.mistake, Stones: len(s.stones()), Points: s.board.Points(), Seen: f.seen,
		Left: f.left, Stuck: f.stuck, Dead: f.dead, Weak: f.weak, Partly: f.most(), Heat: s.heat(), Fields: s.field.zeroed,
		Options: s.options, Sensors: s.sensors, Lamps: s.lamps, Next: s.next, Result: s.result,
	}
	if s.seen != nil {
		v.Shows = make([]hw.State, len(s.seen))
		for p, state := range s.seen {
			v.Shows[s.sensors.Board(p, s.board.Cols, s.board.Rows)] = state
		}
	}
	v.Picture = s.paint(&v)
	return v
}

// paint makes the picture.
func (s *Session) paint(v *View) hw.Picture {
	cols, rows := s.board.Cols, s.board.Rows
	board := make([]hw.Signal, cols*rows) // by the board's numbers
	p := hw.Picture{Points: make([]hw.Signal, cols*rows), Edge: hw.Confirm}
	if s.mistake != NoMistake {
		p.Edge = hw.Refused
	}
	put := func(signal hw.Signal, points ...int) {
		for _, q := range points {
			board[q] = signal
		}
	}
	switch s.step {
	case StepClear:
		for _, q := range s.stones() {
			put(hw.Extra, s.sensors.Board(q, cols, rows))
		}
	case StepLeft, StepRight:
		// Whichever way the lamps lie, four corners are four corners.
		put(hw.Confirm, 0, cols-1, (rows-1)*cols, rows*cols-1)
	case StepLit:
		p.Points[s.lit] = hw.PlaceWhite
		return p
	case StepSweep:
		signal := hw.LastMove
		if len(v.Left) <= few {
			signal = hw.PlaceWhite
		}
		put(signal, v.Left...)
		for _, q := range s.stones() {
			if s.tally[q].passes() {
				put(hw.Accepted, s.sensors.Board(q, cols, rows))
			}
		}
		put(hw.WrongColor, v.Weak...)
	case StepReview:
		put(hw.Extra, v.Left...)
		put(hw.WrongColor, v.Weak...)
		for _, o := range s.options {
			if o.Point >= 0 {
				put(hw.Confirm, o.Point)
			}
		}
	case StepKept, StepEnded:
		p.Edge = hw.Off
	}
	for lamp := range p.Points {
		p.Points[lamp] = board[s.lamps.Board(lamp, cols, rows)]
	}
	return p
}
