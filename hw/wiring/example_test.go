package wiring_test

import (
	"fmt"

	"stonehand/hw/wiring"
)

// A strip that runs to and fro over 3x2 points, with one unused LED at the bend.
func ExampleLayout() {
	points, err := wiring.Layout{Start: "lower-left", Along: "rows", Serpentine: true, Spare: 1}.Points(3, 2)
	fmt.Println(points, err)
	// Output:
	// [0 1 2 -1 5 4 3] <nil>
}
