package mcu

import (
	"slices"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
)

// lights knows what a board's lights show, and what to say next so that they
// show what they should.
type lights struct {
	points int  // lights that stand for points
	any    bool // the board has lights of some kind
	old    bool // it knows the signals before hw.Captured only

	prepared []uint8 // as the board has it ready; nil: not known
	shown    bool    // prepared is shown, with edge
	edge     uint8

	barred  bool // the board refused the present wish; wait for another, or for until
	until   time.Time
	refused int // times in a row
}

// restart forgets what the board shows.
func (l *lights) restart(c protocol.Caps) {
	*l = lights{
		points: int(c.LEDs),
		any:    c.LEDs > 0 || c.EdgeLEDs > 0,
		old:    c.Minor < 3,
	}
}

// next returns the next message that brings the board nearer to p, of at most most
// bytes of payload, or nil.
func (l *lights) next(p picture, now time.Time, most int) protocol.Message {
	if !l.any || !p.set || l.barred && now.Before(l.until) {
		return nil
	}
	want, edge := l.fit(p.points), p.edge
	if l.old {
		want, edge = inOlder(want), uint8(hw.Signal(edge).Older())
	}
	if sets := protocol.PictureSets(l.prepared, want, most); len(sets) > 0 {
		return sets[0]
	}
	if l.shown && l.edge == edge {
		return nil
	}
	return protocol.LEDCommit{Edge: edge, Check: protocol.PictureCheck(want)}
}

// fit returns one signal for each light.
func (l *lights) fit(points []uint8) []uint8 {
	if len(points) >= l.points {
		return points[:l.points]
	}
	return append(slices.Clone(points), make([]uint8, l.points-len(points))...)
}

// inOlder returns points as a board shows them that knows the first signals only.
func inOlder(points []uint8) []uint8 {
	points = slices.Clone(points)
	for i, s := range points {
		points[i] = uint8(hw.Signal(s).Older())
	}
	return points
}

// unsure is a signal that there is not: the point must be set.
const unsure = 0xFF

// doubt notes that the board may have carried m out, or not.
func (l *lights) doubt(m protocol.LEDSet) {
	for _, r := range m.Runs {
		for i := int(r.First); i < min(int(r.First)+len(r.Signals), len(l.prepared)); i++ {
			l.prepared[i] = unsure
		}
	}
}

// did notes that the board has carried m out. It reports whether that completed
// a picture.
func (l *lights) did(m protocol.Message) bool {
	switch m := m.(type) {
	case protocol.LEDSet:
		l.shown = false
		for _, r := range m.Runs {
			// The first message to a board of unknown picture begins at 0 and
			// the next ones follow, so the known part only grows at its end.
			end := int(r.First) + len(r.Signals)
			for len(l.prepared) < end {
				l.prepared = append(l.prepared, 0)
			}
			copy(l.prepared[r.First:], r.Signals)
		}
	case protocol.LEDCommit:
		l.shown, l.edge = true, m.Edge
		l.refused, l.barred = 0, false
		return true
	}
	return false
}

// refuse notes that the board would not carry m out: the picture is sent whole
// again, after a pause that grows from nothing to five seconds, so that a
// single accident is mended at once and a board that never accepts is not
// flooded.
func (l *lights) refuse(now time.Time) {
	l.prepared, l.shown = nil, false
	l.refused++
	if l.barred = l.refused > 1; l.barred {
		l.until = now.Add(min(time.Duration(l.refused-1)*500*time.Millisecond, 5*time.Second))
	}
}
