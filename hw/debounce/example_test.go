package debounce_test

import (
	"fmt"
	"time"

	"stonehand/hw"
	"stonehand/hw/debounce"
)

// A point takes a new value when 3 of its last 5 frames agree.
func ExampleFilter() {
	filter, err := debounce.New(1, 3, 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	bouncing := []hw.State{hw.Empty, hw.Empty, hw.Empty, hw.Black, hw.Empty, hw.Black, hw.Black}
	for i, state := range bouncing {
		frame := hw.Frame{At: start.Add(time.Duration(i) * 20 * time.Millisecond), Points: []hw.State{state}}
		if settled, changed := filter.Step(frame); changed {
			fmt.Println(i, settled.Points[0])
		}
	}
	// Output:
	// 2 empty
	// 6 black
}
