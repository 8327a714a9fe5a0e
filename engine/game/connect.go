package game

import (
	"stonehand/engine/board"
	"stonehand/engine/opening"
)

// Connect is the family Connect(m,n,k,p,q): on a board of m columns and n rows,
// the first turn places q stones and every later one p; k or more in a row win
// (I-C. Wu and D.-Y. Huang, "A New Family of k-in-a-Row Games", 2005).
type Connect struct {
	Title string // the game's name in the HTTP contract
	Board board.Size
	Row   int // k: stones in a row that win
	Each  int // p: stones a turn
	First int // q: stones of the first turn
	// CountFives is the house rule for a full board: the side with more fives
	// wins, where six would have won outright (CN 105817029 A, paragraph 3).
	CountFives bool
	// Opening is how the game begins: [opening.Free] or [opening.Swap].
	Opening opening.Kind
}

// Connect6 is Connect(19,19,6,2,1).
func Connect6() Connect {
	return Connect{Title: "connect6", Board: board.Size{Cols: 19, Rows: 19}, Row: 6, Each: 2, First: 1}
}

// Fives is Connect6 with the house rule for a full board.
func Fives() Connect {
	c := Connect6()
	c.Title, c.CountFives = "connect6-fives", true
	return c
}

// Opens returns how the game begins.
func (c Connect) Opens() opening.Kind { return c.Opening }

// Openings lists how a game of these rules can begin.
func (c Connect) Openings() []opening.Kind { return []opening.Kind{opening.Free, opening.Swap} }

// open returns rules that begin so.
func (c Connect) open(k opening.Kind) Rules { c.Opening = k; return c }

// Name implements [Rules].
func (c Connect) Name() string { return c.Title }

// Size implements [Rules].
func (c Connect) Size() board.Size { return c.Board }

// Due implements [Rules].
func (c Connect) Due(turns int) (board.Color, int) {
	switch {
	case turns == 0:
		return board.Black, c.First
	case turns%2 == 0:
		return board.Black, c.Each
	}
	return board.White, c.Each
}

// Judge implements [Rules]: every empty point is allowed and nothing is
// captured.
func (c Connect) Judge(*Board, Turn) ([]board.Point, error) { return nil, nil }

// Result implements [Rules].
func (c Connect) Result(b *Board, last Turn) Result {
	for _, p := range last.Points {
		if line := b.Line(p, c.Row); line != nil {
			return Result{Over: true, Winner: last.Color, Reason: ByLine, Line: line}
		}
	}
	if b.Count < b.Size.Count() {
		return Result{}
	}
	if !c.CountFives {
		return Result{Over: true, Reason: ByFull}
	}
	r := Result{Over: true, Reason: ByFives}
	switch black, white := b.Runs(board.Black, c.Row-1), b.Runs(board.White, c.Row-1); {
	case black > white:
		r.Winner = board.Black
	case white > black:
		r.Winner = board.White
	}
	return r
}

// Line returns the points of the unbroken line of one colour through p, in
// order, if it is at least k long, else nil. Of several, the first found in the
// order horizontal, vertical, rising, falling.
func (b *Board) Line(p board.Point, k int) []board.Point {
	if lines := b.lines(p, k); len(lines) > 0 {
		return lines[0]
	}
	return nil
}

// lines returns all such lines.
func (b *Board) lines(p board.Point, k int) [][]board.Point {
	c := b.Stones[p]
	if c == board.Empty {
		return nil
	}
	var all [][]board.Point
	for _, d := range board.Directions {
		x, y := p.X(), p.Y()
		for b.color(x-d[0], y-d[1]) == c {
			x, y = x-d[0], y-d[1]
		}
		var line []board.Point
		for ; b.color(x, y) == c; x, y = x+d[0], y+d[1] {
			line = append(line, board.At(x, y))
		}
		if len(line) >= k {
			all = append(all, line)
		}
	}
	return all
}

// Runs counts the unbroken lines of exactly k stones of colour c.
func (b *Board) Runs(c board.Color, k int) int {
	total := 0
	for _, d := range board.Directions {
		for p := range b.Size.Points {
			x, y := p.X(), p.Y()
			if b.color(x-d[0], y-d[1]) == c {
				continue // not the line's beginning
			}
			n := 0
			for ; b.color(x, y) == c; x, y = x+d[0], y+d[1] {
				n++
			}
			if n == k {
				total++
			}
		}
	}
	return total
}

// color returns what stands in column x and row y, Empty beyond the edge.
func (b *Board) color(x, y int) board.Color {
	if x < 0 || y < 0 || x >= b.Size.Cols || y >= b.Size.Rows {
		return board.Empty
	}
	return b.Stones[board.At(x, y)]
}
