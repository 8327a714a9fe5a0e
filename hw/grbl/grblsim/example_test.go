package grblsim_test

import (
	"fmt"
	"time"

	"stonehand/hw/grbl/grblsim"
)

// A controller that was just switched on: nobody knows where its arm is.
func ExampleNew() {
	m, err := grblsim.New(grblsim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m.Advance(time.Second)
	fmt.Println(m.State(), m.Homed())
	// Output: Alarm false
}
