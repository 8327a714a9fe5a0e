package serialport_test

import (
	"context"
	"fmt"

	"stonehand/hw/serialport"
)

// A line is found again at each attempt: what is not there now may be there later.
func ExampleNew() {
	dial, err := serialport.New("board", "/dev/no-such-port", 115200)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = dial(context.Background())
	fmt.Println(err)
	// Output: there is no device at /dev/no-such-port; is the board plugged in? (no such file or directory)
}
