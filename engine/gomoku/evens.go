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
M4 O7 O8
K2 O1 M1
B11 G15 A8
B11 A7 A10
N9 O11 O10
M12 O9 O13
O10 J14 K9
B11 E15 A13
H15 C15 E14
B8 C10 D11
B7 A2 A7
O6 O7 N5
N13 O15 M14
E2 J1 I1
G14 I15 H15
H15 K15 M10
N9 O11 O14
N7 O10 N2
O1 O5 M4
G11 B10 F15
D15 A14 B10
J5 K8 H2
M15 L13 J10
F2 A5 B1
M13 O8 O13
H14 H12 F12
F7 D9 D11
D3 E6 F5
D9 B8 B14
B9 A5 A9`,
	game.Standard().Title: `
G10 F10 E6
K15 N15 I15
N9 O5 O14
C8 E12 F10
D8 C4 E13
H10 J11 G13
N15 M13 J12
K2 H1 I1
J15 M15 N11
I11 L13 J15
B7 A2 A7
H8 J7 L10
F10 I7 G7
N10 O7 O10
N9 O5 O7
M12 H13 H9
E9 J10 H5
I1 N1 K1
F2 A5 B1
B10 A14 A5
G5 D5 E2
F1 A1 I1
C13 G15 A13
E2 A1 C1
B11 C15 A7
J14 L15 M15
D3 E6 F5
K15 N12 L10
N11 M15 O9
E2 A1 J1
J15 F15 N11
C13 F15 A10`,
	game.Renju().Title: `
C4 A6 F1
H13 F15 E15
O6 K1 O4
C5 A3 D1
H15 G15 E13
L2 O3 G2
N12 I15 N14
B11 A7 A10
G8 F7 D7
E8 B3 A11
M14 K14 L12
I4 I2 M3
D13 I15 A13
B10 A6 D14
C12 F15 B7
C12 A15 H15
K3 I1 F1
F1 J1 K3
G4 D2 B7
M12 H15 L15
N6 M6 J8
H14 D15 L14
L13 O13 I15`,
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
