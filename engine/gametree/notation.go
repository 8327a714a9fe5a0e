package gametree

import (
	"slices"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

// notation finds how a record writes its points: records of Go as FF[4] has it, those
// of other games perhaps as "J10", or as two upper-case letters with the row counted
// from the bottom (NCTU's records of Connect6).
func notation(t *sgf.Tree, kind int) board.Notation {
	if kind == sgf.GMGo {
		return board.SGF
	}
	found, upper := board.SGF, false
	var look func(t *sgf.Tree) bool
	look = func(t *sgf.Tree) bool {
		for i := range t.Nodes {
			for _, name := range []string{"B", "W", "AB", "AW"} {
				p := t.Nodes[i].Property(name)
				if p == nil {
					continue
				}
				for _, v := range p.Values {
					switch text := v.Line(); {
					case strings.EqualFold(text, "pass"), strings.EqualFold(text, "resign"):
					case strings.ContainsAny(text, "0123456789"):
						found = board.Algebraic
						return true
					case text != strings.ToUpper(text):
						return true
					case text != "":
						upper = true
					}
				}
			}
		}
		return slices.ContainsFunc(t.Variations, look)
	}
	if !look(t) && upper && kind == sgf.GMConnect6 {
		found = board.Pair
	}
	return found
}

// Which properties hold points, and how many in one value.
var (
	moves = map[string]bool{"B": true, "W": true}
	lists = map[string]bool{"AB": true, "AW": true, "AE": true, "TR": true, "SQ": true, "CR": true, "MA": true, "SL": true, "TB": true, "TW": true, "DD": true, "VW": true, "AR": true, "LN": true}
)

// translate returns a copy of a node with its points in another notation. What is not
// a point stays as it is.
func translate(n *sgf.Node, size board.Size, from, to board.Notation) sgf.Node {
	if from == to {
		return *n
	}
	c := *n
	c.Properties = append([]sgf.Property(nil), n.Properties...)
	for i := range c.Properties {
		p := &c.Properties[i]
		values := p.Values
		p.Values = nil
		for _, v := range values {
			a, b, composed := v.Pair()
			switch {
			case moves[p.Name]:
				p.Values = append(p.Values, points(v, size, from, to)...)
			case p.Name == "LB":
				p.Values = append(p.Values, point(a, size, from, to)+":"+b)
			case lists[p.Name] && composed:
				p.Values = append(p.Values, point(a, size, from, to)+":"+point(b, size, from, to))
			case lists[p.Name]:
				p.Values = append(p.Values, point(v, size, from, to))
			default:
				p.Values = append(p.Values, v)
			}
		}
	}
	return c
}

// point writes a point in another notation.
func point(v sgf.Value, size board.Size, from, to board.Notation) sgf.Value {
	p, err := size.Parse(v.Line(), from)
	if err != nil {
		return v
	}
	return sgf.Value(size.Name(p, to))
}

// points writes the one or two points of a move in another notation, and a pass as FF[4]
// has it.
func points(v sgf.Value, size board.Size, from, to board.Notation) (list []sgf.Value) {
	if strings.EqualFold(v.Line(), "pass") {
		return []sgf.Value{""}
	}
	text := strings.NewReplacer(" ", "", ",", "", "-", "", "@", "").Replace(v.Line())
	for text != "" {
		n := min(2, len(text))
		if from == board.Algebraic {
			for n = 1; n < len(text) && text[n] >= '0' && text[n] <= '9'; n++ {
			}
		}
		list = append(list, point(sgf.Value(text[:n]), size, from, to))
		text = text[n:]
		if len(list) == 2 {
			break
		}
	}
	if len(list) == 0 || text != "" {
		return []sgf.Value{v}
	}
	return list
}
