package hw_test

import (
	"context"
	"fmt"

	"stonehand/hw"
	"stonehand/hw/sim"
)

// Whatever a board is made of, it reports frames until its context ends.
func ExampleSensor() {
	board, err := sim.New(sim.Settings{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := board.Put(180, hw.Black); err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	readings, done := make(chan hw.Reading), make(chan error, 1)
	var sensor hw.Sensor = board
	go func() { done <- sensor.Sense(ctx, readings) }()
	for r := range readings {
		if r.Frame != nil {
			fmt.Println(len(r.Frame.Points), r.Frame.Points[180])
			break
		}
	}
	stop()
	<-done
	// Output:
	// 361 black
}
