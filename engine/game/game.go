// Package game holds a game as the table and the referee see it: rules, turns
// played, stones on the board, result. Search has no use for it; it works on
// positions of its own.
package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/opening"
	"stonehand/engine/problem"
)

// Turn is what one side does when it is its turn. Points is empty for a pass.
type Turn struct {
	Color  board.Color
	Points []board.Point
}

// Result says how a game stands. The zero Result is a game still being played.
type Result struct {
	Over   bool
	Winner board.Color   // Empty for a draw
	Reason Reason        // why it ended
	Line   []board.Point // the winning line's points in order, if there is one
	Score  string        // by how much a counted game was won: "B+7.5", "0" for a draw, or how many stones the winner has captured; "" for others
}

// Reason is why a game ended.
type Reason string

// The reasons.
const (
	ByLine   Reason = "line"   // enough in a row
	ByFull   Reason = "full"   // no empty point left
	ByResign Reason = "resign" // one side gave up
	ByTime   Reason = "time"   // one side's clock ran out
	ByStuck  Reason = "stuck"  // Black at Renju has no point that is not forbidden
	ByFives  Reason = "fives"  // full board, more fives (Connect6 house rule)
	ByFoul   Reason = "foul"   // Black played where Renju forbids it; in records of games played elsewhere
	ByScore  Reason = "score"  // both sides agreed on the dead stones, and the points were counted

	ByCapture Reason = "capture" // enough stones captured, in a game of Go for that

	ByAbandoned Reason = "abandoned" // a player was gone for good: nobody has won

	ByUnfinished Reason = "unfinished" // play was broken off: nobody has won
)

// Rules are the rules of one game, without state of their own.
type Rules interface {
	// Name is the game's name in the HTTP contract, "connect6" for one.
	Name() string
	// Size is the extent of the board.
	Size() board.Size
	// Due says who is to move after the given number of turns, and how many
	// stones that turn takes.
	Due(turns int) (board.Color, int)
	// Judge says what a turn does on the board b: which stones it captures,
	// or, as an error fit to be shown to the player, why it is not allowed.
	// It has been checked that the turn's colour is due, and that its points
	// are distinct, empty and on the board.
	Judge(b *Board, t Turn) (captured []board.Point, err error)
	// Result says how the game stands on b, after its last turn.
	Result(b *Board, last Turn) Result
}

// Board is which stone stands where.
type Board struct {
	Size   board.Size
	Stones [board.Cells]board.Color // by Point
	Count  int                      // stones on the board
}

// BoardOf returns a board with these stones.
func BoardOf(size board.Size, stones [board.Cells]board.Color) Board {
	b := Board{Size: size, Stones: stones}
	for _, c := range stones {
		if c != board.Empty {
			b.Count++
		}
	}
	return b
}

// Put has each of the points show a stone of c, or nothing.
func (b *Board) Put(c board.Color, points ...board.Point) {
	for _, p := range points {
		if b.Stones[p] != board.Empty {
			b.Count--
		}
		if b.Stones[p] = c; c != board.Empty {
			b.Count++
		}
	}
}

// Game is one game: its rules and everything that happened in it. The zero
// Game is not usable; see [New].
type Game struct {
	rules  Rules
	start  Start
	before int // turns that the rules count before the first one of turns
	board  Board
	turns  []Turn
	taken  [][]board.Point // captured by each turn
	result Result

	opens opening.Kind
	made  []opening.Made
	offer []board.Point // the two fifth stones, once one was chosen

	past *history // of a game of Go; nil for others
}

// New returns a game at its start.
func New(r Rules) *Game {
	g := &Game{rules: r, board: Board{Size: r.Size()}}
	if o, ok := r.(opener); ok {
		g.opens = o.Opens()
	}
	if w, ok := r.(Weiqi); ok {
		// Terms are checked where people give them; wrong ones are the usual ones.
		var err error
		if g.past, err = newHistory(w); err != nil {
			w.Terms = Terms{}
			g.rules = w
			g.past, _ = newHistory(w)
		}
		g.board = BoardOf(g.board.Size, g.past.game.Board().Stones())
	}
	return g
}

// Clone returns a game that is the same, and changes by itself.
func (g *Game) Clone() *Game {
	n := *g
	n.turns, n.taken, n.made = slices.Clone(g.turns), slices.Clone(g.taken), slices.Clone(g.made)
	n.past = g.past.clone()
	return &n
}

// Rules returns the rules the game is played by.
func (g *Game) Rules() Rules { return g.rules }

// Size returns the extent of the board.
func (g *Game) Size() board.Size { return g.board.Size }

// At returns what stands on p.
func (g *Game) At(p board.Point) board.Color { return g.board.Stones[p] }

// Count returns how many stones are on the board.
func (g *Game) Count() int { return g.board.Count }

// Turns returns the turns played so far; the caller must not change them.
func (g *Game) Turns() []Turn { return g.turns }

// Captured returns the stones that a turn took off the board, its own among them if
// it was suicide; the caller must not change them. Turns count from 0.
func (g *Game) Captured(turn int) []board.Point { return g.taken[turn] }

// Due returns the colour of the turn that is due and how many stones it takes, at
// most the number of empty points; 0 while the opening waits for a choice, Empty
// and 0 when the game is over. Who plays it says [Game.Side].
func (g *Game) Due() (board.Color, int) {
	if g.result.Over {
		return board.Empty, 0
	}
	c, n := g.due(len(g.turns))
	if g.Step().Chooses() || g.Counting() {
		n = 0
	}
	return c, min(n, g.board.Size.Count()-g.board.Count)
}

// due returns what the rules and the opening say of the turn of that number.
func (g *Game) due(turn int) (board.Color, int) {
	c, n := g.rules.Due(g.before + turn)
	if g.opens != opening.Free {
		n = cmp.Or(g.opens.Next(turn, g.made).Stones, n)
	}
	return c, n
}

// Forbidden lists the empty points that the side to move may not play on though
// they are empty, in reading order: Black's fouls at Renju.
func (g *Game) Forbidden() []board.Point {
	f, ok := g.rules.(interface {
		Forbidden(*Board, board.Color) []board.Point
	})
	c, _ := g.Due()
	if !ok || c == board.Empty {
		return nil
	}
	return f.Forbidden(&g.board, c)
}

// Result says how the game stands.
func (g *Game) Result() Result { return g.result }

// Errors that tell callers what kind of refusal a turn met.
var (
	ErrOver     = errors.New("the game is over")
	ErrTurn     = errors.New("it is the other side's turn")
	ErrStones   = errors.New("wrong number of stones")
	ErrOccupied = problem.New("a stone stands there already")
	ErrOff      = errors.New("off the board")
)

// Check says why a turn may not be played now, or nil.
func (g *Game) Check(t Turn) error {
	_, err := g.judge(t)
	return err
}

func (g *Game) judge(t Turn) ([]board.Point, error) {
	if g.result.Over {
		return nil, ErrOver
	}
	if g.Step().Chooses() {
		return nil, ErrChoice
	}
	if g.Counting() {
		return nil, ErrCounting
	}
	c, n := g.Due()
	if t.Color != c {
		return nil, fmt.Errorf("%w: %s is to move", ErrTurn, c)
	}
	if len(t.Points) > n {
		return nil, fmt.Errorf("%w: this turn takes %d, not %d", ErrStones, n, len(t.Points))
	}
	for i, p := range t.Points {
		if !g.board.Size.Has(p) {
			return nil, fmt.Errorf("%s is %w", p, ErrOff)
		}
		if g.board.Stones[p] != board.Empty {
			return nil, problem.New("%s: %w", p, ErrOccupied)
		}
		if slices.Contains(t.Points[:i], p) {
			return nil, fmt.Errorf("%s is named twice: %w", p, ErrOccupied)
		}
	}
	if w, ok := g.rules.(Weiqi); ok && len(t.Points) == 0 && w.places(len(g.turns)) {
		return nil, fmt.Errorf("%w: nobody passes before the handicap stones are placed", ErrStones)
	}
	// A turn may stop short only as a pass, or when what it has placed wins already.
	if len(t.Points) < n && g.past == nil && !g.wins(t) {
		return nil, fmt.Errorf("%w: this turn takes %d, not %d", ErrStones, n, len(t.Points))
	}
	if err := g.opens.Check(g.board.Size, len(g.turns), t.Points, g.At); err != nil {
		return nil, err
	}
	if g.past != nil {
		return g.past.judge(t)
	}
	return g.rules.Judge(&g.board, t)
}

// wins reports whether the turn's stones, known to be on empty points, win by
// themselves.
func (g *Game) wins(t Turn) bool {
	g.board.Put(t.Color, t.Points...)
	r := g.rules.Result(&g.board, t)
	g.board.Put(board.Empty, t.Points...)
	return r.Over && r.Winner == t.Color
}

// Play plays a turn, or says why it may not be played and changes nothing. It
// keeps its own copy of the turn's points.
func (g *Game) Play(t Turn) error {
	taken, err := g.judge(t)
	if err != nil {
		return err
	}
	t.Points = append([]board.Point(nil), t.Points...)
	g.board.Put(t.Color, t.Points...)
	g.board.Put(board.Empty, taken...)
	g.turns = append(g.turns, t)
	g.taken = append(g.taken, taken)
	if g.past != nil {
		g.past.play(t)
	}
	g.result = g.stand()
	return nil
}

// End ends the game from outside its rules: a side resigned or ran out of time.
func (g *Game) End(r Result) {
	r.Over = true
	g.result = r
}

// Reopen takes back an [Game.End]: the game stands again as its rules say after
// its last turn.
func (g *Game) Reopen() {
	g.result = g.stand()
}

// Key returns the identity of the position: the same for two games of the same
// rules whose boards show the same stones after the same number of turns and
// choices.
func (g *Game) Key() board.Key {
	k := board.Key(g.before+len(g.turns)) + board.Key(len(g.made))<<32
	for p := range g.board.Size.Points {
		if c := g.board.Stones[p]; c != board.Empty {
			k ^= board.StoneKey(c, p)
		}
	}
	return k
}

// Undo takes the last turn back, with the choices that were made after it, and
// reports whether there was one. A game that was over goes on.
func (g *Game) Undo() bool {
	if len(g.turns) == 0 {
		return false
	}
	g.result = Result{}
	for g.Unchoose() {
	}
	i := len(g.turns) - 1
	t, taken := g.turns[i], g.taken[i]
	side := t.Color.Other()
	if len(t.Points) > 0 && slices.Contains(taken, t.Points[0]) {
		side = t.Color // suicide
	}
	g.board.Put(side, taken...)
	g.board.Put(board.Empty, t.Points...)
	g.turns, g.taken = g.turns[:i], g.taken[:i]
	if g.past != nil {
		g.past.undo()
	}
	return true
}
