package puzzle

import (
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/problems"
	"stonehand/engine/weiqi/tactics"
)

// weiqiProblem is a problem of Go as a puzzle.
type weiqiProblem struct{ problems.Problem }

// weiqiPuzzles are the problems of Go. Their grade is how many moves the proof tries.
func weiqiPuzzles() (list []*Puzzle) {
	for _, p := range problems.All() {
		z := &Puzzle{
			ID: "go-" + p.ID, Game: "go", Kind: Capture, Grade: p.Grade, Turns: 1, Size: p.Size, Target: p.Question.Target,
			English: p.English, Chinese: p.Chinese, weiqi: &weiqiProblem{p},
		}
		switch p.Question.Goal {
		case tactics.Ladder:
			z.Kind = Ladder
		case tactics.Kill:
			z.Kind = Life
		}
		z.Start.ToMove, z.Start.Black, z.Start.White = p.Question.First, p.Black, p.White
		own := p.Black
		if p.Question.First == board.White {
			own = p.White
		}
		z.Lives = slices.Contains(own, p.Question.Target)
		for _, at := range p.Points {
			z.Answers = append(z.Answers, []board.Point{at})
		}
		list = append(list, z)
	}
	slices.SortStableFunc(list, func(a, b *Puzzle) int { return a.Grade - b.Grade })
	return list
}

// nodes is how many moves a proof of Go may try.
const nodes = 300_000

// try judges the one turn of a problem and shows how it goes on.
func (w *weiqiProblem) try(p *Puzzle, turns [][]board.Point) (v Verdict, err error) {
	switch len(turns) {
	case 0:
		v.Right = true
		return v, nil
	case 1:
	default:
		return v, ErrOver
	}
	b, q, turn := *w.Board(), w.Question, turns[0]
	q.Nodes = nodes
	if len(turn) == 0 {
		v.Right = len(w.Points) == 0
		v.Solved = v.Right
		return v, nil
	}
	if len(turn) > 1 || !p.Size.Has(turn[0]) {
		return v, ErrTurn
	}
	if err := b.Check(q.First, turn[0]); err != nil {
		return v, err
	}
	v.Right = slices.Contains(w.Points, turn[0])
	v.Solved = v.Right
	v.Taken = p.play(&b, q.First, turn[0]).Taken
	if b.At(q.Target) == board.Empty {
		return v, nil
	}
	q.First = q.First.Other()
	c := q.First
	a := tactics.NewSolver().Solve(&b, q)
	if a.Result == tactics.Lost || a.Result == tactics.Ko && w.Result == tactics.Ko { // proved here with a larger budget, or from farther away
		v.Right, v.Solved = true, true
	}
	for _, at := range a.Line {
		v.Line = append(v.Line, p.play(&b, c, at))
		c = c.Other()
	}
	return v, nil
}

// play plays a move and returns it as a step.
func (p *Puzzle) play(b *weiqi.Board, c board.Color, at board.Point) (s Step) {
	if at == board.Nowhere {
		return s
	}
	before := *b
	b.Play(c, at)
	s.Points = []board.Point{at}
	for q := range p.Size.Points {
		if before.At(q) != board.Empty && b.At(q) == board.Empty {
			s.Taken = append(s.Taken, q)
		}
	}
	return s
}
