package connect

import (
	"fmt"

	"stonehand/engine/board"
)

// Position is a position of Connect6. All its memory is in itself; nothing
// allocates after [New].
type Position struct {
	gain   [Cells + reach6]uint64            // per cell, packed: what a stone there adds to each colour's road score
	window [Directions][windowsLen + 8]uint8 // see windowAt
	stone  [Cells]board.Color                // colours, wall off the board
	lines  [2]Lines                          // stones as bits, by colour - Black
	hot    sets                              // windows that one turn fills
	warm   sets                              // windows that two turns fill
	sum    int64                             // see valueShift
	nfull  [2]int16                          // windows filled, by colour - Black
	key    board.Key                         // of the stones alone
	count  int16                             // stones on the board
	toMove board.Color                       //
	left   int8                              // stones the side to move has still to place this turn
	box    box                               // smallest rectangle that holds every stone
	past   [pastLen]placed                   // the first count are in use

	size   board.Size
	tables *tables
	walls  Lines
}

// A position's sum is Black's road score (eq. 1 without its position term) times
// 2^valueShift, and in the lower half how many windows are hot for Black, and,
// hotWhite bits higher, for White.
const (
	valueShift = 32
	hotWhite   = 16
)

// pastLen is room for a stone on every point, as a power of two, so that a
// masked index needs no bounds check.
const pastLen = 512

// Enough for the largest board: a negative length does not compile.
var _ [pastLen - board.MaxSide*board.MaxSide]struct{}

// placed remembers what a stone changed that lifting it cannot recompute, or not
// as fast.
type placed struct {
	cell   Cell
	color  board.Color
	toMove board.Color
	left   int8
	box    box
	sum    int64              // before the stone
	enter  [Directions]uint64 // see put6
	_      uint64             // to a power of two, so that it takes one shift to find it
}

// box is a rectangle of columns and rows in one word, a byte each for the lowest
// column and row and those behind the highest.
type box uint32

// noBox holds no point.
const noBox box = 0x00_00_FF_FF

// with is the smallest box that holds b and the point at x, y.
func (b box) with(x, y uint32) box {
	x0, y0, x1, y1 := uint32(b&0xFF), uint32(b>>8&0xFF), uint32(b>>16&0xFF), uint32(b>>24)
	return box(min(x0, x) | min(y0, y)<<8 | max(x1, x+1)<<16 | max(y1, y+1)<<24)
}

// New returns the start position. Values give the road scores that the position
// keeps.
func New(size board.Size, v Values) (*Position, error) {
	if !size.Valid() {
		return nil, fmt.Errorf("a board of %dx%d points is not supported: each side goes from 1 to %d", size.Cols, size.Rows, board.MaxSide)
	}
	for n := 1; n <= Row; n++ {
		if v.Road[n] < v.Road[n-1] {
			return nil, fmt.Errorf("road value %d (%d) is below road value %d (%d): values must not fall", n, v.Road[n], n-1, v.Road[n-1])
		}
	}
	if v.Road[0] != 0 {
		return nil, fmt.Errorf("road value 0 is %d: an empty road is worth 0", v.Road[0])
	}
	p := &Position{size: size, tables: newTables(&v)}
	p.Reset()
	return p, nil
}

// NewBare returns an empty position of the contest's board in which nothing has a value: for
// playing turns.
func NewBare() *Position {
	p, err := New(Board, Values{})
	if err != nil {
		panic(err) // never: the board is one, and no value falls
	}
	return p
}

// Reset returns to the start of the game.
func (p *Position) Reset() {
	*p = Position{size: p.size, tables: p.tables, toMove: board.Black, left: 1, box: noBox}
	for c := range p.stone {
		x, y := c%rowLen-margin, c/rowLen-margin
		if x < 0 || y < 0 || x >= p.size.Cols || y >= p.size.Rows {
			p.stone[c] = wall
			p.walls.flip(Cell(c))
		}
	}
	for d, step := range Step {
		for c := range Cell(Cells) {
			w := &p.window[d][windowAt(d, c)]
			for i := range Cell(Row) {
				if at := int(c) + int(i*step); at >= Cells || p.stone[at] == wall {
					*w = off
				}
			}
			if *w == 0 {
				for i := range Cell(Row) {
					p.gain[c+i*step] += p.tables.gain[0].pack()
				}
			}
		}
	}
}

// CopyFrom makes p the same position as q, without allocating.
func (p *Position) CopyFrom(q *Position) { *p = *q }

// Size returns the extent of the board.
func (p *Position) Size() board.Size { return p.size }

// At returns what stands on a point of the board.
func (p *Position) At(pt board.Point) board.Color { return p.stone[CellOf(pt)&(Cells-1)] }

// Free reports whether pt is an empty point of the board.
func (p *Position) Free(pt board.Point) bool {
	return p.size.Has(pt) && p.At(pt) == board.Empty
}

// ToMove returns the side to move.
func (p *Position) ToMove() board.Color { return p.toMove }

// Due returns how many stones the side to move has still to place in this turn;
// never more than there are empty points.
func (p *Position) Due() int { return min(int(p.left), p.size.Count()-int(p.count)) }

// Count returns the number of stones on the board.
func (p *Position) Count() int { return int(p.count) }

// Winner returns the side that has six in a row, Empty if none has.
func (p *Position) Winner() board.Color {
	switch {
	case p.nfull[0] > 0:
		return board.Black
	case p.nfull[1] > 0:
		return board.White
	}
	return board.Empty
}

// Over reports whether a side has won or the board is full.
func (p *Position) Over() bool {
	return p.nfull[0]+p.nfull[1] > 0 || int(p.count) == p.size.Count()
}

// turnKeys tell positions with the same stones apart by who is to place how
// many more.
var turnKeys = func() (k [3][4]board.Key) {
	s := uint64(0x7475726e)
	for c := range k {
		for n := range k[c] {
			k[c][n] = board.Key(board.SplitMix(&s))
		}
	}
	return k
}()

// Key returns the position's hash: its stones, the side to move and the stones
// left in the turn.
func (p *Position) Key() board.Key { return p.key ^ turnKeys[p.toMove%3][p.left&3] }

// Value returns the road score of the whole board for colour c: the sums of
// eq. 1 without its position term.
func (p *Position) Value(c board.Color) int32 {
	if c == board.Black {
		return int32(p.sum >> valueShift)
	}
	return -int32(p.sum >> valueShift)
}

// Gain returns what a stone of colour c on an empty cell adds to c's road score.
func (p *Position) Gain(c board.Color, at Cell) int32 {
	return int32(uint32(p.gain[at&(Cells-1)] >> ((c - 1) & 1 * 32)))
}

// Lines returns the stones of colour c as bits.
func (p *Position) Lines(c board.Color) *Lines { return &p.lines[(c-1)&1] }

// Walls returns the cells off the board as bits.
func (p *Position) Walls() *Lines { return &p.walls }

// Last returns the stone that was placed last and its colour, Nowhere and Empty
// at the start.
func (p *Position) Last() (board.Point, board.Color) {
	if p.count == 0 {
		return board.Nowhere, board.Empty
	}
	l := &p.past[p.count-1]
	return PointOf(l.cell), l.color
}

// Stone returns the i-th stone in the order of play, 0 first.
func (p *Position) Stone(i int) (board.Point, board.Color) {
	return PointOf(p.past[i].cell), p.past[i].color
}

// Play places the next stone of the side to move on pt, which must be Free.
// After the turn's last stone it is the other side's turn.
func (p *Position) Play(pt board.Point) {
	c := CellOf(pt) & (Cells - 1)
	p.put(c, p.toMove, p.remember(c, p.toMove))
	p.pass()
}

// pass counts a stone of the turn.
func (p *Position) pass() {
	if p.left--; p.left <= 0 {
		p.toMove = p.toMove.Other()
		p.left = int8(Each)
	}
}

// Put places a stone of any colour on pt, which must be Free, whichever side's turn it
// is; the turn stays as it is.
func (p *Position) Put(pt board.Point, color board.Color) {
	c := CellOf(pt) & (Cells - 1)
	p.put(c, color, p.remember(c, color))
}

// SetTurn says who is to move and how many stones that turn still takes, 1 to
// Each. It is not undone by Take.
func (p *Position) SetTurn(c board.Color, stones int) {
	p.toMove, p.left = c, int8(stones)
}

// Take lifts the stone that was placed last and restores the turn as it was
// before it.
func (p *Position) Take() {
	l := &p.past[(p.count-1)&(pastLen-1)]
	p.lift(l.cell&(Cells-1), l.color, l)
	p.toMove, p.left, p.box = l.toMove, l.left, l.box
}

// PlayMove plays a whole turn.
func (p *Position) PlayMove(m Move) {
	p.Play(m.A)
	if m.B != board.Nowhere {
		p.Play(m.B)
	}
}

// TakeMove undoes PlayMove(m).
func (p *Position) TakeMove(m Move) {
	if m.B != board.Nowhere {
		p.Take()
	}
	p.Take()
}

// remember notes what a stone is about to change.
func (p *Position) remember(c Cell, color board.Color) *placed {
	l := &p.past[p.count&(pastLen-1)]
	l.cell, l.color, l.toMove, l.left, l.box = c, color, p.toMove, p.left, p.box
	p.box = p.box.with(uint32(c%rowLen-margin), uint32(c/rowLen-margin))
	return l
}

// Shared returns the direction of the line that two points share and how many
// steps b lies up it from a, the lower point; -1 if they share none.
func Shared(a, b board.Point) (d, distance int) {
	dx, dy := b.X()-a.X(), b.Y()-a.Y()
	switch {
	case dy == 0:
		return Horizontal, dx
	case dx == 0:
		return Vertical, dy
	case dx == dy:
		return Rising, dy
	case dx == -dy:
		return Falling, dy
	}
	return -1, 0
}

// PairGain returns what stones of colour c on both empty points add to c's road
// score beyond the sum of their single gains. a must be the lower point.
func (p *Position) PairGain(c board.Color, a, b board.Point) int32 {
	d, distance := Shared(a, b)
	if d < 0 || distance >= Row {
		return 0
	}
	total := int32(0)
	at := windowAt(d, CellOf(a))
	for range Row - distance {
		total += p.tables.joint[p.window[d][at&(windowsLen-1)]&(states-1)][(c-1)&1]
		at--
	}
	return total
}

// Reach returns the columns and rows, bounds included, of the smallest rectangle
// that holds every stone and every point that six in a row with one of them can
// reach; the whole board while it is empty.
func (p *Position) Reach() (x0, y0, x1, y1 int) {
	if p.count == 0 {
		return 0, 0, p.size.Cols - 1, p.size.Rows - 1
	}
	const far = Row - 1
	b := p.box
	return max(0, int(b&0xFF)-far), max(0, int(b>>8&0xFF)-far),
		min(p.size.Cols, int(b>>16&0xFF)+far) - 1, min(p.size.Rows, int(b>>24)+far) - 1
}
