// Package calibrate holds what is known of the points of a table's board: the calibration
// that was kept, the one under way, and the point that seems to be broken in play.
package calibrate

import (
	"slices"
	"time"

	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/table/logged"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// Machine is the calibration under way, and what is known of the board. The zero value
// knows nothing.
type Machine struct {
	link    *hw.Link       // to the board; nil before the first
	session *calib.Session // nil: none
	board   calib.Board    // that it is of
	asked   uint64         // how many of its questions there were

	known *calib.Calibration // nil: nothing is known; of the board that it names

	View    calib.View // what the session has to say
	Foreign bool       // what is known is of another board than the one that was reached
	Rehung  bool       // the lamps are others than those it knows the lie of
	Paused  bool       // the game was paused for the session
	Trouble text.Words // why what was kept cannot be used or could not be kept, as a sentence; nil for nothing
}

// New returns a machine that knows what was kept, nil for nothing.
func New(known *calib.Calibration, trouble text.Words) Machine {
	return Machine{known: known, Trouble: trouble}
}

// On reports whether there is a session, though its board may be out of reach.
func (m *Machine) On() bool { return m.session != nil }

// Underway reports whether the board that was reached is being calibrated.
func (m *Machine) Underway() bool { return m.On() && m.link != nil && m.link.Up }

// Question is the number of the session's question, never one of the referee's.
func (m *Machine) Question() uint64 { return 1<<40 + m.asked }

// Kept returns what was found or kept last, whatever board it is of; nil for nothing.
func (m *Machine) Kept() *calib.Calibration { return m.known }

// Known returns what is known of the board that was reached, or of the one before it,
// and still holds; nil for nothing.
func (m *Machine) Known() *calib.Calibration {
	if m.known == nil || m.Foreign {
		return nil
	}
	c := *m.known
	if m.Rehung {
		c.Lamps = calib.Orientation{}
	}
	return &c
}

// Reach takes a link to the board, by lamps of an identity.
func (m *Machine) Reach(l *hw.Link, lampsID string) (log logged.Lines) {
	m.link, m.Foreign, m.Rehung = l, false, false
	switch {
	case l == nil || !l.Up || m.known == nil:
	case !m.known.Fits(calib.BoardOf(l)):
		m.Foreign = true
		log.Warn("the calibration that was kept is of another board", "its", m.known.Board, "this", calib.BoardOf(l))
	default:
		if m.Rehung = m.known.Rehung(lampsID); m.Rehung {
			log.Warn("the lights were wired otherwise when the board was calibrated; how they lay then is not used", "then", m.known.LampsID, "now", lampsID)
		}
	}
	return log
}

// Stale reports whether the session is of another board than the one that was reached.
func (m *Machine) Stale() bool { return m.Underway() && calib.BoardOf(m.link) != m.board }

// Begin begins a session, of the whole board or only of its points; an error is one in
// the settings.
func (m *Machine) Begin(now time.Time, has calib.Abilities, whole bool, set calib.Settings) error {
	var was calib.Calibration
	if known := m.Known(); known != nil {
		was = *known
	}
	s, err := calib.Begin(now, calib.BoardOf(m.link), has, was, whole || m.Rehung, set)
	if err != nil {
		return err
	}
	m.session, m.board, m.View = s, calib.BoardOf(m.link), s.View()
	m.asked++
	return nil
}

// End ends the session.
func (m *Machine) End() { m.session, m.View = nil, calib.View{} }

// Keep takes over what was found; nil: nothing is known of the board.
func (m *Machine) Keep(found *calib.Calibration) { m.known, m.Trouble = found, nil }

// Mask goes on without a point of the board.
func (m *Machine) Mask(now time.Time, point int) *calib.Calibration {
	c := calib.Calibration{Version: calib.Version, Board: calib.BoardOf(m.link), Made: now.UTC(), Masked: []int{}, Stuck: []int{}, Dead: []int{}, Weak: []int{}}
	if m.known != nil && !m.Foreign {
		c = *m.known
	}
	c.Mask(point)
	m.Foreign = false
	return &c
}

// Masked lists the game's points, by number, that are not to be believed, and those
// among the board's that are to be masked in any case.
func (m *Machine) Masked(always []board.Point, in *pointmap.Map) []int {
	var list []int
	for _, p := range always {
		if in.Board.Has(p) {
			list = append(list, in.Board.Index(p))
		}
	}
	if c := m.Known(); c != nil && c.Board.Cols == in.Board.Cols && c.Board.Rows == in.Board.Rows {
		list = append(list, c.Masked...)
	}
	list = in.Inside(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// In is what is new; no field set: time has passed.
type In struct {
	Frame *hw.Frame
	Field *hw.Field
}

// Out is what follows.
type Out struct {
	Changed bool // what the session has to say
	Over    bool
	Found   *calib.Calibration // nil: nothing
	Log     logged.Lines
}

// Next returns when the session has something to do though nothing happens; zero for
// never.
func (m *Machine) Next() time.Time {
	if !m.Underway() {
		return time.Time{}
	}
	return m.session.Next()
}

// Step takes what is new.
func (m *Machine) Step(now time.Time, in In) (out Out) {
	switch s := m.session; {
	case !m.Underway():
		return out
	case in.Frame != nil:
		s.Frame(now, in.Frame.Points)
		return out
	case in.Field != nil:
		s.Field(now, in.Field.Strength)
		return out
	}
	if next := m.session.Next(); !next.IsZero() && !now.Before(next) {
		m.session.Tick(now)
	}
	if m.session.Serial() == m.View.Serial {
		return out
	}
	before := m.View.Step
	m.View, out.Changed = m.session.View(), true
	if m.View.Step != before {
		m.asked++
		out.Log.Info("calibration", "step", m.View.Step)
	}
	out.Over, out.Found = m.session.Over(), m.View.Result
	return out
}

// Answer gives an answer to the session, and reports whether it is one.
func (m *Machine) Answer(now time.Time, a calib.Answer) bool { return m.session.Answer(now, a) }
