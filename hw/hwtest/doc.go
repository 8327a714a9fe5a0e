// Package hwtest tests what drives devices without the devices.
//
//   - [Record] wraps a line and writes down the conversation on it;
//     [Playback] is a line that holds its half of such a conversation, and whose
//     Close fails when something that belongs to it was never said.
//   - [Wire] is a serial line in memory, with the faults of a real one. Its
//     waiting is of a kind that testing/synctest understands.
//   - [Board] is the firmware of a board in Go: it speaks firmware-protocol over
//     any line, and can be made to misbehave.
package hwtest
