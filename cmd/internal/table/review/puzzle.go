package review

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/gametree"
	"stonehand/engine/puzzle"
	"stonehand/engine/referee"
)

// Puzzle is how a person stands with a puzzle.
type Puzzle struct {
	*puzzle.Puzzle
	Number, Of int // of those of its game
	turns      [][]board.Point
	Right      bool   // every turn so far was
	Solved     bool   //
	Foul       string // as of [puzzle.Verdict]
	hint       board.Point
	refused    bool // the turn on the board may not be played
}

// Poses reports whether what is shown is a puzzle, and Left whether people have taken all
// stones off after it stood.
func (m *Machine) Poses() bool { return m.puzzle != nil }

// Left is described with Poses.
func (m *Machine) Left() bool { return m.puzzle != nil && m.left }

// leave is how long the board stays empty until people have had enough of puzzles.
const leave = 20 * time.Second

// empty notices that all stones were taken off after a position stood.
func (m *Machine) empty(now time.Time) {
	switch bare := m.seen == (referee.Observation{}); {
	case !bare || !m.stood:
		m.bare = time.Time{}
	case m.bare.IsZero():
		m.bare = now
		m.due = now.Add(leave)
	case now.Before(m.bare.Add(leave)):
		m.due = m.bare.Add(leave)
	default:
		m.left = true
	}
}

// tries are the marks without stones that are a try, or a part of one.
func (m *Machine) tries(marks []referee.Mark) []referee.Mark {
	p := m.puzzle
	if p == nil || !m.agreed || m.next() != nil || p.Solved || !p.Right || p.refused || len(marks) > p.Due() {
		return marks
	}
	return slices.DeleteFunc(marks, func(k referee.Mark) bool {
		return k.Kind == referee.MarkExtra && fits(m.seen[k.Point], p.Start.ToMove)
	})
}

// OrderOf begins with the first puzzle of a game; nil: it has none for the board.
func OrderOf(game string) *api.ReviewOrder {
	i := slices.IndexFunc(puzzle.All(), func(p *puzzle.Puzzle) bool {
		return p.Game == game && p.Target == board.Nowhere
	})
	if i < 0 {
		return nil
	}
	return orderOf(puzzle.All()[i])
}

func orderOf(p *puzzle.Puzzle) *api.ReviewOrder {
	start := gametree.Step{}
	for at, c := range p.Start.Stones {
		start.Set = append(start.Set, gametree.Stone{Point: at, Color: c})
	}
	return &api.ReviewOrder{ID: p.ID, Size: p.Size, Steps: []gametree.Step{start}, Puzzle: p}
}

// pose begins a puzzle, or begins it again.
func (m *Machine) pose(now time.Time, p *puzzle.Puzzle) {
	m.order = orderOf(p)
	m.puzzle = &Puzzle{Puzzle: p, Right: true, hint: board.Nowhere}
	for _, q := range puzzle.All() {
		if q.Game == p.Game {
			if m.puzzle.Of++; q == p {
				m.puzzle.Number = m.puzzle.Of
			}
		}
	}
	m.show(0)
	m.due = now.Add(m.settle)
}

// another goes to the puzzle that follows in its game.
func (m *Machine) another(now time.Time) {
	list := slices.DeleteFunc(slices.Clone(puzzle.All()), func(q *puzzle.Puzzle) bool { return q.Game != m.puzzle.Game })
	m.pose(now, list[m.puzzle.Number%len(list)])
}

// doPuzzle is what people ask for at a puzzle: the next one, or to try again.
func (m *Machine) doPuzzle(now time.Time, a Action) {
	switch a {
	case On:
		m.another(now)
	case Back, First:
		m.pose(now, m.puzzle.Puzzle)
	case Guess: // a hint
		if v, err := m.puzzle.Try(m.puzzle.turns, true); err == nil && len(v.Hint) > 0 {
			m.puzzle.hint = v.Hint[0]
		}
	}
	m.due = now.Add(m.settle)
}

// judgePuzzle acts on stones that have settled while the position stands.
func (m *Machine) judgePuzzle(now time.Time, marks []referee.Mark) {
	p := m.puzzle
	switch {
	case m.next() != nil:
		if len(marks) == 0 || m.played(marks, m.next()) {
			m.show(m.at + 1)
			m.due = now.Add(m.settle)
		}
		return
	case p.Solved || !p.Right: // a person who lifts a stone has seen it
		if slices.ContainsFunc(marks, func(k referee.Mark) bool { return k.Kind == referee.MarkMissing }) {
			if p.Solved {
				m.another(now)
			} else {
				m.pose(now, p.Puzzle)
			}
		}
		return
	}
	p.refused = false
	var turn []board.Point
	for _, k := range marks {
		if k.Kind != referee.MarkExtra || !fits(m.seen[k.Point], p.Start.ToMove) {
			return
		}
		turn = append(turn, k.Point)
	}
	if len(turn) != p.Due() {
		return
	}
	turns := append(slices.Clip(p.turns), turn)
	v, err := p.Try(turns, false)
	if p.refused = err != nil; err != nil {
		return // forbidden: the lights ask to lift it
	}
	p.turns, p.Right, p.Solved, p.Foul, p.hint = turns, v.Right, v.Solved, v.Foul, board.Nowhere
	steps := append(slices.Clip(m.order.Steps), gametree.Step{Color: p.Start.ToMove, Points: turn})
	color := p.Start.ToMove.Other()
	for _, s := range v.Line {
		if len(s.Points) > 0 {
			steps = append(steps, gametree.Step{Color: color, Points: s.Points})
		}
		color = color.Other()
	}
	order := *m.order
	order.Steps = steps
	m.order = &order
	m.show(m.at + 1)
	m.due = now.Add(m.settle)
}
