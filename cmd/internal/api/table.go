package api

import (
	"context"
	"time"

	"stonehand/hw/calib"
)

// Update is one thing a subscriber is told; exactly one field is set.
type Update struct {
	State   *Snapshot
	Thought *Thought
	Fault   string
}

// Board is what the outside may do with the table; web and others use it.
// [*Table] implements it.
type Board interface {
	// Snapshot returns the present state. It never blocks on the game loop.
	Snapshot() *Snapshot
	// Do carries a command out and returns the state after it, or a
	// [*CommandError], or ctx's error, or [ErrStopped].
	Do(ctx context.Context, c Command) (*Snapshot, error)
	// Subscribe delivers updates from now on, the present state first, until
	// ctx ends or the reader falls behind; then the channel is closed. A reader
	// that was dropped may subscribe again.
	Subscribe(ctx context.Context) <-chan Update
	// Progress returns when the game loop last completed a round.
	Progress() time.Time
}

// Calibrations keeps what is known of the board's points.
type Calibrations interface {
	// KeepCalibration returns only when c would survive a power cut. Until then
	// what was kept before does.
	KeepCalibration(c *calib.Calibration) error
	// ForgetCalibration takes away what was kept.
	ForgetCalibration() error
}

// Wiring is what a button does: one of the ButtonDo actions, or nothing.
type Wiring struct {
	Name  string // as the device reports it
	Press string // when it is pressed
	Hold  string // when it is held for the hold time
}

// What a button may do beside the commands undo, hint, move-now, pause (which also
// resumes), refill, resume-arm, seats, new-game, resign and shutdown. The last three end
// something: pressed, they ask, and act when they are pressed again; held, they act.
const (
	ButtonMenu      = "menu"       // opens the menu
	ButtonLevel     = "level"      // opens the menu at the level
	ButtonLevelUp   = "level-up"   // the machine plays stronger by one level
	ButtonLevelDown = "level-down" // or weaker
	ButtonShow      = "show"       // the lights show the next of Shows, in a game of Go
	ButtonMute      = "mute"       // the board speaks no more, or again
	ButtonPIN       = "pin"        // the voice says the PIN that lets people play from a phone
	ButtonBlack     = "take-black" // in an opening: to play Black
	ButtonWhite     = "take-white" // or White
	ButtonTwo       = "put-two"    // or to put down two more stones
	ButtonTurn      = "turn"       // the turn is complete, of either side
	ButtonTurnBlack = "turn-black" // Black's turn is: Black's side of a lever
	ButtonTurnWhite = "turn-white" // White's turn is
)

// What stands in the board's menu beside commands and buttons.
const (
	MenuSettings = "settings"
	MenuProgram  = "program" // of new games and seats
	MenuGame     = "game"    // of the settings, like the others
	MenuOpening  = "opening"
	MenuClock    = "clock"
	MenuTime     = "time"
	MenuInvite   = "invite"
	MenuPuzzles  = "puzzles"
	MenuLeave    = "leave"
)

// ButtonActions lists everything that a button may do.
var ButtonActions = []string{
	DoUndo, DoHint, DoMoveNow, DoPause, DoSeats, DoNewGame, DoResign, DoShutdown, DoRefill, DoResumeArm,
	ButtonMenu, ButtonLevel, ButtonLevelUp, ButtonLevelDown, ButtonShow, ButtonMute, ButtonPIN, DoCalibrate, DoRules,
	ButtonTurn, ButtonTurnBlack, ButtonTurnWhite, ButtonBlack, ButtonWhite, ButtonTwo,
}
