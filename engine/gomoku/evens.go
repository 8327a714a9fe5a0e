package gomoku

import (
	_ "embed"
	"strings"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// evens are openings for swap2 on 15x15, a part for each game: the name of its rules, then in
// each line a black stone, a white one and a black one, of which long searches hold neither
// side better. "stonehand study even --rules GAME --tries 2500 --long 600000 --most 12"
// prints them.
//
//go:embed evens.txt
var evens string

// wide are those openings as steps from the middle, by the names of their rules.
var wide = sync.OnceValue(func() map[string][][3][2]int {
	all := map[string][][3][2]int{}
	size := game.Freestyle().Board
	mid := size.Center()
	for list := range strings.SplitSeq(evens, "\n\n") {
		rules, list, _ := strings.Cut(list, "\n")
		for line := range strings.Lines(list) {
			var steps [3][2]int
			for i, name := range strings.Fields(line) {
				p, err := size.Parse(name, board.Algebraic)
				if err != nil {
					panic(err)
				}
				steps[i] = [2]int{p.X() - mid.X(), p.Y() - mid.Y()}
			}
			all[rules] = append(all[rules], steps)
		}
	}
	return all
})
