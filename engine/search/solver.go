package search

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
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
// Only what the conservative defence holds is then tried answer by answer.
type Solver struct {
	pos      *connect.Position
	clock    *clock
	attacker board.Color
	nodes    uint64
	budget   uint64
	exact    bool // answers are tried one by one where the conservative defence holds
	levels   [2*maxThreats + 2]threatList
	proofs   []proof // by key; as many as a power of two
	line     [2*maxThreats + 1]connect.Move
	length   int
}

// maxThreats is the greatest length of a forced win looked for, in the
// attacker's turns.
const maxThreats = MaxDepth / 2

// never is a length that no win has: a position without threats stays without.
const never = 127

// solverNodes is the default budget of threat turns tried at the root.
const solverNodes = 200_000

// solverShare is the part of a search that the solver may take at the root: one
// of so many.
const solverShare = 4

// proofEntries is the size of the first thread's proof table; a power of two.
const proofEntries = 1 << 15

// proof remembers what was found of a position with the attacker to move.
type proof struct {
	key    board.Key
	move   connect.Move // wins, if won > 0
	won    int8         // attacker's turns to the win, 0 if none is known
	failed int8         // no win within so many turns against the conservative defence
	held   int8         // no win within so many turns against exact answers
}

// init sets the solver to a position and takes the memory for n proofs, a power
// of two.
func (s *Solver) init(pos *connect.Position, n int) {
	s.pos, s.proofs = pos, make([]proof, n)
}

// entry is where the proof table keeps a position.
func (s *Solver) entry(key board.Key) *proof {
	return &s.proofs[key&board.Key(len(s.proofs)-1)]
}

// Nodes returns how many threat turns the last call tried.
func (s *Solver) Nodes() uint64 { return s.nodes }

// Line returns the win found last: the attacker's turns and, between them, the
// defender's longest resistance. It stays valid until the next call.
func (s *Solver) Line() []connect.Move { return s.line[:s.length] }

// Solve looks for a forced win of the side to move within the given number of
// its own turns, trying at most budget threat turns. It returns how many turns
// the win takes, 0 if none was found. The position is left as it was.
func (s *Solver) Solve(c *clock, budget uint64, turns int) int {
	s.clock, s.nodes, s.length = c, 0, 0
	s.attacker = s.pos.ToMove()
	if s.pos.Over() {
		return 0
	}
	turns = min(turns, maxThreats)
	s.budget, s.exact = budget/2, false
	won := s.deepen(turns)
	if won == 0 {
		s.budget, s.exact = budget, true
		won = s.deepen(turns)
	}
	if won > 0 {
		// Telling the line must not fail for want of budget.
		s.budget = ^uint64(0)
		s.length = 0
		s.follow(won)
	}
	return won
}

// quick is Solve with a small budget, within a search and against the
// conservative defence only. It has no line; First is the turn to play.
func (s *Solver) quick(c *clock, budget uint64) int {
	s.clock, s.nodes, s.length = c, 0, 0
	s.attacker = s.pos.ToMove()
	s.budget, s.exact = budget, false
	return s.deepen(maxThreats)
}

// First is the first turn of the win that quick has found.
func (s *Solver) First() connect.Move {
	if m, ok := s.pos.WinNow(); ok {
		return m
	}
	return s.entry(s.pos.Key()).move
}

// forget empties the proof table. What it holds is true of its positions
// whoever asks, so that it is needed only for one search not to depend on those
// before it.
func (s *Solver) forget() { clear(s.proofs) }

// deepen looks for wins of one turn, two turns and so on.
func (s *Solver) deepen(turns int) int {
	for n := 1; n <= turns; n++ {
		if won := s.attack(n, 0); won > 0 {
			return won
		}
		if s.spent() || s.barren() {
			break
		}
	}
	return 0
}

// barren reports whether the position is known to hold no threat turn at all.
func (s *Solver) barren() bool {
	entry := s.entry(s.pos.Key())
	return entry.key == s.pos.Key() && max(entry.failed, entry.held) == never
}

func (s *Solver) spent() bool { return s.nodes >= s.budget || s.clock.over }

// attack returns in how many of its turns, at most n, the side to move wins by
// threats; 0 if it does not.
func (s *Solver) attack(n, ply int) int {
	pos := s.pos
	if _, ok := pos.WinNow(); ok {
		return 1
	}
	if n <= 1 || ply >= len(s.levels) {
		return 0
	}
	entry := s.entry(pos.Key())
	if entry.key == pos.Key() {
		if entry.won > 0 && int(entry.won) <= n {
			return int(entry.won)
		}
		if int(entry.held) >= n || !s.exact && int(entry.failed) >= n {
			return 0
		}
	}
	l := &s.levels[ply]
	if !l.generate(pos) {
		s.remember(entry, never, 0, connect.NoMove)
		return 0
	}
	for i := range l.n {
		m := l.turns[i].move
		if s.spent() || s.clock.tick() {
			return 0
		}
		s.nodes++
		if won := s.press(m, n, ply); won > 0 {
			s.remember(entry, n, won, m)
			return won
		}
	}
	if !s.spent() {
		s.remember(entry, n, 0, connect.NoMove)
	}
	return 0
}

func (s *Solver) remember(e *proof, n, won int, m connect.Move) {
	key := s.pos.Key()
	if e.key != key {
		*e = proof{key: key}
	}
	switch {
	case won > 0:
		e.won, e.move = int8(won), m
	case s.exact:
		e.held = max(e.held, int8(n))
	default:
		e.failed = max(e.failed, int8(n))
	}
}

// press plays the threat turn m and returns in how many turns, m included and
// at most n, it wins against every answer; 0 if some answer holds.
func (s *Solver) press(m connect.Move, n, ply int) int {
	s.pos.PlayMove(m)
	won := s.answered(n, ply)
	s.pos.TakeMove(m)
	return won
}

func (s *Solver) answered(n, ply int) int {
	pos := s.pos
	def := &s.levels[ply].reply
	if _, ok := pos.WinNow(); ok {
		return 0
	}
	pos.Answer(pos.ToMove(), def)
	switch {
	case def.Need > pos.Due():
		return 2
	case def.Need < 2 || n <= 2:
		return 0
	}
	if won := s.conservative(def, n, ply); won > 0 || !s.exact {
		return won
	}
	longest := 0
	for i := range def.NPair {
		reply := connect.Pair(connect.PointOf(def.Pairs[i][0]), connect.PointOf(def.Pairs[i][1]))
		pos.PlayMove(reply)
		won := s.attack(n-1, ply+1)
		pos.TakeMove(reply)
		if won == 0 {
			return 0
		}
		longest = max(longest, won)
	}
	return longest + 1
}

// conservative gives the defender every point of every answer and returns in
// how many turns the attacker wins all the same.
func (s *Solver) conservative(def *connect.Defence, n, ply int) int {
	pos := s.pos
	defender, due := pos.ToMove(), pos.Due()
	placed := 0
	for _, q := range def.Pairs[:def.NPair] {
		for _, c := range q {
			if p := connect.PointOf(c); pos.Free(p) {
				pos.Put(p, defender)
				placed++
			}
		}
	}
	won := 0
	if pos.Winner() == board.Empty {
		pos.SetTurn(defender.Other(), pos.Rules().P)
		won = s.attack(n-1, ply+1)
	}
	for range placed {
		pos.Take()
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
	if s.length+2 >= len(s.line) || s.attack(won, 0) == 0 {
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
			if n := s.attack(won-1, 0); n > longest {
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
