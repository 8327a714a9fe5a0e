package calib

// sweep waits until every point has been shown a stone, or the person has no
// more to show.
func (s *Session) sweep() {
	f := s.findings()
	switch {
	case len(f.left) == 0 && s.passed(s.touched.Add(s.set.Settle)): // what lies there was judged, or just passed
		if len(f.weak) == 0 {
			s.act(Keep)
			return
		}
		s.turn(StepReview)
	case len(f.left) == s.board.Points():
	case (s.again || s.gained.After(s.began)) && s.passed(s.gained.Add(s.set.Idle)) && s.passed(s.touched.Add(s.set.Idle/2)):
		s.turn(StepReview)
	}
}

// review waits for an answer.
func (s *Session) review() {
	if s.gained.After(s.began) {
		s.turn(StepSweep)
		s.again = true
		return
	}
	var found Answer
	fresh, _ := s.fresh()
	for _, p := range fresh {
		for _, o := range s.options {
			if o.Point >= 0 && o.Point == s.sensors.Board(p, s.board.Cols, s.board.Rows) {
				if found != "" && found != o.Answer {
					s.heard = hearing{} // which of them is meant?
					return
				}
				found = o.Answer
			}
		}
	}
	if found == "" {
		s.heard = hearing{}
		return
	}
	if s.heard.answer != found {
		s.heard = hearing{found, s.now}
	}
	if s.passed(s.heard.since.Add(s.set.Answer)) {
		s.act(found)
	}
}

// answers lists what can be answered at the review, each at a point of its own
// in the row next to Black that can be relied on and has no stone: a quarter of
// the row from the left, in the middle, and as far from the right.
func (s *Session) answers() []Option {
	cols := s.board.Cols
	good := make([]bool, s.board.Points())
	for p := range s.tally {
		t := &s.tally[p]
		good[s.sensors.Board(p, cols, s.board.Rows)] = t.passes() && !t.weak() && !stone(s.seen[p])
	}
	var list []Option
	for i, a := range []Answer{Keep, Again, Leave} {
		o := Option{a, -1}
		for row := range s.board.Rows {
			if p := row*cols + (i+1)*(cols-1)/4; good[p] {
				o.Point = p
				good[p] = false
				break
			}
		}
		list = append(list, o)
	}
	return list
}

// findings are what is wrong with the points, by the board's numbers, ascending.
type findings struct {
	left  []int // have not shown both a stone and none
	stuck []int // show a stone all the time
	dead  []int // never showed one
	weak  []int // lose stones that lie there
	seen  int
}

// most reports whether so many points were not shown a stone that this says
// nothing against them: nobody tried.
func (f *findings) most() bool { return 8*len(f.left) > f.seen+len(f.left) }

// findings judges all points; again only when something has changed.
func (s *Session) findings() findings {
	if s.found.serial != s.serial {
		s.found.serial, s.found.findings = s.serial, s.judge()
	}
	return s.found.findings
}

func (s *Session) judge() findings {
	f := findings{left: []int{}, stuck: []int{}, dead: []int{}, weak: []int{}}
	cols, rows := s.board.Cols, s.board.Rows
	of := s.byBoard()
	for q := range cols * rows {
		t := &s.tally[of[q]]
		switch {
		case !t.passes():
			f.left = append(f.left, q)
			if t.stone {
				f.stuck = append(f.stuck, q)
			} else {
				f.dead = append(f.dead, q)
			}
			continue
		case t.weak() || s.field.weak(of[q]):
			f.weak = append(f.weak, q)
		}
		f.seen++
	}
	return f
}

// byBoard returns the sensors' number of every point of the board.
func (s *Session) byBoard() []int {
	of := make([]int, s.board.Points())
	for p := range of {
		of[s.sensors.Board(p, s.board.Cols, s.board.Rows)] = p
	}
	return of
}

// heat returns how well every point of the board sees stones, 0 to 100, -1 where
// it is not known: the strength of the field where the board measures that, else
// the share of readings.
func (s *Session) heat() []int {
	heat := make([]int, s.board.Points())
	for q, p := range s.byBoard() {
		t := &s.tally[p]
		switch peak := s.field.peak(p); {
		case peak > 0:
			heat[q] = min(100, peak*100/127)
		case t.known:
			heat[q] = t.share
		default:
			heat[q] = -1
		}
	}
	return heat
}
