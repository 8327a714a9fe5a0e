package opening

import (
	_ "embed"
	"slices"
	"strings"

	"stonehand/engine/board"
)

// evens are openings of Connect6 for [Swap], on 19x19: Black's stone and White's two,
// after which long searches find the sides even. "stonehand study even" prints them.
//
//go:embed even.txt
var evens string

// evenBoard is what those openings lie on.
var evenBoard = board.Size{Cols: 19, Rows: 19}

// Evens lists openings of Connect6 for [Swap] after which the sides are about even, as
// Black's stone and White's two, turned in all ways; of those only the ones that hold
// the stones put down already, Black's first. It is empty on other boards than 19x19.
func Evens(size board.Size, put []board.Point) [][3]board.Point {
	var all [][3]board.Point
	if size != evenBoard {
		return nil
	}
	for line := range strings.Lines(evens) {
		for s := range size.Symmetries() {
			var three [3]board.Point
			for i, name := range strings.Fields(line) {
				p, err := size.Parse(name, board.Algebraic)
				if err != nil {
					panic(err)
				}
				three[i] = size.Turn(p, s)
			}
			lacks := func(p board.Point) bool { return !slices.Contains(three[1:], p) }
			if len(put) == 0 || put[0] == three[0] && !slices.ContainsFunc(put[1:], lacks) {
				all = append(all, three)
			}
		}
	}
	return all
}
