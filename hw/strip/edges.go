package strip

import (
	"slices"
	"time"

	"stonehand/hw"
)

// A board whose lights stand along its edges shows a point by the light of its
// column and that of its row. Several points at once can be read only if they
// are all the crossings of the lights that are on: two stones in one row are, two
// others mostly are not. So a picture is taken apart into groups that can be read,
// and the groups are shown in turn.

// stay is the least time for which a group is shown; one with a rhythm is shown
// for whole periods.
const stay = 900 * time.Millisecond

// edgeStay is how long the edge's signal is shown between points of the last
// turn.
const edgeStay = 4 * time.Second

// group is points of one signal that can be shown at once.
type group struct {
	signal hw.Signal
	points []int
	edge   bool // the signal of the board as a whole, on all lights
}

// lasts is how long a group is shown in its turn.
func (g group) lasts() time.Duration {
	l := g.signal.Look()
	switch {
	case g.edge:
		return edgeStay
	case l.Rhythm == hw.Chase:
		return l.Period / 3 // as long as one light of a chase is on
	case l.Rhythm == hw.Once:
		return l.Period
	case l.Period == 0:
		return stay
	}
	return (stay + l.Period - 1) / l.Period * l.Period
}

// edgeLayout is a strip with lights for columns and rows.
type edgeLayout struct {
	count      int
	cols, rows int
	colLEDs    [][]int // of each column
	rowLEDs    [][]int
	rim        []int // of the board as a whole; empty: all show it where no point is shown

	cutAt uint64    // the turn of the picture that is cut into groups
	since time.Time // when that began
	first []group   // shown one time
	turns []group   // shown in turn after that
}

func (l *edgeLayout) leds() int { return l.count }

// show implements layout.
func (l *edgeLayout) show(p *shown, now time.Time, s *scene) {
	if p.number != l.cutAt {
		l.cut(p)
	}
	spent, over := once(p.edge, p.edged, now)
	for _, i := range l.rim {
		s.lights[i] = light{signal: p.edge, spent: spent}
		s.until = sooner(s.until, over)
	}
	g, from, until, ok := l.turn(now)
	if !ok {
		return
	}
	s.from, s.until = from, sooner(s.until, until)
	look := light{signal: g.signal, slot: true, held: g.signal.Look().Rhythm == hw.Chase}
	if g.signal.Look().Rhythm == hw.Once {
		var over time.Time
		look.spent, over = once(g.signal, from, now)
		s.until = sooner(s.until, over)
	}
	if g.edge {
		look.slot, look.held = false, false
		l.all(s, look)
		return
	}
	for _, point := range g.points {
		for _, i := range l.colLEDs[point%l.cols] {
			s.lights[i] = look
		}
		for _, i := range l.rowLEDs[point/l.cols] {
			s.lights[i] = look
		}
	}
}

// all sets the lights of all columns and rows.
func (l *edgeLayout) all(s *scene, look light) {
	for _, lines := range [][][]int{l.colLEDs, l.rowLEDs} {
		for _, leds := range lines {
			for _, i := range leds {
				s.lights[i] = look
			}
		}
	}
}

// turn returns the group that is shown now, since when and until when; zero for
// ever.
func (l *edgeLayout) turn(now time.Time) (g group, from, until time.Time, ok bool) {
	from = l.since
	for _, g := range l.first {
		if until = from.Add(g.lasts()); now.Before(until) {
			return g, from, until, true
		}
		from = until
	}
	switch len(l.turns) {
	case 0:
		return group{}, from, time.Time{}, false
	case 1:
		return l.turns[0], from, time.Time{}, true
	}
	var round time.Duration
	for _, g := range l.turns {
		round += g.lasts()
	}
	from = from.Add(now.Sub(from) / round * round)
	for _, g := range l.turns {
		if until = from.Add(g.lasts()); now.Before(until) {
			return g, from, until, true
		}
		from = until
	}
	return l.turns[0], from, from.Add(l.turns[0].lasts()), true
}

// cut takes a picture apart. What asks people for something is shown in turn. Only
// where nothing does, points that show once come first, if they have just begun
// to, and then the last turn and the signal of the board as a whole.
func (l *edgeLayout) cut(p *shown) {
	l.cutAt, l.since, l.first, l.turns = p.number, p.since, nil, nil
	var last []group
	for signal := hw.Off + 1; signal.Valid(); signal++ {
		var points []int
		for i, s := range p.points {
			over := signal.Look().Rhythm == hw.Once && p.since.Sub(p.begun[i]) >= signal.Look().Period
			if s == signal && !over {
				points = append(points, i)
			}
		}
		if len(points) == 0 {
			continue
		}
		groups := l.readable(signal, points)
		switch {
		case signal == hw.LastMove:
			last = groups
		case signal.Look().Rhythm == hw.Once:
			l.first = append(l.first, groups...)
		default:
			l.turns = append(l.turns, groups...)
		}
	}
	if len(l.turns) > 0 {
		l.first = nil
		return
	}
	l.turns = last
	if p.edge != hw.Off && len(l.rim) == 0 {
		l.turns = append(l.turns, group{signal: p.edge, edge: true})
	}
}

// readable cuts points of one signal into groups that can be shown at once: rows
// that have the same columns, or columns that have the same rows, whichever
// makes fewer.
func (l *edgeLayout) readable(signal hw.Signal, points []int) []group {
	if signal.Look().Rhythm == hw.Chase {
		var groups []group // one light after the other is what a chase is
		for _, p := range points {
			groups = append(groups, group{signal: signal, points: []int{p}})
		}
		return groups
	}
	byRow := crossings(points, func(p int) (line, at int) { return p / l.cols, p % l.cols })
	byCol := crossings(points, func(p int) (line, at int) { return p % l.cols, p / l.cols })
	if len(byCol) < len(byRow) {
		byRow = byCol
	}
	groups := make([]group, len(byRow))
	for i, points := range byRow {
		groups[i] = group{signal: signal, points: points}
	}
	return groups
}

// crossings puts together the points of all lines that have points at the same
// places.
func crossings(points []int, split func(p int) (line, at int)) [][]int {
	lines := map[int][]int{} // the places on each line, in order
	members := map[int][]int{}
	var order []int
	for _, p := range points {
		line, at := split(p)
		if lines[line] == nil {
			order = append(order, line)
		}
		lines[line] = append(lines[line], at)
		members[line] = append(members[line], p)
	}
	var groups [][]int
	var places [][]int
	for _, line := range order {
		i := slices.IndexFunc(places, func(have []int) bool { return slices.Equal(have, lines[line]) })
		if i < 0 {
			places = append(places, lines[line])
			groups = append(groups, members[line])
			continue
		}
		groups[i] = append(groups[i], members[line]...)
	}
	return groups
}
