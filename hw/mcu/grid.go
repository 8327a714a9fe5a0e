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
	parts  parts
}

// parts is a picture that comes part by part, until every point is known at one
// scan number.
type parts struct {
	points []hw.State // as far as known
	known  []bool
	scan   uint16
	left   int // points that are not known
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
	g.parts = parts{}
	return taken
}

// partMost is how many points are asked for at a time on a bad line. What is asked
// again each time it is spoilt comes soonest in pieces of one byte for every byte
// that the line lets through unspoilt on average: 16 to 20 where it spoils one in 20.
const partMost = 64

// missing returns the question for the first points that are not known, or, of a
// picture that is sure, a short one that proves it.
func (g *grid) missing() protocol.SnapshotGet {
	if g.sure {
		return protocol.SnapshotGet{Count: uint8(min(4, g.size))}
	}
	first := max(slices.Index(g.parts.known, false), 0)
	return protocol.SnapshotGet{First: uint16(first), Count: uint8(min(partMost, g.size-first))}
}

// part takes some points of the truth.
func (g *grid) part(m protocol.Part) verdict {
	p := &g.parts
	switch {
	case int(m.First)+len(m.States) > g.size:
		return misfits
	case g.sure && m.Scan == g.scan:
		return taken
	case p.known == nil || p.scan != m.Scan:
		*p = parts{points: make([]hw.State, g.size), known: make([]bool, g.size), scan: m.Scan, left: g.size}
	}
	was := g.sure
	g.sure = false
	for i, s := range m.States {
		at := int(m.First) + i
		p.points[at] = g.state(s)
		if !p.known[at] {
			p.known[at] = true
			p.left--
		}
	}
	switch {
	case p.left == 0:
		if !slices.Equal(p.points, g.points) {
			g.points = p.points
		}
		g.scan, g.sure, g.parts = p.scan, true, parts{}
	case was:
		return missed
	}
	return taken
}

// change brings the parts that have come to the next scan number.
func (p *parts) change(m protocol.Delta, state func(protocol.State) hw.State) {
	if p.known == nil || m.Scan == p.scan {
		return
	}
	if m.Scan != p.scan+1 {
		*p = parts{}
		return
	}
	p.scan = m.Scan
	for _, c := range m.Changes {
		if int(c.Point) < len(p.points) {
			p.points[c.Point] = state(c.State)
		}
	}
}

// delta takes one reported change.
func (g *grid) delta(m protocol.Delta) verdict {
	switch {
	case !g.sure:
		g.parts.change(m, g.state)
		return repeat
	case m.Scan == g.scan:
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
