package tactics

import (
	"math"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// value is how a question ends.
type value uint8

const (
	open  value = iota // nothing is proved
	saved              // the defender has what it wants
	taken              // the attacker has
)

// wants returns the value that a side wants.
func (s *Solver) wants(color board.Color) value {
	if color == s.attacker {
		return taken
	}
	return saved
}

const (
	maxDepth = 100
	maxMoves = 128
	// never is the ply of a repetition that a proof does not rest on.
	never = math.MaxInt16
	// entries is the size of the table: a megabyte.
	entries = 1 << 16
)

// outcome is what a search has found in a position.
type outcome struct {
	value value
	// since is the earliest ply of the line whose position could not be repeated and
	// mattered for that. What rests on a position before its own holds for this line only,
	// and is not kept: the graph history interaction (A. Kishimoto and M. Müller, "A
	// general solution to the graph history interaction problem", AAAI 2004).
	since int
	// height is how many plies the proof has.
	height int
}

// entry is a position in the table.
type entry struct {
	key    board.Key
	move   board.Point // the best, none for a pass
	height int16
	depth  int8 // how deep an open position was searched
	value  value
}

// Solver answers questions. It holds all the memory that a search needs, 1.5 MB, and
// serves one goroutine. The zero Solver has none: see [NewSolver].
type Solver struct {
	field
	space
	life  weiqi.Life
	table []entry

	question Question
	target   board.Point
	attacker board.Color
	master   board.Color // who wins every ko
	strict   bool        // the defender needs two eyes

	salt    board.Key
	nodes   int
	budget  int
	repeats bool // a ko was met
	path    [maxDepth + 2]board.Key
	lists   [maxDepth + 1][maxMoves]move // of candidates, by ply
	history [3][board.Cells]int32
	near    [maxMoves]board.Point
	chain   [board.Cells]board.Point
}

// move is a candidate.
type move struct {
	at    board.Point
	score int32
}

// NewSolver returns a solver.
func NewSolver() *Solver { return &Solver{table: make([]entry, entries)} }

// Solve answers a question about a position. A target that is no stone of the board, or a
// side that is no colour, gives Unknown.
func (s *Solver) Solve(b *weiqi.Board, q Question) (a Answer) {
	if !s.ask(b, q) {
		return Answer{}
	}
	v := open
	if a.Result, v = s.decide(q.First); a.Result != Unknown {
		a.Line = s.line(q.First)
	}
	if v == saved && q.Goal == Kill {
		s.strict = true
		a.Seki = s.prove(q.First, s.master) == taken
	}
	if a.Nodes = s.nodes; v == taken && q.Goal == Kill && a.Result != Ko && s.breached(b, &a) {
		a.Result, a.Line = Unknown, nil
	}
	return a
}

// breached reports whether the chain is taken only if a chain that encloses it is not
// captured first, outside of the space, and one with two liberties or fewer can be in time.
func (s *Solver) breached(b *weiqi.Board, a *Answer) bool {
	const nodes = 2000
	after, defender := *b, s.attacker.Other()
	left := len(a.Line) / 2 // moves that the attacker needs, once the defender may begin
	if s.question.First == s.attacker && len(a.Line) > 0 {
		after.Play(s.attacker, a.Line[0])
	}
	var walls weiqi.Set
	for _, c := range s.list {
		for _, q := range around(c) {
			if after.At(q) == s.attacker && !s.inside[q] {
				walls.Add(after.Head(q))
			}
		}
	}
	size := b.Size()
	for c := range size.Points {
		if !walls.Has(c) || len(after.Liberties(c, nil)) > 2 {
			continue
		}
		w := s.Solve(&after, Question{Target: c, First: defender, Goal: Capture, Nodes: nodes})
		if a.Nodes += w.Nodes; (w.Result == Won || w.Result == Ko) && (len(w.Line)+1)/2 <= left {
			return true
		}
	}
	return false
}

// Moves returns the result of a question and all first moves that reach it, each proved
// with a budget of its own. A move whose proof needs more is not among them. A result
// of [Lost] or [Unknown] has none.
func (s *Solver) Moves(b *weiqi.Board, q Question) (Result, []board.Point) {
	if !s.ask(b, q) {
		return Unknown, nil
	}
	r, _ := s.decide(q.First)
	if r != Won && r != Ko {
		return r, nil
	}
	var first []board.Point
	for _, m := range s.candidates(q.First, 0, none) {
		first = append(first, m.at)
	}
	var moves []board.Point
	for _, c := range first {
		if c == none || c == s.ko && r == Won || !s.play(c, q.First) {
			continue
		}
		reply := Lost
		if s.at(s.target) != board.Empty {
			reply, _ = s.decide(q.First.Other())
		}
		if reply == Lost || r == Ko && reply == Ko {
			moves = append(moves, c)
		}
		s.undo()
	}
	slices.Sort(moves)
	return r, moves
}

// ask prepares a question, and reports whether it can be answered at all.
func (s *Solver) ask(b *weiqi.Board, q Question) bool {
	if !b.Size().Has(q.Target) || b.At(q.Target) == board.Empty || q.First == board.Empty {
		return false
	}
	s.question, s.strict, s.nodes, s.budget = q, false, 0, q.Nodes
	if s.budget <= 0 {
		s.budget = Budget
	}
	s.set(b)
	if _, c := b.Ko(); c != q.First {
		s.ko = none
	}
	s.target = q.Target
	s.attacker = b.At(q.Target).Other()
	return q.Goal != Kill || s.enclose(&s.field, s.target, MaxSpace)
}

// decide searches with either side as who wins the kos.
func (s *Solver) decide(first board.Color) (Result, value) {
	want, without := s.wants(first), s.prove(first, first.Other())
	switch {
	case without == want:
		return Won, without
	case without != open && !s.repeats:
		return Lost, without
	}
	switch with := s.prove(first, first); {
	case with == s.wants(first.Other()):
		return Lost, with
	case with == want && without != open:
		return Ko, with
	}
	return Unknown, open
}

// prove searches deeper and deeper.
func (s *Solver) prove(first, master board.Color) value {
	s.master, s.repeats = master, false
	s.salt = board.Key(board.SplitMix((*uint64)(&s.salt)))
	s.history = [3][board.Cells]int32{}
	return s.deepen(first, 0).value
}

// deepen searches a position of the line with growing depth, up to the budget.
func (s *Solver) deepen(color board.Color, ply int) (o outcome) {
	s.path[ply] = s.key(color)
	end := s.nodes + s.budget
	for depth := 1; depth <= maxDepth-ply && o.value == open && s.nodes < end; depth++ {
		o = s.search(color, depth, ply, end)
	}
	return o
}

// key tells positions of the search apart.
func (s *Solver) key(color board.Color) board.Key {
	k := s.pos.Key() ^ s.salt
	if s.ko != none {
		k ^= board.StoneKey(board.Black, board.Point(s.ko)) * 3
	}
	if color == board.White {
		k ^= 0x9e3779b97f4a7c15
	}
	if s.passed() {
		k ^= 0x5851f42d4c957f2d
	}
	return k
}

// passed reports whether the last move was a pass.
func (s *Solver) passed() bool {
	n := len(s.moves)
	return n > 0 && s.moves[n-1].Point == none
}

// search tries to prove a value within depth moves.
func (s *Solver) search(color board.Color, depth, ply, end int) outcome {
	s.nodes++
	if s.settled(color) {
		return outcome{saved, never, 0}
	}
	key := s.key(color)
	e := &s.table[key%entries]
	best := none
	if e.key == key {
		if e.value != open {
			return outcome{e.value, never, int(e.height)}
		}
		if int(e.depth) >= depth {
			return outcome{open, never, 0}
		}
		best = e.move
	}
	if ply >= maxDepth || s.nodes >= end {
		return outcome{open, never, 0}
	}
	if depth <= 0 {
		if s.question.Goal != Capture || color != s.attacker {
			return outcome{open, never, 0}
		}
		o, move := s.ladder(ply, end)
		s.table[key%entries] = entry{key, move, int16(o.height), 0, o.value}
		return o
	}
	o, move := s.expand(color, depth, ply, end, best)
	if o.value == open || o.since >= ply {
		e = &s.table[key%entries]
		*e = entry{key, move, int16(o.height), int8(depth), o.value}
	}
	return o
}

// ladder follows the attacker's ataris at the end of a line of a capture, as far as they
// go. Only a chain that they take is proved to be anything.
func (s *Solver) ladder(ply, end int) (outcome, board.Point) {
	const nodes, salt = 400, 0x2545f4914f6cdd1d
	s.question.Goal, s.salt = Ladder, s.salt^salt
	defer func() { s.question.Goal, s.salt = Capture, s.salt^salt }()
	o := s.search(s.attacker, maxDepth, ply, min(end, s.nodes+nodes))
	key := s.key(s.attacker)
	if e := s.table[key%entries]; o.value == taken && e.key == key {
		return o, e.move
	}
	return outcome{open, never, 0}, none
}

// expand tries the moves of a position.
func (s *Solver) expand(color board.Color, depth, ply, end int, first board.Point) (outcome, board.Point) {
	want := s.wants(color)
	lost := outcome{s.wants(color.Other()), never, 0}
	best := none
	for _, m := range s.candidates(color, ply, first) {
		o := s.try(color, m.at, depth, ply, end)
		switch {
		case o.value == want:
			if m.at != none {
				s.history[color][m.at] = min(s.history[color][m.at]+int32(depth), 1<<24)
			}
			o.height++
			return o, m.at
		case o.value == open:
			lost.value = open
		}
		lost.since = min(lost.since, o.since)
		if o.height >= lost.height {
			lost.height, best = o.height+1, m.at
		}
		if lost.value == open && s.nodes >= end {
			break
		}
	}
	return lost, best
}

// try plays a move and searches on. A move that cannot be played is as good as lost.
func (s *Solver) try(color board.Color, c board.Point, depth, ply, end int) outcome {
	unplayable := outcome{s.wants(color.Other()), never, -1}
	if c == none && s.passed() {
		return outcome{taken, never, 0} // both pass, and there are no two eyes
	}
	if c != none && c == s.ko {
		s.repeats = true
		if color != s.master {
			return unplayable
		}
	}
	if !s.play(c, color) {
		return unplayable
	}
	defer s.undo()
	if s.at(s.target) == board.Empty {
		return outcome{taken, never, 0}
	}
	key := s.key(color.Other())
	for k := ply; k >= 0; k-- {
		if s.path[k] == key {
			return outcome{saved, k, 0}
		}
	}
	s.path[ply+1] = key
	return s.search(color.Other(), depth-1, ply+1, end)
}

// settled reports whether the defender has what it wants.
func (s *Solver) settled(color board.Color) bool {
	if color != s.attacker {
		return false
	}
	switch s.question.Goal {
	case Ladder:
		liberties, _ := s.liberties(s.target, 3)
		return liberties >= 3
	case Capture:
		liberties, _ := s.liberties(s.target, Out)
		return liberties >= Out
	}
	s.life.Find(&s.pos, s.attacker.Other(), s.list, &s.inside)
	return s.life.Lives(&s.pos, s.target)
}

// line plays a proof through.
func (s *Solver) line(color board.Color) (line []board.Point) {
	start := len(s.moves)
	for ply := 0; ply < maxDepth; ply++ {
		o := s.deepen(color, ply)
		e := &s.table[s.key(color)%entries]
		if o.value == open || o.height == 0 || e.key != s.key(color) {
			break
		}
		if !s.play(e.move, color) {
			break
		}
		line = append(line, e.move)
		if s.at(s.target) == board.Empty {
			break
		}
		color = color.Other()
	}
	for len(s.moves) > start {
		s.undo()
	}
	for len(line) > 0 && line[len(line)-1] == board.Nowhere {
		line = line[:len(line)-1]
	}
	return line
}
