// Package grblsim is a GRBL 1.1h controller with a machine behind it, for people
// who have none at hand: it answers as the firmware is documented to, its steps
// take the time that real ones take, its axes run into switches, and its gripper
// picks stones up and lets them go.
//
// It can also speak as grblHAL or FluidNC ([Flavour]), and its machine can stand
// behind another controller ([NewWorld], package realgrbl).
//
// It is written from GRBL's public documents (gnea/grbl: doc/markdown/interface.md,
// commands.md, jogging.md, settings.md, doc/csv) and from how the firmware is
// seen to behave where they are silent; the code is its own.
//
// # Vocabulary
//
//   - A [Machine] is the controller and all behind it. It is pure: bytes and
//     time go in, bytes come out, nothing sleeps and nothing is read or written.
//   - A [World] is what is behind the controller: axes with switches and ends,
//     stones in trays, a board, a gripper. It knows the true position.
//   - Machine coordinates (MPos) are where the controller believes it is. They
//     agree with the true position after homing, and stop to agree when steps
//     get lost or the controller stops the motors at speed.
//   - A [Server] runs a machine in real or quicker time behind a line: an
//     in-memory one, or a pseudo-terminal.
//
// Lengths are millimetres. True coordinates have the axes' upper ends at 0, as
// GRBL's machine coordinates have them: everything within reach is negative.
package grblsim

import "time"

// Tick is the machine's own resolution of time.
const Tick = time.Millisecond

// Version is the firmware that is simulated.
const Version = "1.1h"

// The axes, as indices of a [Vec].
const (
	X = iota
	Y
	Z
	axes
)

// Vec is a value per axis, most often a position in millimetres.
type Vec [axes]float64

// steps is a count of motor steps per axis.
type steps [axes]int

// axisNames names the axes as the protocol does.
const axisNames = "XYZ"
