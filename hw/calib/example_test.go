package calib_test

import (
	"fmt"

	"stonehand/hw/calib"
)

// Sensors that were mounted a quarter turned: the first of them lies under the upper
// left corner.
func ExampleOrientation_Board() {
	o := calib.Orientation{Quarters: 1}
	p := o.Board(0, 19, 19)
	fmt.Printf("column %d, row %d\n", p%19+1, p/19+1)
	// Output: column 1, row 19
}
