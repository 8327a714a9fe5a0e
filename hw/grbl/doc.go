// Package grbl drives an arm, a plotter or pick-and-place machine whose
// controller runs GRBL 1.1, over a serial line. It puts stones on the points of a
// board.
//
// # Vocabulary
//
//   - A place is a position of the gripper in machine coordinates, millimetres,
//     as GRBL counts them from where its homing ends. All motion is in machine
//     coordinates (G53), so that no work offset can shift it.
//   - The safe height is the Z at which the gripper travels over everything.
//   - A tray holds stones of one colour: a magazine, which offers each stone at
//     the same place, or a grid of slots that are emptied one after another.
//   - A macro is what makes the gripper take or let go: lines of g-code that do
//     not move the machine.
//
// # What it relies on, and what it does not
//
// One line is outstanding at a time. Its "ok" says that a motion is planned, not
// that it is done: a motion is over when a dwell behind it was answered and the
// controller says Idle at the place where the motion was to end.
//
// The position is known from a homing cycle until anything happens that may have
// lost it: a banner that nobody asked for, an alarm, a reset, a silence, a line
// that was lost, a place that is not where it should be. Then nothing moves
// before the next homing. An alarm is never unlocked ($X).
//
// A stone in the gripper of a controller that was reset, or is in alarm, has
// fallen: it counts as lost. Whether a stone stands is for the board's sensors to
// say; the arm only says that it let go.
//
// Every wait has a bound.
package grbl
