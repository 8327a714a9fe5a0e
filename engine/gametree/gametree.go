// Package gametree shows a game record as what happens on the board: for every node
// of the tree the stones that are put down, set up and captured, who is to move, what
// is said and marked. It knows Go with captures, Connect6, Gomoku and Renju, and takes
// edits ([View.Apply]) that change nothing else in the record.
package gametree

import (
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/problem"
	"stonehand/engine/sgf"
	"stonehand/engine/weiqi"
)

// MaxNodes is how many nodes a record may have that is shown.
const MaxNodes = 20_000

// Stone is a stone that is set up; Empty clears the point.
type Stone struct {
	Point board.Point
	Color board.Color
}

// Node is one node of the tree and what it does.
type Node struct {
	Parent int // the number of the node before; -1 for the root

	// What is done, in this order: Set is set up, the stones of Color on Points are
	// put down, then those on Lifted are taken off.
	Set    []Stone
	Color  board.Color   // of the move; Empty: there is none
	Points []board.Point // none for a pass
	Lifted []board.Point

	ToMove board.Color // who plays next; Empty when the game is over
	Due    int         // stones that the turn still takes

	Name    string // N
	Comment string // C
	Marks   sgf.Marks

	tree  *sgf.Tree // nil for one that was deleted
	index int       // in its Nodes
	key   board.Key // of the stones, for Go
}

// Pass reports whether the node is a pass.
func (n *Node) Pass() bool { return n.Color != board.Empty && len(n.Points) == 0 }

// View is a game record as a tree of positions.
type View struct {
	Info     sgf.Info
	Game     string // "go", or the name of the rules, "connect6"; "other" for a game without rules here
	Nodes    []Node // the root first, and each before those that follow it; main lines first
	Problems []*sgf.Error

	root    *sgf.Tree
	how     board.Notation
	goRules weiqi.Rules
	rules   game.Rules // nil for Go and for other games
}

// New returns the view of a record. It keeps the tree, and edits change it. The
// error says why the record cannot be shown.
func New(t *sgf.Tree) (*View, error) {
	info, problems := t.Info()
	v := &View{Info: info, Problems: problems, root: t, how: notation(t, info.Game)}
	if info.Size.Cols == 0 {
		return nil, problem.New("the board of this record cannot be shown: a side has 1 to %d points", board.MaxSide)
	}
	v.Game, v.rules = NameOf(&info), sgf.RulesOf(info.Game, info.Rules, info.Size)
	var named bool
	if v.goRules, named = sgf.GoRules(info.Rules); !named {
		v.goRules, _ = weiqi.Preset("japanese") // which forbids the least
	}
	s, err := v.start()
	if err != nil {
		return nil, err
	}
	if err := v.read(t, -1, s); err != nil {
		return nil, err
	}
	return v, nil
}

// NameOf returns the name of a record's game: "go", "connect6", "gomoku",
// "connect6-fives", "gomoku-standard", "renju", or "other" for one that has no rules here.
func NameOf(i *sgf.Info) string {
	if r := sgf.RulesOf(i.Game, i.Rules, i.Size); r != nil {
		return r.Name()
	}
	if i.Game == sgf.GMGo && weiqi.CheckSize(i.Size) == nil {
		return "go"
	}
	return "other"
}

// read goes through a tree that follows a node and a position.
func (v *View) read(t *sgf.Tree, parent int, s *state) error {
	for i := range t.Nodes {
		if len(v.Nodes) == MaxNodes {
			return problem.New("this record has more than %d nodes, too many to be shown here", MaxNodes)
		}
		v.add(t, i, parent, s)
		parent = len(v.Nodes) - 1
	}
	for i, next := range t.Variations {
		after := s
		if i < len(t.Variations)-1 {
			after = s.clone()
		}
		if err := v.read(next, parent, after); err != nil {
			return err
		}
	}
	return nil
}

// add appends the node at an index of a tree, and changes the position s.
func (v *View) add(t *sgf.Tree, index, parent int, s *state) *Node {
	v.Nodes = append(v.Nodes, Node{Parent: parent, tree: t, index: index})
	n := &v.Nodes[len(v.Nodes)-1]
	plain := translate(&t.Nodes[index], v.Info.Size, v.how, board.SGF)
	steps, problems := sgf.Steps(v.Info.Size, []sgf.Node{plain})
	marks, bad := plain.Marks(v.Info.Size)
	n.Marks = marks
	n.say(&plain)
	v.complain(append(problems, bad...)...)
	n.set(&steps[0], s)
	if at := n.play(&plain, &steps[0], s); at != board.Nowhere {
		v.complain(t.Nodes[index].Problem(sgf.Occupied, n.Color, at))
	}
	n.ToMove, n.Due = s.toMove, s.due()
	n.key = s.key()
	return n
}

func (v *View) complain(problems ...*sgf.Error) {
	v.Problems = append(v.Problems, problems[:min(len(problems), max(0, sgf.MaxProblems-len(v.Problems)))]...)
}

// say takes the node's texts.
func (n *Node) say(of *sgf.Node) {
	if value, ok := of.Get("C"); ok {
		n.Comment = value.Lines()
	}
	if value, ok := of.Get("N"); ok {
		n.Name = value.Lines()
	}
}

// set does what the node sets up.
func (n *Node) set(step *sgf.Step, s *state) {
	for _, side := range []struct {
		points []board.Point
		color  board.Color
	}{{step.Black, board.Black}, {step.White, board.White}, {step.Cleared, board.Empty}} {
		for _, p := range side.points {
			n.Set = append(n.Set, Stone{p, side.color})
			s.stones[p] = side.color
		}
	}
	if len(n.Set) > 0 {
		s.rebuild(n)
	}
	if step.ToMove != board.Empty {
		s.toMove, s.part = step.ToMove, 0
	}
}

// play does the node's move, and returns a point of it where a stone stands already,
// Nowhere if there is none.
func (n *Node) play(of *sgf.Node, step *sgf.Step, s *state) (taken board.Point) {
	taken = board.Nowhere
	if step.Color == board.Empty {
		return taken
	}
	n.Color = step.Color
	points := []board.Point{step.Point}
	if step.Point == board.Nowhere {
		points = nil
	}
	name := map[board.Color]string{board.Black: "B", board.White: "W"}[n.Color]
	for i, value := range of.Property(name).Values {
		if p, err := s.size.Parse(value.Line(), board.SGF); i > 0 && err == nil && !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	for _, p := range points {
		if s.stones[p] != board.Empty {
			taken = p
		}
	}
	n.Points = points
	n.Lifted = s.play(n.Color, points)
	return taken
}

// Stones returns the position after a node, by point.
func (v *View) Stones(node int) (stones [board.Cells]board.Color) {
	for _, i := range v.Path(node) {
		n := &v.Nodes[i]
		step := Step{Set: n.Set, Color: n.Color, Points: n.Points, Lifted: n.Lifted}
		step.Do(&stones)
	}
	return stones
}

// Path returns the nodes from the root to a node.
func (v *View) Path(node int) (path []int) {
	for ; node >= 0; node = v.Nodes[node].Parent {
		path = append(path, node)
	}
	slices.Reverse(path)
	return path
}

// Line returns the nodes of the main line that goes through a node.
func (v *View) Line(node int) []int {
	path := v.Path(node)
	next := make([]int, len(v.Nodes)) // the first child, 0 for none
	for i := len(v.Nodes) - 1; i > 0; i-- {
		if n := &v.Nodes[i]; n.tree != nil {
			next[n.Parent] = i
		}
	}
	for at := next[node]; at > 0; at = next[at] {
		path = append(path, at)
	}
	return path
}
