package calib

import "slices"

// corner waits for the stone that tells how the sensors or the lamps lie.
func (s *Session) corner() {
	fresh, settled := s.fresh()
	switch {
	case len(fresh) == 0:
		s.err(NoMistake)
	case !settled:
	case len(fresh) > 1:
		s.err(TooMany)
	default:
		s.take(fresh[0])
	}
}

// err says that what was put there is a mistake. That two corners do not go
// together stays said until the next stone.
func (s *Session) err(m Mistake) {
	if s.mistake != m && (m != NoMistake || s.mistake != NotTheOther) {
		s.mistake = m
		s.serial++
	}
}

// take hears the stone on a point, by the sensors' numbers.
func (s *Session) take(p int) {
	cols, rows := s.board.Cols, s.board.Rows
	device, board := p, 0
	switch s.step {
	case StepRight:
		board = cols - 1
	case StepLit:
		device, board = s.lit, s.sensors.Board(p, cols, rows)
	}
	left := slices.DeleteFunc(slices.Clone(s.may), func(o Orientation) bool { return o.Board(device, cols, rows) != board })
	switch {
	case len(left) > 0:
	case s.step == StepLeft:
		s.err(NoCorner)
		return
	case s.step == StepLit:
		s.err(NotLit)
		return
	case s.isCorner(p):
		// One of the two was wrong, and nobody knows which.
		s.may = orientations(cols, rows)
		s.turn(StepLeft)
		s.err(NotTheOther)
		return
	default:
		s.err(NoCorner)
		return
	}
	s.may = left
	switch {
	case s.step == StepLit && len(left) > 1:
		s.light()
	case s.step == StepLit:
		s.lamps = left[0]
		s.turn(StepSweep)
	case s.step == StepLeft && len(left) > 1 && cols > 1:
		s.turn(StepRight)
	default:
		s.sensors = left[0]
		s.findLamps()
	}
}

// isCorner reports whether a point is one, whatever way the sensors lie.
func (s *Session) isCorner(p int) bool {
	x, y := p%s.board.Cols, p/s.board.Cols
	return (x == 0 || x == s.board.Cols-1) && (y == 0 || y == s.board.Rows-1)
}

// findLamps goes on to how the lamps lie.
func (s *Session) findLamps() {
	s.may = orientations(s.board.Cols, s.board.Rows)
	if !s.has.Lights {
		s.lamps = Orientation{}
		s.turn(StepSweep)
		return
	}
	s.light()
}

// light lights the lamp that tells apart most of the ways in which the lamps may
// lie: on most boards one at a third of an edge, which tells all of them.
func (s *Session) light() {
	cols, rows := s.board.Cols, s.board.Rows
	best, most := 0, 0
	try := func(lamp int) {
		points := map[int]bool{}
		for _, o := range s.may {
			points[o.Board(lamp, cols, rows)] = true
		}
		if len(points) > most {
			best, most = lamp, len(points)
		}
	}
	try(cols / 3)
	for lamp := range s.board.Points() {
		try(lamp)
	}
	if most < len(s.may) && most <= 1 { // a board of one point
		s.lamps = s.may[0]
		s.turn(StepSweep)
		return
	}
	s.lit = best
	s.turn(StepLit)
}
