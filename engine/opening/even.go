package opening

import (
	"slices"
	"strings"

	"stonehand/engine/board"
)

// evens are openings of Connect6 for [Swap], on 19x19: Black's stone and White's two,
// after which long searches find the sides even. "stonehand study even" prints them.
const evens = `
P4 M6 P3
L4 K7 K5
L16 J13 L13
O9 O10 N11
P5 P8 O7
D14 F11 G13
K10 J11 I10
O15 O14 N13
P12 M11 O9
F12 I13 I11
M4 K7 N7
E16 D15 G13
O6 N6 L9
L13 N13 N11
E12 H12 H13
I5 J8 K7
N15 K12 N14
P4 P7 O6
P12 N14 N13
L4 J5 J6
L4 I5 J4
D12 F10 G12
F14 H14 H12
N5 N6 L6
P4 M7 O4
I4 L5 K4
F15 H14 G12
P8 N7 O6
P4 N7 O3
N5 N7 O6
N15 M13 N14
H11 H10 G11
D14 F14 E13
O8 L8 M9
H8 H7 G8
H15 J13 J15
M16 L15 L14
P7 N9 M9
P5 O4 N8
H16 J13 J14
O16 L13 P13
O11 M12 L11
L15 K12 J13
E4 G6 H3
F16 F13 D15
I5 J8 L6
F15 E12 F12
`

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
	for line := range strings.Lines(strings.TrimSpace(evens)) {
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
