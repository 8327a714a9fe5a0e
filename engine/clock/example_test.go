package clock_test

import (
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
)

// A clock never reads the time: it is passed in.
func ExampleClock() {
	control, err := clock.Parse("10m+5s")
	if err != nil {
		fmt.Println(err)
		return
	}
	k := clock.New(control)
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	k.Run(now, board.Black)
	now = now.Add(20 * time.Second)
	k.Press(now, board.Black)
	k.Run(now, board.White)
	fmt.Println(clock.Short(k.Side(now, board.Black).Main), clock.Short(k.Side(now, board.White).Main))
	fmt.Println(k.Falls().Sub(now))
	// Output:
	// 9m45s 10m
	// 10m0s
}
