// Package review leads people through a recorded game on the physical board: the lights
// say which stones to put down and which to lift until the board shows the position
// after a turn, forward and back. Or people guess the next turn, and it counts how
// often they are right at the first try.
package review

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/gametree"
	"stonehand/engine/referee"
)

// Machine is a replay, under way or not. The zero value is none.
type Machine struct {
	order  *api.ReviewOrder // nil: none
	puzzle *Puzzle          // nil: a recorded game
	stood  bool             // a puzzle's position has stood on the board
	bare   time.Time        // since when it is empty after that; zero: it is not
	left   bool
	settle time.Duration
	at     int
	stones [board.Cells]board.Color // after the turn

	seen  referee.Observation
	known bool      // something was seen
	due   time.Time // when that is acted on; zero: it was

	agreed bool // the board has shown the position since the turn was chosen
	found  []board.Point
	wrong  []board.Point // what was tried and is not it
	right  int
	tried  int
}

// In is what has happened; one field is set. None: time has passed.
type In struct {
	Begin  *api.ReviewOrder // with Settle
	Settle time.Duration    // how long stones stand before they count
	Seen   *referee.Observation
	Lost   bool // the board is not read any more
	Do     Action
}

// Action is what people ask for. Zero: nothing.
type Action string

// The actions.
const (
	On    Action = "on"    // the next turn
	Back  Action = "back"  // the turn before
	First Action = "first" // the beginning
	Last  Action = "last"  // the end
	Guess Action = "guess" // begin or end to guess
	End   Action = "end"
)

// Actions lists them.
var Actions = []Action{On, Back, First, Last, Guess, End}

// View is what there is to show.
type View struct {
	Order  *api.ReviewOrder
	Step   *gametree.Step // that is shown
	Next   *gametree.Step // that follows, nil at the end
	At     int
	Stones *[board.Cells]board.Color // that are to be on the board
	Seen   *referee.Observation
	Marks  []referee.Mark // what is to be done, stones to lift first

	Guess, Wrong bool
	Right, Tried int
	Agreed       bool // the board shows the position
	Puzzle       *Puzzle
	Reached      bool // it has shown it since the turn was chosen: what is there since is people's
}

// Active reports whether a game is being replayed.
func (m *Machine) Active() bool { return m.order != nil }

// Next returns when time alone changes something; zero for never.
func (m *Machine) Next() time.Time {
	if m.order == nil || !m.known {
		return time.Time{}
	}
	return m.due
}

// Step takes what has happened, and reports whether there is something new to show.
func (m *Machine) Step(now time.Time, in In) (changed bool) {
	switch {
	case in.Begin != nil:
		same := m.order != nil && m.order.ID == in.Begin.ID && m.order.Size == in.Begin.Size && m.order.Guess && in.Begin.Guess
		right, tried := m.right, m.tried
		*m = Machine{order: in.Begin, settle: in.Settle, seen: m.seen, known: m.known && m.order != nil && m.order.Size == in.Begin.Size}
		if same {
			m.right, m.tried = right, tried
		}
		m.show(in.Begin.At)
		m.due = now.Add(m.settle)
		if in.Begin.Puzzle != nil {
			m.pose(now, in.Begin.Puzzle)
		}
		return true
	case m.order == nil:
		return false
	case in.Do == End:
		*m = Machine{}
		return true
	case in.Do != "" && m.puzzle != nil:
		m.doPuzzle(now, in.Do)
		return true
	case in.Do != "":
		m.do(now, in.Do)
		return true
	case in.Lost:
		m.known, m.agreed, m.due = false, false, time.Time{}
		return true
	case in.Seen != nil:
		if m.known && m.seen == *in.Seen {
			return false
		}
		m.seen, m.known = *in.Seen, true
		m.due = now.Add(m.settle)
		return true
	}
	if m.due.IsZero() || now.Before(m.due) || !m.known {
		return false
	}
	m.due = time.Time{}
	m.judge(now)
	return true
}

// do is what people ask for.
func (m *Machine) do(now time.Time, a Action) {
	switch a {
	case On:
		if m.order.Guess && m.at < len(m.order.Steps)-1 && len(m.order.Steps[m.at+1].Points) > 0 {
			m.tried++ // it is shown, and was not found
		}
		m.show(m.at + 1)
	case Back:
		m.show(m.at - 1)
	case First:
		m.show(0)
	case Last:
		m.show(len(m.order.Steps) - 1)
	case Guess:
		o := *m.order
		o.Guess = !o.Guess
		agreed := m.agreed
		m.order, m.right, m.tried = &o, 0, 0
		m.show(m.at)
		m.agreed = agreed // the position is the same
	}
	m.due = now.Add(m.settle)
}

// show goes to a turn.
func (m *Machine) show(at int) {
	m.at = max(0, min(at, len(m.order.Steps)-1))
	m.stones = [board.Cells]board.Color{}
	for i := range m.at + 1 {
		m.order.Steps[i].Do(&m.stones)
	}
	m.agreed, m.found, m.wrong = false, nil, nil
}

// next is the turn that follows, nil at the end.
func (m *Machine) next() *gametree.Step {
	if m.at+1 >= len(m.order.Steps) {
		return nil
	}
	return &m.order.Steps[m.at+1]
}

// fits reports whether what is seen may be a stone of a colour; the board may not tell
// colours.
func fits(s referee.Sight, c board.Color) bool {
	return s == referee.Sight(c) || s == referee.Stone && c != board.Empty || s == referee.Unknown
}

// wanted is what is to be on a point: a stone that was found in guessing may stand there.
func (m *Machine) wanted(p board.Point) board.Color {
	if slices.Contains(m.found, p) {
		return m.next().Color
	}
	return m.stones[p]
}

// marks are what is wrong on the board, stones to lift first.
func (m *Machine) marks() (marks []referee.Mark) {
	if !m.known {
		return nil
	}
	var put []referee.Mark
	for p := range m.order.Size.Points {
		switch c, s := m.wanted(p), m.seen[p]; {
		case fits(s, c):
		case c == board.Empty && slices.Contains(m.wrong, p):
			marks = append(marks, referee.Mark{Point: p, Kind: referee.MarkRefused})
		case c == board.Empty:
			marks = append(marks, referee.Mark{Point: p, Kind: referee.MarkExtra})
		case s == referee.Empty:
			put = append(put, referee.Mark{Point: p, Kind: referee.MarkMissing, Color: c})
		default:
			put = append(put, referee.Mark{Point: p, Kind: referee.MarkWrong, Color: c})
		}
	}
	return append(marks, put...)
}

// judge acts on stones that have settled.
func (m *Machine) judge(now time.Time) {
	marks := m.marks()
	if m.puzzle != nil {
		m.empty(now)
		m.stood = m.stood || len(marks) == 0
	}
	if m.agreed = m.agreed || len(marks) == 0; !m.agreed {
		return
	}
	next := m.next()
	switch {
	case m.puzzle != nil:
		m.judgePuzzle(now, marks)
	case next != nil && m.order.Guess:
		m.guess(now, marks, next)
	case next != nil && len(next.Points) > 0 && m.played(marks, next):
		m.show(m.at + 1) // people know the game, or try
		m.due = now.Add(m.settle)
	case len(marks) > 0 && m.taken(marks):
		m.show(m.at - 1)
		m.due = now.Add(m.settle)
	}
}

// played reports whether the stones that are too many are those of the next turn.
func (m *Machine) played(marks []referee.Mark, next *gametree.Step) bool {
	n := 0
	for _, k := range marks {
		switch {
		case slices.Contains(next.Points, k.Point) && k.Kind == referee.MarkExtra && fits(m.seen[k.Point], next.Color):
			n++
		case slices.Contains(next.Lifted, k.Point) && k.Kind == referee.MarkMissing: // captured already
		default:
			return false
		}
	}
	return n == len(next.Points)
}

// taken reports whether the stones that are missing are those of the turn that is shown.
func (m *Machine) taken(marks []referee.Mark) bool {
	step := &m.order.Steps[m.at]
	return m.at > 0 && len(step.Points) == len(marks) && len(step.Set) == 0 && !slices.ContainsFunc(marks, func(k referee.Mark) bool {
		return k.Kind != referee.MarkMissing || !slices.Contains(step.Points, k.Point)
	})
}

// guess takes stones that people put down as tries.
func (m *Machine) guess(now time.Time, marks []referee.Mark, next *gametree.Step) {
	if len(next.Points) == 0 { // a pass, or stones that are set up
		m.show(m.at + 1)
		m.due = now.Add(m.settle)
		return
	}
	for _, k := range marks {
		right := slices.Contains(next.Points, k.Point) && fits(m.seen[k.Point], next.Color)
		switch {
		case right && (k.Kind == referee.MarkExtra || k.Kind == referee.MarkRefused):
			m.found = append(m.found, k.Point)
		case k.Kind == referee.MarkExtra && !slices.Contains(m.wrong, k.Point):
			m.wrong = append(m.wrong, k.Point)
		}
	}
	if len(m.found) < len(next.Points) || len(m.marks()) > 0 && !m.played(m.marks(), &gametree.Step{Lifted: next.Lifted}) {
		return
	}
	m.tried++
	if len(m.wrong) == 0 {
		m.right++
	}
	m.show(m.at + 1)
	m.due = now.Add(m.settle)
}

// View returns what there is to show; nil: nothing is replayed.
func (m *Machine) View() *View {
	if m.order == nil {
		return nil
	}
	v := &View{
		Order: m.order, Step: &m.order.Steps[m.at], Next: m.next(), At: m.at, Stones: &m.stones, Marks: m.tries(m.marks()),
		Guess: m.order.Guess, Right: m.right, Tried: m.tried,
	}
	v.Agreed = m.known && len(v.Marks) == 0
	v.Reached = m.agreed
	v.Wrong = slices.ContainsFunc(v.Marks, func(k referee.Mark) bool { return k.Kind == referee.MarkRefused })
	if m.known {
		v.Seen = &m.seen
	}
	if v.Puzzle = m.puzzle; m.puzzle != nil && m.puzzle.hint != board.Nowhere && m.seen[m.puzzle.hint] == referee.Empty {
		v.Marks = append(v.Marks, referee.Mark{Point: m.puzzle.hint, Kind: referee.MarkMissing, Color: m.puzzle.Start.ToMove})
	}
	return v
}
