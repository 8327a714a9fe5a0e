package linenet

import (
	"stonehand/engine/board"
	"stonehand/engine/lines"
)

// numbers are those of a point, or of points together.
type numbers [lanes]int16

// Sums are what a network sees of a position: of those stones that it was shown. They take all
// their memory when they are made.
type Sums struct {
	net     *Network
	size    board.Size
	regions [board.Cells]uint8
	scale   int
	lines   lines.Set            // with the stones seen
	points  [board.Cells]numbers // sums of an empty point's lines
	sums    [Regions]numbers     // of points, cut
	changes []lineChange         // by all stones shown since it began
	seen    []seenStone          // these stones
	before  [remembered]before   // the first of these
}

// before is what a stone changed, as it was.
type before struct {
	points [lines.Directions * 2 * reach]numbers
	sums   [Regions]numbers
}

// remembered is of how many stones that is kept. To copy it back is cheaper than to change it back, which
// those after them have to do.
const remembered = 16

// seenStone is a stone, and how many changes there were before it.
type seenStone struct {
	at      board.Point
	changes int
}

// lineChange is a line of an empty point that a stone changes: both by their numbers.
type lineChange struct{ point, region, was, now uint16 }

// reach is how many points away a stone is seen.
const reach = 4

// regionsOf are the regions that the points of a board lie in, by their indices.
func regionsOf(size board.Size) (r [board.Cells]uint8) {
	wide, high := (size.Cols+2)/3, (size.Rows+2)/3
	for p := range size.Points {
		r[p] = uint8(p.Y()/high*3 + p.X()/wide)
	}
	return r
}

// NewSums returns room for what a network sees of boards of a size, up to so many stones after a
// search's first position. A correction of 1 in units of the logistic curve is scale points.
func NewSums(net *Network, size board.Size, most, scale int) *Sums {
	return &Sums{
		net: net, size: size, regions: regionsOf(size), scale: scale,
		seen: make([]seenStone, 0, most), changes: make([]lineChange, 0, most*lines.Directions*2*reach),
	}
}

// Begin looks at a position, which those asked about from now on come of. at tells what stands
// on a point.
func (s *Sums) Begin(at func(board.Point) board.Color) {
	s.seen, s.changes = s.seen[:0], s.changes[:0]
	s.lines, s.points, s.sums = lines.Of(s.size), [board.Cells]numbers{}, [Regions]numbers{}
	for p := range s.size.Points {
		s.lines.Put(p, at(p))
	}
	for p := range s.size.Points {
		if at(p) != board.Empty {
			continue
		}
		for d := range s.lines {
			l, bit := lines.Place(p, d)
			for k, v := range s.net.lines[lineAt(s.lines[d][l], bit)] {
				s.points[p][k] += int16(v)
			}
		}
		join(&s.sums[s.regions[p]], &s.points[p])
	}
}

// Seen is how many stones it was shown since it began.
func (s *Sums) Seen() int { return len(s.seen) }

// Put shows it a stone on an empty point.
func (s *Sums) Put(at board.Point, c board.Color) {
	begun := len(s.changes)
	s.seen = append(s.seen, seenStone{at, begun})
	for d, step := range lines.Steps {
		l, bit := lines.Place(at, d)
		before := s.lines[d][l]
		after := before | lines.Line(c)<<bit
		s.lines[d][l] = after
		for by := 2; ; step, by = -step, -2 {
			for i, b, end := int(at)+step, bit+by, bit+by*reach; ; i, b = i+step, b+by {
				if c := before >> (b & 63) & 3; c == 0 {
					s.changes = append(s.changes, lineChange{uint16(i), uint16(s.regions[i]), lineAt(before, b), lineAt(after, b)})
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
	if n := len(s.seen) - 1; n < remembered {
		was := &s.before[n]
		was.sums = s.sums
		for i, c := range s.changes[begun:] {
			was.points[i] = s.points[c.point]
		}
	}
	leave(&s.sums[s.regions[at]], &s.points[at])
	shift(&s.points, &s.sums, &s.net.lines, s.changes[begun:])
}

// Keep takes back what it was shown after the first n stones.
func (s *Sums) Keep(n int) {
	if len(s.seen) > n { // seldom: this much is written into the callers
		s.back(n)
	}
}

func (s *Sums) back(n int) {
	for len(s.seen) > n {
		last := s.seen[len(s.seen)-1]
		s.lines.Take(last.at)
		changes := s.changes[last.changes:]
		if was := len(s.seen) - 1; was < remembered {
			for i, c := range changes {
				s.points[c.point] = s.before[was].points[i]
			}
			s.sums = s.before[was].sums
		} else {
			for i := range changes {
				c := &changes[i]
				c.was, c.now = c.now, c.was
			}
			shift(&s.points, &s.sums, &s.net.lines, changes)
			join(&s.sums[s.regions[last.at]], &s.points[last.at])
		}
		s.changes, s.seen = s.changes[:last.changes], s.seen[:len(s.seen)-1]
	}
}

// Correction is what the network adds, in points, to a quiet position's value for c, to move.
// state is which of its states the position is in.
func (s *Sums) Correction(state int, c board.Color) int {
	h := &s.net.heads[(c-board.Black)&1]
	var region [Regional]int32
	for i := range s.sums {
		layer(&region, &h.bias, h.first[:], s.sums[i][:])
	}
	var in [Inputs]int16
	total((*numbers)(in[:]), &s.sums)
	for j, v := range region {
		in[lanes+j] = int16(min(v>>regionShift, 1<<15-1))
	}
	out := int64(h.states[state])
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
	return int(out * int64(s.scale) / (inputUnit * outUnit))
}
