// Package weiqi is the game of Go: stones, chains and captures, the rule sets, the
// score. It is pure code on fixed arrays and knows nothing of players.
package weiqi

import (
	"errors"
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/problem"
)

// MaxSide and MinSide bound the sides of a board, which need not be equal. People
// play on sides from 5; smaller ones are for tests and problems.
const (
	MinSide = 1
	MaxSide = 19
)

// CheckSize says why Go is not played on a board of that size, or nil.
func CheckSize(size board.Size) error {
	for _, side := range [2]int{size.Cols, size.Rows} {
		if side < MinSide || side > MaxSide {
			return fmt.Errorf("%s: each side of a Go board goes from %d to %d", size, MinSide, MaxSide)
		}
	}
	return nil
}

// Why a stone may not be placed.
var (
	ErrOff      = errors.New("that point is off the board")
	ErrOccupied = problem.New("a stone is there already")
	ErrKo       = problem.New("ko: that would take back at once what was just captured")
	ErrSuicide  = problem.New("suicide: the stone would have no liberty")
)

// cell is a point moved one row up, so that every point of the board has four
// neighbours in the arrays, off the board too.
type cell uint16

const (
	stride       = 32
	cells        = board.Cells + stride
	edge         = board.White + 1 // what is off the board
	nowhere cell = 0               // a cell that is no point of any board
)

// around are the steps to the four neighbours; cells wrap like unsigned numbers.
var around = [4]cell{1, stride, ^cell(0), ^cell(stride - 1)}

func cellOf(p board.Point) cell { return cell(p) + stride }

func (c cell) point() board.Point { return board.Point(c - stride) }

// chain is what is known of a chain, kept at the cell of its head. A liberty counts
// once for every stone of the chain next to it: such sums are kept without a search,
// and they tell none, one and more liberties apart.
type chain struct {
	stones       uint16
	liberties    uint16
	sum, squares uint32 // of the cells of the liberties
}

func (k *chain) add(at cell) {
	k.liberties++
	k.sum += uint32(at)
	k.squares += uint32(at) * uint32(at)
}

func (k *chain) drop(at cell) {
	k.liberties--
	k.sum -= uint32(at)
	k.squares -= uint32(at) * uint32(at)
}

// Board is which stone stands where, with its chains, the prisoners and the point
// that a simple ko forbids. It has no pointers: a copy is another board. Playing and
// undoing allocate nothing. The zero Board is not usable; see [NewBoard].
type Board struct {
	size    board.Size
	key     board.Key
	ko      cell        // where koColor may not play; nowhere: anywhere
	koColor board.Color //
	taken   [3]int      // stones that each colour has captured
	count   [3]int      // stones on the board
	stones  [cells]board.Color
	head    [cells]cell // of stones: the head of their chain
	next    [cells]cell // of stones: the next one of their chain, in a ring
	chains  [cells]chain
}

// NewBoard returns an empty board, or says why there is none of that size.
func NewBoard(size board.Size) (*Board, error) {
	if err := CheckSize(size); err != nil {
		return nil, err
	}
	b := &Board{size: size}
	for i := range b.stones {
		b.stones[i] = edge
	}
	for i := range size.Count() {
		b.stones[cellOf(size.Point(i))] = board.Empty
	}
	return b, nil
}

// Size returns the extent of the board.
func (b *Board) Size() board.Size { return b.size }

// Key returns the hash of the stones on the board, no matter who is to move.
func (b *Board) Key() board.Key { return b.key }

// At returns what stands on p, a point of the board.
func (b *Board) At(p board.Point) board.Color { return b.stones[cellOf(p)] }

// Count returns how many stones of colour c are on the board.
func (b *Board) Count(c board.Color) int { return b.count[c] }

// Captured returns how many stones c has captured, those included that the other side
// lost by suicide.
func (b *Board) Captured(c board.Color) int { return b.taken[c] }

// Ko returns the point that a simple ko forbids, and to whom; [board.Nowhere] and
// Empty if there is none.
func (b *Board) Ko() (board.Point, board.Color) {
	if b.ko == nowhere {
		return board.Nowhere, board.Empty
	}
	return b.ko.point(), b.koColor
}

// Check says why c may not place a stone on p by the simplest rules, which forbid
// suicide and taking back a ko at once, or nil. To pass is always allowed.
func (b *Board) Check(c board.Color, p board.Point) error {
	if p == board.Nowhere {
		return nil
	}
	if !b.size.Has(p) {
		return ErrOff
	}
	at := cellOf(p)
	if b.stones[at] != board.Empty {
		return ErrOccupied
	}
	if at == b.ko && c == b.koColor {
		return ErrKo
	}
	if b.suicide(c, at) {
		return ErrSuicide
	}
	return nil
}

// suicide reports whether a stone of c on an empty cell would have no liberty.
func (b *Board) suicide(c board.Color, at cell) bool {
	breathes := false
	for _, d := range around {
		switch n := at + d; b.stones[n] {
		case board.Empty:
			return false
		case board.Black, board.White:
			k := &b.chains[b.head[n]]
			// Other liberties than this cell: of an own chain they are needed, of one of
			// the enemy's they keep it alive.
			others := uint32(k.liberties)*uint32(at) != k.sum || k.squares != k.sum*uint32(at)
			breathes = breathes || others == (b.stones[n] == c)
		}
	}
	return !breathes
}

// Undo is what [Board.Undo] needs to take a move back.
type Undo struct {
	Point   board.Point // Nowhere: a pass
	Color   board.Color
	Lifted  int  // stones that were captured
	Suicide bool // they were the mover's own
	took    uint8
	ko      cell
	koColor board.Color
}

// Play places a stone of c on p, an empty point, and lifts what it captures: chains of
// the other side without a liberty, else, if it has none itself, its own. It knows no
// ko. [board.Nowhere] is a pass.
func (b *Board) Play(c board.Color, p board.Point) Undo {
	u := Undo{Point: p, Color: c, ko: b.ko, koColor: b.koColor}
	b.ko, b.koColor = nowhere, board.Empty
	if p == board.Nowhere {
		return u
	}
	at, enemy := cellOf(p), c.Other()
	b.put(c, at)
	b.head[at], b.next[at], b.chains[at] = at, at, chain{stones: 1}
	for _, d := range around {
		switch n := at + d; b.stones[n] {
		case board.Empty:
			b.chains[at].add(n)
		case board.Black, board.White:
			b.chains[b.head[n]].drop(at)
		}
	}
	last := nowhere
	for i, d := range around {
		switch n := at + d; {
		case b.stones[n] == c:
			b.join(at, n)
		case b.stones[n] == enemy && b.chains[b.head[n]].liberties == 0:
			u.took |= 1 << i
			u.Lifted += b.lift(n)
			last = n
		}
	}
	own := &b.chains[b.head[at]]
	switch {
	case own.liberties == 0:
		u.Suicide = true
		u.Lifted = b.lift(at)
		b.taken[enemy] += u.Lifted
		return u
	case u.Lifted == 1 && own.stones == 1 && own.liberties == 1:
		b.ko, b.koColor = last, enemy
	}
	b.taken[c] += u.Lifted
	return u
}

// put lets a stone of c stand on a cell, without its chain.
func (b *Board) put(c board.Color, at cell) {
	b.stones[at] = c
	b.count[c]++
	b.key ^= board.StoneKey(c, at.point())
}

// clear takes the stone from a cell.
func (b *Board) clear(at cell) {
	c := b.stones[at]
	b.stones[at] = board.Empty
	b.count[c]--
	b.key ^= board.StoneKey(c, at.point())
}

// join makes one chain of those of two stones, under the head of the larger.
func (b *Board) join(p, q cell) {
	into, from := b.head[p], b.head[q]
	if into == from {
		return
	}
	if b.chains[into].stones < b.chains[from].stones {
		into, from = from, into
	}
	k, f := &b.chains[into], b.chains[from]
	k.stones += f.stones
	k.liberties += f.liberties
	k.sum += f.sum
	k.squares += f.squares
	for s := from; ; {
		b.head[s] = into
		if s = b.next[s]; s == from {
			break
		}
	}
	b.next[into], b.next[from] = b.next[from], b.next[into]
}

// lift takes the chain of a stone from the board and returns how many stones it had.
func (b *Board) lift(at cell) int {
	n := int(b.chains[b.head[at]].stones)
	for s, i := at, 0; i < n; s, i = b.next[s], i+1 {
		b.clear(s)
	}
	for s, i := at, 0; i < n; s, i = b.next[s], i+1 {
		b.eachChain(s, (*chain).add)
	}
	return n
}

// eachChain tells every chain next to a cell, once for each stone that touches it.
func (b *Board) eachChain(at cell, tell func(*chain, cell)) {
	for _, d := range around {
		if c := b.stones[at+d]; c == board.Black || c == board.White {
			tell(&b.chains[b.head[at+d]], at)
		}
	}
}

// Undo takes back the last move that is still on the board.
//
// Stones that were captured have left an empty region that only the captor's stones
// surround, so it is enough to know on which sides of the move they stood.
func (b *Board) Undo(u Undo) {
	b.ko, b.koColor = u.ko, u.koColor
	if u.Point == board.Nowhere {
		return
	}
	at, enemy := cellOf(u.Point), u.Color.Other()
	if u.Suicide {
		b.taken[enemy] -= u.Lifted
		b.refill(u.Color, at)
	} else {
		b.taken[u.Color] -= u.Lifted
		for i, d := range around {
			if u.took&(1<<i) != 0 && b.stones[at+d] == board.Empty {
				b.refill(enemy, at+d)
			}
		}
	}
	b.clear(at)
	for _, d := range around {
		switch n := at + d; b.stones[n] {
		case enemy:
			b.chains[b.head[n]].add(at)
		case u.Color:
			b.head[n] = nowhere
		}
	}
	for _, d := range around {
		if n := at + d; b.stones[n] == u.Color && b.head[n] == nowhere {
			b.gather(n)
		}
	}
}

// refill puts stones of c back onto the empty region of a cell.
func (b *Board) refill(c board.Color, from cell) {
	b.flood(from, board.Empty)
	for s := from; ; {
		b.put(c, s)
		b.head[s] = from
		b.eachChain(s, func(k *chain, at cell) {
			if k != &b.chains[from] {
				k.drop(at)
			}
		})
		if s = b.next[s]; s == from {
			break
		}
	}
	b.gather(from)
}

// gather makes a chain of all stones that are connected to one.
func (b *Board) gather(from cell) {
	k := chain{stones: uint16(b.flood(from, b.stones[from]))}
	for s := from; ; {
		b.head[s] = from
		for _, d := range around {
			if b.stones[s+d] == board.Empty {
				k.add(s + d)
			}
		}
		if s = b.next[s]; s == from {
			break
		}
	}
	b.chains[from] = k
}

// flood links all cells of one kind that are connected to one into a ring, and
// returns how many they are.
func (b *Board) flood(from cell, kind board.Color) int {
	var seen Set
	seen.add(from)
	b.next[from] = from
	n, last := 1, from
	for s := from; ; {
		for _, d := range around {
			if t := s + d; b.stones[t] == kind && !seen.has(t) {
				seen.add(t)
				b.next[last], b.next[t] = t, from
				last, n = t, n+1
			}
		}
		if s = b.next[s]; s == from {
			return n
		}
	}
}
