// Package table owns the game: one goroutine takes what the board shows and what
// people ask, keeps the game on record, lets the machine think, and says what
// the lights should show. Everything else gets immutable snapshots.
//
// What is on record changes by entries only. An entry is checked, written to the
// journal, and then applied, by the same code that applies it when the journal
// is replayed; after that the world is told. What the table waits for follows
// from the record and from what the referee says of the board, and is worked out
// anew after everything that happens: nothing needs to be remembered to be
// undone. A journal that fails holds up nothing: entries that it does not take are
// held, which the snapshot says, and offered again until it does.
//
//	readings --> debounce --> referee --> turn ----+
//	commands ------------------------------------> entry --> journal --> match
//	player's answer  --> decision -----------------+                      |
//	                         lights, snapshot, subscribers, archive <-----+
//
// The loop waits for readings, commands, answers, the moment that the referee
// or a retry named, and a tick that shows that it is alive. It never waits for a
// reader; it does wait for the journal.
package table
