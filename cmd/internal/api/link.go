package api

import (
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// LinkOrder is what the link to another table says; one of its fields is set.
// Recordings have it as JSON.
type LinkOrder struct {
	// Begin begins a game with a remote opponent, in place of the present one.
	Begin *LinkGame `json:"begin,omitempty"`
	// Play is the turn of the remote opponent: it is asked for at the board.
	Play *LinkTurn `json:"play,omitempty"`
	// Choose is a choice of the opening that both players' tables have.
	Choose *LinkChoice `json:"choose,omitempty"`
	// Undo takes turns back, as both players agreed. 0 withdraws a turn that is
	// being asked for at the board.
	Undo *int `json:"undo,omitempty"`
	// Unchosen, of Undo, takes back the choice too that was made after the turn that
	// is the last one then.
	Unchosen bool `json:"unchosen,omitempty"`
	// Standing, of Undo, says that the game is not over: nothing is taken back if
	// people have resigned in the meantime.
	Standing bool `json:"standing,omitempty"`
	// Count is how a game of Go stands that is being counted, by both players' tables.
	Count *LinkCount `json:"count,omitempty"`
	// End ends the game: Loser has resigned or has no time left.
	End *LinkEnd `json:"end,omitempty"`
	// Stand says how the link stands.
	Stand *LinkStand `json:"stand,omitempty"`
	// Free says that the remote opponent has left: people here play both sides.
	Free bool `json:"free,omitempty"`
	// Say is a sentence for the people here.
	Say text.Key `json:"-"`
	// Kept says whether the link's file can be kept: without it nothing is sent.
	Kept *LinkKept `json:"-"`
	// Guest is what a program says that plays against the people here and decides by
	// itself.
	Guest *GuestOrder `json:"guest,omitempty"`
}

// LinkGame is how a game with a remote opponent is played.
type LinkGame struct {
	Rules   string        `json:"game"`
	Opening opening.Kind  `json:"opening"` // how it begins; choices may exchange the colours
	Remote  board.Color   `json:"elsewhere"`
	Human   Colors        `json:"human"` // who plays here; the machine if it is nobody
	Clock   clock.Control `json:"clock"`
	Size    board.Size    `json:"size,omitzero"`   // of the board; zero: as on the table
	Terms   *game.Terms   `json:"terms,omitempty"` // of a game of Go; nil: as on the table
	Guest   bool          `json:"guest,omitempty"` // a program plays there, see [GuestOrder]
}

// LinkTurn is a turn of the remote opponent.
type LinkTurn struct {
	Before int         `json:"before"` // turns before it
	Color  board.Color `json:"color"`
	Points Points      `json:"points"`
	Left   *clock.Side `json:"left,omitempty"` // what the side has on the clock after it, if there is one; in nanoseconds
	// Down says that it counts without its stones: the game is over with it.
	Down bool `json:"down,omitempty"`
}

// LinkChoice is a choice of the remote opponent.
type LinkChoice struct {
	Before int            `json:"before"` // turns before it
	Choice opening.Choice `json:"choice"`
	Left   *clock.Side    `json:"left,omitempty"` // what the player has on the clock after it, if there is one
}

// LinkCount is how a game of Go stands once both sides have passed.
type LinkCount struct {
	Turns    int  `json:"turns"`    // that were played
	Counting bool `json:"counting"` // not: a side has broken counting off
	// Dead are all stones that count as dead, Agreed the sides that agree to them.
	Dead   Points        `json:"dead,omitempty"`
	Agreed []board.Color `json:"agreed,omitempty"`
}

// LinkEnd is the end of a game by resignation or on time.
type LinkEnd struct {
	Loser  board.Color `json:"loser"`
	OnTime bool        `json:"on_time,omitempty"`
}

// LinkKept is why the link's file cannot be kept; nil: it can.
type LinkKept struct{ Cause error }

// LinkStand is how the link to the other table stands.
type LinkStand struct {
	Up      bool
	Host    bool // this table begins the games
	Timed   bool // the player's own table keeps its time
	Gone    bool // the player has left for good
	Name    string
	Asking  int    // turns that this table has asked to take back
	Asked   int    // turns that the other asks to take back
	AskedID uint64 // number of that question
	Problem string // why the game cannot go on
	// Ended is after how many turns both ends have the game as over; -1 before.
	Ended int
	Guest bool // a program plays there, see [GuestOrder]
	// Unknown says that what answers at the host's address has no such game.
	Unknown bool `json:",omitempty"`
}

// Wish is what people here want of the remote opponent; one of its fields is set.
type Wish struct {
	Back   int   // turns to be taken back
	Answer *bool // to what the other asked
	Count  *CountWish
}

// CountWish is what people here want while a game of Go is counted: one of its fields is
// set. It takes effect when both ends have it in their record.
type CountWish struct {
	// Chain is a stone whose chain is to be dead, or, with Living, to live.
	Chain  *board.Point
	Living bool
	// Propose are the dead stones as the table has worked them out, for people to
	// change; nil for no proposal.
	Propose Points
	// Agree are the dead stones that people agree to: exactly these. Nil for no word.
	Agree  Points
	PlayOn bool // counting is to be broken off
}

// GuestOrder is what a program that plays a colour against the people at the table
// says: the body of POST /api/guest. It decides by itself when games begin and
// turns are taken back, as a program that drives an engine does.
type GuestOrder struct {
	Do   string `json:"do"`             // one of the Guest constants
	Game string `json:"game,omitempty"` // begin: the game's name
	// Opening, of begin, is how the game begins.
	Opening opening.Kind   `json:"opening,omitempty"`
	Size    board.Size     `json:"size,omitzero"`     // begin: the board; zero: as on the table. Only Go can have another one than the table's
	Terms   *game.Terms    `json:"terms,omitempty"`   // begin, of Go; nil: as on the table
	Clock   clock.Control  `json:"clock,omitzero"`    // begin: the people's; the program's runs elsewhere
	Choice  opening.Choice `json:"choice,omitempty"`  // choose: one of the opening's choices
	GameID  string         `json:"game_id,omitempty"` // stand: the game that it began
	Color   board.Color    `json:"color,omitzero"`    // begin: its colour; play: whose turn it is; clock: whose turn it is by this clock, which completes one that is on the board already
	Name    string         `json:"name,omitempty"`    // begin, stand: who it is, for people
	Before  int            `json:"before,omitempty"`  // play: turns before this one
	Points  Points         `json:"points,omitempty"`  // play
	// Down, of play, says that the turn counts without being asked for at the board:
	// it belongs to a position that the program begins with.
	Down  bool `json:"down,omitempty"`
	Turns int  `json:"turns,omitempty"` // undo: how many; 0 withdraws the one that is being asked for
	// Black and White, of clock, are what the sides have left; nil: as the table has it.
	Black *clock.Side `json:"black,omitempty"`
	White *clock.Side `json:"white,omitempty"`
	// Replace, of begin, says that the game may take the place of one that people are
	// playing. That one is archived as unfinished.
	Replace bool `json:"replace,omitempty"`
}

// What a guest may do.
const (
	GuestBegin = "begin" // begin a game, in place of the present one if that is the guest's, over, or without a turn, or with Replace
	GuestStand = "stand" // say again who plays, after the program at the board was restarted
	GuestPlay  = "play"
	GuestUndo  = "undo"
	// GuestChoose makes the opening's choice that the guest is to make.
	GuestChoose = "choose"
	GuestPlayOn = "play-on" // after both sides have passed, in Go
	GuestClock  = "clock"   // say what the sides have left
	GuestLeave  = "leave"   // people here play both sides
)
