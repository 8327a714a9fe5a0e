// Package realgrbl runs a controller's own firmware, as it is flashed onto an
// ATmega328P, with the simulated machine of package grblsim behind its pins. What
// talks to an arm is tried so against the genuine thing, which the repository does
// not hold: the path of its ELF file is given to the tests, as GRBL_ELF=path.
//
// The pins are those of GRBL 1.1 (cpu_map.h, with variable spindle): D2 to D4 step,
// D5 to D7 direction, D8 enable, D9, D10 and D12 limits, D11 spindle, A0 reset, A1
// hold, A2 start, A3 coolant, A5 probe.
//
// Chip and machine go in lockstep, a millisecond a turn: a busy computer makes them
// slow, never wrong, and in a testing/synctest bubble they take the bubble's time.
//
// The program that runs the chip (folder grblrun) is one of its own under the
// GPL-3, because it is linked with libsimavr; this package only starts it.
package realgrbl
