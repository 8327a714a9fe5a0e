package strip_test

import (
	"fmt"

	"stonehand/hw/strip"
)

// What 361 dark LEDs and one that is white at full take of the supply, in mA.
func ExampleBudget_Current() {
	pixels := make([]byte, 3*362) // red, green and blue of each
	copy(pixels, []byte{255, 255, 255})
	fmt.Println(strip.Budget{Channel: 20, Idle: 1}.Current(pixels, 3))
	// Output: 422
}
