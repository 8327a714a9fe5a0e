package sgf_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

// A game of Connect6 has two stones per turn after the first.
func ExampleReadAny() {
	record, err := sgf.ReadAny([]byte("(;GM[511]FF[4]SZ[19]PB[Anna]PW[Bo];B[j10];W[k10];W[k11])"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(record.Black, "against", record.White)
	for _, turn := range record.Turns {
		fmt.Println(turn.Color, turn.Points)
	}
	// Output:
	// Anna against Bo
	// black [J10]
	// white [K10 K11]
}

// A file that somebody's program broke is read as far as it makes sense.
func ExampleFormat_Read() {
	c, err := sgf.Format{}.Read([]byte("(;SZ[9]C[see [1] here];B[ee];w[gc]"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range c.Problems {
		fmt.Println(p)
	}
	fmt.Printf("%s\n", sgf.Format{}.Write(c))
	// Output:
	// line 1, column 16: a "]" in a text lacks the backslash before it; it is read as part of the text
	// line 1, column 30: "w" is not a property: a name begins with an upper-case letter; it is read as W
	// line 1, column 35: the file ends, and the ")" for the "(" at line 1, column 1 is missing; what is open is closed there
	// (;SZ[9]C[see [1\] here];B[ee];w[gc])
}

// The main line of a game of Go, with two handicap stones and a pass.
func ExampleSteps() {
	games, err := sgf.Read([]byte("(;GM[1]SZ[9]HA[2]KM[0.5]PB[Anna]PW[Bo]AB[gc][cg];W[ee];B[])"))
	if err != nil {
		fmt.Println(err)
		return
	}
	info, _ := games[0].Info()
	fmt.Println(info.Black, "against", info.White, "on", info.Size, "with", info.Handicap, "stones and komi", info.Komi)
	steps, _ := sgf.Steps(info.Size, games[0].Main())
	for _, s := range steps {
		switch {
		case s.Color == board.Empty:
			fmt.Println("black stands on", s.Black)
		case s.Point == board.Nowhere:
			fmt.Println(s.Color, "passes")
		default:
			fmt.Println(s.Color, "plays", s.Point)
		}
	}
	// Output:
	// Anna against Bo on 9x9 with 2 stones and komi 0.5
	// black stands on [G7 C3]
	// white plays E5
	// black passes
}

// A label and a territory are added to a node; what it held stays as it was.
func ExampleNode_SetMarks() {
	size := board.Size{Cols: 9, Rows: 9}
	games, err := sgf.Read([]byte("(;SZ[9]C[the end]XY[private])"))
	if err != nil {
		fmt.Println(err)
		return
	}
	root := &games[0].Nodes[0]
	root.SetMarks(size, sgf.Marks{
		Labels:         []sgf.Label{{At: board.At(4, 4), Text: "A"}},
		BlackTerritory: []board.Point{board.At(0, 8), board.At(1, 8), board.At(0, 7), board.At(1, 7)},
	})
	fmt.Printf("%s", sgf.Write(games))
	// Output:
	// (;SZ[9]C[the end]XY[private]TB[aa:bb]LB[ee:A])
}
