// Package inset says where on a board a smaller game is played.
package inset

import (
	"slices"

	"stonehand/engine/board"
	"stonehand/hw"
)

// Inset says where on a board a game is played: in the middle, where the board has
// more points than the game. What lies beyond is no part of the game.
type Inset struct {
	Board board.Size // that devices number their points by
	Game  board.Size
}

// Fits reports whether the board has room for the game.
func (i Inset) Fits() bool { return i.Game.Cols <= i.Board.Cols && i.Game.Rows <= i.Board.Rows }

// Whole reports whether the game takes the whole board.
func (i Inset) Whole() bool { return i.Game == i.Board }

// Corner is where on the board the game's lower left point lies.
func (i Inset) Corner() (x, y int) {
	return (i.Board.Cols - i.Game.Cols) / 2, (i.Board.Rows - i.Game.Rows) / 2
}

// Index returns the board's number of a point of the game.
func (i Inset) Index(p board.Point) int {
	x, y := i.Corner()
	return i.Board.Index(board.At(p.X()+x, p.Y()+y))
}

// Point returns the game's point with a number of the board's; Nowhere if it lies
// beyond.
func (i Inset) Point(index int) board.Point {
	if index < 0 || index >= i.Board.Count() {
		return board.Nowhere
	}
	p := i.Board.Point(index)
	left, bottom := i.Corner()
	x, y := p.X()-left, p.Y()-bottom
	if x < 0 || y < 0 || x >= i.Game.Cols || y >= i.Game.Rows {
		return board.Nowhere
	}
	return board.At(x, y)
}

// Inside lists, by the game's numbers, those of the board's points that belong to
// the game.
func (i Inset) Inside(points []int) []int {
	var list []int
	for _, n := range points {
		if p := i.Point(n); p != board.Nowhere {
			list = append(list, i.Game.Index(p))
		}
	}
	return list
}

// Cut returns what the game's points show of all that the board's do.
func (i Inset) Cut(points []hw.State) []hw.State {
	if i.Whole() || len(points) != i.Board.Count() {
		return points
	}
	part := make([]hw.State, i.Game.Count())
	for n := range part {
		part[n] = points[i.Index(i.Game.Point(n))]
	}
	return part
}

// Spread makes a picture of the board from one of the game. Dim lights beyond its
// corners show where the game lies.
func (i Inset) Spread(p hw.Picture) hw.Picture {
	if i.Whole() || !i.Fits() || len(p.Points) != i.Game.Count() {
		return p
	}
	all := hw.Picture{Points: make([]hw.Signal, i.Board.Count()), Edge: p.Edge}
	for n, s := range p.Points {
		all.Points[i.Index(i.Game.Point(n))] = s
	}
	dark := p.Edge == hw.Off && !slices.ContainsFunc(p.Points, func(s hw.Signal) bool { return s != hw.Off })
	if dark {
		return all
	}
	left, bottom := i.Corner()
	right, top := left+i.Game.Cols, bottom+i.Game.Rows
	for _, at := range [4][2]int{{left - 1, bottom - 1}, {left - 1, top}, {right, bottom - 1}, {right, top}} {
		if at[0] >= 0 && at[1] >= 0 && at[0] < i.Board.Cols && at[1] < i.Board.Rows {
			all.Points[i.Board.Index(board.At(at[0], at[1]))] = hw.LastMove
		}
	}
	return all
}
