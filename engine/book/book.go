// Package book holds opening turns of Connect6 by position, and reads them from
// a text that people can read too.
package book

import (
	"cmp"
	_ "embed" // the opening book
	"slices"
	"strings"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

//go:embed book.txt
var bookText string

// Book holds opening turns by position. A position stands for all that the
// symmetries of the board make of it. A book does not change once it is read, so
// that engines may share it.
type Book struct {
	header  Header
	entries []entry // ascending by key, then in the order of the text
	deepest int     // stones of the longest position that has turns
}

// entry is one turn of a book.
type entry struct {
	key    board.Key    // of the position, as Canonical turns it
	move   connect.Move // in that orientation
	weight uint8        // how often it is chosen, against the position's others
}

// Header says where the book comes from.
func (b *Book) Header() Header { return b.header }

// Turns returns how many turns the book may choose, over all positions.
func (b *Book) Turns() int { return len(b.entries) }

// Canonical returns the key that stands for a position and its mirror images,
// and the symmetry that leads from the position to its representative.
func Canonical(pos *connect.Position) (least board.Key, symmetry int) {
	least = ^board.Key(0)
	for s := range pos.Size().Symmetries() {
		if k := KeyUnder(pos, s); k < least {
			least, symmetry = k, s
		}
	}
	return least, symmetry
}

// KeyUnder returns the key of the position's stones as symmetry s turns them.
func KeyUnder(pos *connect.Position, s int) (k board.Key) {
	size := pos.Size()
	for i := range pos.Count() {
		p, c := pos.Stone(i)
		k ^= board.StoneKey(c, size.Turn(p, s))
	}
	return k
}

// Find returns the book's turn for a position in which a whole turn is due. A
// seed of 0 takes the heaviest; any other chooses by weight, the same for the
// same seed and position, and in a position with symmetries of its own chooses
// among the turn's mirror images, too.
func (b *Book) Find(pos *connect.Position, seed uint64) (connect.Move, bool) {
	key, turn, at := b.lookup(pos)
	if len(at) == 0 {
		return connect.NoMove, false
	}
	total, choice := 0, 0
	for i := range at {
		total += int(at[i].weight)
		if at[i].weight > at[choice].weight {
			choice = i
		}
	}
	if seed != 0 {
		seed ^= uint64(key)
		n := int(board.SplitMix(&seed) % uint64(total))
		for choice = 0; n >= int(at[choice].weight); choice++ {
			n -= int(at[choice].weight)
		}
		turn = mirror(pos, key, turn, board.SplitMix(&seed))
	}
	m := turnBack(pos.Size(), at[choice].move, turn)
	// Two positions may share a key by chance; what is not playable is no book
	// turn.
	for _, p := range [2]board.Point{m.A, m.B} {
		if p != board.Nowhere && !pos.Free(p) {
			return connect.NoMove, false
		}
	}
	return m, true
}

// Each calls visit with every turn that the book may choose in a position, in
// the book's order, and the turn's weight: how often it is chosen against the
// position's others.
func (b *Book) Each(pos *connect.Position, visit func(m connect.Move, weight int)) {
	_, turn, at := b.lookup(pos)
	for i := range at {
		visit(turnBack(pos.Size(), at[i].move, turn), int(at[i].weight))
	}
}

// lookup returns a position's turns, its key, and the symmetry that leads to the
// orientation in which they are written down.
func (b *Book) lookup(pos *connect.Position) (key board.Key, turn int, at []entry) {
	if len(b.entries) == 0 || pos.Count() > b.deepest || pos.Due() != connect.Each || !regular(pos) {
		return 0, 0, nil
	}
	key, turn = Canonical(pos)
	first, found := slices.BinarySearchFunc(b.entries, key, func(t entry, k board.Key) int { return cmp.Compare(t.key, k) })
	if !found {
		return key, turn, nil
	}
	last := first
	for last < len(b.entries) && b.entries[last].key == key {
		last++
	}
	return key, turn, b.entries[first:last]
}

// regular reports whether turns of a game can have led to the position: the side to move
// has a stone less than the other. The book's keys are of stones alone, and a position that
// was set up may have the same ones and the other side to move.
func regular(pos *connect.Position) bool {
	own := 0
	for i := range pos.Count() {
		if _, c := pos.Stone(i); c == pos.ToMove() {
			own++
		}
	}
	return 2*own+1 == pos.Count()
}

// mirror chooses one of the symmetries that lead from the position to its
// representative: all of them do equally well.
func mirror(pos *connect.Position, key board.Key, turn int, choice uint64) int {
	var same [board.Symmetries]int
	n := 0
	for s := range pos.Size().Symmetries() {
		if KeyUnder(pos, s) == key {
			same[n] = s
			n++
		}
	}
	if n == 0 {
		return turn
	}
	return same[choice%uint64(n)]
}

// turnBack returns a turn of the representative as the position has it to which
// symmetry led.
func turnBack(size board.Size, m connect.Move, symmetry int) connect.Move {
	back := board.Back(symmetry)
	return connect.Pair(size.Turn(m.A, back), size.Turn(m.B, back))
}

// embedded is the book that the program carries, read once for all engines.
var embedded = sync.OnceValues(func() (*Book, error) {
	return Read(strings.NewReader(bookText))
})

// Text returns the book that the program carries.
func Text() string { return bookText }

// Open returns the embedded book; other boards than that of 19 by 19 have none.
func Open(size board.Size) (*Book, error) {
	if size != connect.Board {
		return &Book{}, nil
	}
	return embedded()
}
