package gpiochip_test

import (
	"fmt"

	"stonehand/hw/gpiochip"
)

func ExampleParse() {
	line, ok := gpiochip.Parse("gpiochip0:17")
	fmt.Println(line.Chip, line.Offset, ok)
	fmt.Println(gpiochip.Valid("GPIO17"), gpiochip.Valid("pin 11"))
	// Output:
	// /dev/gpiochip0 17 true
	// true false
}
