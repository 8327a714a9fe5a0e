// Package protocol is the wire between a board's microcontroller and the host:
// frames, their check, and every message that travels in them. README.md in
// this folder is the specification; the C codec beside it and this package are
// held against the same vectors.
//
// A host feeds whatever bytes arrive to a [Decoder], turns each [Frame] into a
// typed [Message] with [Unmarshal], and writes what [Append] makes of the
// messages it sends. Nothing here does I/O, keeps time or starts goroutines.
//
// # Vocabulary
//
//   - A frame is one message with its header and check, between two delimiters.
//   - A command is what the host asks; it has a sequence number of its own and is
//     answered by exactly one frame whose Ack is that number.
//   - A report is what the board says unasked; its Ack is 0.
//   - A scan number names one reported state of the whole grid; it grows by one
//     with every reported change, and wraps from 65535 to 0.
//   - A boot number is drawn again by the board at each start.
package protocol

import "time"

// The protocol's version. Boards and hosts of one Major understand each other;
// Minor grows when messages or trailing fields are added.
const (
	Major = 1
	Minor = 3
)

// The timing rules of the wire.
const (
	// PingEvery is how often the board sends a PING.
	PingEvery = time.Second
	// MissedPings is how many pings in a row may fail before a side calls the
	// other lost: the board counts its own unanswered ones, the host counts
	// silent intervals of PingEvery.
	MissedPings = 3
	// RetryAfter is how long the host waits for an answer before it sends the
	// same command, with the same sequence number, again.
	RetryAfter = 500 * time.Millisecond
	// GiveUpAfter is how long after first sending a command the host calls the
	// link lost when no answer came.
	GiveUpAfter = 5 * time.Second
	// BaudRate is the line's speed unless both sides were built for another:
	// 8 data bits, no parity, 1 stop bit.
	BaudRate = 115200
)

// Sequence hands out the sequence numbers of one sender. The zero Sequence is
// ready to use.
type Sequence uint8

// Next returns the next number, from 1 to 255; 0 is never used, because as an
// acknowledgement it means "answers nothing".
func (s *Sequence) Next() uint8 {
	*s = max(*s+1, 1)
	return uint8(*s)
}
