package hybrid

import (
	"fmt"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// pairedPoints is how many points are paired with each other in one position: the
// best by their own score. 40 points make 780 pairs.
const pairedPoints = 40

// ranked is a point or a turn and what the candidates' judge thinks of it.
type ranked[T any] struct {
	value T
	score int32
}

// insert keeps the width best of a list, best first. Ties keep the order of
// insertion, which depends on the board alone, so that every machine searches the
// same tree.
func insert[T any](l *[]ranked[T], v T, score int32, width int) {
	list := *l
	i := len(list)
	if i == width {
		if i--; score <= list[i].score {
			return
		}
	} else {
		list = list[:i+1]
		*l = list
	}
	for ; i > 0 && list[i-1].score < score; i-- {
		list[i] = list[i-1]
	}
	list[i] = ranked[T]{v, score}
}

// expand fills l with the best turns of the side to move. Unless the options say
// otherwise, only turns that meet every threat of the opponent are looked at:
// with one point to take, that point with any other; with two, the exact pairs.
// It reports false when no turn meets them.
func (s *Search) expand(l *[]ranked[connect.Move]) bool {
	pos := s.pos
	me := pos.ToMove()
	*l = (*l)[:0]
	var def connect.Defence
	if !s.options.Unaided {
		pos.Answer(me, &def)
	}
	due := pos.Due()
	if def.Need > due {
		return false
	}
	s.base = pos.Value(me)
	for _, q := range def.Pairs[:def.NPair] {
		if due == 2 {
			s.consider(l, connect.PointOf(q[0]), connect.PointOf(q[1]))
		}
	}
	if def.Need == 2 {
		return true
	}
	if due == 1 && def.Need == 1 {
		for _, c := range def.Singles[:def.NSingle] {
			s.consider(l, connect.PointOf(c), board.Nowhere)
		}
		return true
	}
	s.shortlist(me)
	switch {
	case due == 1:
		for _, p := range s.points {
			insert(l, connect.Move{A: p.value, B: board.Nowhere}, s.base+p.score, s.options.Width)
		}
	case def.Need == 1:
		for k, c := range def.Singles[:def.NSingle] {
			a := connect.PointOf(c)
			for _, p := range s.points {
				// A pair of two sufficient points is looked at once.
				if b := p.value; b != a && (k == 0 || connect.CellOf(b) != def.Singles[0]) {
					s.consider(l, a, b)
				}
			}
		}
	default:
		for i, p := range s.points {
			for _, q := range s.points[:i] {
				s.pair(l, p, q)
			}
		}
	}
	return true
}

// shortlist chooses the points to pair: those within the rectangle that the
// stones can reach, by what each brings alone.
func (s *Search) shortlist(me board.Color) {
	pos := s.pos
	s.points = s.points[:0]
	x0, y0, x1, y1 := pos.Reach()
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			p := board.At(x, y)
			if pos.At(p) != board.Empty {
				continue
			}
			insert(&s.points, p, s.single(me, p), pairedPoints)
		}
	}
}

// single is what the candidate scorer gives a single stone.
func (s *Search) single(me board.Color, p board.Point) int32 {
	if s.options.Mix.shapeCandidates() {
		return s.options.Shapes.Turn(s.pos, me, connect.Move{A: p, B: board.Nowhere}).Total()
	}
	return s.pos.Gain(me, connect.CellOf(p)) + s.places[p]
}

// pair scores the pair of two shortlisted points.
func (s *Search) pair(l *[]ranked[connect.Move], p, q ranked[board.Point]) {
	if s.options.Mix.shapeCandidates() {
		s.consider(l, p.value, q.value)
		return
	}
	m := connect.Pair(p.value, q.value)
	insert(l, m, s.base+p.score+q.score+s.pos.PairGain(s.pos.ToMove(), m.A, m.B), s.options.Width)
}

// consider scores any turn of the side to move and puts it into the list.
func (s *Search) consider(l *[]ranked[connect.Move], a, b board.Point) {
	pos, me := s.pos, s.pos.ToMove()
	m := connect.Pair(a, b)
	if s.options.Mix.shapeCandidates() {
		pos.PlayMove(m)
		score := s.options.Shapes.Turn(pos, me, m).Total()
		pos.TakeMove(m)
		insert(l, m, score, s.options.Width)
		return
	}
	score := s.base + s.single(me, m.A)
	if m.B != board.Nowhere {
		score += s.single(me, m.B) + pos.PairGain(me, m.A, m.B)
	}
	insert(l, m, score, s.options.Width)
}

// Mix says by what candidates and leaves are scored: the four ways of the seed
// document (paragraphs 11 to 15), each searched as the document says, and the
// product's own search.
type Mix uint8

// The mixes, named candidate/leaf.
const (
	RoadRoad Mix = iota
	ShapeShape
	ShapeRoad
	RoadShape // the document's own
	Own       // the product's own search; not one of the four
)

// Mixes are the document's four.
var Mixes = []Mix{RoadRoad, ShapeShape, ShapeRoad, RoadShape}

var mixNames = [...]string{"road/road", "shape/shape", "shape/road", "road/shape", "own"}

// String returns the mix's name, "road/shape".
func (m Mix) String() string {
	if m.Valid() {
		return mixNames[m]
	}
	return fmt.Sprintf("mix(%d)", uint8(m))
}

// Valid reports whether there is such a mix.
func (m Mix) Valid() bool { return int(m) < len(mixNames) }

func (m Mix) shapeCandidates() bool { return m == ShapeShape || m == ShapeRoad }

func (m Mix) shapeLeaves() bool { return m == ShapeShape || m == RoadShape }

// MixNames lists the names for usage texts.
func MixNames() string { return strings.Join(mixNames[:], ", ") }

// ParseMix reads a mix's name; "-" serves for "/", and "grown", the former name, for "own".
func ParseMix(s string) (Mix, error) {
	name := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(s)), "-", "/")
	if name == "grown" {
		name = "own"
	}
	for i, n := range mixNames {
		if n == name {
			return Mix(i), nil
		}
	}
	return 0, fmt.Errorf("mix %q does not exist: choose one of %s", s, MixNames())
}
