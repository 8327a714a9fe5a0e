// Package picture draws games of stones on a board: a position as SVG or PNG, and a
// whole game as an animated GIF. All three are drawn from the same shapes. It takes
// little memory, however long a game is: an animation is written frame by frame.
package picture

import (
	"fmt"
	"io"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/gametree"
	"stonehand/engine/sgf"
)

// Game is a game to be drawn.
type Game struct {
	Size  board.Size
	Steps []gametree.Step // the first is the beginning
	Line  []board.Point   // the winning line, in order; drawn after the last step
}

// Of returns the main line of a record, or says why that cannot be shown.
func Of(t *sgf.Tree) (*Game, error) {
	v, err := gametree.New(t)
	if err != nil {
		return nil, err
	}
	steps, _ := v.Steps(0)
	return &Game{Size: v.Info.Size, Steps: steps, Line: v.Won(steps)}, nil
}

// Options say how a position is drawn.
type Options struct {
	// Numbers are written on the stones: the turn with which each was put down.
	Numbers bool
	// Turn is the last turn that is drawn, 0 for the beginning, or [End].
	Turn int
}

// End is the last turn of a game.
const End = -1

// Lengths are in units of a fortieth of the distance between two lines.
const (
	pitch  = 40.0
	margin = 46.0 // from the edge to the first line, with room for coordinates
	radius = 19.0 // of a stone
)

// position is a board with what is marked on it.
type position struct {
	size   board.Size
	stones [board.Cells]board.Color
	turn   [board.Cells]int // with which the stone was put down; 0: it was set up
	last   []board.Point    // put down last
	line   []board.Point
}

// after returns the position after a number of turns.
func (g *Game) after(turn int) *position {
	p := &position{size: g.Size}
	if turn < 0 || turn >= len(g.Steps) {
		turn = len(g.Steps) - 1
	}
	for i := range turn + 1 {
		p.do(&g.Steps[i], i)
	}
	if turn == len(g.Steps)-1 {
		p.finish(g)
	}
	return p
}

// do does a step of the game, the numbered one.
func (p *position) do(s *gametree.Step, number int) {
	s.Do(&p.stones)
	for _, at := range s.Points {
		p.turn[at] = number
	}
	for _, set := range s.Set {
		p.turn[set.Point] = 0
	}
	p.last = slices.DeleteFunc(slices.Clone(s.Points), func(at board.Point) bool { return p.stones[at] == board.Empty })
}

// finish marks how the game ended: its winning line in place of its last stones.
func (p *position) finish(g *Game) {
	if len(g.Line) > 1 && !slices.ContainsFunc(g.Line, func(at board.Point) bool { return p.stones[at] == board.Empty }) {
		p.line, p.last = g.Line, nil
	}
}

// extent is the length of a side with so many points.
func extent(points int) float64 { return float64(points-1)*pitch + 2*margin }

// place is where a point is in the drawing.
func (p *position) place(at board.Point) (x, y float64) {
	return margin + float64(at.X())*pitch, margin + float64(p.size.Rows-1-at.Y())*pitch
}

// shapes are everything that is drawn, the lowest first.
func (p *position) shapes(o Options) []shape {
	list := p.grid()
	for at := range p.size.Points {
		if c := p.stones[at]; c != board.Empty {
			list = append(list, p.stone(at, c, o.Numbers)...)
		}
	}
	if len(p.line) > 0 {
		list = append(list, p.winning(o.Numbers)...)
	}
	return list
}

// grid is the empty board: lines, stars and coordinates.
func (p *position) grid() (list []shape) {
	right, bottom := extent(p.size.Cols)-margin, extent(p.size.Rows)-margin
	for x := range p.size.Cols {
		at, width := margin+float64(x)*pitch, 1.3
		if x == 0 || x == p.size.Cols-1 {
			width = 2.6
		}
		list = append(list, bar{at, margin, at, bottom, width, ink, false})
	}
	for y := range p.size.Rows {
		at, width := margin+float64(y)*pitch, 1.3
		if y == 0 || y == p.size.Rows-1 {
			width = 2.6
		}
		list = append(list, bar{margin, at, right, at, width, ink, false})
	}
	for _, at := range stars(p.size) {
		x, y := p.place(at)
		list = append(list, disc{x, y, 4.4, ink})
	}
	const far = 19
	for i := range p.size.Cols {
		name, x := string(rune('A'+i)), margin+float64(i)*pitch
		list = append(list, label{x, far, 17, name, ink}, label{x, bottom + margin - far, 17, name, ink})
	}
	for i := range p.size.Rows {
		name, y := fmt.Sprint(i+1), margin+float64(p.size.Rows-1-i)*pitch
		list = append(list, label{far, y, 17, name, ink}, label{right + margin - far, y, 17, name, ink})
	}
	return list
}

// stone is one stone with what is marked on it.
func (p *position) stone(at board.Point, c board.Color, numbers bool) []shape {
	x, y := p.place(at)
	fill, contrary := blackBall, white
	if c == board.White {
		fill, contrary = whiteBall, black
	}
	list := []shape{disc{x, y, radius, fill}}
	switch n := p.turn[at]; {
	case numbers && n > 0:
		size := 20.0
		if n > 99 {
			size = 16
		}
		list = append(list, label{x, y, size, fmt.Sprint(n), contrary})
	case slices.Contains(p.last, at):
		list = append(list, disc{x, y, radius * 0.36, contrary})
	}
	return list
}

// winning is the golden line through the winner's stones; where they have numbers, only a
// ring around each.
func (p *position) winning(numbers bool) (list []shape) {
	x1, y1 := p.place(p.line[0])
	x2, y2 := p.place(p.line[len(p.line)-1])
	for _, at := range p.line {
		x, y := p.place(at)
		list = append(list, ring{x, y, radius - 0.5, 3, gold})
	}
	if numbers {
		return list
	}
	return append(list, bar{x1, y1, x2, y2, 6, gold, true})
}

// stars are the marked points of a board: the middle, four towards the corners and, on
// large boards, four between these.
func stars(s board.Size) (list []board.Point) {
	if min(s.Cols, s.Rows) < 9 || s.Cols%2 == 0 || s.Rows%2 == 0 {
		return nil
	}
	line := func(n int) [3]int {
		edge := 3
		if n < 12 {
			edge = 2
		}
		return [3]int{edge, (n - 1) / 2, n - 1 - edge}
	}
	for i, x := range line(s.Cols) {
		for j, y := range line(s.Rows) {
			if min(s.Cols, s.Rows) > 15 || i%2 == j%2 {
				list = append(list, board.At(x, y))
			}
		}
	}
	return list
}

// SVG writes a position as a drawing that needs nothing else.
func (g *Game) SVG(w io.Writer, o Options) error {
	p := g.after(o.Turn)
	s := newSVG(w, extent(g.Size.Cols), extent(g.Size.Rows))
	for _, sh := range p.shapes(o) {
		sh.write(s)
	}
	return s.end()
}
