// Package player is the one way to ask for a move: an engine of any
// game, another program, or people at a board. A player may have abilities beside
// [Player]; to use one, ask for it by a type assertion.
package player

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
)

// Player chooses turns. It is asked one question at a time.
type Player interface {
	// Choose answers a question with points that may be played, or with one of
	// its choices. It tells report, which may be nil, how it stands; report is
	// called before Choose returns only, and by one goroutine at a time. When
	// ctx ends the position is gone: Choose returns soon, with an error.
	Choose(ctx context.Context, q Question, report func(Info)) (Answer, error)
}

// Question is a position to move in, and how much a player may think about it.
type Question struct {
	Position
	// Limits bound the search. A hard limit without a soft one leaves to the
	// player how much of the time it uses.
	Limits limit.Limits
	// Player is who is asked, by name, where there are several; "": the product's own.
	Player string
	Level  int           // of strength, from 1 on; 0: the player's full one
	Clock  clock.Control // how the sides are given time; zero: the limits alone count
	Left   clock.Side    // what the side to move has left on it
	// Hurry is closed when the answer is wanted at once: a [Hurrier] then answers
	// with the best it has. Nil: nobody is in a hurry.
	Hurry <-chan struct{}
}

// Position is what there is to move in. Its lists are not to be changed.
type Position struct {
	Rules game.Rules
	Start game.Start // what was set up to begin from, if anything was
	// Turns are the turns so far, in order. A program that keeps no turns gives
	// every stone as one.
	Turns  []game.Turn
	Placed []board.Point // stones of the turn to be chosen that stand already
	ToMove board.Color
	Due    int // stones that the side to move still puts down
	// Choices is what there is to choose from where the opening waits for a
	// choice, and Made what was chosen before.
	Choices []opening.Choice
	Made    []opening.Made
	Key     board.Key // identity of the position; 0: not known
}

// At returns the position of a game in which stones of the turn that is due stand
// already.
func At(g *game.Game, placed ...board.Point) Position {
	c, due := g.Due()
	return Position{
		Rules: g.Rules(), Start: g.Start(), Turns: g.Turns(), Placed: placed, ToMove: c, Due: due - len(placed),
		Choices: g.Choices(), Made: g.Made(), Key: g.Key(),
	}
}

// After returns the position once stones lie beside those that are placed, and whether
// they end the game. It asks for a turn, also where an opening has something else to come.
func (p Position) After(points []board.Point) (next Position, over bool) {
	turn := game.Turn{Color: p.ToMove, Points: slices.Concat(p.Placed, points)}
	p.Turns, p.Placed, p.Choices, p.Key = append(slices.Clip(p.Turns), turn), nil, nil, 0
	b := p.Board()
	_, due := p.Rules.Due(len(p.Turns))
	p.ToMove, p.Due = p.ToMove.Other(), min(due, b.Size.Count()-b.Count)
	return p, game.Outcome(p.Rules, b, turn, p.ToMove).Over
}

// Stones calls put for every stone on the board, in order of play as far as that
// is known, until put returns false.
func (p Position) Stones(put func(board.Point, board.Color) bool) {
	for at, c := range p.Start.Stones {
		if !put(at, c) {
			return
		}
	}
	for _, t := range p.Turns {
		if !each(t, put) {
			return
		}
	}
	each(game.Turn{Color: p.ToMove, Points: p.Placed}, put)
}

func each(t game.Turn, put func(board.Point, board.Color) bool) bool {
	return !slices.ContainsFunc(t.Points, func(at board.Point) bool { return !put(at, t.Color) })
}

// Points lists the points of all stones, in the order of [Position.Stones].
func (p Position) Points() (list []board.Point) {
	for at := range p.Stones {
		list = append(list, at)
	}
	return list
}

// Count returns how many stones are on the board.
func (p Position) Count() (n int) {
	for range p.Stones {
		n++
	}
	return n
}

// Board returns the stones as the rules of a game see them.
func (p Position) Board() *game.Board {
	b := &game.Board{Size: p.Rules.Size()}
	for at, c := range p.Stones {
		b.Stones[at] = c
		b.Count++
	}
	return b
}

// At returns what stands on a point.
func (p Position) At(at board.Point) board.Color {
	for q, c := range p.Stones {
		if q == at {
			return c
		}
	}
	return board.Empty
}

// Source says where an answer came from.
type Source string

// The sources.
const (
	FromBook   Source = "book"
	FromThreat Source = "threat" // a forced win, proved
	FromSearch Source = "search"
	FromOnly   Source = "only" // there was nothing to choose
)

// Found is what a search has found: its best move, a point or a turn of several,
// and what that is worth to the side to move.
type Found[M any] struct {
	Move   M // the game's own none where there is nothing to play
	Source Source
	Depth  int   // plies looked ahead, complete
	Score  int32 // on the search's own scale
	// Proved says that a Score beyond the search's bound for wins is a proof: the solver
	// found it, or every reply was tried. Without it such a score is only the opinion of
	// a search that prunes and reduces.
	Proved  bool
	Nodes   uint64        // positions reached by a move, those of solvers and workers included
	Elapsed time.Duration // since the search began
	// Line is the principal variation. It stays valid until the next search or, of
	// what is reported on the way, until the report returns.
	Line []M
}

// Info is how a player stands with a question. All of it is for the side to move.
type Info struct {
	Source Source
	Depth  int // plies looked ahead, complete
	Score  int // on the player's own scale, where only a Win has the score of one
	// Win is how many of its turns the side's forced win takes; negative, how many
	// of the opponent's the opponent's takes; 0 if neither is proved.
	Win int
	// Chance is the chance to win, from 0 to 1; exactly these only where Win is not 0.
	// Nil: the score is not known to say so much.
	Chance  *float64
	Nodes   uint64          // positions reached by a move
	Elapsed time.Duration   // since the question was asked
	Hard    time.Duration   // when the search is over at the latest, as it was planned; 0: not told
	Line    [][]board.Point // expected turns, the side's own first
	// Candidates are the turns that the player likes best, the best first, at most
	// [MostCandidates]; empty where it tells of its Line only.
	Candidates []Candidate
}

// unproved is the chance that is left to a side that a search takes for lost: it
// has not looked at every reply.
const unproved = 0.01

// Chance is the chance to win, from 0 to 1, of a side that is ahead by so many units, of
// which one makes a win e times as likely as a loss. It is never certain.
func Chance(lead float64) float64 {
	return min(max(1/(1+math.Exp(-lead)), unproved), 1-unproved)
}

// MostCandidates is how many candidates are told at the most.
const MostCandidates = 8

// Candidate is a turn that a player may choose, with its value as in [Info].
type Candidate struct {
	Points []board.Point
	Score  int
	Win    int
	Chance *float64
}

// Answer is what a player has chosen.
type Answer struct {
	Info
	// Points are the stones to put down beside those placed already; fewer than
	// are due where they win at once, none for a pass. After a choice they are the
	// stones that the player puts down next, if it has them in mind.
	Points []board.Point
	Choice opening.Choice // where the question has choices
	Resign bool           // gives the game up; the rest is empty
	// Fault is why another player has answered in the place of the one that was asked;
	// nil: none has. It is [ErrGone] where that one is not asked any more, [ErrBoard] where it
	// does not play on such a board, [ErrNotReady] where it could not be asked yet, and [ErrHurried] where nobody waited for it.
	Fault error
}

// Why a player has not answered, beside what it does wrong.
var (
	ErrGone     = errors.New("the player is given up")
	ErrBoard    = errors.New("the player does not play on a board of this size")
	ErrNotReady = errors.New("the player is not ready yet")
	ErrHurried  = errors.New("the answer was wanted at once")
)

// Ponderer thinks while the opponent does, so that its next answer is better.
type Ponderer interface {
	// Ponder prepares for the question that will follow q, a position in which the
	// opponent is to move. It has no answer: what it finds shows only in how well
	// the next Choose answers, whatever position that is asked about. It returns
	// soon after ctx ends, and may return before.
	Ponder(ctx context.Context, q Question)
}

// Hurrier answers when Question.Hurry is closed.
type Hurrier interface{ Hurries() }

// Forgetter remembers something of one question for the next.
type Forgetter interface {
	// Forget drops it: what follows is another game.
	Forget()
}

// Forget has a player forget, if it is a [Forgetter].
func Forget(p Player) {
	if f, ok := p.(Forgetter); ok {
		f.Forget()
	}
}

// Proposer is a player that names turns without thinking about them.
type Proposer interface {
	// Propose returns at most n turns that are worth a look in a position, the most
	// promising first; none where it knows of none.
	Propose(p Position, n int) [][]board.Point
}

// Preparer needs time to get ready for a game.
type Preparer interface {
	// Prepare gets ready, so that no turn has to wait for it.
	Prepare(game.Rules) error
}

// Seater asks several players, by name, which need time to get ready for a game.
type Seater interface {
	// Seat says that a game begins or goes on, and who of them plays it. It does not wait.
	Seat(rules game.Rules, names []string)
}

// Counter says which stones are dead once a game of Go has been played to its end.
type Counter interface {
	// Dead returns them, or why it cannot say.
	Dead(ctx context.Context, q Question) ([]board.Point, error)
}

// Named has a name of its own to be shown.
type Named interface{ Name() string }

// Hurried returns a context that ends when ctx does or hurry is closed. cancel has
// to be called.
func Hurried(ctx context.Context, hurry <-chan struct{}) (hurried context.Context, cancel context.CancelFunc) {
	hurried, cancel = context.WithCancel(ctx)
	if hurry != nil {
		go func() {
			select {
			case <-hurry:
				cancel()
			case <-hurried.Done():
			}
		}()
	}
	return hurried, cancel
}
