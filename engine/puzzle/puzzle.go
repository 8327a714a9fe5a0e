// Package puzzle has puzzles of every game, proved and graded: win, defend, find the foul.
// Those of Connect6, Gomoku and Renju come from games that the product's own players
// played, see [Make]; those of Go are [problems.All].
package puzzle

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/problem"
	"stonehand/engine/stanza"
)

// Kind is what a puzzle asks for.
type Kind string

// The kinds.
const (
	Complete    Kind = "complete"   // complete the row
	OpenFour    Kind = "open-four"  // make an open four
	FourThree   Kind = "four-three" // win, beginning with a four and a three at once
	Threes      Kind = "threes"     // win, beginning with a three
	DoubleFours Kind = "double"     // Connect6: make more threats than two stones can stop
	Forced      Kind = "forced"     // win by threats, in three turns or more
	Defend      Kind = "defend"     // stop the other side's win
	Foul        Kind = "foul"       // Renju: find the point that Black may not play
	Trap        Kind = "trap"       // Renju: win as White, because Black may not play where he must
	Capture     Kind = "capture"    // Go: capture the marked stones, or save them
	Ladder      Kind = "ladder"     // Go: the same by one atari after the other
	Life        Kind = "life"       // Go: kill the marked group, or make it live
)

// MaxGrade is the hardest grade; the easiest is 1.
const MaxGrade = 5

// Puzzle is a position with a question and its answers. It must be left as it is.
type Puzzle struct {
	ID    string
	Game  string // its rules, as game.Rules.Name says; "go" for Go
	Kind  Kind
	Grade int
	Size  board.Size
	Start game.Start
	// Answers are the first turns that were proved right, at Go those near the chain in
	// question; [Puzzle.Try] may prove others. A puzzle of Go without any asks whether there
	// is one: the right answer is none.
	Answers [][]board.Point
	// Turns is how many turns of the person the solution takes, 1 where it is one answer.
	Turns int
	// Target is a stone of the chain in question at Go; Nowhere elsewhere. Lives says that
	// the side to move wants it to live.
	Target           board.Point
	Lives            bool
	English, Chinese string // its name at Go

	rules game.Rules
	weiqi *weiqiProblem
}

// Verdict is what came of turns tried in a puzzle.
type Verdict struct {
	Right  bool // all turns were right
	Solved bool // and nothing remains to be done
	// Line is how it goes on, the other side first: one turn where the person goes on, the
	// refutation after a wrong turn. A turn without points is a pass, or means that no
	// answer is allowed.
	Line  []Step
	Row   []board.Point // the row that is complete in the end, if one is
	Taken []board.Point // what the person's last turn has captured
	// Foul says why the point found is forbidden: "overline", "double-four", "double-three".
	Foul string
	Hint []board.Point // the next turn, where a hint was asked for
}

// Step is a turn: the stones put down, and those captured.
type Step struct{ Points, Taken []board.Point }

//go:embed puzzles.txt
var file string

// All returns the puzzles of the product, those of a game together, the easy ones first.
var All = sync.OnceValue(func() []*Puzzle {
	list, err := Read(file)
	if err != nil {
		panic("puzzles.txt, which is part of the program: " + err.Error())
	}
	return append(list, weiqiPuzzles()...)
})

// Find returns the puzzle of that identifier, nil if there is none.
func Find(id string) *Puzzle {
	for _, p := range All() {
		if p.ID == id {
			return p
		}
	}
	return nil
}

var format = stanza.Format{Title: "stonehand puzzles 1", Heads: []string{"puzzle"}, Unnamed: true}

// Read reads a file of puzzles as [Write] writes it. It does not prove the answers.
func Read(text string) (list []*Puzzle, err error) {
	err = stanza.Read(strings.NewReader(text), format, func(s stanza.Stanza) error {
		p := &Puzzle{ID: s.ID, Target: board.Nowhere}
		for _, l := range s.Lines {
			if err := p.line(l); err != nil {
				return err
			}
		}
		if err := p.check(); err != nil {
			return s.Fault(1, "%s: %w", s.ID, err)
		}
		list = append(list, p)
		return nil
	})
	return list, err
}

// line reads one line of a puzzle.
func (p *Puzzle) line(l stanza.Line) (err error) {
	read := func(list *[]board.Point) error {
		return l.Words(func(word string, column int) error {
			at, err := p.Size.Parse(word, board.Algebraic)
			if err != nil {
				return l.Fault(column, "%w", err)
			}
			*list = append(*list, at)
			return nil
		})
	}
	switch l.Key {
	case "ask":
		words := strings.Fields(l.Value)
		if len(words) != 5 {
			return l.Fault(1, "the line is \"ask GAME KIND COLOUR GRADE TURNS\"")
		}
		for _, r := range game.Games() {
			if r.Name() == words[0] {
				p.Game, p.rules, p.Size = r.Name(), r, r.Size()
			}
		}
		var known bool
		p.Start.ToMove, known = board.ParseColor(words[2])
		p.Kind = Kind(words[1])
		p.Grade, _ = strconv.Atoi(words[3])
		p.Turns, _ = strconv.Atoi(words[4])
		if p.rules == nil || !known || p.Grade < 1 || p.Grade > MaxGrade || p.Turns < 1 || !slices.Contains(kinds[p.Game], p.Kind) {
			return l.Fault(len("ask "), "%q is not understood: GAME KIND COLOUR GRADE TURNS", board.Clip(l.Value))
		}
	case "black":
		return read(&p.Start.Black)
	case "white":
		return read(&p.Start.White)
	case "answer":
		var turn []board.Point
		err = read(&turn)
		p.Answers = append(p.Answers, turn)
	default:
		return l.Fault(1, "%q is not a key: write ask, black, white or answer", board.Clip(l.Key))
	}
	return err
}

// check says whether a puzzle is whole and its position can stand.
func (p *Puzzle) check() error {
	if p.rules == nil || len(p.Answers) == 0 {
		return errors.New("the lines \"ask\" and \"answer\" belong to it")
	}
	g, err := game.NewFrom(p.rules, p.Start)
	if err != nil {
		return err
	}
	_, due := g.Due()
	for _, turn := range p.Answers {
		for _, at := range turn {
			if g.At(at) != board.Empty || len(turn) > due {
				return fmt.Errorf("%v is no turn", turn)
			}
		}
	}
	return nil
}

// Write is the file of puzzles.
func Write(list []*Puzzle) string {
	var w strings.Builder
	fmt.Fprintf(&w, "%s\n\n# Made by \"stonehand study puzzles\".\n", format.Title)
	for _, p := range list {
		fmt.Fprintf(&w, "puzzle %s\nask %s %s %s %d %d\n", p.ID, p.Game, p.Kind, p.Start.ToMove, p.Grade, p.Turns)
		row := func(key string, points []board.Point) {
			if len(points) > 0 {
				fmt.Fprintf(&w, "%s %s\n", key, strings.Trim(fmt.Sprint(points), "[]"))
			}
		}
		row("black", p.Start.Black)
		row("white", p.Start.White)
		for _, turn := range p.Answers {
			row("answer", turn)
		}
		w.WriteString("\n")
	}
	return strings.TrimSuffix(w.String(), "\n")
}

// Due is how many stones a turn of the person has at most.
func (p *Puzzle) Due() int {
	if p.rules == nil {
		return 1
	}
	_, due := p.rules.Due(2)
	return due
}

// state is the puzzle's position.
func (p *Puzzle) state() *state {
	s := &state{rules: p.rules, prover: proverOf(p.rules, quick)}
	s.Size = p.Size
	s.put(board.Black, p.Start.Black)
	s.put(board.White, p.Start.White)
	return s
}

// MaxTurns is how many turns of a person Try judges at most.
const MaxTurns = 40

// Errors of Try.
var (
	ErrTurn error = problem.New("a turn has points that are empty and allowed, as many as are due")
	ErrOver error = problem.New("nothing remains to be played after the turn before")
)

// Try says what comes of the person's turns in a puzzle. Between them stand the answers
// that Try gave to those before. The same turns have the same verdict. hint asks for
// the next turn.
func (p *Puzzle) Try(turns [][]board.Point, hint bool) (v Verdict, err error) {
	if p.weiqi != nil {
		v, err = p.weiqi.try(p, turns)
		if hint && len(turns) == 0 && len(p.Answers) > 0 {
			v.Hint = p.Answers[0]
		}
		return v, err
	}
	s, me := p.state(), p.Start.ToMove
	v.Right = true
	for _, turn := range turns {
		if !v.Right || v.Solved {
			return Verdict{}, ErrOver
		}
		if err := p.legal(s, turn); err != nil {
			return Verdict{}, err
		}
		v = p.judge(s, turn)
		if len(v.Line) > 0 && v.Right && !v.Solved {
			s.put(me.Other(), v.Line[0].Points)
		}
	}
	if hint && v.Right && !v.Solved {
		if v.Hint = p.Answers[0]; len(turns) > 0 {
			_, v.Hint = s.win(&s.Board, me)
		}
	}
	return v, nil
}

// legal refuses turns that cannot be played. A point that is forbidden may be named where
// it is asked for.
func (p *Puzzle) legal(s *state, turn []board.Point) error {
	if len(turn) == 0 || len(turn) > p.Due() || len(turn) == 2 && turn[0] == turn[1] {
		return ErrTurn
	}
	for _, at := range turn {
		if !p.Size.Has(at) || s.Stones[at] != board.Empty {
			return ErrTurn
		}
		if _, err := s.rules.Judge(&s.Board, game.Turn{Color: p.Start.ToMove, Points: []board.Point{at}}); err != nil && p.Kind != Foul {
			return err
		}
	}
	return nil
}

// judge plays a turn of the person.
func (p *Puzzle) judge(s *state, turn []board.Point) (v Verdict) {
	me, other := p.Start.ToMove, p.Start.ToMove.Other()
	if p.Kind == Foul {
		v.Right = !s.may(me, turn[0])
		if v.Solved = v.Right; v.Right {
			v.Foul = strings.ReplaceAll(foulOf(p.rules, &s.Board, turn[0]).String(), " ", "-")
		}
		return v
	}
	if v.Row = s.put(me, turn); v.Row != nil {
		v.Right, v.Solved = true, true
		return v
	}
	if n, _ := s.win(&s.Board, other); n > 0 {
		var line [][]board.Point
		line, v.Row = s.follow(other)
		for _, turn := range line {
			v.Line = append(v.Line, Step{Points: turn})
		}
		return v
	}
	if p.Kind == Defend {
		v.Right, v.Solved = true, true
		return v
	}
	n, reply := s.press(me)
	if n == 0 && reply != nil { // a longer proof may find that it wins
		s.prover = proverOf(p.rules, patient)
		n, reply = s.press(me)
	}
	switch {
	case len(turn) < p.Due():
		return Verdict{}
	case n == 0:
		if reply == nil {
			reply = p.spoil(s)
		}
		v.Line = []Step{{Points: reply}}
		return v
	case reply == nil:
		reply = s.stop(me)
	}
	v.Right, v.Line = true, []Step{{Points: reply}}
	return v
}

// spoil is a turn of the other side after one that threatens nothing: where the person
// should have played, as far as that is free.
func (p *Puzzle) spoil(s *state) (turn []board.Point) {
	other := p.Start.ToMove.Other()
	n, points := s.win(&s.Board, p.Start.ToMove)
	if n == 0 {
		points = slices.Concat(p.Answers...)
	}
	for _, at := range points {
		if s.may(other, at) && len(turn) < p.Due() && !slices.Contains(turn, at) {
			turn = append(turn, at)
		}
	}
	for k := 0; len(turn) < p.Due() && len(turn) > 0 && k < p.Size.Count(); k++ {
		if at := s.near(turn[0], k); s.may(other, at) && !slices.Contains(turn, at) {
			turn = append(turn, at)
		}
	}
	return turn
}
