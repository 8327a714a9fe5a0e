package tactics

import (
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// Finished games; the stones that are dead have small letters.
func TestDeadStones(t *testing.T) {
	for name, text := range map[string]string{
		"a stone in a corner, one in the middle of a territory": `
o.X.OO...
..X.O....
..XXO..x.
...XO....
.o.XO....
...XO....
...XOO...
.XXX.O...
...X.O...`,
		"a three-point eye with a stone in its middle": `
.........
..X...X..
.........
XXXXXXXXX
OOOOOOOOO
xxxxOOOOO
.O.xO....
xxxxO..O.
OOOOO....`,
		"a seki, and living groups around it": `
.........
.X..X..X.
.........
.........
XXXXXXXXX
XOOOOOOOX
XO.XXX.OX`,
		"a bent four in the corner": `
...O...O..
.O...O....
....O...O.
OOO.......
xxOO......
.xxO......
O.xO..O...
OOxO......`,
		"a stone that a dead group has enclosed": `
OOOOOOO..
OxxxxxO..
Ox.O.xO.O
OxxxxxO..
OOOOOOOOO
.........
..O...O..
.........
XXXXXXXXX
.........
..X...X..`,
	} {
		rows := strings.Fields(text)
		b, _ := diagram(strings.ToUpper(text))
		var want weiqi.Set
		for i, r := range rows {
			for x, c := range r {
				if c == 'x' || c == 'o' {
					want.Add(board.At(x, len(rows)-1-i))
				}
			}
		}
		got := NewSolver().Dead(b)
		for i := range b.Size().Count() {
			if p := b.Size().Point(i); got.Has(p) != want.Has(p) {
				t.Errorf("%s: %v dead is %v, want %v", name, p, got.Has(p), want.Has(p))
			}
		}
	}
}
