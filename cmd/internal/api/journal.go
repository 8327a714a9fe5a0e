package api

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// Entry is one line of the journal: a fact that replaying the journal repeats.
type Entry struct {
	Seq   uint64         `json:"seq"` // 1, 2, 3 ... without gaps
	At    time.Time      `json:"at"`
	Kind  Kind           `json:"kind"` // one of the Kind constants
	Game  string         `json:"game,omitempty"`
	ID    string         `json:"id,omitempty"`    // new-game: the game's identity
	Human []board.Color  `json:"human,omitempty"` // new-game, seats: all colours that people play
	Level int            `json:"level,omitempty"`
	Time  int64          `json:"time_ms,omitempty"` // the machine's budget a turn
	Color board.Color    `json:"color,omitempty"`   // turn, decision, resign; set-up: who is to move
	Turn  Points         `json:"turn,omitempty"`    // turn, decision, spent: points; seats: stones that the machine takes over with the turn
	Back  int            `json:"back,omitempty"`    // undo: turns taken back; 0 withdraws a resignation
	Clock *clock.Control `json:"clock,omitempty"`   // new-game, set-up: how the sides are given time, none if left out; seats: a new clock, if not left out
	Left  *Times         `json:"left,omitempty"`    // all others, in a game with a clock: what the sides had left before the entry
	Black Points         `json:"black,omitempty"`   // set-up: points with black stones
	White Points         `json:"white,omitempty"`   // set-up: points with white stones

	// Version is that of the format, for a game that a program of an earlier one
	// would take for another; 0: the first. Fields that are not known are let pass.
	Version  int                  `json:"v,omitempty"`
	Opening  opening.Kind         `json:"opening,omitempty"`  // new-game: how it begins; left out: "free"
	Opens    *opening.Kind        `json:"opens,omitempty"`    // new-game, set-up: how the next game begins; left out: as before, or as this one
	Choice   opening.Choice       `json:"choice,omitempty"`   // choice: what was chosen, by the player with the colour Color
	Unchosen bool                 `json:"unchosen,omitempty"` // undo: the choice after the turn that is last then is taken back too
	Question referee.QuestionKind `json:"question,omitempty"` // dismiss: the kind of question; "" for none any more

	Remote board.Color `json:"elsewhere,omitempty"` // new-game, set-up, seats: the colour of the remote opponent; "" for none
	// Guest says that Remote is a program, see [GuestOrder].
	Guest bool `json:"guest,omitempty"`
	// Programs are the other programs that play, by colour; see [record.Seats].
	Programs Sides `json:"programs,omitzero"`
	// Pressed says that Left is what the sides have once the turn is complete:
	// decision, choice.
	Pressed bool       `json:"pressed,omitempty"`
	StandIn bool       `json:"stand_in,omitempty"` // decision, and a pass: the machine chose it in the place of a program
	Size    board.Size `json:"size,omitzero"`      // new-game, set-up, of Go: the board
	Terms   game.Terms `json:"terms,omitzero"`     // the same: what the players agreed on before the game
	Series  *Series    `json:"match,omitempty"`    // the same: the match that the game is part of
	// State is the rest of what a checkpoint has.
	State *State `json:"state,omitempty"`

	// Unread says why the rest of the entry could not be read; nil: it was. A
	// newer version of this program wrote such an entry.
	Unread error `json:"-"`
}

// UnmarshalJSON implements json.Unmarshaler. An entry whose number and kind can be
// read but whose values cannot keeps those two, its time and its version, and says
// so in Unread: a newer version of this program may have written it, and it is to
// be kept for that.
func (e *Entry) UnmarshalJSON(data []byte) error {
	type plain Entry
	var all plain
	err := json.Unmarshal(data, &all)
	if err == nil {
		*e = Entry(all)
		return nil
	}
	var head struct {
		Seq     uint64    `json:"seq"`
		At      time.Time `json:"at"`
		Kind    Kind      `json:"kind"`
		Version int       `json:"v"`
	}
	if json.Unmarshal(data, &head) != nil || head.Kind == "" {
		return err
	}
	*e = Entry{Seq: head.Seq, At: head.At, Kind: head.Kind, Version: head.Version, Unread: err}
	return nil
}

// Series is a [record.Series], as in the journal.
type Series struct {
	Games  int    `json:"games"`
	Seed   uint64 `json:"seed"`
	Halves []int  `json:"half_points,omitempty"`
	Helped [2]int `json:"helped,omitzero"`
}

// Begins reports whether a game begins with e.
func (e Entry) Begins() bool { return e.Kind == KindNewGame || e.Kind == KindSetUp }

// Whole reports whether e has the whole state, so that nothing before it matters
// for it: a game begins, or all that has become of one is told again.
func (e Entry) Whole() bool { return e.Begins() || e.Kind == KindCheckpoint }

// Kind is what an entry says.
type Kind string

// Kinds of journal entries.
const (
	KindNewGame  Kind = "new-game"
	KindSeats    Kind = "seats"    // who plays which side, from this moment on
	KindDecision Kind = "decision" // the machine has chosen; the stones are not down yet
	KindTurn     Kind = "turn"     // a turn is complete
	KindUndo     Kind = "undo"     // turns, or a resignation, were taken back
	KindMended   Kind = "mended"   // the board agrees with the game again, after new-game or undo
	KindChoice   Kind = "choice"   // the opening's choice was made
	KindResign   Kind = "resign"
	KindDismiss  Kind = "dismiss" // a question was answered with no; it is not asked again for as long as there is reason for it
	KindSpent    Kind = "spent"   // stones answered the board's questions and lie there still; they are no part of the game
	KindClock    Kind = "clock"   // time has run
	KindFlag     Kind = "flag"    // a side has no time left, and has lost
	KindAbandon  Kind = "abandon" // people ended a game whose remote opponent was gone
	KindPropose  Kind = "propose" // a game of Go is counted: these stones look dead
	KindDead     Kind = "dead"    // the chain of a stone is dead, or lives again
	KindAgree    Kind = "agree"   // a side agrees to the dead stones
	KindPlayOn   Kind = "play-on" // counting was broken off
	KindPause    Kind = "pause"
	KindResume   Kind = "resume"
	KindSetUp    Kind = "set-up" // a new game from a position that people set up; has all that new-game has

	// KindCheckpoint tells the whole state in the middle of a game, for those who have
	// not what came before: all that new-game or set-up has, as it is, and State. Its
	// Turn, Black, White and Color are those of set-up, its Question that of dismiss.
	KindCheckpoint Kind = "checkpoint"
)

// Journal keeps entries. Append returns only when the entry would survive a
// power cut.
type Journal interface {
	Append(Entry) error
}

// Place is a place in the journal: an entry by its number, and the checksum of what it
// says, by which entries that were written again under the same number are told apart.
type Place struct {
	Seq uint64 `json:"seq"` // 0: before the first
	Sum uint32 `json:"sum"` // CRC-32C of the entry as JSON
}

// Kept is an entry as the journal has it.
type Kept struct {
	Place
	Text []byte // JSON, for [Entry]
}

// Archive keeps games that have ended, and those in whose place another began. A
// game that was reopened by undo ends again under
// the same ID, and replaces what was kept before; so does a game that is kept
// once more after a restart.
type Archive interface {
	Keep(Finished) error
}

// Finished is a game for the archive. Their IDs end with a number that is greater
// for every later game, whatever the clock says.
type Finished struct {
	ID         string
	Started    time.Time
	Ended      time.Time
	Game       *game.Game // as it was left; it changes no more
	Unfinished bool       // another began in its place
	Black      string     // who played: "human", "Stonehand level 5", or both in the order in which they took over
	White      string
	Clock      clock.Control
	Left       []clock.Side // what the side that played a turn had left after it, for the last len(Left) turns
}

// numbered is an ID as the table makes them: date, time of day, and the number of
// the journal's entry; behind it what an archive adds that has another game of that ID.
var numbered = regexp.MustCompile(`^\d{8}-\d{6}-(\d{1,18})(_\d+)?$`)

// NumberOf returns the number in a game's ID, 0 if there is none.
func NumberOf(id string) uint64 {
	m := numbered.FindStringSubmatch(id)
	if m == nil {
		return 0
	}
	n, _ := strconv.ParseUint(m[1], 10, 64)
	return n
}

// Times is what both sides have left, as in the journal.
type Times struct {
	Black SideTime `json:"black"`
	White SideTime `json:"white"`
}

// SideTime is a [clock.Side] in milliseconds.
type SideTime struct {
	Main    int64 `json:"main_ms"`
	Periods int   `json:"periods,omitempty"`
	Period  int64 `json:"period_ms,omitempty"`
}

// Side reads what a side has left on a clock of control c.
func (t SideTime) Side(c clock.Control) (clock.Side, error) {
	const most = int64(1) << 40 // ms; what follows cannot overflow
	if t.Main > most || t.Period > most || t.Main < 0 || t.Period < 0 {
		return clock.Side{}, fmt.Errorf("a side cannot have %d ms and %d ms on the clock", t.Main, t.Period)
	}
	s := clock.Side{Main: time.Duration(t.Main) * time.Millisecond, Periods: t.Periods, Period: time.Duration(t.Period) * time.Millisecond}
	return s, c.Fits(s)
}

// Loss is what a damaged journal has cost.
type Loss uint8

// The losses.
const (
	LossNone   Loss = iota // nothing that anybody had been shown
	LossMended             // nothing, thanks to a copy
	LossPart               // the end of the present game
	LossAll                // no game could be read
	LossNewer              // what a newer version of the program wrote cannot be followed
)

// State is what [KindCheckpoint] has beside what a new game has: everything that
// has become of the game.
type State struct {
	Turns []Points `json:"turns,omitempty"`
	By    []int    `json:"by,omitempty"` // who played each turn, see [seatCodes]
	// Programs are the names that codes below -1 are of: -2 is the first's.
	Programs []string `json:"programs,omitempty"`
	Made     []Made   `json:"made,omitempty"`  // the opening's choices
	Offer    Points   `json:"offer,omitempty"` // the two fifth stones, the one that was kept first
	// Dead are the stones that count as dead, Agreed the sides that have agreed to them,
	// and Resumed how many turns were played whenever counting was broken off.
	Dead    Points        `json:"dead,omitempty"`
	Agreed  []board.Color `json:"agreed,omitempty"`
	Resumed []int         `json:"resumed,omitempty"`
	// Reason is how the game was ended, if not by its rules: "resign", "time",
	// "abandoned"; Winner is who has won then, "" for nobody.
	Reason game.Reason `json:"reason,omitempty"`
	Winner board.Color `json:"winner,omitempty"`
	Final  *Final      `json:"final,omitempty"` // of a game that is over
	// Marks is what the clock showed as each position came up, Black's time first;
	// empty without a clock.
	Marks   [][2]Packed  `json:"marks,omitempty"`
	Timed   int          `json:"timed,omitempty"` // turns that were played before this clock
	Started time.Time    `json:"started"`
	Ended   time.Time    `json:"ended,omitzero"`
	Paused  bool         `json:"paused,omitempty"`
	Opens   opening.Kind `json:"opens,omitempty"` // what the next game begins with
	Mend    Phase        `json:"mend,omitempty"`
	Spent   Points       `json:"spent,omitempty"`
	// Decision is the machine's turn that is not down yet, Placed the stones that
	// stand of one that it has not chosen yet.
	Decision Points `json:"decision,omitempty"`
	StandIn  bool   `json:"stand_in,omitempty"` // of Decision, as in [Entry]
	Placed   Points `json:"placed,omitempty"`
}

// Final is how the table was as the game ended, whatever is set for the next one.
type Final struct {
	Black int            `json:"black"` // who sat there, see [seatCodes]
	White int            `json:"white"`
	Clock *clock.Control `json:"clock,omitempty"`
	Left  []Packed       `json:"left,omitempty"` // what the side that played a turn had after it, for the last turns
}

// Packed is a [clock.Side]: milliseconds of main time, periods, milliseconds of the
// running one.
type Packed [3]int64
