package arm

import (
	"slices"
	"time"

	"stonehand/cmd/internal/pointmap"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/debounce"
)

// gripper is where the gripper is on the board, by the board's numbers, and where it was last.
type gripper struct {
	onto    int       // the point that a stone is being lowered onto or taken off, or -1
	lowered int       // the one before that, or -1
	rose    time.Time // when the arm had let go of it
}

// take takes news.
func (g *gripper) take(now time.Time, n *hw.ArmNews) {
	if g.onto >= 0 {
		g.lowered, g.rose = g.onto, now
	}
	g.onto = n.Onto
}

// under reports whether the gripper is on a point, or was a moment ago: a stone may come up a
// little after the arm has let it go.
func (g *gripper) under(now time.Time, i int) bool {
	return i == g.onto || i == g.lowered && now.Before(g.rose.Add(pause))
}

// Watch is what a guard has seen: that the board has changed where the arm does nothing, or
// can be read or not, which somebody may have brought about who is near.
type Watch struct {
	Blind bool // it is not read
}

// Guard looks for hands on the whole board, also beside the points of a smaller game, as an
// arm passes over all of it. Make it with [NewGuard].
type Guard struct {
	votes, window int
	always        []board.Point // points of the board that are not believed

	in      pointmap.Map // from the sensors to the board
	sensors calib.Orientation
	masked  []int
	filter  *debounce.Filter // nil: the board is out of reach
	ready   bool             // it has settled
	seen    []hw.State       // by point of the board: what it showed last, Unknown before that
	gripper gripper
}

// NewGuard returns a guard for which votes of window frames must agree, and that does not
// believe some of the board's points. It sees nothing yet.
func NewGuard(votes, window int, masked []board.Point) Guard {
	return Guard{votes: votes, window: window, always: masked, gripper: gripper{onto: -1, lowered: -1}}
}

// Blind reports whether the board is not read.
func (g *Guard) Blind() bool { return !g.ready }

// Reach takes a change of the link.
func (g *Guard) Reach(l *hw.Link) {
	g.filter, g.ready = nil, false
	if !l.Up {
		return
	}
	if size := (board.Size{Cols: l.Board.Cols, Rows: l.Board.Rows}); size != g.in.Board {
		g.in, g.sensors, g.masked = pointmap.Map{Board: size, Game: size}, calib.Orientation{}, nil
	}
	g.begin()
}

// Know takes what is known of the board's points, nil for nothing.
func (g *Guard) Know(c *calib.Calibration) {
	size := g.in.Board
	if c == nil || c.Board.Cols != size.Cols || c.Board.Rows != size.Rows {
		c = &calib.Calibration{Board: calib.Board{Cols: size.Cols, Rows: size.Rows}}
	}
	turned := c.Sensors != g.sensors
	g.sensors, g.masked = c.Sensors, slices.Clone(c.Masked)
	if turned {
		g.in.Lie(c)
	}
	switch {
	case g.filter == nil:
	case turned:
		g.begin()
	default:
		g.mask()
	}
}

// begin looks at the board as if for the first time.
func (g *Guard) begin() {
	g.filter, g.ready = nil, false
	f, err := debounce.New(g.in.Board.Count(), g.votes, g.window)
	if err != nil { // the numbers were tried when the table was made
		return
	}
	g.filter, g.seen = f, make([]hw.State, g.in.Board.Count())
	for i := range g.seen {
		g.seen[i] = hw.Unknown
	}
	g.mask()
}

// mask tells the filter which points are not believed.
func (g *Guard) mask() {
	var list []int
	for _, p := range g.always {
		if g.in.Board.Has(p) {
			list = append(list, g.in.Board.Index(p))
		}
	}
	for _, i := range g.masked {
		if i >= 0 && i < g.in.Board.Count() {
			list = append(list, i)
		}
	}
	_ = g.filter.Mask(list...) // all of them are on the board
}

// News takes news of the arm.
func (g *Guard) News(now time.Time, n *hw.ArmNews) { g.gripper.take(now, n) }

// Frame takes a frame, and reports whether a point has changed where the arm does nothing.
func (g *Guard) Frame(now time.Time, f *hw.Frame) (hand bool) {
	if g.filter == nil {
		return false
	}
	o, changed := g.filter.Step(hw.Frame{At: f.At, Points: g.in.Frame(f.Points)})
	if !g.filter.Settled() || g.ready && !changed {
		return false
	}
	g.ready = true
	for i, s := range o.Points {
		was := g.seen[i]
		if s == hw.Unknown || s == was {
			continue
		}
		g.seen[i] = s
		if was != hw.Unknown && !g.gripper.under(now, i) {
			hand = true
		}
	}
	return hand
}
