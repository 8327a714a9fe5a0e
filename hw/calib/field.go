package calib

import (
	"time"

	"stonehand/hw"
)

// What the field at a point must be like, in the sensors' own units of which 127
// are the most.
const (
	// zeroReadings is how many readings of a clear board its zeros are made of.
	zeroReadings = 8
	// clearly is how far beyond what an empty point shows a stone's field must be
	// for the point to be relied on.
	clearly = 12
	// faintReadings is how often in a row such a field makes a stone of itself
	// that the board does not see.
	faintReadings = 4
)

// fields is what the field at every point was like.
type fields struct {
	points   []strength
	readings int  // while the board was clear
	zeroed   bool // the zeros are final
}

// strength is the field at one point.
type strength struct {
	sum   int // of the readings of the clear board
	zero  int
	noise int // the most that it was away from zero without a stone, those beside it included
	stone int // the most that it was away with a stone on it
	faint int // readings in a row of a field that no stone near explains
}

// restart forgets what was measured of a board that was not clear.
func (f *fields) restart() {
	if !f.zeroed {
		f.readings = 0
		clear(f.points)
	}
}

// Field takes what the field at every point is, by the sensors' numbers.
func (s *Session) Field(now time.Time, field []int8) {
	f := &s.field
	switch {
	case s.seen == nil || len(field) != len(f.points):
		return
	case s.step == StepClear:
		// A point that shows a stone all the time has that for its zero: then it
		// can tell one by what comes on top.
		f.readings++
		for p, v := range field {
			f.points[p].sum += int(v)
			f.points[p].zero = f.points[p].sum / f.readings
			f.points[p].noise = max(f.points[p].noise, away(int(v), f.points[p].zero))
		}
	case f.zeroed:
		for p, v := range field {
			s.feel(p, away(int(v), f.points[p].zero))
		}
	}
	s.now = now
	s.look()
}

// feel takes how far the field at a point is away from its zero.
func (s *Session) feel(p, by int) {
	g := &s.field.points[p]
	before := g.stone
	switch {
	case stone(s.seen[p]):
		g.stone = max(g.stone, by)
	case s.tally[p].visiting || s.now.Sub(s.since[p]) < gap:
	case s.beside(p):
		if by > g.noise {
			g.noise = by
			s.serial++
		}
	case by < g.noise+clearly:
		g.faint = 0
	default: // a stone that the board's own levels are too high for
		if g.faint++; g.faint >= faintReadings {
			g.stone = max(g.stone, by)
			if !s.tally[p].stone {
				s.tally[p].stone = true
				s.gained, s.touched = s.now, s.now
				s.serial++
			}
		}
	}
	if before/8 != g.stone/8 {
		s.serial++
	}
}

// beside reports whether a stone lies beside p, as the board sees it.
func (s *Session) beside(p int) bool {
	cols, rows := s.board.Cols, s.board.Rows
	x, y := p%cols, p/cols
	for r := max(y-1, 0); r <= min(y+1, rows-1); r++ {
		for c := max(x-1, 0); c <= min(x+1, cols-1); c++ {
			if q := r*cols + c; q != p && stone(s.seen[q]) {
				return true
			}
		}
	}
	return false
}

func away(v, zero int) int { return max(v-zero, zero-v) }

// peak returns the strongest field that a stone had at p, 0: not known.
func (f *fields) peak(p int) int { return f.points[p].stone }

// weak reports whether the field of a stone at p can hardly be told from that of
// the empty point.
func (f *fields) weak(p int) bool {
	g := &f.points[p]
	return g.stone > 0 && g.stone < g.noise+clearly
}

// levels returns from what field on a point of the board has a stone: half way
// between the most that it showed without and with one. Points of which that is
// not known are left to the board.
func (s *Session) levels() []hw.Level {
	f := &s.field
	if !f.zeroed {
		return nil
	}
	levels := make([]hw.Level, s.board.Points())
	for q, p := range s.byBoard() {
		g := &f.points[p]
		levels[q].Zero = int8(g.zero)
		if g.stone >= g.noise+clearly {
			levels[q].Stone = int8(min(127, (g.stone+g.noise+1)/2))
		}
	}
	return levels
}
