package api

import "time"

// Count is how often something happened at an exhibit within an hour. It says nothing of
// who it was.
type Count struct {
	Hour   time.Time `json:"hour"`   // its beginning, by the clock on the wall
	What   string    `json:"what"`   // "visit", "game"
	Game   string    `json:"game"`   // game: its name
	Level  int       `json:"level"`  // game: of the machine; 0 where it did not play
	Result string    `json:"result"` // game: one of the Tally constants
	Count  int       `json:"count"`
	Turns  int       `json:"turns"`   // of all the games together
	Time   int64     `json:"seconds"` // that all the games took together
}

// What became of a game, for [Count.Result].
const (
	TallyPeople     = "people"  // people won against the machine
	TallyMachine    = "machine" // the machine won
	TallyBlack      = "black"   // people played both colours, and Black won
	TallyWhite      = "white"
	TallyDraw       = "draw"
	TallyUnfinished = "unfinished" // another began in its place
)

// Tally counts what happens at an exhibit.
type Tally interface {
	// Add counts one more. It returns once that is written, or says why it cannot be.
	Add(Count) error
}
