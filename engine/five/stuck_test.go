package five

import (
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
)

// stuck is a board with White to move on which every point that White's three at H8 leaves
// is forbidden to Black: the game is then over, and drawn.
const stuck = `
XOOOXOOXXXOOOXO
XXOXOXOOXOOOXOO
OXOOXXXOOOXXXOX
OXXOOOXOXXOOXOX
OXOOXXXOXXXOXXX
OOOOXOOXXXOOOOX
XXOXXXOOXXOOOXO
XOOX.OO...XXOXO
XXXOXOOOXXXOOXO
OOOOXXXXXXXXXXX
OOOXXXOXXXOXXOX
XXXXOXOOXOXOXXO
OXXXOOOXXOOOOXO
OOXXOXOXXXOXOXX
OXXOXOXOXOXXOOO`

// TestNothingIsWonOfAGameThatIsOver: a three that leaves Black no allowed point ends the
// game before the four.
func TestNothingIsWonOfAGameThatIsOver(t *testing.T) {
	e := atStuck()
	if f := e.Search(t.Context(), board.White, limit.Limits{Nodes: 100000}, nil); f.Proved || f.Score >= Proved {
		t.Errorf("%+v", f)
	}
}

// A search values a game that Black cannot go on with as the rules do: as a draw, where
// White has no five.
func TestStuckIsADraw(t *testing.T) {
	e := atStuck()
	e.Put(board.At(7, 7), board.White)
	e.clock.Start(t.Context(), limit.Limits{Nodes: 1000}, time.Now)
	if v := e.search(board.Black, 2*stone, 1, -infinity, infinity, false); v != 0 {
		t.Errorf("worth %d", v)
	}
}

// atStuck returns an engine at the position.
func atStuck() *Engine {
	size := board.Size{Cols: 15, Rows: 15}
	e := New(size, game.Renju().Wins, time.Now)
	for y, row := range strings.Fields(stuck) {
		for x, c := range row {
			if c != '.' {
				e.Put(board.At(x, size.Rows-1-y), map[rune]board.Color{'X': board.Black, 'O': board.White}[c])
			}
		}
	}
	return e
}
