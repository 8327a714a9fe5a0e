package console

import (
	"fmt"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/hybrid"
)

// help is the answer to "help".
var help = `A point is two letters A-S, column and row: JJ is the centre. A turn is two points, JJKK;
a lone stone is JJ, JJ@@ or JJJJ.

name?, name        answers: name Stonehand
new black          a new game; Stonehand is Black and answers its first move
new white          a new game; Stonehand waits for Black's move
move JJKK          the opponent's turn; answers: move XXXX
black JJKK         sets black stones
white JJKK         sets white stones
next               plays for the side to move; answers: move XXXX
undo, take back    takes one turn back
go MS J10 K11 ...  a game in one line, its stones in order of play; answers within MS
                   milliseconds: move A1 B2
time MS            milliseconds for a move
clock MS [MS]      milliseconds left for the game, and what every turn of ours adds;
                   in place of "time", until "clock 0"; a new game begins with as much
depth N            turns looked ahead at most
width N            turns looked at in one position
nodes N            turns tried for a move at most; 0: any number
threads N          1 to 64; with one, the same search finds the same
hash MB            memory for positions already searched, in MiB
mix NAME           ` + hybrid.MixNames() + `
vcf, unvcf         looks for forced wins first, or does not
error              the last answer was refused
print              shows the board
about, bench       what this is, and how fast it is here
end                ends the game; cuts the thinking short
quit, exit         leaves; cuts the thinking short

Once a game is over, move and next answer: end black, end white, end draw; after "end"
from outside: end unfinished. What cannot be done is answered: error: SENTENCE
`

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
