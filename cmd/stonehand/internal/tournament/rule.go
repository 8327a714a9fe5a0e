package tournament

// Point is a point as the protocol counts: from 0, from the upper left corner.
type Point struct{ X, Y int }

// Side is who has a stone somewhere.
type Side int8

// The sides. Black plays first.
const (
	Nobody Side = iota
	Black
	White
	outside
)

// Other returns the opponent of Black or White.
func (s Side) Other() Side { return Black + White - s }

// Rule is what INFO rule says.
type Rule int

// The rules of tournaments.
const (
	Freestyle Rule = 0 // five or more in a row win
	Exact     Rule = 1 // exactly five win
	Renju     Rule = 4 // Black wins with exactly five, and is forbidden overlines, double fours and double threes
)

// Board is a position. It is written for being obviously right and knows nothing
// of the engine's own boards: a judge must not err together with the
// judged.
type Board struct {
	Cols, Rows int
	Rule       Rule
	stones     map[Point]Side
	order      []Point
}

// NewBoard returns an empty board.
func NewBoard(cols, rows int, rule Rule) *Board {
	return &Board{Cols: cols, Rows: rows, Rule: rule, stones: map[Point]Side{}}
}

// At returns whose stone is on p.
func (b *Board) At(p Point) Side {
	if p.X < 0 || p.Y < 0 || p.X >= b.Cols || p.Y >= b.Rows {
		return outside
	}
	return b.stones[p]
}

// Full reports whether there is no free point.
func (b *Board) Full() bool { return len(b.order) == b.Cols*b.Rows }

// Turn is whose turn it is.
func (b *Board) Turn() Side {
	if len(b.order)%2 == 0 {
		return Black
	}
	return White
}

// Moves are the stones in order of play.
func (b *Board) Moves() []Point { return b.order }

// Play puts a stone of the side whose turn it is.
func (b *Board) Play(p Point) {
	b.stones[p] = b.Turn()
	b.order = append(b.order, p)
}

// Undo takes the last stone back.
func (b *Board) Undo() {
	last := len(b.order) - 1
	delete(b.stones, b.order[last])
	b.order = b.order[:last]
}

// directions are the four ways along which stones make rows.
var directions = [4]Point{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

func (p Point) step(d Point, n int) Point { return Point{p.X + n*d.X, p.Y + n*d.Y} }

// run is how many of s's stones are in a row through p, p itself counted.
func (b *Board) run(p, d Point, s Side) int {
	n := 1
	for i := 1; b.At(p.step(d, i)) == s; i++ {
		n++
	}
	for i := 1; b.At(p.step(d, -i)) == s; i++ {
		n++
	}
	return n
}

// Wins reports whether the stone on p makes its side win.
func (b *Board) Wins(p Point) bool {
	s := b.At(p)
	for _, d := range directions {
		n := b.run(p, d, s)
		if n == 5 || n > 5 && (b.Rule == Freestyle || b.Rule == Renju && s == White) {
			return true
		}
	}
	return false
}

// Fault says why the side whose turn it is may not play p, or "".
func (b *Board) Fault(p Point) string {
	switch b.At(p) {
	case outside:
		return "off the board"
	case Black, White:
		return "on a stone"
	}
	if b.Rule == Renju && b.Turn() == Black && b.Forbidden(p) {
		return "forbidden to Black"
	}
	return ""
}

// Forbidden reports whether Renju forbids the free point p to Black (RIF, The
// International Rules of Renju, 9.2 and 9.3). Whether a three counts depends on
// whether the point that makes it a straight four is itself forbidden.
func (b *Board) Forbidden(p Point) bool {
	b.stones[p] = Black
	defer delete(b.stones, p)
	over := false
	for _, d := range directions {
		switch n := b.run(p, d, Black); {
		case n == 5:
			return false
		case n > 5:
			over = true
		}
	}
	if over {
		return true
	}
	fours, threes := 0, 0
	for _, d := range directions {
		fours += b.fours(p, d)
		if b.three(p, d) {
			threes++
		}
	}
	return fours > 1 || threes > 1
}

// fours counts the fours through Black's stone on p in a direction: four stones
// that one more makes exactly five. Two such points of the same four stones are
// one (straight) four.
func (b *Board) fours(p, d Point) int {
	var first []int // where the fours begin, one entry for each set of four stones
	seen := map[[4]int]bool{}
	for from := -4; from <= 0; from++ {
		var four [4]int
		stones, free := 0, 0
		for i := from; i < from+5; i++ {
			switch b.At(p.step(d, i)) {
			case Black:
				if stones < 4 {
					four[stones] = i
				}
				stones++
			case Nobody:
				free++
			}
		}
		if stones != 4 || free != 1 || b.At(p.step(d, from-1)) == Black || b.At(p.step(d, from+5)) == Black {
			continue
		}
		if !seen[four] {
			seen[four] = true
			first = append(first, from)
		}
	}
	return len(first)
}

// three reports whether Black's stone on p is part of a three in a direction: an
// allowed point makes it a straight four.
func (b *Board) three(p, d Point) bool {
	for i := -4; i <= 4; i++ {
		q := p.step(d, i)
		if b.At(q) != Nobody {
			continue
		}
		b.stones[q] = Black
		straight := b.straight(p, q, d)
		delete(b.stones, q)
		if straight && !b.Forbidden(q) {
			return true
		}
	}
	return false
}

// straight reports whether Black's stones on p and q are part of four in a row
// that a stone at either end makes exactly five.
func (b *Board) straight(p, q, d Point) bool {
	if b.run(p, d, Black) != 4 {
		return false
	}
	from := 0
	for b.At(p.step(d, from-1)) == Black {
		from--
	}
	inside := false
	for i := from; i < from+4; i++ {
		inside = inside || p.step(d, i) == q
	}
	return inside && b.At(p.step(d, from-1)) == Nobody && b.At(p.step(d, from+4)) == Nobody &&
		b.At(p.step(d, from-2)) != Black && b.At(p.step(d, from+5)) != Black
}
