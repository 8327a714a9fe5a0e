package study_test

import (
	"fmt"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/study"
	"stonehand/engine/board"
)

// White is about to be captured at the edge of a board of 5x5.
func ExampleRead() {
	at, err := study.Read(&api.StudyOrder{Size: board.Size{Cols: 5, Rows: 5}, Stones: ".b...bw..........b.......", ToMove: board.Black})
	fmt.Println(at.ToMove, err)
	// Output: black <nil>
}
