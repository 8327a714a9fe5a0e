package tactics

import (
	"math/bits"
	"os"
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// brute answers a question of life and death from the rules alone, for comparison: all
// positions that can come about on the points of the space are listed, and then
// captures are carried back until nothing changes. It knows no move order, no theorem and
// no depth, and shares no code with the search but the points of the space.
type brute struct {
	beside   []uint32  // neighbours of each point of the space
	held     [3]uint32 // points beside a stone outside the space, which is never captured
	target   uint32
	attacker board.Color
	master   board.Color
	index    map[situation]int32
	before   [][]int32 // positions that a move leads here from
	open     []int32   // the defender's moves that do not lose yet; -1 where the attacker plays
	lost     []bool
}

// situation is a position with what else decides its future.
type situation struct {
	stones [3]uint32 // by colour
	turn   board.Color
	ko     uint32
	passed bool
}

// next are the neighbours of a set of points.
func (b *brute) next(set uint32) (all uint32) {
	for ; set != 0; set &= set - 1 {
		all |= b.beside[bits.TrailingZeros32(set)]
	}
	return all
}

// chain is what hangs together with a stone, and its liberties; a chain that is held has
// another one, outside.
func (b *brute) chain(s *situation, stone uint32, c board.Color) (chain uint32, liberties int) {
	for grown := stone; grown != chain; grown = chain | b.next(chain)&s.stones[c] {
		chain = grown
	}
	empty := b.next(chain) &^ s.stones[board.Black] &^ s.stones[board.White]
	liberties = bits.OnesCount32(empty)
	if chain&b.held[c] != 0 {
		liberties += 2
	}
	return chain, liberties
}

// play plays on a copy, 0 for a pass, and reports what cannot be played. The point of a
// ko is where one stone was taken by one stone that has no other liberty.
func (b *brute) play(s situation, p uint32) (situation, bool) {
	me, other := s.turn, s.turn.Other()
	s.turn, s.ko, s.passed = other, 0, p == 0
	if s.passed {
		return s, true
	}
	s.stones[me] |= p
	dead := uint32(0)
	for near := b.next(p) & s.stones[other]; near != 0; near &= near - 1 {
		if chain, liberties := b.chain(&s, near&-near, other); liberties == 0 {
			dead |= chain
		}
	}
	s.stones[other] &^= dead
	chain, liberties := b.chain(&s, p, me)
	if bits.OnesCount32(dead) == 1 && chain == p && liberties == 1 {
		s.ko = dead
	}
	return s, liberties > 0
}

// visit lists a position and all that can follow, and returns its number.
func (b *brute) visit(s situation) int32 {
	if n, ok := b.index[s]; ok {
		return n
	}
	n := int32(len(b.open))
	b.index[s] = n
	b.before = append(b.before, nil)
	b.lost = append(b.lost, false)
	b.open = append(b.open, 0)
	count := int32(0)
	for i := -1; i < len(b.beside); i++ {
		p := uint32(0)
		if i >= 0 {
			p = 1 << i
		}
		if p != 0 && ((s.stones[1]|s.stones[2])&p != 0 || p == s.ko && s.turn != b.master) {
			continue
		}
		next, ok := b.play(s, p)
		if !ok {
			continue
		}
		count++
		switch {
		case next.stones[b.attacker.Other()]&b.target == 0:
			b.lost[n] = true // the attacker has played, for it alone takes the target
		case s.passed && next.passed: // and the target is saved
		default:
			k := b.visit(next)
			b.before[k] = append(b.before[k], n)
		}
	}
	if b.open[n] = count; s.turn == b.attacker {
		b.open[n] = -1
	}
	return n
}

// takes reports whether the target is taken. Play that never ends saves it.
func (b *brute) takes(s situation) bool {
	b.index, b.before, b.open, b.lost = map[situation]int32{}, nil, nil, nil
	root := b.visit(s)
	var queue []int32
	for n, lost := range b.lost {
		if lost {
			queue = append(queue, int32(n))
		}
	}
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, k := range b.before[n] {
			if b.lost[k] {
				continue
			}
			if b.open[k] > 0 {
				b.open[k]--
			}
			if b.open[k] <= 0 {
				b.lost[k] = true
				queue = append(queue, k)
			}
		}
	}
	return b.lost[root]
}

// bruteResult answers a question, without a budget.
func bruteResult(position *weiqi.Board, q Question) Result {
	sv := NewSolver()
	sv.set(position)
	if !sv.enclose(&sv.field, q.Target, 30) {
		return Unknown
	}
	b := brute{attacker: position.At(q.Target).Other()}
	number := map[board.Point]uint32{}
	for i, p := range sv.list {
		number[p] = 1 << i
	}
	first := situation{turn: q.First}
	for i, p := range sv.list {
		if c := position.At(p); c != board.Empty {
			first.stones[c] |= 1 << i
		}
		near := uint32(0)
		for _, n := range around(p) {
			switch c := position.At(n); {
			case c == margin:
			case sv.inside[n]:
				near |= number[n]
			default:
				b.held[c] |= 1 << i
			}
		}
		b.beside = append(b.beside, near)
	}
	b.target = number[q.Target]
	if ko, c := position.Ko(); c == q.First {
		first.ko = number[ko]
	}
	won := func(master board.Color) bool {
		b.master = master
		return b.takes(first) == (q.First == b.attacker)
	}
	switch {
	case won(q.First.Other()):
		return Won
	case won(q.First):
		return Ko
	}
	return Lost
}

// The answers of the product's problems of life and death, where the space is small
// enough to list all positions.
func TestProblemsAgainstAllPositions(t *testing.T) {
	text, err := os.ReadFile("../problems/problems.txt")
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]Result{"won": Won, "lost": Lost, "ko": Ko}
	compared := 0
	for i, block := range strings.Split(string(text), "\n\n")[1:] {
		if testing.Short() && i%8 != 0 {
			continue
		}
		lines := strings.Split(strings.TrimSpace(block), "\n")
		lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "#") })
		at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "play ") })
		play := strings.Fields(lines[at])
		if play[2] != "kill" {
			continue
		}
		b, target := diagram(strings.Join(lines[at+1:], "\n"))
		first, _ := board.ParseColor(play[1])
		sv := NewSolver()
		sv.set(b)
		if !sv.enclose(&sv.field, target, 7) || len(sv.list) > 30 {
			continue
		}
		compared++
		if got := bruteResult(b, Question{Target: target, First: first, Goal: Kill}); got != results[play[3]] {
			t.Errorf("%s: all positions say %v, the file %s", lines[0], got, play[3])
		}
	}
	t.Log(compared, "problems compared")
	if compared < 40 && !testing.Short() {
		t.Errorf("only %d problems are small enough", compared)
	}
}
