package matrix_test

import (
	"fmt"

	"stonehand/hw/matrix"
)

// Two sensors for each of 19x19 points, on 74HC165 that an SPI port clocks: White's
// begin on a chip of their own.
func ExampleNewChain() {
	chain, err := matrix.NewChain(&matrix.SPI{Path: "/dev/spidev0.0"}, matrix.ChainOptions{Places: 361, Planes: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chain.Chips(), "chips on", chain)
	fmt.Println(matrix.Fits(chain, []int{0, 1, 2}, 2))
	// Output:
	// 92 chips on /dev/spidev0.0
	// <nil>
}
