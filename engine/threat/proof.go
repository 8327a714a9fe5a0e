package threat

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// Proof is what [Solver.Prove] found.
type Proof struct {
	// Turns is how many turns of the side to move the win takes, the one that
	// completes k in a row included; 0 if no win was found.
	Turns int
	// Line is the attacker's turns and, between them, the replies that hold out
	// longest. It stays valid until the next search.
	Line []connect.Move
	// Nodes is how many positions were looked into: those with the attacker to
	// move whose threat turns were listed.
	Nodes uint64
	// Complete says that no limit cut the search short: there is no win by
	// threats that takes fewer turns, and with Turns 0 none within the turns
	// asked for.
	Complete bool
}

// A win once found is not worth any effort to shorten it: at most so many
// positions, or so many times those that finding it took.
const (
	shortenBudget = 1 << 18
	shortenGrowth = 8
)

// Prove looks for a forced win by threats of the side to move, and for the
// shortest there is, of at most so many turns of that side; 0 means [MaxTurns].
// The position is left as it was.
//
// The side to move may stand in the middle of its turn: then the turn's other
// stone has to begin the win.
func (s *Solver) Prove(c *limit.Clock, turns int) Proof {
	s.Forget()
	if turns <= 0 || turns > MaxTurns {
		turns = MaxTurns
	}
	best := s.prove(c, turns, ^uint64(0))
	for best.Turns > 1 && !c.Over {
		// The solver prefers wins that are easily proved to short ones.
		shorter := s.prove(c, best.Turns-1, max(shortenBudget, shortenGrowth*best.Nodes))
		best.Nodes += shorter.Nodes
		if shorter.Turns == 0 {
			best.Complete = shorter.Complete
			return best
		}
		shorter.Nodes = best.Nodes
		best = shorter
	}
	best.Complete = best.Complete || best.Turns == 1
	return best
}

// Follow looks for a forced win of at most so many turns, not for the shortest.
// It is for positions that the last proof leads to, of which the solver still
// knows much.
func (s *Solver) Follow(c *limit.Clock, turns int) Proof {
	return s.prove(c, min(turns, MaxTurns), ^uint64(0))
}

// prove finds one win of at most so many turns, looking into at most as
// many positions as given.
func (s *Solver) prove(c *limit.Clock, turns int, most uint64) Proof {
	if s.pos.Due() < connect.Each {
		return s.proveRest(c, turns, most)
	}
	n, nodes, complete := s.ask(c, turns, most)
	return s.claim(nil, n, nodes, complete)
}

// ask asks the solver. complete says that no limit but the turns cut it short.
func (s *Solver) ask(c *limit.Clock, turns int, most uint64) (n int, nodes uint64, complete bool) {
	n = s.Solve(c, most, turns)
	nodes, complete = s.Nodes(), s.complete
	if n > 0 && c.Over {
		// What the clock cut short may be the telling of the line.
		n = s.Solve(&limit.Clock{}, ^uint64(0), n)
	}
	return n, nodes, complete
}

// claim is the proof of n turns whose line begins with the given turns and goes
// on with the solver's.
func (s *Solver) claim(first []connect.Move, n int, nodes uint64, complete bool) Proof {
	p := Proof{Turns: n, Nodes: nodes, Complete: complete}
	if n > 0 {
		k := copy(s.proved[:], first)
		k += copy(s.proved[k:], s.Line())
		p.Line = s.proved[:k]
	}
	return p
}

// proveRest is prove for the last stone of a turn: any that wins, or that leaves
// the opponent two points or more to answer.
func (s *Solver) proveRest(c *limit.Clock, turns int, most uint64) Proof {
	pos := s.pos
	if m, ok := pos.WinNow(); ok {
		s.proved[0] = m
		return Proof{Turns: 1, Line: s.proved[:1], Complete: true}
	}
	none := Proof{Complete: true}
	for p := range pos.Size().Points {
		if !pos.Free(p) {
			continue
		}
		m := connect.Move{A: p, B: board.Nowhere}
		pos.PlayMove(m)
		found := s.pressed(c, m, turns, most)
		pos.TakeMove(m)
		found.Nodes += none.Nodes
		if found.Turns > 0 {
			return found
		}
		none.Nodes, none.Complete = found.Nodes, none.Complete && found.Complete
		if c.Over {
			none.Complete = false
			break
		}
	}
	return none
}

// pressed says whether the turn m, which has just been played, wins by threats.
func (s *Solver) pressed(c *limit.Clock, m connect.Move, turns int, most uint64) Proof {
	pos := s.pos
	var def connect.Defence
	if _, ok := pos.WinNow(); ok || turns < 2 {
		return Proof{Complete: true}
	}
	pos.Answer(pos.ToMove(), &def)
	if def.Need < 2 {
		return Proof{Complete: true}
	}
	if def.Need > pos.Due() {
		s.attacker = pos.ToMove().Other()
		reply := s.anyReply()
		pos.PlayMove(reply)
		win, _ := pos.WinNow()
		pos.TakeMove(reply)
		return Proof{Turns: 2, Line: append(s.proved[:0], m, reply, win)}
	}
	longest := Proof{}
	for _, q := range def.Pairs[:def.NPair] {
		reply := connect.Pair(connect.PointOf(q[0]), connect.PointOf(q[1]))
		pos.PlayMove(reply)
		n, nodes, complete := s.ask(c, turns-1, most)
		longest.Nodes += nodes
		if n >= longest.Turns {
			p := s.claim([]connect.Move{m, reply}, n, longest.Nodes, complete)
			longest = p
		}
		pos.TakeMove(reply)
		if n == 0 {
			return Proof{Nodes: longest.Nodes, Complete: complete}
		}
	}
	longest.Turns++
	return longest
}
