package devnode_test

import (
	"fmt"

	"stonehand/hw/devnode"
)

func ExampleSystem_Examine() {
	for _, f := range (devnode.System{}).Examine("board", "/dev/no-such-port") {
		fmt.Println(f.Device, f.Health, f.Text)
	}
	// Output: board bad /dev/no-such-port is not there
}
