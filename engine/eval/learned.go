package eval

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// Mirror returns the number of a pattern read from its other end.
func Mirror(p uint16) uint16 {
	// The low half runs away from one end and the high half towards the
	// other, so that turning the span round is reversing all ten digits.
	return reversed[p%half]*half + reversed[p/half%half]
}

// half is how many ways five points can be.
const half = 243 // 3^5

// reversed is the number of five ternary digits read backwards.
var reversed = func() (t [half]uint16) {
	for i := range t {
		for n, d := i, 0; d < reach; n, d = n/3, d+1 {
			t[i] = t[i]*3 + uint16(n%3)
		}
	}
	return t
}()

// Stones is a learned worth of every stone by what it sees along a line, to its
// owner: what a position is worth is the sum over its stones and the four
// directions. A stone is worth something else to the side to move than to the
// other.
type Stones struct {
	Moving, Waiting [Patterns]int16
	// Tempo is what being to move is worth beyond that.
	Tempo int32
}

// FromRoads returns the stones' worth that gives positions the same value as
// roads do: each window's worth divided among its stones.
func FromRoads(road [connect.Row + 1]int32, tempo int32) *Stones {
	s := &Stones{Tempo: tempo}
	for blocked := range uint32(1 << span) {
		if blocked&own != 0 {
			continue
		}
		for mine := range uint32(1 << span) {
			if mine&blocked != 0 || mine&own == 0 {
				continue
			}
			sum := 0.0
			for start := range six {
				w := uint32(1<<six-1) << start
				if blocked&w == 0 {
					n := bits.OnesCount32(mine & w)
					sum += float64(road[n]) / float64(n)
				}
			}
			v := int16(sum + 0.5)
			i := Pattern(mine, blocked)
			s.Moving[i], s.Waiting[i] = v, v
		}
	}
	return s
}

// Line is what the stones of one line are worth to Black: when Black is to move,
// and when White is. The lines are rows of bits as [connect.Lines] keeps them.
func (s *Stones) Line(black, white, wall uint32) (blackMoves, whiteMoves int32) {
	blocked := white | wall
	for rest := black; rest != 0; rest &= rest - 1 {
		b := bits.TrailingZeros32(rest) - reach
		i := Pattern(black>>b&(1<<span-1), blocked>>b&(1<<span-1))
		blackMoves += int32(s.Moving[i])
		whiteMoves += int32(s.Waiting[i])
	}
	blocked = black | wall
	for rest := white; rest != 0; rest &= rest - 1 {
		b := bits.TrailingZeros32(rest) - reach
		i := Pattern(white>>b&(1<<span-1), blocked>>b&(1<<span-1))
		blackMoves -= int32(s.Waiting[i])
		whiteMoves -= int32(s.Moving[i])
	}
	return blackMoves, whiteMoves
}

// Value is the worth of a whole position for the side to move, without tempo. It
// looks at every line; searches keep count.
func (s *Stones) Value(p *connect.Position) int32 {
	black, white, walls := p.Lines(board.Black), p.Lines(board.White), p.Walls()
	var sums [2]int32
	for d := range black {
		for i := range black[d] {
			b, w := s.Line(black[d][i], white[d][i], walls[d][i])
			sums[0] += b
			sums[1] -= w
		}
	}
	return sums[(p.ToMove()-1)&1]
}
