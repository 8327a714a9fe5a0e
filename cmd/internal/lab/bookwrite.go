package lab

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
)

// BookWriter turns a tree into a book that the engine plays from.
type BookWriter struct {
	// Margin is how much less of the chance to win than the best turn a turn may
	// have and still be chosen, from 0 to 1.
	Margin float64
	Size   int // of the book at most, in bytes
}

// DefaultBookWriter are the settings behind the embedded book.
var DefaultBookWriter = BookWriter{Margin: 0.05, Size: book.MaxSize}

// bestWeight is the weight of a position's best turn. Those of the others fall by
// e for every half of the margin.
const bestWeight = 9

// Check says, as a sentence, what is wrong with the settings, or nil.
func (b BookWriter) Check() error {
	switch {
	case !(b.Margin >= 0 && b.Margin <= 1):
		return fmt.Errorf("a margin of %g is out of range: 0 to 1", b.Margin)
	case b.Size < 1 || b.Size > book.MaxSize:
		return fmt.Errorf("a book of %d bytes is out of range: 1 to %d", b.Size, book.MaxSize)
	}
	return nil
}

// Write writes the book of a tree: the positions that are nearest to the start,
// as [BookTree] counts, as many as the size allows. It returns how many.
func (b BookWriter) Write(t *BookTree, h book.Header, out io.Writer) (positions int, err error) {
	if err := b.Check(); err != nil {
		return 0, err
	}
	if strings.ContainsAny(h.Recipe, "\r\n") {
		return 0, errors.New("the recipe has several lines")
	}
	t.Settle()
	var all []*bookNode
	for _, level := range t.levels {
		for _, n := range level {
			if _, total := n.weights(b.Margin); total > 0 && !math.IsInf(n.far, 1) {
				all = append(all, n)
			}
		}
	}
	if len(all) == 0 {
		return 0, errors.New("there is no position with a turn to choose: build more first")
	}
	slices.SortStableFunc(all, func(a, b *bookNode) int {
		return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.key, b.key))
	})
	text := func(n int) []byte { return b.text(t, h, all[:n]) }
	n := sort.Search(len(all), func(i int) bool { return len(text(i+1)) > b.Size })
	if n == 0 {
		return 0, fmt.Errorf("not even one position fits into %d bytes", b.Size)
	}
	_, err = out.Write(text(n))
	return n, err
}

// text is the book of the given positions.
func (b BookWriter) text(t *BookTree, h book.Header, nodes []*bookNode) []byte {
	w := bookText{writer: b, pos: t.pos, in: map[*bookNode]bool{}}
	for _, n := range nodes {
		for ; n != nil; n = n.from { // and the way there
			w.in[n] = true
		}
	}
	t.pos.Reset()
	root := t.root()
	first := connect.Move{A: root.Stones[0], B: board.Nowhere}
	w.line(0, first, 0)
	t.pos.PlayMove(first)
	w.position(root, 1)
	h.Turns = w.turns
	return append([]byte(h.String()), w.out.Bytes()...)
}

// bookText is a tree being written.
type bookText struct {
	writer BookWriter
	pos    *connect.Position
	in     map[*bookNode]bool
	out    bytes.Buffer
	turns  int
}

// position writes the turns of a position, which w.pos is at, and what is behind
// them.
func (w *bookText) position(n *bookNode, depth int) {
	weights, _ := n.weights(w.writer.Margin)
	order := make([]int, len(n.edges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(n.edges[j].value, n.edges[i].value) })
	for _, i := range order {
		e := &n.edges[i]
		behind := e.next != nil && e.next.from == n && w.in[e.next]
		if weights[i] == 0 && !behind {
			continue
		}
		m := n.here(w.pos, e)
		w.line(depth, m, weights[i])
		if behind {
			w.pos.PlayMove(m)
			w.position(e.next, depth+1)
			w.pos.TakeMove(m)
		}
	}
}

func (w *bookText) line(depth int, m connect.Move, weight int) {
	w.turns++
	w.out.WriteString(strings.Repeat(" ", depth))
	w.out.WriteString(strings.ReplaceAll(m.String(), " ", ""))
	if weight > 0 {
		fmt.Fprintf(&w.out, " %d", weight)
	}
	w.out.WriteByte('\n')
}

// weights returns how often each of a position's turns should be chosen, and
// their sum. The tree must be settled.
//
// Only turns that hold when they are verified are chosen. The best of several values is likely to be too good, most of all those that no
// position behind them has put right. So where any turn's position is judged, only
// such turns are chosen; and if a turn that is not judged looks better than all of
// those, none is.
func (n *bookNode) weights(margin float64) (weights []int, total int) {
	weights = make([]int, len(n.edges))
	if n.Won > 0 {
		return weights, 0
	}
	judged := slices.ContainsFunc(n.edges, func(e bookEdge) bool { return e.next != nil })
	for i, e := range n.edges {
		worse := n.value - e.value
		if !e.turn.Verdict.holds() || e.value < worstChance || worse > margin || judged && e.next == nil {
			continue
		}
		weights[i] = bestWeight
		if margin > 0 {
			weights[i] = max(1, int(math.Round(bestWeight*math.Exp(-2*worse/margin))))
		}
		total += weights[i]
	}
	return weights, total
}
