package game

import (
	"stonehand/engine/board"
	"stonehand/engine/opening"
	"stonehand/engine/problem"
	"stonehand/engine/renju"
)

// Row is what a row must be to win at Gomoku.
type Row uint8

// The rows that win.
const (
	FiveOrMore Row = iota // freestyle
	ExactFive             // standard: an overline is nothing
	RenjuFive             // Black: exactly five, and fouls are forbidden; White: five or more
)

// Exact reports whether a row of six is nothing for a side.
func (r Row) Exact(c board.Color) bool {
	return r == ExactFive || r == RenjuFive && c == board.Black
}

// Gomoku is five in a row: one stone a turn, Black first.
type Gomoku struct {
	Title string // the game's name in the HTTP contract
	Board board.Size
	Wins  Row
	// Opening is how the game begins; [opening.Free] unless it is set. The board
	// must be one that it fits.
	Opening opening.Kind
}

// Freestyle is Gomoku in which five or more in a row win, on 15x15.
func Freestyle() Gomoku { return gomoku("gomoku", FiveOrMore) }

// Standard is Gomoku in which exactly five in a row win, on 15x15.
func Standard() Gomoku { return gomoku("gomoku-standard", ExactFive) }

// Renju is Gomoku with Black's fouls forbidden, on 15x15. What a foul is says
// package renju.
func Renju() Gomoku { return gomoku("renju", RenjuFive) }

func gomoku(title string, wins Row) Gomoku {
	return Gomoku{Title: title, Board: board.Size{Cols: 15, Rows: 15}, Wins: wins}
}

// Name implements [Rules].
func (g Gomoku) Name() string { return g.Title }

// Size implements [Rules].
func (g Gomoku) Size() board.Size { return g.Board }

// Due implements [Rules].
func (g Gomoku) Due(turns int) (board.Color, int) {
	if turns%2 == 0 {
		return board.Black, 1
	}
	return board.White, 1
}

// Opens is how a game of these rules begins.
func (g Gomoku) Opens() opening.Kind { return g.Opening }

// Openings lists how a game of these rules can begin on its board: the 26 openings
// are Renju's alone.
func (g Gomoku) Openings() []opening.Kind {
	var list []opening.Kind
	for _, k := range opening.Kinds() {
		if k != opening.Swap && k.Fits(g.Board) && (g.Wins == RenjuFive || !k.Canonical()) {
			list = append(list, k)
		}
	}
	return list
}

// open returns rules that begin so.
func (g Gomoku) open(k opening.Kind) Rules { g.Opening = k; return g }

// FoulError refuses a point that Renju forbids.
type FoulError struct {
	Point board.Point
	Foul  renju.Foul
}

// Error implements error.
func (e *FoulError) Error() string { return e.Unwrap().Error() }

// Unwrap returns what it says, so that it can be worded in another language.
func (e *FoulError) Unwrap() error {
	switch e.Foul {
	case renju.DoubleFour:
		return problem.New("%s is forbidden to Black: it makes two fours", e.Point)
	case renju.DoubleThree:
		return problem.New("%s is forbidden to Black: it makes two threes", e.Point)
	default:
		return problem.New("%s is forbidden to Black: it makes an overline", e.Point)
	}
}

// Judge implements [Rules]: nothing is captured, and of Black's points at Renju
// the forbidden ones are refused with a [*FoulError].
func (g Gomoku) Judge(b *Board, t Turn) ([]board.Point, error) {
	if g.Wins != RenjuFive || t.Color != board.Black || len(t.Points) != 1 {
		return nil, nil
	}
	if foul := lined(b).Foul(t.Points[0]); foul != renju.None {
		return nil, &FoulError{t.Points[0], foul}
	}
	return nil, nil
}

// Forbidden lists the empty points that the side c may not play on, in reading
// order.
func (g Gomoku) Forbidden(b *Board, c board.Color) []board.Point {
	if g.Wins != RenjuFive || c != board.Black {
		return nil
	}
	return lined(b).Forbidden()
}

// lined is the board as package renju sees it.
func lined(b *Board) *renju.Board {
	r := renju.New(b.Size)
	for p := range b.Size.Points {
		if c := b.Stones[p]; c != board.Empty {
			r.Put(p, c)
		}
	}
	return r
}

// Result implements [Rules].
func (g Gomoku) Result(b *Board, last Turn) Result {
	exact := g.Wins.Exact(last.Color)
	for _, p := range last.Points {
		for _, line := range b.lines(p, 5) {
			if !exact || len(line) == 5 {
				return Result{Over: true, Winner: last.Color, Reason: ByLine, Line: line}
			}
		}
	}
	if b.Count < b.Size.Count() {
		return Result{}
	}
	return Result{Over: true, Reason: ByFull}
}
