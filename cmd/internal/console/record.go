package console

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// rules are the rules of every game here.
var rules = game.Connect6()

// record is a game as a front end tells it: turns played in order, and stones
// set in any order and number. The zero record is not usable; see newRecord.
type record struct {
	board  game.Board
	count  [3]int // stones by colour
	turns  []turn
	result game.Result
}

// turn is what one undo takes back.
type turn struct {
	color  board.Color
	points []board.Point
	before game.Result // how the game stood before it
}

func newRecord() record { return record{board: game.Board{Size: rules.Board}} }

// due says who is to move and how many stones the turn still takes, by the
// numbers of stones on the board alone: after whole turns in their order, 1, 2,
// 2, ..., that is whose turn it is; after stones set otherwise it is the side
// with fewer stones. With as many stones of both the last turn is half played:
// by White if the number is odd, by Black if it is even. Once the game is over
// nobody is to move.
func (r *record) due() (board.Color, int) {
	if r.result.Over {
		return board.Empty, 0
	}
	free := r.board.Size.Count() - r.board.Count
	switch black, white := r.count[board.Black], r.count[board.White]; {
	case black > white:
		return board.White, min(2, free)
	case black < white:
		return board.Black, min(2, free)
	case black%2 == 1:
		return board.White, 1
	}
	return board.Black, 1
}

// play plays a turn for the side to move, or says why it cannot be played and
// changes nothing. A turn may stop short if it wins.
func (r *record) play(points []board.Point) error {
	color, n := r.due()
	if color == board.Empty {
		return game.ErrOver
	}
	if err := r.check(points); err != nil {
		return err
	}
	switch {
	case len(points) > n:
		return fmt.Errorf("%s's turn takes one stone here, not two: write it like %s@@", color, r.name(points[0]))
	case len(points) < n && !r.wins(color, points):
		return fmt.Errorf("%s's turn takes two stones, and %s is only one", color, r.name(points[0]))
	}
	r.add(color, points)
	return nil
}

// set puts stones of one colour down, whichever side is to move, or says why they
// cannot be put and changes nothing.
func (r *record) set(color board.Color, points []board.Point) error {
	if err := r.check(points); err != nil {
		return err
	}
	r.add(color, points)
	return nil
}

// check says why stones cannot be put on distinct points.
func (r *record) check(points []board.Point) error {
	for _, p := range points {
		if c := r.board.Stones[p]; c != board.Empty {
			return fmt.Errorf("%s is taken by a %s stone", r.name(p), c)
		}
	}
	return nil
}

// wins reports whether stones of a colour on empty points win by themselves.
func (r *record) wins(color board.Color, points []board.Point) bool {
	for _, p := range points {
		r.board.Stones[p] = color
	}
	result := rules.Result(&r.board, game.Turn{Color: color, Points: points})
	for _, p := range points {
		r.board.Stones[p] = board.Empty
	}
	return result.Over && result.Winner == color
}

// add puts stones on empty points. They belong to the last turn if that was the
// same side's and is still short of a stone, else they are a turn of their own.
func (r *record) add(color board.Color, points []board.Point) {
	side, n := r.due()
	last := len(r.turns) - 1
	if last >= 0 && r.turns[last].color == color && len(r.turns[last].points) == 1 &&
		side == color && n == 1 && len(points) == 1 {
		r.turns[last].points = append(r.turns[last].points, points...)
	} else {
		r.turns = append(r.turns, turn{color, slices.Clone(points), r.result})
	}
	for _, p := range points {
		r.board.Stones[p] = color
	}
	r.board.Count += len(points)
	r.count[color] += len(points)
	if !r.result.Over {
		r.result = rules.Result(&r.board, game.Turn{Color: color, Points: points})
	}
}

// undo takes the last turn back and reports whether there was one.
func (r *record) undo() bool {
	last := len(r.turns) - 1
	if last < 0 {
		return false
	}
	t := r.turns[last]
	for _, p := range t.points {
		r.board.Stones[p] = board.Empty
	}
	r.board.Count -= len(t.points)
	r.count[t.color] -= len(t.points)
	r.turns, r.result = r.turns[:last], t.before
	return true
}

// position is what a player is asked about; the game must not be over.
func (r *record) position() player.Position {
	at := player.Position{Rules: rules}
	for _, t := range r.turns {
		at.Turns = append(at.Turns, game.Turn{Color: t.color, Points: t.points})
	}
	at.ToMove, at.Due = r.due()
	return at
}

// name writes a point as the protocol does.
func (r *record) name(p board.Point) string { return r.board.Size.Name(p, board.Pair) }

// help is the answer to "help", with the names of the mixes to be filled in.
//
//go:embed help.txt
var help string

// marks are what "print" shows for a colour.
var marks = [...]byte{board.Empty: '.', board.Black: 'X', board.White: 'O'}

// String draws the board for people, with the rows' letters on the left and
// their numbers on the right, and says how the game stands.
func (r *record) String() string {
	var b strings.Builder
	size := r.board.Size
	for y := size.Rows - 1; y >= 0; y-- {
		b.WriteByte(r.name(board.At(0, y))[1])
		for x := range size.Cols {
			b.WriteByte(' ')
			b.WriteByte(marks[r.board.Stones[board.At(x, y)]])
		}
		fmt.Fprintf(&b, " %d\n", y+1)
	}
	b.WriteByte(' ')
	for x := range size.Cols {
		b.WriteByte(' ')
		b.WriteByte(r.name(board.At(x, 0))[0])
	}
	b.WriteByte('\n')
	if n := len(r.turns); n > 0 {
		fmt.Fprintf(&b, "last turn: %s %s\n", r.turns[n-1].color, joined(r.turns[n-1].points, false))
	}
	color, n := r.due()
	switch {
	case color != board.Empty:
		fmt.Fprintf(&b, "to move: %s (X is black, O is white), stones: %d\n", color, n)
	case r.result.Winner == board.Empty:
		b.WriteString("the game is a draw\n")
	default:
		fmt.Fprintf(&b, "%s has won (X is black, O is white)\n", r.result.Winner)
	}
	return b.String()
}
