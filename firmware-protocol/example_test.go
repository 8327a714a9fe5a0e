package protocol_test

import (
	"fmt"

	protocol "stonehand/firmware-protocol"
)

// A frame that was damaged on the line is dropped; the next one is read again.
func ExampleDecoder() {
	ping, err := protocol.Append(nil, 1, 0, protocol.HostPing{})
	if err != nil {
		fmt.Println(err)
		return
	}
	damaged := append([]byte(nil), ping...)
	damaged[2] ^= 0x40
	var d protocol.Decoder
	d.Feed(append(damaged, ping...), func(f protocol.Frame) { fmt.Println("frame", f.Seq, "of version", f.Version) })
	// Output:
	// frame 1 of version 1
}
