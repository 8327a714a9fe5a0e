package five

import (
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// The state of threats tells the side to move's from the other's, and says whether the
// other is about to make a straight four.
func TestThreats(t *testing.T) {
	// Numbers of one side: 9 for points that make two threes, 3 and 6 for some and many
	// that make a four, 1 and 2 for those that make a three.
	for _, c := range []struct {
		name, black, white string
		mine, theirs       int // Black's and White's
		about              bool
	}{
		{"nothing", "H8", "O15", 0, 0, false},
		{"a two", "H8 I8", "O15", 1, 0, false},
		{"a two of White", "O15", "H8 I8", 0, 1, false},
		{"two twos apart", "H8 I8 E2 F2", "O15", 2, 0, false},
		{"two sleeping threes", "G8 H8 I8 G2 H2 I2", "F8 F2", 6, 0, false},
		{"a two beside a stone", "H8 I8", "F8", 1, 0, false},
		{"a sleeping three", "G8 H8 I8", "F8", 3, 0, false},
		{"a three to answer", "A1", "G8 H8 I8", 0, 3, true},
		{"two twos that meet", "H8 I8 G6 G5", "O15", 9 + 2, 0, false},
	} {
		e := engineAt(t, game.FiveOrMore, c.black, c.white)
		about := 0
		if c.about {
			about = 1
		}
		if got, want := e.Threats(board.Black), (c.mine*SideThreats+c.theirs)*2+about; got != want {
			pair := got / 2
			t.Errorf("%s: Black %d, White %d, about %d; want %d, %d, %d", c.name, pair/SideThreats, pair%SideThreats, got%2, c.mine, c.theirs, about)
		}
	}
}
