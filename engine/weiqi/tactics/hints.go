package tactics

import (
	"cmp"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// hintNodes are the budgets of a question behind a hint: what one leaves open is asked
// again with the next.
var hintNodes = [...]int{300, 3000, 20_000}

// Hint is a move that decides what becomes of a chain: there it matters who plays first.
type Hint struct {
	// Question is what the hint answers: about which chain, for whom, and whether the
	// chain is to be captured or, where it is enclosed, killed.
	Question
	// Answer is Won or Ko. Its Line begins with the hint's move; its Nodes are those of the
	// question whether the chain can be taken too.
	Answer
	Point  board.Point // the move
	Stones int         // of the chain
}

// Saves reports whether the move saves the own chain rather than takes the opponent's.
func (h *Hint) Saves(b *weiqi.Board) bool { return h.First == b.At(h.Target) }

// Hints returns the moves by which c takes chains that could still be saved, or saves
// chains that could be taken, the most stones first; one per point. It tries at most about
// as many moves as budget says, 0 for [Budget]: easy questions about all chains come first.
func (s *Solver) Hints(b *weiqi.Board, c board.Color, budget int) []Hint {
	if budget <= 0 {
		budget = Budget
	}
	type chain struct {
		stone     board.Point
		liberties int
	}
	alive, _ := b.Settled() // or listed already
	var chains []chain
	for p := range b.Size().Points {
		// The first stone of a chain names it; which one is its head depends on its history.
		if b.At(p) != board.Empty && !alive.Has(b.Head(p)) {
			alive.Add(b.Head(p))
			chains = append(chains, chain{p, len(b.Liberties(p, nil))})
		}
	}
	slices.SortStableFunc(chains, func(v, w chain) int { return cmp.Compare(v.liberties, w.liberties) })
	var hints []Hint
	for _, nodes := range hintNodes {
		chains = slices.DeleteFunc(chains, func(ch chain) bool {
			for _, goal := range []Goal{Capture, Kill, Ladder} {
				if budget <= 0 || goal == Capture && ch.liberties >= Out {
					continue
				}
				h, settled := s.hint(b, c, Question{Target: ch.stone, Goal: goal, Nodes: min(nodes, budget)})
				budget -= h.Answer.Nodes
				if h.Result != Unknown {
					hints = append(hints, h)
				}
				if settled {
					return true
				}
			}
			return false
		})
	}
	slices.SortStableFunc(hints, func(v, w Hint) int {
		return cmp.Or(cmp.Compare(w.Stones, v.Stones), cmp.Compare(v.Result, w.Result))
	})
	seen := map[board.Point]bool{}
	return slices.DeleteFunc(hints, func(h Hint) bool {
		was := seen[h.Point]
		seen[h.Point] = true
		return was
	})
}

// hint asks whether the attacker of a chain takes it, whether its owner saves it, and, if
// both is so, returns what c plays; else the result is Unknown. Nodes are those of both
// questions. It reports whether nothing is left to be asked about the chain.
func (s *Solver) hint(b *weiqi.Board, c board.Color, q Question) (h Hint, settled bool) {
	owner := b.At(q.Target)
	q.First = owner.Other()
	attack := s.Solve(b, q)
	h.Answer.Nodes = attack.Nodes
	if attack.Result != Won && attack.Result != Ko {
		return h, attack.Result == Lost && q.Goal != Ladder
	}
	q.First = owner
	defend := s.Solve(b, q)
	used := attack.Nodes + defend.Nodes
	if h.Answer.Nodes = used; defend.Result == Lost {
		return h, true
	}
	a := attack
	if c == owner {
		a = defend
	}
	if a.Result == Unknown || len(a.Line) == 0 || a.Line[0] == board.Nowhere || b.Check(c, a.Line[0]) != nil {
		return h, false
	}
	q.First = c
	h = Hint{Question: q, Answer: a, Point: a.Line[0], Stones: b.ChainSize(q.Target)}
	h.Answer.Nodes = used
	return h, true
}
