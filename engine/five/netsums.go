package five

import "stonehand/engine/board"

// numbers are those of a point, or of points together.
type numbers [lanes]int16

// netSums are what a network sees of a position: of its stones as many as it was asked
// about. What the others change is worked out when it is asked next.
type netSums struct {
	net     *Network
	lines   lineSet              // with the stones seen
	points  [board.Cells]numbers // sums of an empty point's lines
	sums    [Regions]numbers     // of points, cut
	changes []lineChange         // by all stones seen since it began
	seen    []int                // how many changes there were before each of these
	begun   int                  // stones before
}

// lineChange is a line of an empty point that a stone changes: both by their numbers.
type lineChange struct{ point, region, was, now uint16 }

// netReach is how many points away a stone is seen.
const netReach = 4

// regionOf is the region that a point lies in, by its index.
var regionOf = func() (r [board.Cells]uint16) {
	for i := range r {
		p := board.Point(i)
		r[i] = uint16(min(p.Y()/5, 2)*3 + min(p.X()/5, 2))
	}
	return r
}()

// newNetSums returns room for what a network sees.
func newNetSums(net *Network) *netSums {
	const most = NetworkSide * NetworkSide
	return &netSums{net: net, seen: make([]int, 0, most), changes: make([]lineChange, 0, most*4*2*netReach)}
}

// begin looks at a position, which those asked about from now on come of.
func (s *netSums) begin(p *Position) {
	s.begun, s.seen, s.changes = len(p.moves), s.seen[:0], s.changes[:0]
	s.lines, s.points, s.sums = p.lines, [board.Cells]numbers{}, [Regions]numbers{}
	for i := range p.size.Count() {
		at := p.size.Point(i)
		if p.At(at) != board.Empty {
			continue
		}
		for d := range s.lines {
			l, bit := placeOf(at, d)
			for k, v := range s.net.lines[lineAt(s.lines[d][l], bit)] {
				s.points[at][k] += int16(v)
			}
		}
		join(&s.sums[regionOf[at]], &s.points[at])
	}
}

// look takes in the stones of a position that are not seen yet.
func (s *netSums) look(p *Position) {
	for n := s.begun + len(s.seen); n < len(p.moves); n++ {
		s.add(p.moves[n], p.cell(p.moves[n]).stone)
	}
}

// add takes in a stone.
func (s *netSums) add(at board.Point, c board.Color) {
	begun := len(s.changes)
	s.seen = append(s.seen, begun)
	for d, step := range steps {
		l, bit := placeOf(at, d)
		before := s.lines[d][l]
		after := before | line(c)<<bit
		s.lines[d][l] = after
		for by := 2; ; step, by = -step, -2 {
			for i, b, end := int(at)+step, bit+by, bit+by*netReach; ; i, b = i+step, b+by {
				if c := before >> (b & 63) & 3; c == 0 {
					s.changes = append(s.changes, lineChange{uint16(i), regionOf[i], lineAt(before, b), lineAt(after, b)})
				} else if c == 3 {
					break // beyond the edge
				}
				if b == end {
					break
				}
			}
			if by < 0 {
				break
			}
		}
	}
	leave(&s.sums[regionOf[at]], &s.points[at])
	shift(&s.points, &s.sums, &s.net.lines, s.changes[begun:])
}

// takeBack takes the stone off that was put on a point last, if it was seen. It is the
// position's n-th, from 0 on.
func (s *netSums) takeBack(at board.Point, n int) {
	last := len(s.seen) - 1
	if last < 0 || s.begun+last != n {
		return
	}
	for d := range s.lines {
		l, bit := placeOf(at, d)
		s.lines[d][l] &^= 3 << bit
	}
	changes := s.changes[s.seen[last]:]
	for i := range changes {
		c := &changes[i]
		c.was, c.now = c.now, c.was
	}
	shift(&s.points, &s.sums, &s.net.lines, changes)
	join(&s.sums[regionOf[at]], &s.points[at])
	s.changes, s.seen = s.changes[:s.seen[last]], s.seen[:last]
}

// correction is what the network adds to a quiet position's value for c, to move.
func (s *netSums) correction(p *Position, c board.Color) int {
	s.look(p)
	h := &s.net.heads[side(c)]
	var region [Regional]int32
	for i := range s.sums {
		layer(&region, &h.bias, h.first[:], s.sums[i][:])
	}
	var in [Inputs]int16
	total((*numbers)(in[:]), &s.sums)
	for j, v := range region {
		in[lanes+j] = int16(min(v>>regionShift, 1<<15-1))
	}
	out := int64(h.threats[p.Threats(c)])
	for i, v := range in {
		out += int64(int32(v) * int32(h.direct[i]))
	}
	for half := range h.second {
		var hidden [Hidden / 2]int32
		layer(&hidden, &h.bias2[half], h.second[half][:], in[:])
		for j, v := range hidden {
			out += int64(v>>hiddenShift) * int64(h.third[half*len(hidden)+j])
		}
	}
	return int(out * NetworkScale / (inputUnit * outUnit))
}
