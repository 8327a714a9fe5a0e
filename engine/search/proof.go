package search

import (
	"context"

	"stonehand/engine/board"
	"stonehand/engine/connect"
)

// MaxProofTurns is the greatest length of a forced win that [Engine.Prove] looks
// for, in turns of the side that wins.
const MaxProofTurns = maxThreats

// Proof is what [Engine.Prove] found.
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

// Prove looks for a forced win by threats of the side to move in the engine's
// position, which it leaves as it was, and for the shortest there is. lim.Depth
// bounds its length in turns of that side, 0 meaning [MaxProofTurns].
//
// The side to move may stand in the middle of its turn: then the turn's other
// stone has to begin the win.
func (e *Engine) Prove(ctx context.Context, lim Limits) Proof {
	c := e.begin(ctx, lim)
	e.solver.forget()
	turns := MaxProofTurns
	if lim.Depth > 0 {
		turns = min(turns, lim.Depth)
	}
	best := e.prove(c, turns, ^uint64(0))
	for best.Turns > 1 && !c.over {
		// The solver prefers wins that are easily proved to short ones.
		shorter := e.prove(c, best.Turns-1, max(shortenBudget, shortenGrowth*best.Nodes))
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
// It is for positions that the last proof leads to, of which the engine still
// knows much.
func (e *Engine) Follow(ctx context.Context, turns int) Proof {
	return e.prove(e.begin(ctx, Limits{}), min(turns, MaxProofTurns), ^uint64(0))
}

// prove finds one win of at most so many turns, looking into at most as
// many positions as given.
func (e *Engine) prove(c *clock, turns int, most uint64) Proof {
	if e.pos.Due() < e.pos.Rules().P {
		return e.proveRest(c, turns, most)
	}
	n, nodes, complete := e.ask(c, turns, most)
	return e.claim(nil, n, nodes, complete)
}

// ask asks the solver. complete says that no limit but the turns cut it short.
func (e *Engine) ask(c *clock, turns int, most uint64) (n int, nodes uint64, complete bool) {
	n = e.solver.Solve(c, most, turns)
	nodes, complete = e.solver.Nodes(), e.solver.complete
	if n > 0 && c.over {
		// What the clock cut short may be the telling of the line.
		n = e.solver.Solve(&clock{now: c.now}, ^uint64(0), n)
	}
	return n, nodes, complete
}

// claim is the proof of n turns whose line begins with the given turns and goes
// on with the solver's.
func (e *Engine) claim(first []connect.Move, n int, nodes uint64, complete bool) Proof {
	p := Proof{Turns: n, Nodes: nodes, Complete: complete}
	if n > 0 {
		k := copy(e.line[:], first)
		k += copy(e.line[k:], e.solver.Line())
		p.Line = e.line[:k]
	}
	return p
}

// proveRest is prove for the last stone of a turn: any that wins, or that leaves
// the opponent two points or more to answer.
func (e *Engine) proveRest(c *clock, turns int, most uint64) Proof {
	pos := e.pos
	if m, ok := pos.WinNow(); ok {
		e.line[0] = m
		return Proof{Turns: 1, Line: e.line[:1], Complete: true}
	}
	size := pos.Rules().Size()
	none := Proof{Complete: true}
	for i := range size.Count() {
		p := size.Point(i)
		if !pos.Free(p) {
			continue
		}
		m := connect.Move{A: p, B: board.Nowhere}
		pos.PlayMove(m)
		found := e.pressed(c, m, turns, most)
		pos.TakeMove(m)
		found.Nodes += none.Nodes
		if found.Turns > 0 {
			return found
		}
		none.Nodes, none.Complete = found.Nodes, none.Complete && found.Complete
		if c.over {
			none.Complete = false
			break
		}
	}
	return none
}

// pressed says whether the turn m, which has just been played, wins by threats.
func (e *Engine) pressed(c *clock, m connect.Move, turns int, most uint64) Proof {
	pos := e.pos
	var def connect.Defence
	if _, ok := pos.WinNow(); ok || turns < 2 {
		return Proof{Complete: true}
	}
	pos.Answer(pos.ToMove(), &def)
	if def.Need < 2 {
		return Proof{Complete: true}
	}
	if def.Need > pos.Due() {
		e.solver.attacker = pos.ToMove().Other()
		reply := e.solver.anyReply()
		pos.PlayMove(reply)
		win, _ := pos.WinNow()
		pos.TakeMove(reply)
		return Proof{Turns: 2, Line: append(e.line[:0], m, reply, win)}
	}
	longest := Proof{}
	for _, q := range def.Pairs[:def.NPair] {
		reply := connect.Pair(connect.PointOf(q[0]), connect.PointOf(q[1]))
		pos.PlayMove(reply)
		n, nodes, complete := e.ask(c, turns-1, most)
		longest.Nodes += nodes
		if n >= longest.Turns {
			p := e.claim([]connect.Move{m, reply}, n, longest.Nodes, complete)
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
