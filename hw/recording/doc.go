// Package recording keeps what a board's sensor reported, raw and with its times,
// and gives it back: to settle what happened in a dispute, to send in a fault, and
// as test data. docs/recordings.md is for people; this is the format.
//
// # Format
//
// A recording is text in UTF-8, one record a line, each line ended by a line feed.
// What a cut file has left of its last line is ignored, so a file that was cut is
// good up to the cut. It begins with
//
//	stonehand-recording 1
//	at 2026-11-21T19:28:28.123Z
//
// the version of the format and the time from which times are counted. The same two
// lines may come again, where the recording was begun again: nothing that came
// before them counts from there on. Lines that begin with # and empty lines say
// nothing. All other lines begin with a time, in whole milliseconds since the record
// before:
//
//	+0 up 19x19 colors        the link is up; the board has 19 columns and 19 rows
//	                          and tells colours apart ("up 19x19": it does not);
//	                          a JSON string behind it says which board it is
//	+0 down "no cable"        the link is down, and why, as a JSON string
//	+0 fault "lamps" "dark"   a fault: device and sentence, as JSON strings
//	+0 all 180.b179.?         a frame, whole: how many points, row by row, show what
//	                          (no number: one)
//	+20 set 7w 180.           a frame that differs from the one before in points 7
//	                          and 180
//	=20*48 21 20              frames like the one before: 48 of them 20 ms after each
//	                          other, one 21 ms after the last of these, one more
//	+3 press "1" down         a button is pressed ("up": let go), its name a JSON string
//	+0 note turn J10 K10      something that the program knew: a word and any text
//
// A point shows . nothing, b black, w white, s a stone of a colour that the board
// cannot tell, or ? that it cannot be read. The first frame after a link or a
// beginning is whole.
package recording

import (
	"time"

	"stonehand/hw"
)

// Version is the version of the format.
const Version = 1

// Limits of what is read and written.
const (
	MaxPoints = 64 * 64   // of a board
	maxLine   = 64 << 10  // bytes of a line
	maxRun    = 1_000_000 // frames of one number behind a *
	maxDelta  = 366 * 24 * time.Hour
)

// Event is one thing that happened: exactly one of Reading's fields, Button and
// Note is set.
type Event struct {
	At      time.Time
	Reading hw.Reading
	Button  *hw.Button
	Note    *Note
}

// Note is something that the program that made the recording knew and no sensor
// says. The recording does not look into it.
type Note struct {
	Key  string // a word of 1 to 32 letters, digits or hyphens
	Text string // of one line
}

// letters are the states' in a recording.
const letters = ".bws?"

// point returns the letter of a state.
func letter(s hw.State) byte { return letters[min(s, hw.Unknown)] }
