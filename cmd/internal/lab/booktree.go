package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
)

// BookTree is an opening book in the making: the positions judged so far, each
// with its best turns, and what the turns are worth when those behind them are
// counted in. Positions that are mirror images of each other are one.
//
// Which position is judged next is chosen by drop-out expansion (T. R. Lincke,
// "Strategies for the Automatic Construction of Opening Books", 2000): the one
// that is nearest to the start, where a turn that is worse than the best of its
// position counts as several turns. So the best lines grow deepest, and every
// reply that is nearly as good has an answer.
type BookTree struct {
	// DropOut is how many turns of depth it costs to lose the whole chance to win.
	DropOut float64
	// Turns is how deep lines grow, Black's first turn included.
	Turns int

	pos    *connect.Position
	nodes  map[board.Key]*bookNode
	levels [][]*bookNode // by turns before the position
	tally  games         // of the tree's own games
	busy   map[board.Key]bool
}

// BookPosition is one position of a [BookTree] as it was judged.
type BookPosition struct {
	Stones []board.Point // in order of play
	// Won is how many turns a forced win of the side to move takes; 0 if none was
	// found. Such a position has no turns.
	Won   int
	Turns []BookTurn // best first
}

// BookTurn is a turn of a judged position.
type BookTurn struct {
	Move  connect.Move
	Score int32 // of the search, for the side that plays it
	// Lost is how many turns the opponent's forced win then takes; 0 if none was
	// found.
	Lost int
	// Share is how often people chose it in this position, from 0 to 1.
	Share float64
	// Verdict is what a [BookVerifier] found; nil if the turn was not verified. Only
	// turns that hold are written into a book.
	Verdict *BookVerdict
}

// bookNode is a position of the tree.
type bookNode struct {
	BookPosition
	key   board.Key
	turn  int // symmetry from the order of its stones to its representative
	edges []bookEdge
	value float64 // chance of the side to move, from 0 to 1
	near  float64 // cost of the way to the nearest position to judge; Inf if none
	far   float64 // cost of the way from the start; Inf if none leads here
	from  *bookNode
}

// bookEdge is a turn of a position of the tree.
type bookEdge struct {
	turn  *BookTurn
	child board.Key
	next  *bookNode // nil if it is not judged
	value float64   // chance of the side that plays it
	cost  float64
	way   float64 // cost of the way over it to the nearest position to judge; Inf if none
}

// ownGames is how many of the tree's own games weigh as much as a search.
const ownGames = 16

// NewBookTree returns a tree without positions.
func NewBookTree(dropOut float64, turns int) *BookTree {
	return &BookTree{DropOut: dropOut, Turns: turns, pos: connect.NewBare(), nodes: map[board.Key]*bookNode{}, tally: games{}, busy: map[board.Key]bool{}}
}

// Len returns how many positions are judged.
func (t *BookTree) Len() int { return len(t.nodes) }

// Add adds a judged position. What cannot be played, or is there already, is an
// error.
func (t *BookTree) Add(p BookPosition) error {
	if err := setUp(t.pos, p.Stones); err != nil {
		return err
	}
	if center := connect.Board.Center(); p.Stones[0] != center {
		return fmt.Errorf("the position after %s does not begin with %v", pointNames(p.Stones), center)
	}
	n := &bookNode{BookPosition: p}
	n.key, n.turn = book.Canonical(t.pos)
	if t.nodes[n.key] != nil {
		return fmt.Errorf("the position after %s is there already", pointNames(p.Stones))
	}
	for i := range n.Turns {
		turn := &n.Turns[i]
		if err := legal(t.pos, turn.Move); err != nil {
			return fmt.Errorf("after %s: %w", pointNames(p.Stones), err)
		}
		t.pos.PlayMove(turn.Move)
		e := bookEdge{turn: turn}
		e.child, _ = book.Canonical(t.pos)
		t.pos.TakeMove(turn.Move)
		n.edges = append(n.edges, e)
	}
	level := (len(p.Stones) + 1) / connect.Each
	for len(t.levels) <= level {
		t.levels = append(t.levels, nil)
	}
	t.nodes[n.key] = n
	t.levels[level] = append(t.levels[level], n)
	delete(t.busy, n.key)
	return nil
}

// Believe takes a verdict in, in the place of any that was there before. It reports
// false if the tree does not have the turn.
func (t *BookTree) Believe(v VerifiedTurn) (ok bool, err error) {
	m, err := v.play(t.pos)
	if err != nil {
		return false, err
	}
	child, _ := book.Canonical(t.pos)
	delete(t.busy, child)
	t.pos.TakeMove(m)
	key, _ := book.Canonical(t.pos)
	n := t.nodes[key]
	if n == nil {
		return false, nil
	}
	for i := range n.edges {
		if e := &n.edges[i]; e.child == child {
			e.turn.Verdict, e.turn.Score, e.turn.Lost = &v.BookVerdict, v.Score, v.Lost
			ok = true
		}
	}
	return ok, nil
}

// Unverified returns a turn that would be chosen if it were verified and held, those
// nearest to the start first, and marks its position as being judged until
// [BookTree.Believe]. A turn comes to look good when the positions behind it are judged.
// It reports false when there is none. The tree must be settled.
func (t *BookTree) Unverified(margin float64) (after []board.Point, m connect.Move, ok bool) {
	for _, level := range t.levels {
		for _, n := range level {
			if n.Won > 0 || math.IsInf(n.far, 1) {
				continue
			}
			for i := range n.edges {
				e := &n.edges[i]
				if e.turn.Verdict != nil || e.next == nil || e.turn.Lost > 0 || e.value < worstChance || n.value-e.value > margin || t.busy[e.child] {
					continue
				}
				t.busy[e.child] = true
				return n.Stones, e.turn.Move, true
			}
		}
	}
	return nil, connect.NoMove, false
}

// root is the position after Black's first turn, nil if it is not judged.
func (t *BookTree) root() *bookNode {
	if len(t.levels) < 2 || len(t.levels[1]) == 0 {
		return nil
	}
	return t.levels[1][0]
}

// Next returns the stones of the position to judge next, and marks it as being
// judged until [BookTree.Add]. It reports false when there is none.
func (t *BookTree) Next() ([]board.Point, bool) {
	start := []board.Point{connect.Board.Center()}
	root := t.root()
	if root == nil {
		t.pos.Reset()
		t.pos.Play(start[0])
		key, _ := book.Canonical(t.pos)
		if t.busy[key] {
			return nil, false
		}
		t.busy[key] = true
		return start, true
	}
	t.Settle()
	if math.IsInf(root.near, 1) {
		return nil, false
	}
	for n := root; ; {
		best := n.nearest()
		if best.next == nil {
			t.busy[best.child] = true
			return best.turn.Move.Points(slices.Clone(n.Stones)), true
		}
		// The child may have been met by another order of its stones.
		n = best.next
	}
}

// nearest is the turn that leads to the nearest position to judge.
func (n *bookNode) nearest() *bookEdge {
	best := &n.edges[0]
	for i := range n.edges {
		if e := &n.edges[i]; e.way < best.way {
			best = e
		}
	}
	return best
}

// Settle works out what positions and turns are worth with all behind them
// counted in, and what the ways between them cost. A position comes after all
// that lead to it, so that one pass from the deepest up is enough for values and
// one down for ways.
func (t *BookTree) Settle() {
	for level := len(t.levels) - 1; level >= 0; level-- {
		for _, n := range t.levels[level] {
			t.settle(n, level)
		}
	}
	for _, level := range t.levels {
		for _, n := range level {
			n.far, n.from = math.Inf(1), nil
		}
	}
	if root := t.root(); root != nil {
		root.far = 0
	}
	for _, level := range t.levels {
		for _, n := range level {
			for i := range n.edges {
				e := &n.edges[i]
				if c := e.next; c != nil && n.far+e.cost < c.far {
					c.far, c.from = n.far+e.cost, n
				}
			}
		}
	}
}

// settle works out one position from those behind it.
func (t *BookTree) settle(n *bookNode, level int) {
	n.value, n.near = 0, math.Inf(1)
	if n.Won > 0 {
		n.value = 1
		return
	}
	for i := range n.edges {
		e := &n.edges[i]
		e.next = t.nodes[e.child]
		switch {
		case e.turn.Lost > 0:
			e.value = 0
		case e.next != nil:
			e.value = 1 - e.next.value
		default:
			played := t.tally[n.key][e.child]
			e.value = (ownGames*Value{Score: e.turn.Score}.Chance() + played.points) / float64(ownGames+played.games)
		}
	}
	n.value = n.best()
	for i := range n.edges {
		e := &n.edges[i]
		e.cost, e.way = math.Inf(1), math.Inf(1)
		if e.turn.Lost > 0 || e.next != nil && e.next.Won > 0 {
			continue
		}
		// What people often play deserves an answer, good or not.
		e.cost = 1 + min(t.DropOut*max(0, n.value-e.value), -math.Log2(e.turn.Share))
		switch {
		case e.next != nil:
			e.way = e.cost + e.next.near
		case !t.busy[e.child] && level+1 < t.Turns:
			e.way = e.cost
		}
		n.near = min(n.near, e.way)
	}
}

// best is the value of the best turn: of those that hold when they are verified, or
// are judged further and not verified yet, if there are any, because the best of
// shallow estimates is usually too high.
func (n *bookNode) best() (value float64) {
	counts := func(e bookEdge) bool {
		return e.turn.Verdict.holds() || e.turn.Verdict == nil && e.next != nil
	}
	some := slices.ContainsFunc(n.edges, counts)
	for _, e := range n.edges {
		if !some || counts(e) {
			value = max(value, e.value)
		}
	}
	return value
}

// here returns one of the node's turns as a position has it, which is the node's
// own or a mirror image of it.
func (n *bookNode) here(pos *connect.Position, e *bookEdge) connect.Move {
	_, symmetry := book.Canonical(pos)
	size := pos.Size()
	return turnMove(size, turnMove(size, e.turn.Move, n.turn), board.Back(symmetry))
}

// setUp plays stones on a position, after which a whole turn is due.
func setUp(pos *connect.Position, stones []board.Point) error {
	if err := putDown(pos, stones); err != nil {
		return err
	}
	if pos.Over() || pos.Due() != connect.Each {
		return fmt.Errorf("after %s no whole turn is due", pointNames(stones))
	}
	return nil
}

// putDown plays stones on a position.
func putDown(pos *connect.Position, stones []board.Point) error {
	pos.Reset()
	for i, p := range stones {
		if pos.Over() || !pos.Free(p) {
			return fmt.Errorf("stone %d, %v, cannot be played after %s", i+1, p, pointNames(stones[:i]))
		}
		pos.Play(p)
	}
	return nil
}

// pointNames writes points as people do.
func pointNames(stones []board.Point) string { return joined(stones, " ") }

// joined writes the words of a list, with what goes between them.
func joined[T fmt.Stringer](list []T, between string) string {
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = x.String()
	}
	return strings.Join(words, between)
}

// BookLook is what a tree knows of a turn.
type BookLook struct {
	Move   connect.Move
	Chance float64 // of the side that plays it, from 0 to 1
	Weight int     // how often it is to be chosen, against the others
	Lost   int     // turns that the opponent's forced win then takes; 0 if none is known
	Judged bool    // the position after it is judged, too
	Share  float64 // how often people chose it, from 0 to 1
	Games  int     // of the engine against itself that went this way
	Points float64 // of those games, for the side that plays it
}

// Look returns what is known of the turns of a position, best first; none if the
// side to move wins by force. It reports false if the position is not judged.
func (t *BookTree) Look(pos *connect.Position, margin float64) (turns []BookLook, ok bool) {
	t.Settle()
	key, _ := book.Canonical(pos)
	n := t.nodes[key]
	if n == nil {
		return nil, false
	}
	weights, _ := n.weights(margin)
	for i := range n.edges {
		e := &n.edges[i]
		own := t.tally[n.key][e.child]
		turns = append(turns, BookLook{n.here(pos, e), e.value, weights[i], e.turn.Lost, e.next != nil, e.turn.Share, own.games, own.points})
	}
	slices.SortStableFunc(turns, func(a, b BookLook) int { return cmp.Compare(b.Chance, a.Chance) })
	return turns, true
}
