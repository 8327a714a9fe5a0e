package puzzle

import (
	"context"
	"fmt"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/human"
	"stonehand/engine/player"
	"stonehand/engine/renju"
)

// kinds are what the puzzles of a game ask for, the easy kinds first.
var kinds = map[string][]Kind{
	"connect6": {Complete, DoubleFours, Forced, Defend},
	"gomoku":   {Complete, OpenFour, FourThree, Threes, Defend},
	"renju":    {Foul, FourThree, Forced, Trap, Defend},
}

// mostAnswers is how many right answers a puzzle has at most.
const mostAnswers = 3

// mostStones is how many stones a puzzle has at most: people set it up by hand.
const mostStones = 30

// Games are the rules that [Make] makes puzzles of.
func Games() []game.Rules { return []game.Rules{game.Connect6(), game.Freestyle(), game.Renju()} }

// learner overlooks enough for games to have something to find.
var learner = human.Habits{Lapse: 1, Own: 0.9, Near: 0.9, Far: 0.8, Care: 0.9, Slip: 0.3, Tire: 0.02}

// Make has learners play games, finds positions with few right answers, all of them
// proved, and returns so many of each kind. The same seed makes the same puzzles. It ends
// with ctx, and tells report, after each game, how many it has.
func Make(ctx context.Context, r game.Rules, each int, seed uint64, report func(games, found, wanted int)) (list []*Puzzle, err error) {
	m := maker{rules: r, each: each, prover: proverOf(r, quick), seen: map[board.Key]bool{}, count: map[Kind]int{}, graded: map[Kind][MaxGrade + 1]int{}}
	wanted := each * len(kinds[r.Name()])
	for n := 1; len(m.list) < wanted; n++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := m.game(ctx, seed+uint64(n)<<32); err != nil {
			return nil, err
		}
		report(n, len(m.list), wanted)
	}
	order := func(p *Puzzle) int { return slices.Index(kinds[p.Game], p.Kind)*(MaxGrade+1) + p.Grade }
	slices.SortStableFunc(m.list, func(a, b *Puzzle) int { return order(a) - order(b) })
	for i, p := range m.list {
		p.ID = fmt.Sprintf("%s-%d", p.Game, i+1)
	}
	return m.list, nil
}

type maker struct {
	prover
	rules  game.Rules
	games  int // played so far
	each   int // puzzles of each kind
	list   []*Puzzle
	count  map[Kind]int
	graded map[Kind][MaxGrade + 1]int
	seen   map[board.Key]bool // positions, as the least of their symmetries
}

// game looks for puzzles in one game: one of each kind at most.
func (m *maker) game(ctx context.Context, seed uint64) error {
	m.games++
	g := game.New(m.rules)
	var had []Kind
	for !g.Result().Over {
		p := human.New(learner, nil, seed+uint64(g.Count()))
		a, err := p.Choose(ctx, player.Question{Position: player.At(g)}, nil)
		if err != nil {
			return err
		}
		c, due := g.Due()
		if g.Count() > 5 && g.Count() <= mostStones {
			if p := m.look(g, c); p != nil && len(a.Points) <= due && !slices.Contains(had, p.Kind) {
				had = append(had, p.Kind)
				m.keep(p)
			}
		}
		if err := g.Play(game.Turn{Color: c, Points: a.Points}); err != nil {
			return err
		}
	}
	return nil
}

// wanted reports whether puzzles of a kind and grade are wanted still. At first no more
// than half of a kind may have the same grade.
func (m *maker) wanted(p *Puzzle) bool {
	return slices.Contains(kinds[p.Game], p.Kind) && m.count[p.Kind] < m.each &&
		(m.graded[p.Kind][p.Grade] < (m.each+1)/2 || m.games > anyGrade)
}

// anyGrade is after how many games a puzzle of any grade is welcome.
const anyGrade = 40

// keep adds a puzzle, unless there is one like it.
func (m *maker) keep(p *Puzzle) {
	if key := p.key(); !m.seen[key] {
		m.seen[key] = true
		m.count[p.Kind]++
		graded := m.graded[p.Kind]
		graded[p.Grade]++
		m.graded[p.Kind] = graded
		m.list = append(m.list, p)
	}
}

// key is the same for positions that are one another's image.
func (p *Puzzle) key() board.Key {
	least := ^board.Key(0)
	for k := range p.Size.Symmetries() {
		var key board.Key
		for at, c := range p.Start.Stones {
			key ^= board.StoneKey(c, p.Size.Turn(at, k))
		}
		least = min(least, key)
	}
	return least
}

// look makes a puzzle of a position of a game with c to move; nil if it is none.
func (m *maker) look(g *game.Game, c board.Color) *Puzzle {
	p := &Puzzle{Game: m.rules.Name(), rules: m.rules, Size: m.rules.Size(), Target: board.Nowhere, Turns: 1}
	p.Start.ToMove = c
	for at := range p.Size.Points {
		switch g.At(at) {
		case board.Black:
			p.Start.Black = append(p.Start.Black, at)
		case board.White:
			p.Start.White = append(p.Start.White, at)
		}
	}
	s := p.state()
	n, first := s.win(&s.Board, c)
	threat, _ := s.win(&s.Board, c.Other())
	switch {
	case p.foul(s, n) && m.wanted(p):
		return p
	case n > 0:
		p.Answers = nil
		p.Turns, p.Kind, p.Grade = n, m.attack(s, c, n, first), grade(m.rules, n)
		if m.wanted(p) {
			p.Answers = p.state().wins(c, mostAnswers)
		}
	case threat > 0:
		if p.Kind, p.Grade = Defend, min(MaxGrade, 1+grade(m.rules, threat)); !m.wanted(p) {
			return nil
		}
		if x, ok := s.prover.(sixes); ok {
			if threat > 1 {
				return nil // any pair of stones may stop what is no threat yet: too many to try
			}
			list, two := x.answers(&s.Board, c.Other())
			p.Answers = p.state().holds(c, mostAnswers)
			if p.Grade = 4; two {
				p.Grade = 2 + min(1, max(0, len(list)-len(p.Answers)))
			}
		} else {
			p.Answers = p.state().holds(c, mostAnswers)
		}
	}
	if p.Kind == Foul || len(p.Answers) == 0 || len(p.Answers) > mostAnswers || !m.wanted(p) || !p.solvable() {
		return nil
	}
	return p
}

// solvable reports whether every answer is right, and leads to the end by the solver's
// turns. One that completes a row has to do so at once.
func (p *Puzzle) solvable() bool {
	for _, turn := range p.Answers {
		for turns := [][]board.Point{turn}; ; {
			v, err := p.Try(turns, true)
			if err != nil || !v.Right || !v.Solved && (p.Kind == Complete || len(v.Hint) == 0 || len(turns) == MaxTurns) {
				return false
			}
			if v.Solved {
				break
			}
			turns = append(turns, v.Hint)
		}
	}
	return true
}

// grade is how hard a win of so many turns is to see.
func grade(r game.Rules, turns int) int {
	if _, due := r.Due(2); due == 2 {
		return min(MaxGrade, turns)
	}
	return min(MaxGrade, 1+turns/2)
}

// foul makes a puzzle of a position of Renju in which one point is forbidden, and Black has
// no five.
func (p *Puzzle) foul(s *state, wins int) bool {
	g, ok := p.rules.(game.Gomoku)
	if !ok || g.Wins != game.RenjuFive || p.Start.ToMove != board.Black || wins == 1 {
		return false
	}
	list := g.Forbidden(&s.Board, board.Black)
	if len(list) != 1 {
		return false
	}
	p.Kind, p.Answers = Foul, [][]board.Point{list}
	p.Grade = map[renju.Foul]int{renju.Overline: 1, renju.DoubleFour: 2, renju.DoubleThree: 3}[foulOf(p.rules, &s.Board, list[0])]
	return true
}

// foulOf says which foul a point is to Black.
func foulOf(r game.Rules, b *game.Board, at board.Point) renju.Foul {
	_, err := r.Judge(b, game.Turn{Color: board.Black, Points: []board.Point{at}})
	if foul, ok := err.(*game.FoulError); ok {
		return foul.Foul
	}
	return renju.None
}

// attack is the kind of a win of n turns.
func (m *maker) attack(s *state, c board.Color, n int, first []board.Point) Kind {
	f, ok := s.prover.(fives)
	switch {
	case n == 1:
		return Complete
	case !ok && n == 2:
		return DoubleFours
	case !ok:
		return Forced
	}
	f.Set(&s.Board)
	k := f.Kind(first[0], c)
	switch {
	case c == board.White && s.trap():
		return Trap
	case k == five.Straight && n == 2:
		return OpenFour
	case k == five.FourThree:
		return FourThree
	case k == five.MakesThree || k == five.DoubleThree:
		if m.rules.Name() == "renju" {
			return Forced
		}
		return Threes
	}
	return Forced
}

// trap reports whether White's win ends where Black has to stop a four and may not.
func (s *state) trap() bool {
	copied := *s
	for range 40 {
		n, turn := copied.win(&copied.Board, board.White)
		if n == 0 || copied.put(board.White, turn) != nil {
			return false
		}
		list, _ := copied.answers(&copied.Board, board.White)
		if len(list) == 0 {
			f, ok := s.prover.(fives)
			if !ok || f.Has(board.White, five.Wins) != 1 {
				return false
			}
			_, last := copied.win(&copied.Board, board.White)
			return !copied.may(board.Black, last[0])
		}
		_, answer := copied.press(board.White)
		if answer == nil {
			return false
		}
		copied.put(board.Black, answer)
	}
	return false
}
