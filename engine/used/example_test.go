package used_test

import (
	"fmt"

	"stonehand/engine/used"
)

func ExampleWhile() {
	table := used.While(func() *[1 << 10]int {
		fmt.Println("made")
		return new([1 << 10]int)
	})
	mine, yours := table(), table()
	fmt.Println(mine == yours)
	// Output:
	// made
	// true
}
