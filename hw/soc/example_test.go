package soc_test

import (
	"fmt"

	"stonehand/hw/soc"
)

// What "vcgencmd get_throttled" printed.
func ExampleThrottle_Names() {
	fmt.Println(soc.Throttle(0x50005 & 0xF).Names())
	// Output: [under-voltage throttled]
}
