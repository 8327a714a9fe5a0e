package pointmap_test

import (
	"fmt"

	"stonehand/cmd/internal/pointmap"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// A board whose sensors are mirrored left to right, and a game on the points in its middle.
func ExampleMap() {
	m := pointmap.Map{Board: board.Size{Cols: 5, Rows: 1}, Game: board.Size{Cols: 3, Rows: 1}}
	m.Lie(&calib.Calibration{Board: calib.Board{Cols: 5, Rows: 1}, Sensors: calib.Orientation{Mirror: true}})
	fmt.Println(m.Frame([]hw.State{hw.Empty, hw.Empty, hw.White, hw.Black, hw.Empty}))
	// Output:
	// [black white empty]
}
