package grblsim

import "math"

// planeAxes returns the two axes of a plane, in the order in which its arcs run
// counter-clockwise, and the third.
func planeAxes(plane int) (first, second, third int) {
	switch plane {
	case 18:
		return Z, X, Y
	case 19:
		return Y, Z, X
	}
	return X, Y, Z
}

// check holds a block against the rules of g-code, and works out in millimetres
// and machine coordinates where it leads.
func (m *Machine) check(b *gblock) int {
	g := &m.gc
	if b.axisWords() != 0 && b.axis == axisNone {
		b.axis = axisMotion
	}
	if b.val('N') > maxLine {
		return errLineNumber
	}
	if code := m.checkFeed(b); code != 0 {
		return code
	}
	if !b.has('S') {
		b.put('S', g.rpm)
	}
	if b.nonModal == dwellWord {
		if !b.has('P') {
			return errMissing
		}
		b.use("P")
	}
	if b.modal.inches {
		for a := range axes {
			b.value['X'-'A'+a] *= mmPerInch
		}
	}
	if b.axis == axisTool && b.modal.toolOffset && b.axisWords() != 1<<toolAxis {
		return errToolLength
	}
	system := m.rom.Coords[b.modal.coord]
	if code := m.checkNonModal(b, system); code != 0 {
		return code
	}
	if code := m.checkMotion(b); code != 0 {
		return code
	}
	if b.jog {
		b.use("NF")
	} else {
		b.use("NFST")
	}
	if b.axis != axisNone {
		b.use("XYZ")
	}
	if b.unused != 0 {
		return errUnused
	}
	return 0
}

// checkFeed settles the feed rate.
func (m *Machine) checkFeed(b *gblock) int {
	g := &m.gc
	scale := 1.0
	if b.modal.inches {
		scale = mmPerInch
	}
	switch {
	case b.jog:
		if !b.has('F') {
			return errFeed
		}
		b.put('F', b.val('F')*scale)
	case b.modal.inverse:
		if b.axis == axisMotion && b.modal.motion != noMotion && b.modal.motion != seek && !b.has('F') {
			return errFeed
		}
	case b.has('F'):
		b.put('F', b.val('F')*scale)
	case !g.modal.inverse:
		b.put('F', g.feed)
	}
	return 0
}

// checkNonModal works out the target, and what the commands that are no modes
// make of it.
func (m *Machine) checkNonModal(b *gblock, system Vec) int {
	g := &m.gc
	words := b.axisWords()
	given := func(a int) bool { return words>>a&1 != 0 }
	xyz := Vec(b.value['X'-'A' : 'X'-'A'+axes])
	switch b.nonModal {
	case setData:
		switch {
		case words == 0:
			return errNoAxis
		case !b.has('P') && !b.has('L'):
			return errMissing
		case b.val('P') > coordSystems:
			return errCoordSystem
		}
		l := int(min(b.val('L'), 255))
		if l != 20 && (l != 2 || b.has('R')) {
			return errUnsupported
		}
		b.use("LP")
		if b.place = int(b.val('P')) - 1; b.place < 0 {
			b.place = b.modal.coord
		}
		b.data = m.rom.Coords[b.place]
		for a := range axes {
			switch {
			case !given(a):
			case l == 20:
				b.data[a] = g.position[a] - g.offset[a] - xyz[a]
				if a == toolAxis {
					b.data[a] -= g.tool
				}
			default:
				b.data[a] = xyz[a]
			}
		}
		return 0
	case setOffset:
		if words == 0 {
			return errNoAxis
		}
		b.data = g.offset
		for a := range axes {
			if given(a) {
				b.data[a] = g.position[a] - system[a] - xyz[a]
				if a == toolAxis {
					b.data[a] -= g.tool
				}
			}
		}
		return 0
	}
	b.target = xyz
	if b.axis != axisTool && words != 0 {
		for a := range axes {
			switch {
			case !given(a):
				b.target[a] = g.position[a]
			case b.nonModal == absolute:
			case b.modal.incremental:
				b.target[a] += g.position[a]
			default:
				b.target[a] += system[a] + g.offset[a]
				if a == toolAxis {
					b.target[a] += g.tool
				}
			}
		}
	}
	switch b.nonModal {
	case goG28, goG30:
		b.data = m.rom.Coords[coordG28]
		if b.nonModal == goG30 {
			b.data = m.rom.Coords[coordG30]
		}
		if words == 0 {
			b.axis = axisNone // straight there
			break
		}
		for a := range axes {
			if !given(a) {
				b.data[a] = g.position[a]
			}
		}
	case absolute:
		if b.modal.motion != seek && b.modal.motion != linear {
			return errG53
		}
	}
	return 0
}

// checkMotion holds the motion against its mode.
func (m *Machine) checkMotion(b *gblock) int {
	words := b.axisWords()
	if b.modal.motion == noMotion {
		if words != 0 {
			return errAxisUnused
		}
		return 0
	}
	if b.axis != axisMotion {
		return 0
	}
	if b.modal.motion == seek {
		if words == 0 {
			b.axis = axisNone
		}
		return 0
	}
	if b.val('F') == 0 {
		return errFeed
	}
	switch b.modal.motion {
	case linear:
		if words == 0 {
			b.axis = axisNone
		}
	case arcCW, arcCCW:
		return m.checkArc(b)
	default:
		if words == 0 {
			return errNoAxis
		}
		if b.target == m.gc.position {
			return errTarget
		}
	}
	return 0
}

// checkArc works out an arc's centre and radius.
func (m *Machine) checkArc(b *gblock) int {
	words := b.axisWords()
	u, v, _ := planeAxes(b.modal.plane)
	if words == 0 {
		return errNoAxis
	}
	if words&(1<<u|1<<v) == 0 {
		return errArcNoAxis
	}
	scale := 1.0
	if b.modal.inches {
		scale = mmPerInch
	}
	from := m.gc.position
	x, y := b.target[u]-from[u], b.target[v]-from[v]
	if b.has('R') {
		b.use("R")
		if b.target == from {
			return errTarget
		}
		r := b.val('R') * scale
		// The centre lies on the perpendicular of the chord, at this height over it.
		rest := r*r - (x*x+y*y)/4
		if rest < 0 {
			return errArcRadius
		}
		chord := math.Hypot(x, y)
		if chord == 0 {
			return errArcRadius // in the plane it leads nowhere
		}
		height := math.Sqrt(rest) / chord
		if (b.modal.motion == arcCW) == (r > 0) {
			height = -height
		}
		b.center = [2]float64{x/2 - y*height, y/2 + x*height}
		b.radius = math.Abs(r)
		return 0
	}
	ijk := [axes]byte{'I', 'J', 'K'}
	if !b.has(ijk[u]) && !b.has(ijk[v]) {
		return errArcNoOffset
	}
	b.use("IJK")
	b.center = [2]float64{b.val(ijk[u]) * scale, b.val(ijk[v]) * scale}
	b.radius = math.Hypot(b.center[0], b.center[1])
	off := math.Abs(math.Hypot(x-b.center[0], y-b.center[1]) - b.radius)
	if off > 0.005 && (off > 0.5 || off > 0.001*b.radius) {
		return errTarget
	}
	return 0
}
