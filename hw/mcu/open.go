package mcu

import (
	"fmt"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw/serialport"
)

// MaxBaud is the highest line speed that Serial accepts.
const MaxBaud = serialport.MaxBaud

// Serial returns a Dial for the serial port at address, a device's path or a USB
// identity, as [serialport.New] explains. baud is the line's speed; 0 is the
// protocol's, 115200.
func Serial(address string, baud int) (Dial, error) {
	if baud == 0 {
		baud = protocol.BaudRate
	}
	dial, err := serialport.New("board", address, baud)
	if err != nil {
		return nil, fmt.Errorf("mcu: %w", err)
	}
	return Dial(dial), nil
}
