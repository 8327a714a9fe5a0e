// Package threat finds and proves forced wins of Connect6 by consecutive
// threats.
package threat

import (
	"math/bits"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// Solver looks for a forced win by consecutive threats: turns of the attacker
// that each leave the defender at least two points to occupy, so that both of
// his stones are spoken for, until three are needed or six stand. Against such a
// turn the defender's answers are few and known exactly, so a win found is a
// proof.
//
// A threat turn is first tried against the conservative defence: every point
// that any answer could use is given to the defender at once. More stones never
// hurt him, so a turn that wins against that wins against each answer, and one
// line takes the place of up to four (I-C. Wu and P-H. Lin, "Relevance-Zone-
// Oriented Proof Search for Connect6", 2010, use the same idea for their zones).
// What the conservative defence holds is tried answer by answer, in a search of
// its own that takes turns with the first.
//
// How far a line is followed depends on how likely it is to win rather than on
// its length: a turn costs the more, the later it comes in its list, and the
// costs of a line are bounded, by a bound that grows (L. Orseau et al.,
// "Single-Agent Policy Tree Search With Guarantees", 2018, call this LevinTS).
type Solver struct {
	pos      *connect.Position
	clock    *limit.Clock
	attacker board.Color
	nodes    uint64
	budget   uint64
	room     int  // turns kept in a list
	exact    bool // answers are tried one by one where the conservative defence holds
	costly   bool // some line was not followed because of its cost, or not listed
	long     bool // some line was not followed because of its length
	complete bool
	turns    generator
	levels   [MaxTurns]threatList
	proofs   []proof // by key; as many as a power of two
	line     [2*MaxTurns + 1]connect.Move
	length   int
	// hint is by ply the turn that won there last: it often wins after the
	// sibling of a reply as well.
	hint   [MaxTurns]connect.Move
	proved [2*MaxTurns + 1]connect.Move // the line of a Proof
}

// MaxTurns is the greatest length of a forced win looked for, in the
// attacker's turns.
const MaxTurns = 16

// Costs are in half bits: a turn that wins in one of four cases costs 4. The
// first search of a position goes to firstCost, each further one costStep
// beyond. Nothing costs as much as anyCost.
const (
	leastCost = 2
	firstCost = 4
	costStep  = 6
	anyCost   = 127
)

// cost is what the i-th turn of a list costs: it wins about as often as
// 1/(i+1)^2 says.
func cost(i int) int {
	log := bits.Len(uint(i+1)) - 1
	return leastCost + 4*log + 4*(i+1-1<<log)>>log
}

// Memory is how much a solver remembers. Both are powers of two.
type Memory struct {
	Proofs int // positions that were looked into
	// Lines is how many lines: more than the 118 that the largest board has, so
	// that there is always a place for one more.
	Lines int
}

// proof remembers what was found of a position with the attacker to move.
type proof struct {
	key    board.Key
	move   connect.Move // wins, if won > 0
	won    int8         // attacker's turns to the win, 0 if none is known
	failed int8         // no win at this cost against the conservative defence
	held   int8         // no win at this cost against exact answers
	within uint8        // attacker's turns for which both are true, less one: failed's below, held's above
}

// New returns a solver of the given position, which it changes as it searches.
func New(pos *connect.Position, m Memory) *Solver {
	s := &Solver{pos: pos, proofs: make([]proof, m.Proofs)}
	s.turns.lines = make([]threatLine, m.Lines)
	return s
}

// entry is where the proof table keeps a position.
func (s *Solver) entry(key board.Key) *proof {
	return &s.proofs[key&board.Key(len(s.proofs)-1)]
}

// Nodes returns how many positions the last call looked into: those with the
// attacker to move whose threat turns were listed.
func (s *Solver) Nodes() uint64 { return s.nodes }

// Line returns the win found last: the attacker's turns and, between them, the
// defender's longest resistance. It stays valid until the next call.
func (s *Solver) Line() []connect.Move { return s.line[:s.length] }

// Solve looks for a forced win of the side to move within the given number of
// its own turns, looking into at most budget positions. It returns how many
// turns the win takes, 0 if none was found. The position is left as it was.
func (s *Solver) Solve(c *limit.Clock, budget uint64, turns int) int {
	s.begin(c, budget)
	s.room = maxThreatTurns
	if s.pos.Over() {
		s.complete = true
		return 0
	}
	won := s.deepen(min(turns, MaxTurns), true)
	if won > 0 {
		// Telling the line must not fail for want of budget.
		s.budget = ^uint64(0)
		s.length = 0
		s.follow(won)
	}
	return won
}

// Quick is Solve with a small budget, within a search and against the
// conservative defence only. It has no line; [Solver.First] is the turn to play.
func (s *Solver) Quick(c *limit.Clock, budget uint64) int {
	s.begin(c, budget)
	s.room = int(min(2*budget, quickTurns))
	return s.deepen(MaxTurns, false)
}

func (s *Solver) begin(c *limit.Clock, budget uint64) {
	s.clock, s.nodes, s.length, s.budget = c, 0, 0, budget
	s.attacker = s.pos.ToMove()
}

// quickTurns is the most turns kept in a list of a small search, which hardly gets to
// later ones.
const quickTurns = 32

// First is the first turn of the win that [Solver.Quick] has found.
func (s *Solver) First() connect.Move {
	if m, ok := s.pos.WinNow(); ok {
		return m
	}
	return s.entry(s.pos.Key()).move
}

// Forget empties the proof table. What it holds is true of its positions
// no matter who asks, so that it is needed only for one search not to depend on those
// before it.
func (s *Solver) Forget() {
	clear(s.proofs)
	for i := range s.hint {
		s.hint[i] = connect.NoMove
		s.levels[i].key = 0
	}
}

// deepen looks for wins at a growing cost. The searches against the conservative
// defence and against exact answers get the same effort.
func (s *Solver) deepen(turns int, exact bool) int {
	var effort [2]uint64
	bound := [2]int{firstCost, firstCost}
	const conservative, answers = 0, 1
	mode, left := conservative, 1
	if exact {
		left = 2
	}
	s.complete = false
	for !s.spent() {
		s.exact = mode == answers
		s.costly, s.long = false, false
		before := s.nodes
		if won := s.attack(turns, bound[mode], 0); won > 0 {
			return won
		}
		effort[mode] += s.nodes - before
		bound[mode] += costStep
		if !s.spent() && (!s.costly || bound[mode] >= anyCost) {
			// All there is has been tried.
			if left--; left == 0 || mode == answers {
				s.complete = !s.costly
				return 0
			}
			mode = answers
		} else if left == 2 && effort[answers] < effort[conservative] {
			mode = answers
		} else if left == 2 {
			mode = conservative
		}
	}
	return 0
}

func (s *Solver) spent() bool { return s.nodes >= s.budget || s.clock.Over }

// attack returns in how many of its turns, at most n and at no more than the
// given cost, the side to move wins by threats; 0 if it does not.
func (s *Solver) attack(n, bound, ply int) int {
	pos := s.pos
	if _, ok := pos.WinNow(); ok {
		return 1
	}
	if n <= 1 || ply >= len(s.levels) {
		s.long = true
		return 0
	}
	entry := s.entry(pos.Key())
	if entry.key == pos.Key() {
		if entry.won > 0 && int(entry.won) <= n {
			return int(entry.won)
		}
		if s.known(entry.held, int(entry.within>>4)+1, n, bound) || !s.exact && s.known(entry.failed, int(entry.within&15)+1, n, bound) {
			return 0
		}
	}
	if s.spent() {
		return 0
	}
	costly, long := s.costly, s.long
	s.costly, s.long = false, false
	l := &s.levels[ply]
	final := n == 2 || bound < leastCost
	m, ok := connect.NoMove, false
	if final || l.key != pos.Key() || l.room < s.room {
		s.nodes++
		l.key, l.room = 0, s.room
		if m, ok = s.turns.generate(pos, l, final); !final && !ok {
			l.key = pos.Key()
		}
	}
	won := 0
	switch {
	case ok:
		won = 2
	case n == 2:
		s.long = true
	case final:
		s.costly = true
	default:
		m, won = s.pressAll(l, n, bound, ply)
		s.costly = s.costly || l.cut
	}
	if won > 0 || !s.spent() {
		s.remember(entry, n, bound, won, m)
	}
	s.costly, s.long = s.costly || costly, s.long || long
	return won
}

// known reports whether it is known that there is no win within n turns at a
// cost, from what is known of others, and passes on what limits that.
func (s *Solver) known(cost int8, turns, n, bound int) bool {
	if int(cost) < bound || turns < n {
		return false
	}
	s.costly = s.costly || cost < anyCost
	s.long = s.long || turns < MaxTurns
	return true
}

// pressAll tries the turns of a list, the hint first.
func (s *Solver) pressAll(l *threatList, n, bound, ply int) (connect.Move, int) {
	hint := l.find(s.hint[ply])
	if hint >= 0 {
		if won := s.press(l.turn(hint), n, bound-leastCost, ply); won > 0 {
			return l.turn(hint).move, won
		}
	}
	for i := 0; i < l.n && !s.spent(); i++ {
		if i == hint {
			continue
		}
		left := bound - cost(i)
		if left < 0 {
			s.costly = true
			break
		}
		t := l.turn(i)
		if won := s.press(t, n, left, ply); won > 0 {
			s.hint[ply] = t.move
			return t.move, won
		}
	}
	return connect.NoMove, 0
}

func (s *Solver) remember(e *proof, n, bound, won int, m connect.Move) {
	key := s.pos.Key()
	if e.key != key {
		*e = proof{key: key, failed: -1, held: -1}
	}
	if won > 0 {
		e.won, e.move = int8(won), m
		return
	}
	if !s.costly {
		bound = anyCost
		if !s.long {
			n = MaxTurns
		}
	}
	if s.exact {
		e.held, e.within = int8(bound), e.within&15|uint8(n-1)<<4
	} else {
		e.failed, e.within = int8(bound), e.within&^15|uint8(n-1)
	}
}

// press plays a threat turn and returns in how many turns, it included and at
// most n, it wins against every answer; 0 if some answer holds.
func (s *Solver) press(t *threatTurn, n, bound, ply int) int {
	if s.clock.Tick() {
		return 0
	}
	if s.exact {
		s.pos.PlayMove(t.move)
		won := s.each(t, n, bound, ply)
		s.pos.TakeMove(t.move)
		return won
	}
	s.pos.PlayMoveBare(t.move)
	won := s.conservative(t, n, bound, ply)
	s.pos.TakeMoveBare(t.move)
	return won
}

// each tries the answers one by one, the best defence first. An answer that does
// not hold is a reason to think that the others do not: then the conservative
// defence may prove that at once.
func (s *Solver) each(t *threatTurn, n, bound, ply int) int {
	pos := s.pos
	t.sort(pos)
	longest := 0
	for i, q := range t.pairs[:t.n] {
		reply := q.move()
		if s.clock.Tick() {
			return 0
		}
		pos.PlayMove(reply)
		won := s.attack(n-1, bound, ply+1)
		pos.TakeMove(reply)
		if won == 0 {
			return 0
		}
		longest = max(longest, won+1)
		if i > 0 || t.n == 1 {
			continue
		}
		costly, long := s.costly, s.long
		s.exact = false
		won = s.conservative(t, n, bound, ply)
		s.exact = true
		s.costly, s.long = costly, long
		if won > 0 {
			return won
		}
	}
	return longest
}

// conservative gives the defender every point of every answer and returns in
// how many turns the attacker wins all the same. No gain of a cell is asked for
// below, so that its stones are bare.
func (s *Solver) conservative(t *threatTurn, n, bound, ply int) int {
	pos := s.pos
	defender, due := pos.ToMove(), pos.Due()
	if s.clock.Tick() {
		return 0
	}
	placed := 0
	for _, q := range t.pairs[:t.n] {
		for _, c := range q {
			if p := connect.PointOf(c); pos.Free(p) {
				pos.PutBare(p, defender)
				placed++
			}
		}
	}
	won := 0
	if pos.Winner() == board.Empty {
		pos.SetTurn(defender.Other(), connect.Each)
		won = s.attack(n-1, bound, ply+1)
	}
	for range placed {
		pos.TakeBare()
	}
	pos.SetTurn(defender, due)
	if won == 0 {
		return 0
	}
	return won + 1
}

// follow writes the winning line: the attacker's proved turns against the
// replies that hold out longest.
func (s *Solver) follow(won int) {
	pos := s.pos
	if m, ok := pos.WinNow(); ok {
		s.tell(m)
		return
	}
	if s.length+2 >= len(s.line) || s.deepen(won, true) == 0 {
		return
	}
	m := s.entry(pos.Key()).move
	s.tell(m)
	pos.PlayMove(m)
	var def connect.Defence
	pos.Answer(pos.ToMove(), &def)
	if def.Need > pos.Due() {
		reply := s.anyReply()
		s.tell(reply)
		pos.PlayMove(reply)
		s.follow(1)
		pos.TakeMove(reply)
	} else {
		longest, reply := -1, connect.NoMove
		for _, q := range def.Pairs[:def.NPair] {
			r := connect.Pair(connect.PointOf(q[0]), connect.PointOf(q[1]))
			pos.PlayMove(r)
			if n := s.deepen(won-1, true); n > longest {
				longest, reply = n, r
			}
			pos.TakeMove(r)
		}
		s.tell(reply)
		pos.PlayMove(reply)
		s.follow(longest)
		pos.TakeMove(reply)
	}
	pos.TakeMove(m)
}

func (s *Solver) tell(m connect.Move) {
	s.line[s.length] = m
	s.length++
}

// anyReply is a turn against threats that no turn meets: points of the first
// windows, to show the end.
func (s *Solver) anyReply() connect.Move {
	a, b := board.Nowhere, board.Nowhere
	s.pos.EachHot(s.attacker, func(w connect.Window) bool {
		for _, c := range w.Empty[:w.N] {
			switch p := connect.PointOf(c); {
			case a == board.Nowhere:
				a = p
			case b == board.Nowhere && p != a:
				b = p
			}
		}
		return b == board.Nowhere
	})
	return connect.Pair(a, b)
}
