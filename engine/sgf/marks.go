package sgf

import (
	"fmt"
	"slices"

	"stonehand/engine/board"
)

// Marks is what a node shows on the board beside stones (FF[4], "Markup
// properties", "Miscellaneous properties" but for PM, and territory of "Go specific
// properties").
type Marks struct {
	Triangles, Squares, Circles, Crosses, Selected []board.Point // TR, SQ, CR, MA, SL
	Labels                                         []Label       // LB
	Arrows, Lines                                  []Line        // AR, LN
	BlackTerritory, WhiteTerritory                 []board.Point // TB, TW

	// What DD dims and VW shows holds until another node says otherwise: nil if the node
	// says nothing, empty if nothing is dimmed or all is shown again.
	Dimmed, Shown []board.Point

	Figure *Figure // FG, nil without
}

// Label is a text on a point.
type Label struct {
	At   board.Point
	Text string
}

// Line is a line between two points, of an arrow from one to the other.
type Line struct{ From, To board.Point }

// Figure says that a new diagram begins (FG).
type Figure struct {
	Flags int // as FF[4] has them, 0 without
	Name  string
}

// pointMarks are the fields of Marks that are lists of points.
func (m *Marks) pointMarks() map[string]*[]board.Point {
	return map[string]*[]board.Point{
		"TR": &m.Triangles, "SQ": &m.Squares, "CR": &m.Circles, "MA": &m.Crosses, "SL": &m.Selected,
		"TB": &m.BlackTerritory, "TW": &m.WhiteTerritory, "DD": &m.Dimmed, "VW": &m.Shown,
	}
}

// Marks returns what the node shows on a board of that size, and what of it makes
// no sense: that is passed over.
func (n Node) Marks(size board.Size) (m Marks, problems []*Error) {
	lists := m.pointMarks()
	for i := range n.Properties {
		p := &n.Properties[i]
		if list := lists[p.Name]; list != nil {
			points, bad := p.Points(size)
			*list, problems = append(*list, points...), append(problems, bad...)
			if *list == nil && (p.Name == "DD" || p.Name == "VW") {
				*list = []board.Point{}
			}
			continue
		}
		for _, v := range p.Values {
			if err := m.add(size, p.Name, v); err != nil && len(problems) < MaxProblems {
				problems = append(problems, p.Problem(BadPoint, p.Name, board.Clip(v), err))
			}
		}
	}
	return m, problems
}

// add takes a value of a mark that is not a list of points.
func (m *Marks) add(size board.Size, name string, v Value) error {
	a, b, composed := v.Pair()
	switch name {
	case "LB":
		at, err := parsePoint(size, a)
		if err != nil {
			return err
		}
		m.Labels = append(m.Labels, Label{at, b.shown().Line()})
	case "AR", "LN":
		from, err := parsePoint(size, a)
		if err != nil {
			return err
		}
		to, err := parsePoint(size, b)
		if err != nil {
			return err
		}
		if name == "AR" {
			m.Arrows = append(m.Arrows, Line{from, to})
		} else {
			m.Lines = append(m.Lines, Line{from, to})
		}
	case "FG":
		m.Figure = &Figure{}
		if composed {
			m.Figure.Name = b.shown().Line()
			_, err := fmt.Sscanf(a.Line(), "%d", &m.Figure.Flags)
			return err
		}
	}
	return nil
}

// SetMarks makes the node show these marks and no others. Its other properties
// stay as they are, and so do marks that are the same as before.
func (n *Node) SetMarks(size board.Size, m Marks) {
	old, _ := n.Marks(size)
	set := func(name string, values []Value, none bool) {
		if n.Delete(name); !none {
			n.Properties = append(n.Properties, Property{Name: name, Values: values})
		}
	}
	before, lists := old.pointMarks(), m.pointMarks()
	for _, name := range []string{"TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW"} {
		list := *lists[name]
		if slices.Equal(*before[name], list) && (*before[name] == nil) == (list == nil) {
			continue
		}
		values := PointValues(size, list)
		none := len(list) == 0
		if name == "DD" || name == "VW" {
			if none = list == nil; len(list) == 0 {
				values = []Value{""}
			}
		}
		set(name, values, none)
	}
	if !slices.Equal(old.Labels, m.Labels) {
		var values []Value
		for _, l := range m.Labels {
			values = append(values, Value(size.Name(l.At, board.SGF))+":"+Text(l.Text))
		}
		set("LB", values, len(values) == 0)
	}
	for _, kind := range []struct {
		name     string
		old, new []Line
	}{{"AR", old.Arrows, m.Arrows}, {"LN", old.Lines, m.Lines}} {
		if slices.Equal(kind.old, kind.new) {
			continue
		}
		var values []Value
		for _, l := range kind.new {
			values = append(values, Value(size.Name(l.From, board.SGF)+":"+size.Name(l.To, board.SGF)))
		}
		set(kind.name, values, len(values) == 0)
	}
	if (old.Figure == nil) != (m.Figure == nil) || m.Figure != nil && *m.Figure != *old.Figure {
		var value Value
		if m.Figure != nil && *m.Figure != (Figure{}) {
			value = Value(fmt.Sprint(m.Figure.Flags)) + ":" + Text(m.Figure.Name)
		}
		set("FG", []Value{value}, m.Figure == nil)
	}
}
