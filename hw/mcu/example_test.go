package mcu_test

import (
	"context"
	"fmt"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
	"stonehand/hw/mcu"
)

// A board on a serial line reports its size first, and then its stones. A program
// dials with mcu.Serial("/dev/ttyACM0", mcu.DefaultBaud).
func ExampleBoard() {
	device := hwtest.NewBoard(protocol.Caps{Cols: 9, Rows: 9})
	device.Put(40, protocol.Black)
	board, err := mcu.New(device.Dial, mcu.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	readings, done := make(chan hw.Reading), make(chan error, 1)
	go func() { done <- board.Sense(ctx, readings) }()
	for r := range readings {
		if r.Link != nil && r.Link.Up {
			fmt.Println(r.Link.Board.Cols, "columns,", r.Link.Board.Rows, "rows")
		}
		if r.Frame != nil {
			fmt.Println(r.Frame.Points[40])
			break
		}
	}
	stop()
	<-done
	device.Wait()
	// Output:
	// 9 columns, 9 rows
	// black
}
