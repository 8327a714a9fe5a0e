// Package sensing is what a table sees of its board: it brings what the sensors show to
// the points of the game, lets it settle, and has the referee look at it.
package sensing

import (
	"time"

	"stonehand/cmd/internal/inset"
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

	expected uint64 // the game's position for which the referee was told what to expect
	told     bool   // it was told so, and waits for nothing

	link   *hw.Link    // the last one reported; nil before the first
	lens   calib.Lens  // how the board that was reached lies
	inset  inset.Inset // where on the board that was reached last the game lies
	filter *debounce.Filter
	ready  bool // the filter has settled since the board was looked at again
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

// Link returns the link to the board, nil before the first.
func (m *Machine) Link() *hw.Link { return m.link }

// Fits reports whether the game fits the board that was reached.
func (m *Machine) Fits() bool { return m.filter != nil }

// Live reports whether the board is reached and read.
func (m *Machine) Live() bool { return m.filter != nil && m.ready }

// Inset returns where the game lies on the board that was reached last; on one of its
// own size before the first.
func (m *Machine) Inset(game board.Size) inset.Inset {
	if m.inset.Game != game {
		return inset.Inset{Board: game, Game: game}
	}
	return m.inset
}

// Reach takes a link, to a board that lies so. It is seen again once it is fitted.
func (m *Machine) Reach(l *hw.Link, lens calib.Lens) { m.link, m.lens = l, lens }

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
	Votes, Window int                     // of frames, before a point counts as changed
	No            referee.QuestionKind    // see [Machine.Forget]
	Masked        func(inset.Inset) []int // the game's points that are not believed
}

// Fit makes the board that was reached show the game, if it fits, and reports whether it
// is looked at anew. An error names numbers that make no sense.
func (m *Machine) Fit(p Play) (anew bool, err error) {
	if m.link == nil || !m.link.Up {
		return false, nil
	}
	in := inset.Inset{Board: board.Size{Cols: m.link.Board.Cols, Rows: m.link.Board.Rows}, Game: p.Size}
	if !in.Fits() {
		m.Forget(p.No)
		return false, nil
	}
	if m.filter != nil && m.inset == in {
		return false, nil
	}
	if m.filter != nil {
		m.Forget(p.No)
	}
	m.inset = in
	f, err := debounce.New(p.Size.Count(), p.Votes, p.Window)
	if err != nil {
		return false, err
	}
	m.filter = f
	return true, f.Mask(p.Masked(in)...)
}

// Mask says which of the game's points are not believed from here on.
func (m *Machine) Mask(points []int) error { return m.filter.Mask(points...) }

// Seen is what the board shows after a frame.
type Seen struct {
	Game    *referee.Observation // nil: nothing new
	Changed []int                // the game's points that are others than before
	Ready   bool                 // it is the first after the board was looked at anew
}

// Frame settles a frame.
func (m *Machine) Frame(f *hw.Frame) (seen Seen) {
	if m.filter == nil {
		return seen
	}
	o, changed := m.filter.Step(hw.Frame{At: f.At, Points: m.inset.Cut(m.lens.Frame(f.Points))})
	if !m.ready {
		seen.Ready = m.filter.Settled()
		m.ready, changed = seen.Ready, seen.Ready
	}
	if !changed {
		return seen
	}
	seen.Game, seen.Changed = &referee.Observation{}, o.Changed
	for i, p := range o.Points {
		seen.Game[m.inset.Game.Point(i)] = referee.Sight(p)
	}
	return seen
}

// Picture brings a picture of the game to the lamps.
func (m *Machine) Picture(p hw.Picture) hw.Picture { return m.lens.Picture(m.inset.Spread(p)) }

// Asks reports whether the referee is to be told what to expect at the game's position.
func (m *Machine) Asks(position uint64) bool { return !m.told || m.expected != position }

// AskAgain says that it is to be told again, whatever the position.
func (m *Machine) AskAgain() { m.told = false }

// Told says that it is told.
func (m *Machine) Told(position uint64) { m.told, m.expected = true, position }

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
