package recording_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"stonehand/hw"
	"stonehand/hw/recording"
)

// Equal frames share a line of the file, and come back one by one.
func ExampleEncoder() {
	var file bytes.Buffer
	start := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	e, err := recording.NewEncoder(&file, start, "a board of one point")
	if err != nil {
		fmt.Println(err)
		return
	}
	up := &hw.Link{At: start, Up: true, Board: hw.Geometry{Cols: 1, Rows: 1, Colors: true}}
	if err := e.Write(recording.Event{At: start, Reading: hw.Reading{Link: up}}); err != nil {
		fmt.Println(err)
	}
	for i, state := range []hw.State{hw.Empty, hw.Empty, hw.Black} {
		frame := &hw.Frame{At: start.Add(time.Duration(i) * 20 * time.Millisecond), Points: []hw.State{state}}
		if err := e.Write(recording.Event{At: frame.At, Reading: hw.Reading{Frame: frame}}); err != nil {
			fmt.Println(err)
		}
	}
	if err := e.Flush(); err != nil {
		fmt.Println(err)
	}
	d := recording.NewDecoder(&file)
	for {
		event, err := d.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		if event.Reading.Frame != nil {
			fmt.Println(event.At.Sub(start), event.Reading.Frame.Points)
		}
	}
	// Output:
	// 0s [empty]
	// 20ms [empty]
	// 40ms [black]
}
