// Package table owns the game: it takes what the board shows and what people ask, keeps
// the game on record, lets the machine think, and says what the lights should show.
// Everything else gets immutable snapshots.
//
// It is a core and a shell. The core is all of the state: Step takes one input at one
// moment and returns the effects that follow. It knows no channel and no clock but the
// one that is passed in. The shell, run.go, is one goroutine that waits for inputs and
// carries the effects out; it decides nothing. Parts of the core that remember something
// of their own are small machines in packages below this one.
//
// What is on record changes by entries only. An entry is checked and applied, by the
// same code that applies it when the journal is replayed. At the end of a round it is
// written to the journal, and only after that the world is told. What the table waits for
// follows from the record and from what the referee says of the board: package status
// says it, and it is worked out again whenever it is asked. A journal that fails holds up
// nothing: entries that it does not take are held, which the snapshot says, and offered
// again until it does.
//
//	readings --> debounce --> referee --> turn ----+
//	commands ------------------------------------> event --> journal --> match
//	player's answer  --> decision -----------------+                      |
//	                         lights, snapshot, subscribers, archive <-----+
//
// Its files, from the bottom up; each uses only what stands before it:
//
//	time config state            what it is made of, and how it stands
//	notice present               what is said and shown
//	shutdown save loss tally     what is kept and counted
//	journal                      what is on record
//	seats counting opening       how a game begins, and how one of Go ends
//	remote guest                 the remote opponent
//	arm speech thinker           the parts
//	calibrate review exhibit     the board, what is known of it, what else it shows
//	queueing series              who plays next
//	moving                       the arm in a person's hands
//	care                         what who looks after the table asks for
//	advice                       hints, and what the lights show of a game of Go
//	do settings menu judge       what people ask for, and what the board says
//	sense button limit           the ways in
//	timing core                  the clock, the step, and the order of a round
//	watch                        hands near the arm
//	atwork subscribe run table   the shell
//
// The loop waits for readings, commands, answers, the moment that the referee
// or a retry named, and a tick that shows that it is alive. It never waits for a
// reader; it does wait for the journal. Where there is an arm that can be held, watch.go
// stands between the board and the loop: a hand holds the arm at once.
package table
