package tactics

import "stonehand/engine/board"

// Stones is what stands on every point of a board, by [board.Point].
type Stones = [board.Cells]board.Color

// cell is a place of the field: a point, or the margin around the board, so that the
// four neighbours of a point always exist.
type cell uint16

const (
	row    = 32            // from a cell to the one above it
	origin = cell(row + 1) // the lower left corner
	cells  = board.Cells + 2*row + 2
	margin = board.Color(3) // stands around the board
	none   = cell(0)        // no cell of the board: a pass, no ko
)

// at is the cell of a point.
func at(p board.Point) cell { return cell(p) + origin }

// point is the point of a cell; of none it is Nowhere.
func (c cell) point() board.Point {
	if c == none {
		return board.Nowhere
	}
	return board.Point(c - origin)
}

// around are the four neighbours of a cell.
func (c cell) around() [4]cell { return [4]cell{c - 1, c + 1, c - row, c + row} }

// field is a board that plays and takes back fast. It knows captures, suicide, which is
// not played, and the point of a simple ko; repetitions are the search's business.
type field struct {
	size  board.Size
	stone [cells]board.Color
	ko    cell // the point where retaking would repeat the position, or none
	hash  board.Key
	// moves are what was played, taken what they captured, the last at the end.
	moves []played
	taken []cell
	// marks tell which cells a walk has seen: those with the present mark.
	mark  uint32
	marks [cells]uint32
	queue [board.MaxSide * board.MaxSide]cell
}

// played is what is needed to take a move back.
type played struct {
	at    cell // none for a pass
	ko    cell // before the move
	taken int  // stones captured before it
}

// set puts a position on the field.
func (f *field) set(size board.Size, stones *Stones, ko board.Point) {
	f.size, f.hash, f.ko = size, 0, none
	f.moves, f.taken = f.moves[:0], f.taken[:0]
	for i := range f.stone {
		f.stone[i] = margin
	}
	for i := range size.Count() {
		p := size.Point(i)
		f.put(at(p), stones[p])
	}
	if size.Has(ko) {
		f.ko = at(ko)
	}
}

// put puts a stone, or nothing, on a cell that has none.
func (f *field) put(c cell, color board.Color) {
	if f.stone[c] = color; color != board.Empty {
		f.hash ^= board.StoneKey(color, c.point())
	}
}

// remove takes a stone off.
func (f *field) remove(c cell) {
	f.hash ^= board.StoneKey(f.stone[c], c.point())
	f.stone[c] = board.Empty
}

// fresh begins a walk.
func (f *field) fresh() uint32 {
	f.mark++
	return f.mark
}

// liberties counts the liberties of the chain at c, to most. The chain's cells are then
// at the front of f.queue, n of them, if there were fewer liberties than most.
func (f *field) liberties(c cell, most int) (liberties, n int) {
	mark, color := f.fresh(), f.stone[c]
	f.queue[0], f.marks[c], n = c, mark, 1
	for i := 0; i < n; i++ {
		for _, q := range f.queue[i].around() {
			if f.marks[q] == mark {
				continue
			}
			switch f.stone[q] {
			case board.Empty:
				f.marks[q] = mark
				if liberties++; liberties >= most {
					return liberties, n
				}
			case color:
				f.marks[q] = mark
				f.queue[n] = q
				n++
			}
		}
	}
	return liberties, n
}

// spaces appends the liberties of the chain at c to list.
func (f *field) spaces(c cell, list []cell) []cell {
	mark, color := f.fresh(), f.stone[c]
	f.queue[0], f.marks[c] = c, mark
	n := 1
	for i := 0; i < n; i++ {
		for _, q := range f.queue[i].around() {
			if f.marks[q] == mark {
				continue
			}
			switch f.stone[q] {
			case board.Empty:
				f.marks[q] = mark
				list = append(list, q)
			case color:
				f.marks[q] = mark
				f.queue[n] = q
				n++
			}
		}
	}
	return list
}

// play plays on an empty cell, or passes at none. It reports false, and has changed
// nothing, for a suicide.
func (f *field) play(c cell, color board.Color) bool {
	f.moves = append(f.moves, played{c, f.ko, len(f.taken)})
	f.ko = none
	if c == none {
		return true
	}
	f.put(c, color)
	before := len(f.taken)
	alone := true // no liberty and no friend: what a ko looks like
	for _, q := range c.around() {
		switch f.stone[q] {
		case color.Other():
			if liberties, n := f.liberties(q, 1); liberties == 0 {
				for _, s := range f.queue[:n] {
					f.remove(s)
				}
				f.taken = append(f.taken, f.queue[:n]...)
			}
		case board.Empty, color:
			alone = false
		}
	}
	switch captured := len(f.taken) - before; {
	case captured == 0:
		if liberties, _ := f.liberties(c, 1); liberties == 0 {
			f.undo()
			return false
		}
	case captured == 1 && alone:
		f.ko = f.taken[before]
	}
	return true
}

// undo takes the last move back.
func (f *field) undo() {
	m := f.moves[len(f.moves)-1]
	f.moves = f.moves[:len(f.moves)-1]
	f.ko = m.ko
	if m.at == none {
		return
	}
	color := f.stone[m.at]
	f.remove(m.at)
	for _, c := range f.taken[m.taken:] {
		f.put(c, color.Other())
	}
	f.taken = f.taken[:m.taken]
}
