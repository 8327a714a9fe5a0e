package eval

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Judgement is the shape evaluation of one turn, term by term.
type Judgement struct {
	My     int32 // eq. 3: what the two stones make for their owner
	Threat int32 // eq. 4: what they take from the opponent, who is imagined on their points
	Extra  int32 // forced threats, edge, room
	W      int32 // eq. 5: imbalance
}

// Total is eq. 2.
func (j Judgement) Total() int32 { return j.My + j.Threat + j.Extra + j.W }

// Turn judges the turn m of colour me, whose stones stand on the board p
// already, by shapes. m places one stone or two.
func (s *ShapeParams) Turn(p *connect.Position, me board.Color, m connect.Move) Judgement {
	var j Judgement
	mine, theirs, walls := p.Lines(me), p.Lines(me.Other()), p.Walls()
	a := connect.CellOf(m.A)
	if m.B == board.Nowhere {
		first := s.read(mine, theirs, walls, a, -1)
		j.My, j.Threat = first.mine, first.theirs
		j.Extra = s.extra(first)
		j.W = s.imbalance(first.mine, first.theirs)
	} else {
		b := connect.CellOf(m.B)
		shared, distance := associated(m)
		first := s.read(mine, theirs, walls, a, shared)
		second := s.read(mine, theirs, walls, b, shared)
		j.My = first.mine + second.mine
		j.Threat = first.theirs + second.theirs
		j.Extra = s.extra(first) + s.extra(second)
		if shared >= 0 {
			s.pair(&j, mine, theirs, walls, a, b, shared, distance)
		}
		j.W = s.imbalance(first.mine, first.theirs) + s.imbalance(second.mine, second.theirs)
	}
	if p.Winner() == me || p.Hot(me) > 0 && forced(p, me) >= 3 {
		j = Judgement{Extra: s.Win}
	}
	return j
}

// forced is the number of answers that the opponent of me needs.
func forced(p *connect.Position, me board.Color) int {
	var def connect.Defence
	p.Answer(me.Other(), &def)
	return def.Need
}

// stone is what one stone of a turn reads.
type stone struct {
	mine, theirs int32
	free         int32 // empty points within two steps along the rays
	short        int32 // steps that the nearest edge is nearer than six in a row can reach
}

// near are the bits of a span within two steps of its middle.
const near = 0b11011 << (reach - 2)

// read reads a stone along its lines but for the one that the turn's stones
// share, which is read once for the pair.
func (s *ShapeParams) read(mine, theirs, walls *connect.Lines, c connect.Cell, shared int) (v stone) {
	edge := 0
	for d := range connect.Directions {
		my, their, wall := mine.Span(d, c), theirs.Span(d, c), walls.Span(d, c)
		v.free += int32(bits.OnesCount32(near &^ (my | their | wall)))
		if d <= connect.Vertical {
			edge = max(edge, beyond(wall))
		}
		if d == shared {
			continue
		}
		v.mine += s.Mine[Read(my, their|wall)]
		v.theirs += s.Theirs[Read(their, my&^own|wall)]
	}
	v.short = int32(edge)
	return v
}

// beyond is how many points of the nearer half of a span lie off the board.
func beyond(wall uint32) int {
	const half = 1<<reach - 1
	return max(bits.OnesCount32(wall&half), bits.OnesCount32(wall>>(reach+1)))
}

func (s *ShapeParams) extra(v stone) int32 { return s.Open*v.free - s.Edge*v.short }

// associated returns the direction that the two points of m share at a distance
// of at most five, and the distance; -1 if there is none.
func associated(m connect.Move) (d, distance int) {
	d, distance = connect.Shared(m.A, m.B)
	if distance > reach {
		return -1, 0
	}
	return d, distance
}

// pair reads the line that both stones share, once, by the better of the two
// shapes that it shows to them.
func (s *ShapeParams) pair(j *Judgement, mine, theirs, walls *connect.Lines, a, b connect.Cell, d, distance int) {
	myA, theirA, wallA := mine.Span(d, a), theirs.Span(d, a), walls.Span(d, a)
	myB, theirB, wallB := mine.Span(d, b), theirs.Span(d, b), walls.Span(d, b)
	j.My += max(s.Mine[Read(myA, theirA|wallA)], s.Mine[Read(myB, theirB|wallB)])
	// The opponent is imagined on both points: neither blocks him, and each
	// stands in the other's span.
	atB, atA := uint32(own)<<distance, uint32(own)>>distance
	threatA := Read(theirA|atB, myA&^(own|atB)|wallA)
	threatB := Read(theirB|atA, myB&^(own|atA)|wallB)
	j.Threat += max(s.Theirs[threatA], s.Theirs[threatB])
	if !room(theirA|wallA, distance) {
		j.Extra -= s.Cramped
	}
}

// room reports whether some run of six through the middle of the span holds the
// point distance steps further up and nothing blocked.
func room(blocked uint32, distance int) bool {
	const run = 1<<six - 1
	for start := distance; start <= reach; start++ {
		if blocked&(run<<start) == 0 {
			return true
		}
	}
	return false
}

// imbalance is eq. 6 to 9 for one stone.
func (s *ShapeParams) imbalance(my, their int32) int32 {
	low, high := min(my, their), max(my, their)
	if 10*high >= s.Imbalance*low {
		return -low / 2
	}
	return 0
}
