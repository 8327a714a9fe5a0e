package puzzle

import (
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/threat"
)

// prover proves wins by threats in games of k in a row.
type prover interface {
	// win returns in how many of its turns c, to move, wins for certain, and the first;
	// 0: that was not proved.
	win(b *game.Board, c board.Color) (turns int, first []board.Point)
	// answers lists the turns that may meet what c, who has just moved, threatens.
	// threat is false where c threatens nothing that has to be answered.
	answers(b *game.Board, c board.Color) (list [][]board.Point, threat bool)
}

// How many positions a proof may look into: quick takes some milliseconds, patient ten times
// as long.
const (
	quick   = 2000
	patient = 20_000
)

func proverOf(r game.Rules, most uint64) prover {
	if g, ok := r.(game.Gomoku); ok {
		return fives{five.NewProver(g.Board, g.Wins), most}
	}
	pos, err := connect.New(r.Size(), connect.Values{})
	if err != nil {
		panic(err) // the sizes of the puzzles are those of the product's games
	}
	return sixes{pos, threat.New(pos, threat.Memory{Proofs: 1 << 14, Lines: 256}), most}
}

// fives proves wins at Gomoku and Renju.
type fives struct {
	*five.Prover
	most uint64
}

func (f fives) win(b *game.Board, c board.Color) (int, []board.Point) {
	f.Set(b)
	n, first := f.Win(c, f.most)
	return n, []board.Point{first}
}

func (f fives) answers(b *game.Board, c board.Color) (list [][]board.Point, threat bool) {
	f.Set(b)
	points, threat := f.Answers(c)
	for _, p := range points {
		list = append(list, []board.Point{p})
	}
	return list, threat
}

// sixes proves wins at Connect6.
type sixes struct {
	pos    *connect.Position
	solver *threat.Solver
	most   uint64
}

func (x sixes) set(b *game.Board, c board.Color) {
	// Positions asked for one after the other differ in the last stones mostly.
	for n := 0; n < x.pos.Count(); n++ {
		if p, color := x.pos.Stone(n); b.Stones[p] != color {
			for x.pos.Count() > n {
				x.pos.Take()
			}
		}
	}
	for p := range b.Size.Points {
		if b.Stones[p] != board.Empty && x.pos.Free(p) {
			x.pos.Put(p, b.Stones[p])
		}
	}
	x.pos.SetTurn(c, connect.Each)
}

func (x sixes) win(b *game.Board, c board.Color) (int, []board.Point) {
	x.set(b, c)
	if m, ok := x.pos.WinNow(); ok {
		return 1, m.Points(nil)
	}
	x.solver.Forget()
	n := x.solver.Solve(&limit.Clock{}, x.most, threat.MaxTurns)
	if n == 0 {
		return 0, nil
	}
	return n, x.solver.Line()[0].Points(nil)
}

func (x sixes) answers(b *game.Board, c board.Color) (list [][]board.Point, threat bool) {
	x.set(b, c.Other())
	if m, ok := x.pos.WinNow(); ok {
		return [][]board.Point{m.Points(nil)}, true
	}
	var d connect.Defence
	x.pos.Answer(c.Other(), &d)
	if d.Need < 2 {
		return nil, false
	}
	for _, q := range d.Pairs[:d.NPair] {
		list = append(list, []board.Point{connect.PointOf(q[0]), connect.PointOf(q[1])})
	}
	return list, true
}

// state is a position in a puzzle, with the solver that judges it.
type state struct {
	game.Board
	rules game.Rules
	prover
}

// put plays a turn and reports the row that it completes, if it does.
func (s *state) put(c board.Color, points []board.Point) []board.Point {
	s.Put(c, points...)
	if r := s.rules.Result(&s.Board, game.Turn{Color: c, Points: points}); r.Over && r.Winner == c {
		return r.Line
	}
	return nil
}

// press returns in how many of its turns c, who has just played one that did not win at
// once, wins against every answer, and the answer that holds out longest. If that is 0, the
// answer is one that the solver knows no win against; nil if c threatens nothing.
func (s *state) press(c board.Color) (turns int, answer []board.Point) {
	list, threat := s.answers(&s.Board, c)
	if !threat {
		return 0, nil
	}
	if len(list) == 0 {
		return 1, nil
	}
	for _, reply := range list {
		n := 0
		if s.put(c.Other(), reply) == nil {
			n, _ = s.win(&s.Board, c)
		}
		s.Put(board.Empty, reply...)
		if n == 0 {
			return 0, reply
		}
		if n > turns {
			turns, answer = n, reply
		}
	}
	return turns, answer
}

// stop is what c.Other() plays where nothing stops c: points of the win, if it may.
func (s *state) stop(c board.Color) []board.Point {
	_, points := s.win(&s.Board, c)
	_, due := s.rules.Due(2)
	points = slices.DeleteFunc(slices.Clone(points), func(p board.Point) bool { return !s.may(c.Other(), p) })
	for i := 0; len(points) < due && len(points) > 0 && i < s.Size.Count(); i++ {
		if p := s.near(points[0], i); s.may(c.Other(), p) && !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	return points
}

// near is the i-th point of a board, counted from p.
func (s *state) near(p board.Point, i int) board.Point {
	return s.Size.Point((s.Size.Index(p) + 1 + i) % s.Size.Count())
}

// may reports whether c may play on a point.
func (s *state) may(c board.Color, p board.Point) bool {
	if s.Stones[p] != board.Empty {
		return false
	}
	_, err := s.rules.Judge(&s.Board, game.Turn{Color: c, Points: []board.Point{p}})
	return err == nil
}

// follow plays the win of c, who is to move, to its end, both sides' turns, and returns
// them with the row.
func (s *state) follow(c board.Color) (line [][]board.Point, row []board.Point) {
	for range 2 * threat.MaxTurns {
		n, turn := s.win(&s.Board, c)
		if n == 0 {
			break
		}
		line = append(line, turn)
		if row = s.put(c, turn); row != nil {
			break
		}
		_, answer := s.press(c)
		if answer == nil {
			answer = s.stop(c)
		}
		line = append(line, answer)
		s.put(c.Other(), answer)
	}
	return line, row
}

// turns calls do for every turn of c: pairs at Connect6, points else.
func (s *state) turns(c board.Color, do func([]board.Point) bool) {
	var free []board.Point
	for p := range s.Size.Points {
		if s.may(c, p) {
			free = append(free, p)
		}
	}
	_, due := s.rules.Due(2)
	for i, p := range free {
		if due == 1 {
			if !do([]board.Point{p}) {
				return
			}
			continue
		}
		for _, q := range free[i+1:] {
			if !do([]board.Point{p, q}) {
				return
			}
		}
	}
}

// wins lists the turns of c after which its win is proved, but no more than most of them
// and one.
func (s *state) wins(c board.Color, most int) (list [][]board.Point) {
	s.turns(c, func(turn []board.Point) bool {
		won := s.put(c, turn) != nil
		if !won {
			n, _ := s.press(c)
			won = n > 0
		}
		s.Put(board.Empty, turn...)
		if won {
			list = append(list, turn)
		}
		return len(list) <= most
	})
	return list
}

// holds lists the turns of c after which no win of the other side is proved, but no more
// than most of them and one. All others lose for certain.
func (s *state) holds(c board.Color, most int) (list [][]board.Point) {
	now, _ := s.win(&s.Board, c.Other())
	s.turns(c, func(turn []board.Point) bool {
		held := s.put(c, turn) != nil
		if !held && (now != 1 || !s.atOnce(c.Other())) {
			n, _ := s.win(&s.Board, c.Other())
			held = n == 0
		}
		s.Put(board.Empty, turn...)
		if held {
			list = append(list, turn)
		}
		return len(list) <= most
	})
	return list
}

// atOnce reports whether c, to move, completes a row.
func (s *state) atOnce(c board.Color) bool {
	if x, ok := s.prover.(sixes); ok {
		x.set(&s.Board, c)
		_, won := x.pos.WinNow()
		return won
	}
	n, _ := s.win(&s.Board, c)
	return n == 1
}
