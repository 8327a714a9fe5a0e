// Package influence measures how far stones of Go reach: who is ahead, which
// points are whose, and what a point is worth.
//
// It has both models of the report "C++围棋程序实现报告": the influence model
// (影响模型) as [Map], and the mechanical model (力学模型) as [Forces]. Black counts
// as positive, White as negative. A stone is worth 64 where it stands and half of
// that with every point of distance, to a distance of 6.
//
// Where the report leaves a choice, this is ours; the comments name it by number.
//
//   - [A1] Beyond a distance of 6 the value is 0.
//   - [A2] A stone that is passed takes the value to a quarter.
//   - [A3] Stones of both colours are passed.
//   - [A4] Each of them adds 2 to the distance.
//   - [A5] In a Map only points in the row or column of a stone have something
//     between them and it.
//   - [A6] The point that a stone stands on is not passed on the way to it.
//   - [A7] The distance is cut at 6 after all corrections; before them a stone
//     reaches only 6 rows and 6 columns.
//   - [A8] A force on a point that is neither in the row nor in the column of its
//     stone is half vertical, half horizontal. On the stone's own point each of the
//     four forces is 16.
//   - [A9] A force is 64 at its stone and 32 at each neighbour.
//   - [A10] A force spreads as a wave: the distance of a point is the least over the
//     one or two neighbours that lie nearer to the stone, of their distance plus 1, and
//     plus 2 more if a stone stands on the neighbour.
//   - [A11] Forces are mirrored by the first line itself, once by each edge; what
//     was mirrored is not mirrored again. A returning force passes stones, also its
//     own. So an edge adds what an image of the stone behind it would, and of a stone
//     on the first line the image is the stone itself.
//   - [A12] By forces only empty points are judged.
//   - The balance of either model is the sum over all points, those with stones too.
//
// [A13] of that list is about the score, not about influence.
//
// Boards have any size, also with unequal sides. Nothing is allocated.
package influence

import "stonehand/engine/board"

const (
	// Threshold is what a point's influence has to exceed for the point to count as
	// one side's: A of the report.
	Threshold = 20
	// reach is the distance beyond which a stone is not felt: Value = 2^(6-Distance).
	reach = 6
	// passing is what a stone in between adds to the distance [A4].
	passing = 2
)

// Stones is what stands on every point of a board, by [board.Point].
type Stones [board.Cells]board.Color

// sign is the report's sign of a stone.
func sign(c board.Color) int32 {
	switch c {
	case board.Black:
		return 1
	case board.White:
		return -1
	}
	return 0
}

// Worth is what a move is worth to the side that makes it: how far it moves the
// balance of the [Map] in favour of c. After is the position with the move made,
// captured stones taken off.
func Worth(size board.Size, before, after *Stones, c board.Color) int {
	var a, b Map
	a.Set(size, before)
	b.Set(size, after)
	return int(sign(c)) * (b.Balance() - a.Balance())
}

// Count returns how many points are Black's and how many White's, by what a model
// says of each point: [Map.Owner] or [Forces.Owner].
func Count(size board.Size, owner func(board.Point) board.Color) (black, white int) {
	for i := range size.Count() {
		switch owner(size.Point(i)) {
		case board.Black:
			black++
		case board.White:
			white++
		}
	}
	return black, white
}

func abs(n int) int { return max(n, -n) }
