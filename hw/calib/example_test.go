package calib_test

import (
	"fmt"

	"stonehand/hw"
	"stonehand/hw/calib"
)

// A board whose sensors are mirrored left to right.
func ExampleLens() {
	lens := calib.NewLens(calib.Calibration{
		Board:   calib.Board{Cols: 3, Rows: 1},
		Sensors: calib.Orientation{Mirror: true},
	})
	fmt.Println(lens.Frame([]hw.State{hw.Empty, hw.White, hw.Black}))
	// Output:
	// [black white empty]
}
