package gametree

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/problem"
	"stonehand/engine/sgf"
	"stonehand/engine/weiqi"
)

// The edits.
const (
	Play    = "play"    // a move after the node: a stone on Point
	Pass    = "pass"    // a move after the node without a stone
	Comment = "comment" // Text is what is said there
	Mark    = "marks"   // Marks are what is marked there
	Delete  = "delete"  // the node and everything after it go
	Promote = "promote" // the node's variation becomes the main one
)

// MaxText is how long a comment may be, in bytes.
const MaxText = 10_000

// Edit is one change of a record.
type Edit struct {
	Do    string
	Node  int // nodes that earlier edits made have the next free numbers
	Point board.Point
	Text  string
	// Marks are triangles, squares, circles, crosses and labels; others stay.
	Marks sgf.Marks
}

// Why an edit cannot be made.
var (
	ErrOver     error = problem.New("the game is over there")
	ErrOccupied error = problem.New("a stone stands there already")
	ErrOff      error = problem.New("that point is off the board")
	ErrPass     error = problem.New("nobody passes in this game")
)

// Apply makes an edit, or says why it cannot be made and changes nothing. The rules of
// the game hold for moves.
func (v *View) Apply(e Edit) error {
	if e.Node < 0 || e.Node >= len(v.Nodes) || v.Nodes[e.Node].tree == nil {
		return fmt.Errorf("there is no node %d: nodes go from 0 to %d", e.Node, len(v.Nodes)-1)
	}
	if v.root.Charset != "" {
		return problem.New("nothing can be written into this record, because its charset %q is not known", v.root.Charset)
	}
	switch e.Do {
	case Play, Pass:
		return v.grow(e)
	case Comment:
		return v.comment(e)
	case Mark:
		return v.mark(e)
	case Delete:
		return v.delete(e.Node)
	case Promote:
		v.promote(e.Node)
		return nil
	}
	return fmt.Errorf("there is no edit %q: use %s", e.Do, strings.Join([]string{Play, Pass, Comment, Mark, Delete, Promote}, ", "))
}

// node is the record's own.
func (n *Node) node() *sgf.Node { return &n.tree.Nodes[n.index] }

func (v *View) comment(e Edit) error {
	if len(e.Text) > MaxText {
		return problem.New("a comment has at most %d bytes", MaxText)
	}
	n := &v.Nodes[e.Node]
	if n.Comment = e.Text; e.Text == "" {
		n.node().Delete("C")
	} else {
		n.node().Set("C", sgf.Text(strings.ToValidUTF8(e.Text, "\uFFFD")))
	}
	return nil
}

func (v *View) mark(e Edit) error {
	size := v.Info.Size
	for _, list := range [][]board.Point{e.Marks.Triangles, e.Marks.Squares, e.Marks.Circles, e.Marks.Crosses} {
		if slices.ContainsFunc(list, func(p board.Point) bool { return !size.Has(p) }) {
			return ErrOff
		}
	}
	for _, l := range e.Marks.Labels {
		switch {
		case !size.Has(l.At):
			return ErrOff
		case l.Text == "" || len(l.Text) > 50:
			return problem.New("a label has 1 to 50 bytes")
		}
	}
	n := &v.Nodes[e.Node]
	was, m := n.Marks, e.Marks
	n.Marks.Triangles, n.Marks.Squares, n.Marks.Circles, n.Marks.Crosses, n.Marks.Labels = m.Triangles, m.Squares, m.Circles, m.Crosses, m.Labels
	var set sgf.Node
	set.SetMarks(size, sgf.Marks{Triangles: m.Triangles, Squares: m.Squares, Circles: m.Circles, Crosses: m.Crosses, Labels: m.Labels})
	set = translate(&set, size, board.SGF, v.how)
	own := n.node()
	for _, kind := range []struct {
		name string
		same bool
	}{
		{"TR", slices.Equal(was.Triangles, m.Triangles)}, {"SQ", slices.Equal(was.Squares, m.Squares)}, {"CR", slices.Equal(was.Circles, m.Circles)},
		{"MA", slices.Equal(was.Crosses, m.Crosses)}, {"LB", slices.Equal(was.Labels, m.Labels)},
	} {
		if kind.same {
			continue
		}
		own.Delete(kind.name)
		if p := set.Property(kind.name); p != nil {
			own.Properties = append(own.Properties, *p)
		}
	}
	return nil
}

// position returns the position after a node, and the keys of those before.
func (v *View) position(node int) (*state, error) {
	s, err := v.start()
	if err != nil {
		return nil, err
	}
	for _, i := range v.Path(node) {
		n := &v.Nodes[i]
		plain := translate(n.node(), v.Info.Size, v.how, board.SGF)
		steps, _ := sgf.Steps(v.Info.Size, []sgf.Node{plain})
		var again Node
		again.set(&steps[0], s)
		_ = again.play(&plain, &steps[0], s) // was told when the record was read
	}
	return s, nil
}

// grow adds a move.
func (v *View) grow(e Edit) error {
	if len(v.Nodes) >= MaxNodes {
		return problem.New("a record has at most %d nodes here", MaxNodes)
	}
	s, err := v.position(e.Node)
	if err == nil {
		err = v.check(e, s)
	}
	if err != nil {
		return err
	}
	name, value := "B", sgf.Value("")
	if s.toMove == board.White {
		name = "W"
	}
	if e.Do == Play {
		value = sgf.Value(v.Info.Size.Name(e.Point, v.how))
	}
	t, i := v.append(e.Node, sgf.Node{Properties: []sgf.Property{{Name: name, Values: []sgf.Value{value}}}})
	v.add(t, i, e.Node, s)
	return nil
}

// check says why a move may not be made, or nil.
func (v *View) check(e Edit, s *state) error {
	c, p := s.toMove, e.Point
	switch {
	case c == board.Empty:
		return ErrOver
	case e.Do == Pass && v.Game != "go":
		return ErrPass
	case e.Do == Pass:
		return nil
	case !v.Info.Size.Has(p):
		return ErrOff
	case s.stones[p] != board.Empty:
		return ErrOccupied
	case s.rules != nil:
		b := game.BoardOf(s.size, s.stones)
		_, err := s.rules.Judge(&b, game.Turn{Color: c, Points: []board.Point{p}})
		return err
	case s.goban == nil:
		return nil
	}
	err := s.goban.Check(c, p)
	if errors.Is(err, weiqi.ErrSuicide) && v.goRules.Suicide {
		err = nil
	}
	if err == nil && v.goRules.Ko != weiqi.SimpleKo && v.repeats(e.Node, c, p, s) {
		err = weiqi.ErrSuperko
	}
	return err
}

// repeats reports whether a stone makes a board that the ko rule forbids.
func (v *View) repeats(node int, c board.Color, p board.Point, s *state) bool {
	after := *s.goban
	after.Play(c, p)
	return slices.ContainsFunc(v.Path(node), func(i int) bool {
		n := &v.Nodes[i]
		return n.key == after.Key() && (v.goRules.Ko == weiqi.Positional || n.ToMove == c.Other())
	})
}

// append adds a node after another, as the last of its ways on.
func (v *View) append(after int, n sgf.Node) (*sgf.Tree, int) {
	t, i := v.Nodes[after].tree, v.Nodes[after].index
	if i == len(t.Nodes)-1 && len(t.Variations) == 0 {
		t.Nodes = append(t.Nodes, n)
		return t, i + 1
	}
	if i < len(t.Nodes)-1 {
		rest := &sgf.Tree{Nodes: slices.Clone(t.Nodes[i+1:]), Variations: t.Variations}
		for k := range v.Nodes {
			if w := &v.Nodes[k]; w.tree == t && w.index > i {
				w.tree, w.index = rest, w.index-i-1
			}
		}
		t.Nodes, t.Variations = slices.Clip(t.Nodes[:i+1]), []*sgf.Tree{rest}
	}
	way := &sgf.Tree{Nodes: []sgf.Node{n}}
	t.Variations = append(t.Variations, way)
	return way, 0
}

// delete takes a node and everything after it away.
func (v *View) delete(node int) error {
	if node == 0 {
		return problem.New("the beginning of a game cannot be deleted")
	}
	n := v.Nodes[node]
	if n.index > 0 {
		n.tree.Nodes, n.tree.Variations = n.tree.Nodes[:n.index], nil
	} else {
		before := v.Nodes[n.Parent].tree
		before.Variations = slices.DeleteFunc(before.Variations, func(t *sgf.Tree) bool { return t == n.tree })
	}
	v.Nodes[node].tree = nil
	for i := range v.Nodes { // those that follow may have lower numbers than ones that edits made
		for at := i; at >= 0; at = v.Nodes[at].Parent {
			if at == node {
				v.Nodes[i].tree = nil
				break
			}
		}
	}
	return nil
}

// promote makes the way to a node the main line.
func (v *View) promote(node int) {
	for at := node; at > 0; at = v.Nodes[at].Parent {
		n := &v.Nodes[at]
		if n.index > 0 {
			continue
		}
		list := v.Nodes[n.Parent].tree.Variations
		if i := slices.Index(list, n.tree); i > 0 {
			list = slices.Delete(list, i, i+1)
			v.Nodes[n.Parent].tree.Variations = slices.Insert(list, 0, n.tree)
		}
	}
}
