package grbl

import "stonehand/hw"

// Tray is where stones of one colour wait. The zero Tray is none.
type Tray struct {
	At         [3]float64 // the place of the first stone, where the gripper takes it
	Cols, Rows int        // slots of a grid; 1 and 1: a magazine, which offers every stone at At
	StepX      float64    // from a column to the next, mm
	StepY      float64    // from a row to the next, mm
	Stones     int        // in a full tray
	Low        int        // people are told when so many are left
}

// MaxStones is the most that a tray can hold.
const MaxStones = 400

// magazine reports whether every stone is taken at the same place.
func (t *Tray) magazine() bool { return t.Cols*t.Rows == 1 }

// check says what is wrong with a tray.
func (t *Tray) check(color hw.State) error {
	switch slots := t.Cols * t.Rows; {
	case t.Stones < 0 || t.Stones > MaxStones:
		return hw.Errorf("the tray of %s stones holds %d; it can hold 0 (there is none) to %d", color, t.Stones, MaxStones)
	case t.Stones == 0:
		return nil
	case t.Cols < 1 || t.Rows < 1 || t.Cols > MaxStones || t.Rows > MaxStones:
		return hw.Errorf("the tray of %s stones has %d columns and %d rows; use 1 and 1 for a magazine, or those of its slots", color, t.Cols, t.Rows)
	case !t.magazine() && t.Stones > slots:
		return hw.Errorf("the tray of %s stones holds %d in %d slots; use %d at most", color, t.Stones, slots, slots)
	case t.Low < 0:
		return hw.Errorf("the tray of %s stones is low at %d; use 0 or more", color, t.Low)
	case t.Cols > 1 && abs(t.StepX) < 5 || t.Rows > 1 && abs(t.StepY) < 5:
		return hw.Errorf("the slots of the tray of %s stones are %g mm and %g mm apart; stones need 5 mm at least", color, t.StepX, t.StepY)
	}
	return nil
}

// slot returns the place of the stone that is taken when left stones are there, which
// is where a stone goes that makes them so many.
func (t *Tray) slot(left int) [3]float64 {
	i := t.Stones - left
	if t.magazine() {
		i = 0
	}
	at := t.At
	at[0] += float64(i%t.Cols) * t.StepX
	at[1] += float64(i/t.Cols) * t.StepY
	return at
}

func abs(x float64) float64 { return max(x, -x) }

// Stock is how many stones are left in the trays. Stones that were fetched and did
// not come up where they were let go are counted apart: they may be there still.
type Stock struct {
	Black       int `json:"black"`
	White       int `json:"white"`
	BlackUnsure int `json:"black_unsure,omitempty"`
	WhiteUnsure int `json:"white_unsure,omitempty"`
	// BlackClosed and WhiteClosed are how many of the emptied slots, in the order in
	// which they were emptied, may hold a stone all the same: none is put there.
	BlackClosed int `json:"black_closed,omitempty"`
	WhiteClosed int `json:"white_closed,omitempty"`
}

// of returns the counts for a colour.
func (s *Stock) of(color hw.State) (left, unsure, closed *int) {
	if color == hw.White {
		return &s.White, &s.WhiteUnsure, &s.WhiteClosed
	}
	return &s.Black, &s.BlackUnsure, &s.BlackClosed
}

// close notes that any of the slots emptied so far may hold a stone.
func (s *Stock) close(color hw.State, t *Tray) {
	left, _, closed := s.of(color)
	*closed = t.Stones - *left
}

// room returns how many stones can be put into a tray: those for which there is a
// slot that is known to be empty. A magazine takes none.
func (s *Stock) room(color hw.State, t *Tray) int {
	if t.Stones == 0 || t.magazine() {
		return 0
	}
	left, _, closed := s.of(color)
	return t.Stones - *left - *closed
}

// within brings counts into the range of the trays.
func (s Stock) within(black, white Tray) Stock {
	s.Black, s.White = min(max(s.Black, 0), black.Stones), min(max(s.White, 0), white.Stones)
	s.BlackUnsure, s.WhiteUnsure = min(max(s.BlackUnsure, 0), black.Stones-s.Black), min(max(s.WhiteUnsure, 0), white.Stones-s.White)
	s.BlackClosed, s.WhiteClosed = min(max(s.BlackClosed, 0), black.Stones-s.Black), min(max(s.WhiteClosed, 0), white.Stones-s.White)
	return s
}
