package sgf

import (
	"slices"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// setting is a position that a record sets up before the first move: points of
// stones that are added, and taken away again, in the order of the file.
type setting struct {
	values []move // with a color of Empty for AE
	toMove board.Color
}

// turn reads PL.
func (s *setting) turn(p Property) error {
	switch text := strings.ToUpper(strings.TrimSpace(p.Values[0].Line())); text {
	case "B", "BLACK", "1":
		s.toMove = board.Black
	case "W", "WHITE", "2":
		s.toMove = board.White
	default:
		return p.Problem(NoSide, board.Clip(p.Values[0]))
	}
	return nil
}

// maxSettings is how many points and rectangles AB, AW and AE may name together: each
// point of the largest board a few times over.
const maxSettings = 4 * mostPoints

// add takes the values of AB, AW or AE.
func (s *setting) add(p Property) error {
	if len(s.values)+len(p.Values) > maxSettings {
		return p.errorf("more than %d points are set up with AB, AW and AE", maxSettings)
	}
	color := map[string]board.Color{"AB": board.Black, "AW": board.White}[p.Name]
	for _, v := range p.Values {
		s.values = append(s.values, move{Pos: p.Pos, color: color, text: strings.TrimSpace(string(v))})
	}
	return nil
}

// corners returns the texts of the points of all values, for finding out how
// they are written.
func (s *setting) corners() (all []move) {
	for _, m := range s.values {
		a, b, _ := strings.Cut(m.text, ":")
		all = append(all, move{Pos: m.Pos, color: m.color, text: a})
		if b != "" {
			all = append(all, move{Pos: m.Pos, color: m.color, text: b})
		}
	}
	return all
}

// start returns the position. first is the side of the first move, Empty if
// there is none: it is to move where the record does not say who is.
func (s *setting) start(size board.Size, how board.Notation, first board.Color) (game.Start, error) {
	var stones [board.Cells]board.Color
	for _, m := range s.values {
		from, to, rectangle := strings.Cut(m.text, ":")
		a, err := size.Parse(from, how)
		b := a
		if err == nil && rectangle {
			b, err = size.Parse(to, how)
		}
		if err != nil {
			return game.Start{}, m.errorf("%s", err)
		}
		for x := min(a.X(), b.X()); x <= max(a.X(), b.X()); x++ {
			for y := min(a.Y(), b.Y()); y <= max(a.Y(), b.Y()); y++ {
				stones[board.At(x, y)] = m.color
			}
		}
	}
	var g game.Start
	for p := range size.Points {
		switch stones[p] {
		case board.Black:
			g.Black = append(g.Black, p)
		case board.White:
			g.White = append(g.White, p)
		}
	}
	if len(g.Black)+len(g.White) == 0 {
		return game.Start{}, nil // an empty board is where every game begins
	}
	switch {
	case s.toMove != board.Empty:
		g.ToMove = s.toMove
	case first != board.Empty:
		g.ToMove = first
	case len(g.Black) > len(g.White):
		g.ToMove = board.White
	default:
		g.ToMove = board.Black
	}
	return g, nil
}

// settingOf writes the position that a game began from.
func settingOf(size board.Size, s game.Start, how board.Notation) (all []Property) {
	if s.IsZero() {
		return nil
	}
	for _, side := range []struct {
		name   string
		points []board.Point
	}{{"AB", s.Black}, {"AW", s.White}} {
		p := Property{Name: side.name}
		for _, at := range slices.Sorted(slices.Values(side.points)) {
			p.Values = append(p.Values, Value(size.Name(at, how)))
		}
		if len(p.Values) > 0 {
			all = append(all, p)
		}
	}
	player := Value("B")
	if s.ToMove == board.White {
		player = "W"
	}
	return append(all, Property{Name: "PL", Values: []Value{player}})
}
