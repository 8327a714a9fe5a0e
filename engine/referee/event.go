package referee

import "stonehand/engine/game"

// Event is something that has happened and that the record is to follow.
type Event interface{ event() }

// Played says that a turn stands on the board, complete and settled. Its
// points are in the order in which the stones came; a turn that was asked for
// with Place keeps the order of the Ask.
type Played struct{ Turn game.Turn }

// Agreed says, once for each Expect of Watch, that the board has been showing
// the stones of the game and no others for the settle time, or for 0.3 s until a stone
// of what the game waits for next was put down.
type Agreed struct{}

// TakenBack says that people have lifted the stones of the last turns, exactly
// these, and kept them lifted.
type TakenBack struct{ Turns int }

// NewGame says that people want a new game. Begun says that they have cleared
// the board and put down its first turn, which is to count at once; otherwise
// the board is to be cleared first.
type NewGame struct{ Begun bool }

// SetUp says that people want to play on from the position on the board.
type SetUp struct{ Start game.Start }

func (Played) event()    {}
func (Agreed) event()    {}
func (TakenBack) event() {}
func (NewGame) event()   {}
func (SetUp) event()     {}
