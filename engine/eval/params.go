// Package eval judges Connect6 positions in the two ways of the seed document
// CN 105817029 A ("A hybrid search method based on roads and shapes in Connect6
// systems"): by roads, which are quick and serve to choose candidates, and by
// shapes, which are exact and serve to judge leaves.
//
// Every number the document gives is a named parameter here.
package eval

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// ShapeParams are the parameters of the shape evaluation, eq. 2 to 9.
type ShapeParams struct {
	// Mine and Theirs are the document's two tables, by shape.
	Mine, Theirs [Shapes]int32
	// Win is the score of a turn that makes three or more forced threats, or
	// six in a row.
	Win int32
	// Edge is taken off for every step that a stone stands nearer to the edge
	// than six in a row can reach.
	Edge int32
	// Open is added for every empty point within two steps of a stone, along
	// its eight rays.
	Open int32
	// Cramped is taken off when the turn's two stones share a line on which
	// they leave each other no room for six.
	Cramped int32
	// Imbalance is the ratio k of eq. 6 and 7 from which a stone counts as
	// serving one side only, in tenths: 25 is the document's 2.5.
	Imbalance int32
}

// DefaultShapes are the document's tables. It leaves the worth of my live two
// illegible; 1200 stands to my jump two (900) as the opponent's live two (600)
// stands to his jump two (450), and lies between jump two and sleeping three as
// it must. The document gives no numbers for the extras (paragraph 25): those
// here are small beside a live two, so that they decide between equals only.
var DefaultShapes = ShapeParams{
	Mine: [Shapes]int32{
		SleepingOne: 20, Single: 30,
		SleepingTwo: 510, JumpTwo: 900, LiveTwo: 1200,
		SleepingThree: 1400, HazyThree: 2800, LiveThree: 3000,
		SleepingFour: 7000, LiveFour: 12000,
		SleepingFive: 500, LiveFive: 1000,
		Six: 100000,
	},
	Theirs: [Shapes]int32{
		SleepingOne: 10, Single: 20,
		SleepingTwo: 200, JumpTwo: 450, LiveTwo: 600,
		SleepingThree: 1300, HazyThree: 2100, LiveThree: 2400,
		SleepingFour: 5500, LiveFour: 9000,
		SleepingFive: 8000, LiveFive: 10000,
		Six: 300000,
	},
	Win:       1000000,
	Edge:      10,
	Open:      2,
	Cramped:   100,
	Imbalance: 25,
}

// Scores are for the side to move. A score of Win-n or more is a win within n
// turns of both sides, one of -Win+n or less a loss.
const (
	// Win is the score of a position that is won.
	Win = 1<<29 - 1
	// Proved is the least score of a win.
	Proved = Win - 1000
	// Infinity is beyond all scores.
	Infinity = Win + 1
)

// Order is what chooses candidates: a learned worth of putting a stone on an
// empty point, by what it would see along each line.
type Order struct {
	// Own is by the pattern of the stone itself, Their by that of the
	// opponent's stone that it takes the place of.
	Own, Their [Patterns]int16
}

// Sight is what lies around an empty point along its four lines, eleven points
// each, the point itself at bit 5.
type Sight struct {
	Mine, Theirs, Walls [connect.Directions]uint32
}

// Look sees the lines around c with the eyes of me.
func Look(p *connect.Position, me board.Color, c connect.Cell) (s Sight) {
	mine, theirs, walls := p.Lines(me), p.Lines(me.Other()), p.Walls()
	for d := range connect.Directions {
		s.Mine[d], s.Theirs[d], s.Walls[d] = mine.Span(d, c), theirs.Span(d, c), walls.Span(d, c)
	}
	return s
}

// Patterns are the patterns along direction d: of a stone of one's own, and of
// the opponent's. also are further stones of one's own, as bits of the span.
func (s *Sight) Patterns(d int, also uint32) (own, their uint16) {
	mine := s.Mine[d] | also
	return Pattern(mine, s.Theirs[d]|s.Walls[d]), Pattern(s.Theirs[d], mine|s.Walls[d])
}

// Line is what a stone is worth along direction d. also are further stones of
// one's own, as bits of the span.
func (o *Order) Line(s *Sight, d int, also uint32) int32 {
	own, their := s.Patterns(d, also)
	return int32(o.Own[own]) + int32(o.Their[their])
}

// OrderFromRoads returns the order that the gains of roads give to single
// stones.
func OrderFromRoads(order [connect.Row + 1]int32) *Order {
	o := &Order{}
	for blocked := range uint32(1 << span) {
		for mine := range uint32(1 << span) {
			if mine&blocked != 0 || (mine|blocked)&own != 0 {
				continue
			}
			gain, loss := int32(0), int32(0)
			for start := range six {
				w := uint32(1<<six-1) << start
				if blocked&w == 0 {
					n := bits.OnesCount32(mine & w)
					gain += order[min(n+1, six)] - order[n]
					loss += order[n]
				}
			}
			i := Pattern(mine, blocked)
			o.Own[i], o.Their[i] = int16(min(gain, 32000)), int16(min(loss, 32000))
		}
	}
	return o
}

// Roads are the parameters of the road evaluation, eq. 1:
//
//	Total = sum_k mine[k]*Score[k] - sum_k theirs[k]*Score[k] + position(move)
//
// where mine[k] counts the windows that hold k stones of mine and none of
// theirs.
type Roads struct {
	// Score is the worth of a road with 0 to 6 stones.
	Score [connect.Row + 1]int32
	// Center is the position value of the board's centre; each ring outwards is
	// worth one less, never below zero.
	Center int32
}

// DefaultRoads are the document's values (paragraphs 35 and 36).
var DefaultRoads = Roads{
	Score:  [connect.Row + 1]int32{0, 30, 90, 200, 800, 1000, 1000000},
	Center: 10,
}

// Values returns the road scores in the form that positions keep them.
func (r Roads) Values() connect.Values { return connect.Values{Road: r.Score} }

// Places returns the position value of every point of a board.
func (r Roads) Places(size board.Size) (v [board.Cells]int32) {
	for p := range size.Points {
		// Twice the distance from the centre, so that even sides work out.
		dx, dy := 2*p.X()-size.Cols+1, 2*p.Y()-size.Rows+1
		ring := int32(max(dx, -dx, dy, -dy) / 2)
		v[p] = max(0, r.Center-ring)
	}
	return v
}
