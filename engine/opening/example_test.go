package opening_test

import (
	"fmt"

	"stonehand/engine/opening"
)

func ExampleParse() {
	kind, err := opening.Parse("swap2")
	fmt.Println(kind, err)
	_, err = opening.Parse("swap3")
	fmt.Println(err != nil)
	// Output:
	// swap2 <nil>
	// true
}
