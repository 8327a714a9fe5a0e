// Package present is what a table says and lights: a pure function of how it stands.
// Every sentence that people at the board are told is put together here, and every
// picture for its lights. It changes nothing and remembers nothing.
package present

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/table/advice"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/calibrate"
	"stonehand/cmd/internal/table/clockwork"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/opponent"
	"stonehand/cmd/internal/table/queue"
	"stonehand/cmd/internal/table/review"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/record"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/soc"
)

// Table is everything that is shown of a table. Nothing of it may be changed.
type Table struct {
	Lang   text.Language
	Status *status.Status
	Record *record.Game
	Game   *game.Game // of the record

	Link *hw.Link     // the last one reported, nil before the first
	Fits bool         // the game fits the board that was reached
	Map  pointmap.Map // from it to the game
	Seen *referee.Observation

	Notice  text.Words // said before the message for a while; nil: nothing
	Warning clockwork.Warning
	Helping bool // helping hands are at work on the simulated board

	Programs []api.Program // that can play here
	Thought  *api.Thought  // of who is to choose; nil: nothing is known

	Touched board.Point // the stone of a game of Go whose liberties are shown; Nowhere: none

	Hint *api.Hint // that was asked for; nil: none
	// Candidates says that the lights show the turns that are nearly as good as the hint.
	Candidates bool
	Show       string         // what the lights show of a game of Go, one of [api.Shows]
	Lights     *advice.Lights // by which they show it; nil: not known yet

	Simulated bool
	Shutdown  bool      // the computer can be shut down
	Keys      []api.Key // the buttons, as [Keys] names them
	Pondering bool

	HasArm    bool
	ArmManual string // whether the arm is moved by hand, as the snapshot says it
	Arm       *arm.Machine
	HasVoice  bool
	HasLights bool
	Volume    int // of the voice, 0 to 100
	Heat      soc.State

	Unsaved error // why the game is not being saved, nil if it is
	Loss    api.Loss
	Kept    string // the file that has what was damaged
	Faults  *notices.Faults

	Opponent *opponent.Machine
	Patience time.Duration // how long the link is down before people are asked whether to end the game

	Calibrates bool // the board can be calibrated
	Calib      *calibrate.Machine
	Masked     []int        // the game's points that are not believed
	Review     *review.View // of a game that is replayed; nil: none
	Attract    *attract.Machine
	Queue      *queue.Machine
	Opens      time.Time // when an exhibit that is closed opens, by the clock on the wall; zero: never

	Doubt    board.Point // whose sensor people are asked to go on without
	DoubtHow text.Key    // and how
	ByButton bool        // the question is a button's, to be answered by pressing it again
}

// In returns the same table in another language.
func (t *Table) In(l text.Language) *Table {
	other := *t
	other.Lang = l
	return &other
}

// size is the board that is shown.
func (t *Table) size() board.Size {
	if t.Review != nil {
		return t.Review.Order.Size
	}
	return t.Game.Size()
}

// mend is the phase in which the board is brought to agree with the game.
func (t *Table) mend() api.Phase {
	if t.Status.Clearing && !t.placesHandicap() {
		return api.PhaseClear
	}
	return api.PhaseRepair
}

// placesHandicap reports whether the board waits for nothing but the stones of a fixed
// handicap: none lies there that does not belong.
func (t *Table) placesHandicap() bool {
	h := t.Game.Terms()
	return t.Status.Clearing && h.Handicap > 0 && !h.Free && !slices.ContainsFunc(t.Status.View.Verdicts, func(v referee.Verdict) bool {
		_, missing := v.(referee.Missing)
		return !missing
	})
}
