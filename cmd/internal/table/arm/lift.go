package arm

import (
	"maps"
	"slices"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

const (
	// Linger is how long people are left to lift captured stones themselves: for so
	// long nothing may have changed on the board before the arm does.
	Linger = 3 * time.Second
	// ClearAfter is how long a game has been over, and nobody has touched the board,
	// before an arm that clears the board begins to.
	ClearAfter = time.Minute
	// clearSoon is the same for a new game that waits for a clear board.
	clearSoon = 10 * time.Second
)

// task is what a job is for.
type task uint8

const (
	placing  task = iota
	lifting       // captured stones
	clearing      // all stones, after a game
)

// Lifting reports whether the arm is taking stones off the board.
func (m *Machine) Lifting() bool { return m.running && m.task != placing }

// stones are those that are to be taken off the board, and what for.
func (m *Machine) stones() (task, map[board.Point]hw.State) {
	s := m.s
	if !m.lifts || !s.Live || s.Leaving || s.Closed || s.Calibrating || s.Reviewing || s.Paused || s.View.Question != nil {
		return placing, nil
	}
	switch {
	case m.clears && s.Begun && (s.Over || s.Clearing):
		return clearing, m.all()
	case s.InPlay && s.Serves && !s.Counting: // in counting, people lift what is dead
		return lifting, m.captured()
	}
	return placing, nil
}

// stands reports whether the board shows a stone on p.
func (m *Machine) stands(p board.Point) bool {
	return m.in.Seen[p] != referee.Empty && m.in.Seen[p] != referee.Unknown
}

// captured are the captured stones that lie on the board.
func (m *Machine) captured() map[board.Point]hw.State {
	list := map[board.Point]hw.State{}
	for _, v := range m.s.View.Verdicts {
		if v, ok := v.(referee.Captured); ok {
			for _, mark := range v.Stones {
				if m.stands(mark.Point) {
					list[mark.Point] = hw.State(mark.Color)
				}
			}
		}
	}
	return list
}

// all are the stones on the board, without the handicap stones of a new game. Where it
// cannot tell their colours, they are those of the game, or of the one before it.
func (m *Machine) all() map[board.Point]hw.State {
	list := map[board.Point]hw.State{}
	size := m.in.Map.Game
	for p := range size.Points {
		color := board.Empty
		switch sight := m.in.Seen[p]; sight {
		case referee.Empty, referee.Unknown:
			continue
		case referee.Black, referee.White:
			color = board.Color(sight)
		default:
			if color = m.in.Stands(p); color == board.Empty {
				color = m.stood[p]
			}
		}
		if color != board.Empty && !(m.s.Clearing && color == m.in.Stands(p)) {
			list[p] = hw.State(color)
		}
	}
	return list
}

// note keeps since when there is a board to be cleared, and what stood on it. Whatever
// people do with the board beside the game, the wait begins again after it.
func (m *Machine) note() {
	s := m.s
	switch over := s.Begun && (s.Over || s.Clearing) && s.Live && !s.Calibrating && !s.Reviewing; {
	case !over:
		m.ended = time.Time{}
	case m.ended.IsZero():
		m.ended = m.at
	}
	if s.Begun && s.Over {
		size := m.in.Map.Game
		for p := range size.Points {
			m.stood[p] = m.in.Stands(p)
		}
	}
}

// due returns when stones may be taken off the board at the earliest.
func (m *Machine) due(t task) time.Time {
	switch since := later(m.ended, m.startled); {
	case t == lifting:
		return m.startled.Add(Linger)
	case m.s.Over:
		return since.Add(ClearAfter)
	default:
		return since.Add(clearSoon)
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// driveLift has the next stones taken off the board, and reports whether those of the
// machine's turn have to wait for it.
func (m *Machine) driveLift() bool {
	why, stones := m.stones()
	maps.DeleteFunc(m.lost, func(p board.Point, _ int) bool { _, there := stones[p]; return !there })
	m.lookForLifted(stones)
	maps.DeleteFunc(stones, func(_ board.Point, color hw.State) bool { return m.full[color] })
	left := maps.Clone(stones)
	maps.DeleteFunc(left, func(p board.Point, _ hw.State) bool { return m.lost[p] >= Tries })
	if len(left) == 0 {
		if len(stones) > 0 && !m.saidLift {
			m.saidLift = true
			m.out.Log.Warn("the arm does not get stones off the board; people may take them", "stones", len(stones))
			m.notice(text.Tell(text.ArmLiftFailed))
			if m.kept && m.why != "" {
				m.order(Order{Stop: m.why})
			}
		}
		if len(stones) == 0 {
			m.saidLift = false
		}
		return false
	}
	if m.kept && !m.news.State.Ready() || why == lifting && !m.s.Right() {
		return false
	}
	if m.at.Before(m.due(why)) {
		return why == lifting
	}
	color, points := m.outermost(left)
	m.asked, m.reported = points, map[board.Point]bool{}
	m.running, m.task, m.job, m.tried, m.out.Changed = true, why, m.s.Position, false, true
	job := &Job{Lift: true, Stone: color}
	for _, p := range points {
		job.Points = append(job.Points, m.in.Map.Index(p))
	}
	m.out.Place = job
	return true
}

// outermost orders stones so that each has as few others beside it as can be when the
// gripper comes down on it. They are those of the first one's colour, as an arm takes
// stones of one colour in a job.
func (m *Machine) outermost(stones map[board.Point]hw.State) (hw.State, []board.Point) {
	size := m.in.Map.Game
	var standing [board.Cells]bool
	for p := range size.Points {
		standing[p] = m.in.Seen[p] != referee.Empty
	}
	beside := func(p board.Point) (n int) {
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				x, y := p.X()+dx, p.Y()+dy
				if (dx != 0 || dy != 0) && x >= 0 && y >= 0 && x < size.Cols && y < size.Rows && standing[board.At(x, y)] {
					n += 1 + (dx+dy)&1 // a neighbour counts twice, one across a corner once
				}
			}
		}
		return n
	}
	var color hw.State
	var points []board.Point
	for {
		best, fewest := board.Nowhere, 0
		for p := range size.Points {
			s, wanted := stones[p]
			if !wanted || !standing[p] || color != hw.Empty && s != color {
				continue
			}
			if n := beside(p); best == board.Nowhere || n < fewest {
				best, fewest = p, n
			}
		}
		if best == board.Nowhere {
			return color, points
		}
		color, standing[best] = stones[best], false
		points = append(points, best)
	}
}

// lookForLifted looks for the stones that the arm has taken off. One that still stands
// makes the arm home before its next motion.
func (m *Machine) lookForLifted(stones map[board.Point]hw.State) {
	for _, p := range slices.Sorted(maps.Keys(m.lifted)) {
		if _, stands := stones[p]; stands {
			m.out.Log.Warn("a stone that the arm has lifted still stands", "point", p)
			m.why = hw.ArmMissing
			m.lost[p]++
			if m.kept {
				i := m.in.Map.Index(p)
				m.order(Order{Remained: &i})
			}
		}
	}
	clear(m.lifted)
}

// onLifted takes note of what became of a stone that the arm was to take off.
func (m *Machine) onLifted(p hw.Placement) {
	point := m.in.Map.Point(p.Point)
	m.reported[point], m.tried = true, true
	m.blame(p.Err)
	switch {
	case p.Err == nil:
		m.out.Log.Debug("the arm has taken a stone off", "point", point)
		m.lifted[point] = true
	case tried(p.Err):
		m.lost[point]++
	}
}

// overtaken reports whether stones are under way to be lifted that are not to be, or
// that somebody has lifted.
func (m *Machine) overtaken() bool {
	why, stones := m.stones()
	if why != m.task {
		return true
	}
	return slices.ContainsFunc(m.asked, func(p board.Point) bool {
		_, there := stones[p]
		return !there && !m.reported[p] && !m.under(m.in.Map.Index(p))
	})
}

// under reports whether the gripper is on a point, or was a moment ago.
func (m *Machine) under(i int) bool { return m.gripper.under(m.at, i) }
