// Package grbl drives an arm, a plotter or pick-and-place machine whose
// controller runs GRBL 1.1, grblHAL or FluidNC, over a serial line. It puts stones on the points of a
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
// What may have been a person who stopped the arm keeps it from moving until a
// person says that it may go on ([Arm.Resume]): an abort input that is held, a
// restart that nobody here asked for, a door, contact that is lost in the middle of
// a motion. So does a stop that others tell of ([Arm.Stop]): it ends every motion at
// once. All that outlives the program ([Memory]). While the abort input is held, the
// controller is asked how it stands and told nothing.
//
// Motors may lose their supply while the controller goes on counting. Unless the
// options say that it would notice ([Options].Watched), the position is not believed
// after a pause that could have hidden it: a rest, a hold, a door.
//
// A stone in the gripper of a controller that was reset, or is in alarm, has
// fallen: it counts as lost. Whether a stone stands is for the board's sensors to
// say; the arm only says that it let go.
//
// Every wait has a bound.
package grbl
