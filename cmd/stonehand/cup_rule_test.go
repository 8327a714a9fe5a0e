package main_test

// cupPoint is a point as the protocol counts: from 0, from the upper left corner.
type cupPoint struct{ X, Y int }

// cupSide is who has a stone somewhere.
type cupSide int8

// The sides. Black plays first.
const (
	cupNobody cupSide = iota
	cupBlack
	cupWhite
	cupOutside
)

// Other returns the opponent of Black or White.
func (s cupSide) Other() cupSide { return cupBlack + cupWhite - s }

// cupRule is what INFO rule says.
type cupRule int

// The rules of tournaments.
const (
	cupFreestyle cupRule = 0 // five or more in a row win
	cupExact     cupRule = 1 // exactly five win
	cupRenju     cupRule = 4 // Black wins with exactly five, and is forbidden overlines, double fours and double threes
)

// cupBoard is a position. It is written for being obviously right and knows nothing
// of the engine's own boards: a judge must not err together with the
// judged.
type cupBoard struct {
	Cols, Rows int
	Rule       cupRule
	stones     map[cupPoint]cupSide
	order      []cupPoint
}

// newCupBoard returns an empty board.
func newCupBoard(cols, rows int, rule cupRule) *cupBoard {
	return &cupBoard{Cols: cols, Rows: rows, Rule: rule, stones: map[cupPoint]cupSide{}}
}

// At returns whose stone is on p.
func (b *cupBoard) At(p cupPoint) cupSide {
	if p.X < 0 || p.Y < 0 || p.X >= b.Cols || p.Y >= b.Rows {
		return cupOutside
	}
	return b.stones[p]
}

// Full reports whether there is no free point.
func (b *cupBoard) Full() bool { return len(b.order) == b.Cols*b.Rows }

// Turn is whose turn it is.
func (b *cupBoard) Turn() cupSide {
	if len(b.order)%2 == 0 {
		return cupBlack
	}
	return cupWhite
}

// Moves are the stones in order of play.
func (b *cupBoard) Moves() []cupPoint { return b.order }

// Play puts a stone of the side whose turn it is.
func (b *cupBoard) Play(p cupPoint) {
	b.stones[p] = b.Turn()
	b.order = append(b.order, p)
}

// Undo takes the last stone back.
func (b *cupBoard) Undo() {
	last := len(b.order) - 1
	delete(b.stones, b.order[last])
	b.order = b.order[:last]
}

// cupDirections are the four ways along which stones make rows.
var cupDirections = [4]cupPoint{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

func (p cupPoint) step(d cupPoint, n int) cupPoint { return cupPoint{p.X + n*d.X, p.Y + n*d.Y} }

// run is how many of s's stones are in a row through p, p itself counted.
func (b *cupBoard) run(p, d cupPoint, s cupSide) int {
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
func (b *cupBoard) Wins(p cupPoint) bool {
	s := b.At(p)
	for _, d := range cupDirections {
		n := b.run(p, d, s)
		if n == 5 || n > 5 && (b.Rule == cupFreestyle || b.Rule == cupRenju && s == cupWhite) {
			return true
		}
	}
	return false
}

// Fault says why the side whose turn it is may not play p, or "".
func (b *cupBoard) Fault(p cupPoint) string {
	switch b.At(p) {
	case cupOutside:
		return "off the board"
	case cupBlack, cupWhite:
		return "on a stone"
	}
	if b.Rule == cupRenju && b.Turn() == cupBlack && b.Forbidden(p) {
		return "forbidden to cupBlack"
	}
	return ""
}

// Forbidden reports whether Renju forbids the free point p to Black (RIF, The
// International Rules of Renju, 9.2 and 9.3). Whether a three counts depends on
// whether the point that makes it a straight four is itself forbidden.
func (b *cupBoard) Forbidden(p cupPoint) bool {
	b.stones[p] = cupBlack
	defer delete(b.stones, p)
	over := false
	for _, d := range cupDirections {
		switch n := b.run(p, d, cupBlack); {
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
	for _, d := range cupDirections {
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
func (b *cupBoard) fours(p, d cupPoint) int {
	var first []int // where the fours begin, one entry for each set of four stones
	seen := map[[4]int]bool{}
	for from := -4; from <= 0; from++ {
		var four [4]int
		stones, free := 0, 0
		for i := from; i < from+5; i++ {
			switch b.At(p.step(d, i)) {
			case cupBlack:
				if stones < 4 {
					four[stones] = i
				}
				stones++
			case cupNobody:
				free++
			}
		}
		if stones != 4 || free != 1 || b.At(p.step(d, from-1)) == cupBlack || b.At(p.step(d, from+5)) == cupBlack {
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
func (b *cupBoard) three(p, d cupPoint) bool {
	for i := -4; i <= 4; i++ {
		q := p.step(d, i)
		if b.At(q) != cupNobody {
			continue
		}
		b.stones[q] = cupBlack
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
func (b *cupBoard) straight(p, q, d cupPoint) bool {
	if b.run(p, d, cupBlack) != 4 {
		return false
	}
	from := 0
	for b.At(p.step(d, from-1)) == cupBlack {
		from--
	}
	inside := false
	for i := from; i < from+4; i++ {
		inside = inside || p.step(d, i) == q
	}
	return inside && b.At(p.step(d, from-1)) == cupNobody && b.At(p.step(d, from+4)) == cupNobody &&
		b.At(p.step(d, from-2)) != cupBlack && b.At(p.step(d, from+5)) != cupBlack
}
