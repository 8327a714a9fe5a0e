package tactics

import (
	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

const (
	none   = board.Nowhere   // no point: a pass, no ko
	margin = board.White + 1 // what stands around the board
	row    = board.Cells / board.MaxSide
)

// around are the four neighbours of a point, those off the board too.
func around(p board.Point) [4]board.Point { return [4]board.Point{p - 1, p + 1, p - row, p + row} }

// field is a board with the moves of a line, and walks over chains that stop early.
type field struct {
	pos   weiqi.Board
	ko    board.Point // where retaking would repeat the position, or none
	moves []weiqi.Undo
	// marks tell which points a walk has seen: those with the present mark.
	mark  uint32
	marks [board.Cells]uint32
	queue [board.Cells]board.Point
}

// set puts a position on the field.
func (f *field) set(b *weiqi.Board) {
	f.pos = *b
	f.moves = f.moves[:0]
	f.ko, _ = b.Ko()
}

// at is what stands on a point, or margin.
func (f *field) at(p board.Point) board.Color { return f.pos.At(p) }

// fresh begins a walk.
func (f *field) fresh() uint32 {
	f.mark++
	return f.mark
}

// liberties counts the liberties of the chain at p, to most. The chain's stones are then
// at the front of f.queue, n of them, if there were fewer liberties than most.
func (f *field) liberties(p board.Point, most int) (liberties, n int) {
	mark, color := f.fresh(), f.at(p)
	f.queue[0], f.marks[p], n = p, mark, 1
	for i := 0; i < n; i++ {
		for _, q := range around(f.queue[i]) {
			switch s := f.at(q); {
			case s == board.Empty && f.marks[q] != mark:
				f.marks[q] = mark
				if liberties++; liberties >= most {
					return liberties, n
				}
			case s == color && f.marks[q] != mark:
				f.marks[q] = mark
				f.queue[n] = q
				n++
			}
		}
	}
	return liberties, n
}

// play plays on an empty point, or passes at none. The point of a ko may be played too. It
// reports false, and has changed nothing, for a suicide.
func (f *field) play(p board.Point, color board.Color) bool {
	if f.pos.Check(color, p) == weiqi.ErrSuicide {
		return false
	}
	f.moves = append(f.moves, f.pos.Play(color, p))
	f.ko, _ = f.pos.Ko()
	return true
}

// undo takes the last move back.
func (f *field) undo() {
	last := len(f.moves) - 1
	f.pos.Undo(f.moves[last])
	f.moves = f.moves[:last]
	f.ko, _ = f.pos.Ko()
}
