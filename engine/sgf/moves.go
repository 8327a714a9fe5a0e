package sgf

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stonehand/engine/board"
)

// Step is what one node does to a board of Go (FF[4], "Move properties", "Setup
// properties", "Timing properties").
type Step struct {
	Node *Node // of the tree

	// A move: Color is Empty where the node has none, Point Nowhere for a pass.
	Color  board.Color
	Point  board.Point
	Force  bool // KO: it is played even if it is against the rules
	Number int  // MN, 0 without

	// Set-up: AB, AW, AE, and PL, Empty without.
	Black, White, Cleared []board.Point
	ToMove                board.Color

	BlackLeft, WhiteLeft       time.Duration // BL, WL; negative where the node does not say
	BlackPeriods, WhitePeriods int           // OB, OW; negative where the node does not say
}

// Steps returns what the nodes of a line do to a board of that size, one step a
// node, and what of it makes no sense: that is passed over.
func Steps(size board.Size, nodes []Node) (steps []Step, problems []*Error) {
	for i := range nodes {
		s, bad := step(size, &nodes[i])
		steps, problems = append(steps, s), append(problems, bad...)
	}
	return steps, problems
}

func step(size board.Size, n *Node) (s Step, problems []*Error) {
	s = Step{Node: n, Point: board.Nowhere, BlackLeft: -1, WhiteLeft: -1, BlackPeriods: -1, WhitePeriods: -1}
	bad := func(p *Property, f Fault, args ...any) { problems = append(problems, p.Problem(f, args...)) }
	points := func(p *Property) []board.Point {
		list, wrong := p.Points(size)
		problems = append(problems, wrong...)
		return list
	}
	for i := range n.Properties {
		p := &n.Properties[i]
		var v Value
		if len(p.Values) > 0 {
			v = p.Values[0]
		}
		switch p.Name {
		case "B", "W":
			c := board.Black
			if p.Name == "W" {
				c = board.White
			}
			at, err := movePoint(size, v)
			switch {
			case s.Color != board.Empty:
				bad(p, TwoMoves)
			case err != nil:
				bad(p, BadMove, p.Name, board.Clip(v), err)
			default:
				s.Color, s.Point = c, at
			}
		case "KO":
			s.Force = true
		case "MN":
			s.Number, _ = strconv.Atoi(v.Line())
		case "AB":
			s.Black = append(s.Black, points(p)...)
		case "AW":
			s.White = append(s.White, points(p)...)
		case "AE":
			s.Cleared = append(s.Cleared, points(p)...)
		case "PL":
			var set setting
			if err := set.turn(*p); err != nil {
				problems = append(problems, err.(*Error))
			}
			s.ToMove = set.toMove
		case "BL", "WL":
			left, err := strconv.ParseFloat(v.Line(), 64)
			if err != nil || !(left > -1e9 && left < 1e9) {
				bad(p, BadTime, p.Name, board.Clip(v))
				continue
			}
			d := max(0, time.Duration(left*float64(time.Second)))
			if p.Name == "BL" {
				s.BlackLeft = d
			} else {
				s.WhiteLeft = d
			}
		case "OB", "OW":
			k, err := strconv.Atoi(v.Line())
			if err != nil || k < 0 {
				bad(p, BadPeriods, p.Name, board.Clip(v))
				continue
			}
			if p.Name == "OB" {
				s.BlackPeriods = k
			} else {
				s.WhitePeriods = k
			}
		}
	}
	if s.Color != board.Empty && len(s.Black)+len(s.White)+len(s.Cleared) > 0 {
		problems = append(problems, n.Problem(MoveAndSetup))
	}
	return s, problems
}

// movePoint reads a move of Go: nothing is a pass, and so is "tt" on boards up to
// 19x19 (FF[4], "Go specific properties", as FF[3] wrote it).
func movePoint(size board.Size, v Value) (board.Point, error) {
	text := v.Line()
	if text == "" || strings.EqualFold(text, "tt") && size.Cols <= 19 && size.Rows <= 19 {
		return board.Nowhere, nil
	}
	return parsePoint(size, v)
}

// parsePoint reads a point of a board, whose size a record may not tell.
func parsePoint(size board.Size, v Value) (board.Point, error) {
	if !size.Valid() {
		return board.Nowhere, fmt.Errorf("%q is a point on a board of unknown size", board.Clip(v))
	}
	return size.Parse(strings.Join(strings.Fields(v.Line()), ""), board.SGF) // lines are broken in points too
}

// Points reads the points of a property, rectangles like "aa:cc" too (FF[4],
// "Compressed point lists"), each once and in the order of the file.
func (p *Property) Points(size board.Size) (list []board.Point, problems []*Error) {
	var seen [board.Cells]bool
	for _, v := range p.Values {
		if v.Line() == "" { // an empty list, as VW[] and DD[] have it
			continue
		}
		from, to, rectangle := v.Pair()
		a, err := parsePoint(size, from)
		b := a
		if err == nil && rectangle {
			b, err = parsePoint(size, to)
		}
		if err != nil {
			if len(problems) < MaxProblems {
				problems = append(problems, p.Problem(BadPoint, p.Name, board.Clip(v), err))
			}
			continue
		}
		for y := max(a.Y(), b.Y()); y >= min(a.Y(), b.Y()); y-- {
			for x := min(a.X(), b.X()); x <= max(a.X(), b.X()); x++ {
				if at := board.At(x, y); !seen[at] {
					seen[at] = true
					list = append(list, at)
				}
			}
		}
	}
	return list, problems
}

// PointValues writes points, those that fill a rectangle as one value: few values,
// in reading order from the upper left.
func PointValues(size board.Size, points []board.Point) (values []Value) {
	var left [board.Cells]bool
	for _, p := range points {
		if size.Has(p) {
			left[p] = true
		}
	}
	for y := size.Rows - 1; y >= 0; y-- {
		for x := range size.Cols {
			if !left[board.At(x, y)] {
				continue
			}
			w, h := 1, 1
			for x+w < size.Cols && left[board.At(x+w, y)] {
				w++
			}
		down:
			for ; y-h >= 0; h++ {
				for i := range w {
					if !left[board.At(x+i, y-h)] {
						break down
					}
				}
			}
			for i := range w {
				for j := range h {
					left[board.At(x+i, y-j)] = false
				}
			}
			v := size.Name(board.At(x, y), board.SGF)
			if w*h > 1 {
				v += ":" + size.Name(board.At(x+w-1, y-h+1), board.SGF)
			}
			values = append(values, Value(v))
		}
	}
	return values
}
