// Package calib finds out how the sensors and the lights of a board lie, which
// of its points can be relied on, and what that means for its readings. It knows
// no game, has no clock and does no input or output.
//
// # Vocabulary
//
//   - A device numbers its points as it was wired. The board's own numbers are
//     those of package hw: from the corner at Black's left hand, row by row.
//   - An [Orientation] is how the device's numbers lie on the board: as they are,
//     turned, mirrored, or both.
//   - A [Session] leads a person through a calibration by lights and sentences
//     alone: it takes what the board shows and the time, and says what to show
//     and to ask. Nothing changes before its [Calibration] is taken over.
//   - A [Lens] applies a calibration: to every frame on its way from the sensor
//     to the filter, and to every picture on its way to the lamps.
//   - A [Watch] looks for points that go wrong in play.
package calib
