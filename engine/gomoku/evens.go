package gomoku

import (
	"strings"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// evens are openings for swap2 by the names of their rules, on 15x15: a black stone, a white
// one and a black one, of which long searches hold neither side better. "stonehand study
// even --rules GAME --tries 2500 --long 600000 --most 12" prints them.
var evens = map[string]string{
	game.Freestyle().Title: `
D10 B10 I15
N9 O5 O14
F14 G15 F15
A5 A7 D2
M12 O9 O13
M6 N3 O1
M13 O13 O9
O11 O15 O13
B10 A12 A13
K12 I13 H14
H10 J11 G13
I11 D14 N11
B1 F1 C4
D13 E15 A15
D3 E1 B1
N8 O13 O3
J4 H9 I7
B8 C10 D11
K1 F1 N6
B14 A14 D14
A7 A12 A6
B12 A7 A12
E3 C5 C7
C1 A2 E1
L4 K3 G8
O7 O10 M12
G1 G2 J5
I1 F1 M3
E2 J1 I1
M13 O13 J15`,
	game.Standard().Title: `
C8 E12 F10
A4 A9 A6
A5 A7 D2
M12 O9 O13
M6 N3 O1
I14 D15 N15
B1 F1 C4
B5 A6 A10
N11 O6 O11
E2 A1 A3
D3 E1 B1
F3 D2 E1
G4 D7 F7
K1 F1 N6
B14 A14 D14
B12 A7 A12
C1 A2 E1
N5 O8 K1
M3 N1 O3
O7 O10 M12
D3 A7 C1
I13 K14 N11
I6 M9 L11`,
	game.Renju().Title: `
A10 B13 A9
M4 O7 O8
H13 F15 E15
O6 K1 O4
B14 C15 A10
L6 N7 N3
N5 O4 L1
H15 G15 E13
L2 O3 G2
A4 A9 A6
N12 I15 N14
F10 I10 E7
H2 K1 L2
L2 M1 O7
D2 A3 I1
G8 F7 D7
A8 A5 D3
N11 L15 O11
E2 D1 A7
C12 A13 A12
H14 E15 H15
A7 A12 A6
O11 O7 O13
F5 H4 G8
M6 N2 O5
H10 K9 G7
N5 O3 O9
L13 O8 O11`,
}

// wide are those openings as steps from the middle, by the names of their rules.
var wide = sync.OnceValue(func() map[string][][3][2]int {
	all := map[string][][3][2]int{}
	size := game.Freestyle().Board
	mid := size.Center()
	for rules, list := range evens {
		for line := range strings.Lines(strings.TrimSpace(list)) {
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
