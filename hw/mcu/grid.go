package mcu

import (
	"slices"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
)

// grid follows a board's scan numbers and holds its picture.
type grid struct {
	points []hw.State // shared by frames, so never changed in place; nil before the first snapshot
	scan   uint16     // the number of that picture
	sure   bool       // no change was missed since the last snapshot
	size   int
	planes uint8
}

// verdict is what a message did to the grid.
type verdict int

const (
	taken   verdict = iota
	repeat          // seen before, or of no use before a snapshot
	missed          // a change before it was lost: a snapshot is needed
	misfits         // of another board than this one
)

// snapshot takes the truth.
func (g *grid) snapshot(m protocol.Snapshot) verdict {
	if len(m.States) != g.size {
		return misfits
	}
	points := make([]hw.State, g.size)
	for i, s := range m.States {
		points[i] = g.state(s)
	}
	if !slices.Equal(points, g.points) { // frames of a board at rest share their points
		g.points = points
	}
	g.scan, g.sure = m.Scan, true
	return taken
}

// delta takes one reported change.
func (g *grid) delta(m protocol.Delta) verdict {
	switch {
	case !g.sure || m.Scan == g.scan:
		return repeat
	case m.Scan != g.scan+1:
		g.sure = false
		return missed
	}
	points := slices.Clone(g.points)
	for _, c := range m.Changes {
		if int(c.Point) >= g.size {
			g.sure = false
			return misfits
		}
		points[c.Point] = g.state(c.State)
	}
	g.points, g.scan = points, m.Scan
	return taken
}

func (g *grid) state(s protocol.State) hw.State {
	switch {
	case s == protocol.Empty:
		return hw.Empty
	case s == protocol.Unreadable:
		return hw.Unknown
	case g.planes == 1:
		return hw.Stone
	case s == protocol.Black:
		return hw.Black
	}
	return hw.White
}
