// Package sensing is what a table sees of its board: it brings what the sensors show to
// the points of the game, lets it settle, and has the referee look at it.
package sensing

import (
	"slices"
	"time"

	"stonehand/cmd/internal/pointmap"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/debounce"
)

// Machine is what the table knows of the board.
type Machine struct {
	*referee.Referee
	View referee.View // what it said last
	Told uint64       // one more than the game's position for which it was told what to expect; 0: none
	Link *hw.Link     // the last one reported; nil before the first

	points pointmap.Map // from the board that was reached last to the game
	filter *debounce.Filter
	ready  bool       // the filter has settled since the board was looked at again
	last   []hw.State // the last frame
	alike  int        // so many frames were like it, and it; 0: there was none on this link
	before int        // so many of them came before the filter
}

// Sight and State are the same list, so that one converts to the other.
var _ = [1]struct{}{}[referee.Unknown-referee.Sight(hw.Unknown)]

// So are colours as far as they go, the arm's and the board's.
var (
	_ = [1]struct{}{}[hw.Empty-hw.State(board.Empty)]
	_ = [1]struct{}{}[hw.Black-hw.State(board.Black)]
	_ = [1]struct{}{}[hw.White-hw.State(board.White)]
	_ = [1]struct{}{}[referee.Black-referee.Sight(board.Black)]
	_ = [1]struct{}{}[referee.White-referee.Sight(board.White)]
)

// Fits reports whether the game fits the board that was reached.
func (m *Machine) Fits() bool { return m.filter != nil }

// Live reports whether the board is reached and read.
func (m *Machine) Live() bool { return m.filter != nil && m.ready }

// Map returns the way from the board that was reached last to the game; from one of its
// own size before the first.
func (m *Machine) Map(game board.Size) pointmap.Map {
	if m.points.Game != game {
		return pointmap.Map{Board: game, Game: game}
	}
	return m.points
}

// Reach takes a link to a board of which so much is known, nil for nothing, and returns
// the levels of its sensors. It is seen again once it is fitted.
func (m *Machine) Reach(l *hw.Link, known *calib.Calibration) []hw.Level {
	m.Link, m.alike = l, 0
	if m.points.Lie(known); known == nil {
		return nil
	}
	return m.points.Levels(known.Levels)
}

// Forget forgets what the board showed, but not what people have answered with no; it is
// seen again once it is fitted.
func (m *Machine) Forget(no referee.QuestionKind) {
	m.filter, m.ready = nil, false
	m.Referee.Forget()
	m.Dismiss(no)
	m.View = referee.View{}
}

// Next returns when the referee has something to do though nothing happens; zero for
// never.
func (m *Machine) Next() time.Time {
	if !m.Live() {
		return time.Time{}
	}
	return m.View.Next
}

// Play is how a game is seen.
type Play struct {
	Size          board.Size
	Votes, Window int                  // of frames, before a point counts as changed
	No            referee.QuestionKind // see [Machine.Forget]
}

// Fit makes the board that was reached show the game, if it fits, and reports whether it
// is looked at again, with no point masked. An error names numbers that make no sense.
func (m *Machine) Fit(p Play) (again bool, err error) {
	if m.Link == nil || !m.Link.Up {
		return false, nil
	}
	in := m.points
	in.Board, in.Game = board.Size{Cols: m.Link.Board.Cols, Rows: m.Link.Board.Rows}, p.Size
	if !in.Fits() {
		m.Forget(p.No)
		return false, nil
	}
	if m.filter != nil && m.points.Board == in.Board && m.points.Game == in.Game {
		return false, nil
	}
	if m.filter != nil {
		m.Forget(p.No)
	}
	m.points = in
	m.filter, err = debounce.New(p.Size.Count(), p.Votes, p.Window)
	m.before = m.alike
	return err == nil, err
}

// Mask says which of the game's points are not believed from here on.
func (m *Machine) Mask(points []int) error { return m.filter.Mask(points...) }

// Seen is what the board shows after a frame.
type Seen struct {
	Game    *referee.Observation // nil: nothing new
	Changed []int                // the game's points that are others than before
	Ready   bool                 // it is the first after the board was looked at again
}

// Frame settles a frame. A filter that is new on a board at rest, as after a change of the
// game's size, takes the frames before that were like it too: the next ones come seldom.
func (m *Machine) Frame(f *hw.Frame) (seen Seen) {
	if m.alike == 0 || !slices.Equal(f.Points, m.last) {
		m.last, m.alike, m.before = append(m.last[:0], f.Points...), 0, 0
	}
	m.alike++
	if m.filter == nil {
		return seen
	}
	game := hw.Frame{At: f.At, Points: m.points.Frame(f.Points)}
	o, changed := m.filter.Step(game)
	for ; m.before > 0 && !m.filter.Settled(); m.before-- {
		o, _ = m.filter.Step(game)
	}
	if !m.ready {
		seen.Ready = m.filter.Settled()
		m.ready, changed = seen.Ready, seen.Ready
	}
	if !changed {
		return seen
	}
	seen.Game, seen.Changed = &referee.Observation{}, o.Changed
	for i, p := range o.Points {
		seen.Game[m.points.Game.Point(i)] = referee.Sight(p)
	}
	return seen
}

// Picture brings a picture of the game to the lamps.
func (m *Machine) Picture(p hw.Picture) hw.Picture { return m.points.Picture(p) }

// Judge lets the referee look at what the board shows, nil for what it showed before, and
// reports whether it says something else than last.
func (m *Machine) Judge(now time.Time, o *referee.Observation) (e referee.Event, changed bool) {
	var view referee.View
	if o != nil {
		e, view = m.Step(now, o)
	} else {
		e, view = m.Tick(now)
	}
	if changed = view.Serial != m.View.Serial; changed {
		m.View = view
	}
	return e, changed
}
