package sgf_test

import (
	"fmt"

	"stonehand/engine/sgf"
)

// A game of Connect6 has two stones per turn after the first.
func ExampleReadConnect6() {
	record, err := sgf.ReadConnect6([]byte("(;GM[511]FF[4]SZ[19]PB[Anna]PW[Bo];B[j10];W[k10];W[k11])"))
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
