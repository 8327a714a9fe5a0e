package sim_test

import (
	"context"
	"fmt"

	"stonehand/hw"
	"stonehand/hw/sim"
)

// A board of 3x3 points, a stone on the middle one, and what its sensors say.
func ExampleBoard_Sense() {
	b, err := sim.New(sim.Settings{Board: hw.Geometry{Cols: 3, Rows: 3, Colors: true}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := b.Put(4, hw.Black); err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	readings := make(chan hw.Reading)
	ended := make(chan error)
	go func() { ended <- b.Sense(ctx, readings) }()
	for r := range readings {
		if r.Frame != nil && r.Frame.Points[4] != hw.Empty {
			fmt.Println(r.Frame.Points[4])
			cancel()
			break
		}
	}
	fmt.Println(<-ended)
	// Output:
	// black
	// <nil>
}
