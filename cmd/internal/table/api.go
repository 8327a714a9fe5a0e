package table

import (
	"context"
	"errors"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/hw"
)

// Phase is what the table is waiting for.
type Phase string

// The phases.
const (
	PhaseClear    Phase = "clear"    // the board is to be brought to the start of a new game
	PhaseHuman    Phase = "human"    // a person is to put down the stones of a turn
	PhaseThinking Phase = "thinking" // the machine is choosing its turn
	PhasePlace    Phase = "place"    // the machine's stones are to be put down where it asks
	PhaseChoose   Phase = "choose"   // a person is to make the opening's choice
	PhaseRepair   Phase = "repair"   // the board differs from the game and is to be mended
	PhasePaused   Phase = "paused"
	PhaseOver     Phase = "over"
	PhaseLost     Phase = "lost" // the board cannot be reached
	PhaseOff      Phase = "off"  // the computer shuts down

	// PhaseElsewhere is that a player at another table is to move.
	PhaseElsewhere Phase = "elsewhere"

	// PhaseCalibrate is that a person shows stones to the board's points.
	PhaseCalibrate Phase = "calibrate"
)

// Stone is one stone, as in the HTTP contract.
type Stone struct {
	Point string `json:"point"` // "J10"
	Color string `json:"color"` // "black", "white"; "stone" where the board cannot tell
}

// Mark is something the lights say of one point.
type Mark struct {
	Point string `json:"point"`
	Kind  string `json:"kind"` // "missing", "extra", "wrong", "accepted", "refused"
	Color string `json:"color,omitempty"`
}

// Inquiry is something that people are being asked. It may be answered at the
// board, by the command [DoAnswer], or not at all.
type Inquiry struct {
	ID      uint64   `json:"id"`      // different for every question while the program runs
	Kind    string   `json:"kind"`    // "new-game", "set-up", "unseen", "turns", "colours", "menu", "choice", "calibration", "take-back", "abandon"
	Path    []string `json:"path"`    // menu: what has been chosen so far
	Text    string   `json:"text"`    // the question as a sentence, and how to answer it at the board
	Points  []string `json:"points"`  // what it is about, if it is about points
	Options []Option `json:"options"` // the answers it has
}

// Option is one answer to a question.
type Option struct {
	Answer string `json:"answer"`          // for [Command.Answer]
	Text   string `json:"text"`            // for a button
	Point  string `json:"point,omitempty"` // where a stone gives this answer
	Color  string `json:"color,omitempty"` // which colour that stone must have, if not any
	Set    bool   `json:"set,omitempty"`   // menu: it is so already
}

// Key is a button on the board, and what it does.
type Key struct {
	Name  string `json:"name"`
	Press string `json:"press"` // when pressed: "undo", "level-up"; "" for nothing
	Hold  string `json:"hold"`  // when held
}

// Speech is the board's voice.
type Speech struct {
	Volume int    `json:"volume"` // 0, not at all, to 100
	Fault  string `json:"fault"`  // what keeps it from speaking, if anything
}

// Tray is where an arm takes stones of one colour.
type Tray struct {
	Color string `json:"color"` // "black", "white"
	Left  int    `json:"left"`
	// Unsure is how many stones it may hold beside Left: they were fetched and did
	// not come up where they were let go.
	Unsure int `json:"unsure"`
	Full   int `json:"full"` // stones in a full one
	Low    int `json:"low"`  // people are told when so many are left
}

// Area is the board that a game is played on, and where on it: its lower left
// point lies so many columns and rows from the board's.
type Area struct {
	Cols   int `json:"cols"`
	Rows   int `json:"rows"`
	Left   int `json:"left"`
	Bottom int `json:"bottom"`
}

// Snapshot is everything there is to know of the table at one moment: the body
// of GET /api/state. It is immutable.
type Snapshot struct {
	Version   uint64     `json:"version"` // grows with every change
	GameID    string     `json:"game_id"`
	Game      string     `json:"game"` // "connect6"
	Cols      int        `json:"cols"`
	Rows      int        `json:"rows"`
	Board     Area       `json:"board"`
	Games     []string   `json:"games"` // those that can be played on this board
	Phase     Phase      `json:"phase"`
	ToMove    string     `json:"to_move"` // the colour of the present turn, "black" or "white"; empty when the game is over
	Due       int        `json:"due"`     // stones the present turn takes
	Human     []string   `json:"human"`   // colours that people play
	Level     int        `json:"level"`
	TurnTime  float64    `json:"time"` // the machine's budget a turn, seconds; meaningless with a clock
	Clock     Clock      `json:"clock"`
	Moves     [][]string `json:"moves"`     // every turn, each a list of points
	Record    []Stone    `json:"record"`    // the stones the game on record has on the board
	Stones    []Stone    `json:"stones"`    // as the board shows them now
	Partial   []string   `json:"partial"`   // the present turn's stones that have settled
	Wanted    []string   `json:"wanted"`    // points lit for the machine's stones, those still missing
	Turn      []string   `json:"turn"`      // the machine's whole turn while Wanted is shown
	Marks     []Mark     `json:"marks"`     // everything that is wrong
	Forbidden []string   `json:"forbidden"` // empty points that the person to move may not play on
	Message   string     `json:"message"`   // one sentence for the person at the board
	Result    string     `json:"result"`    // "", "black", "white", "draw" or, of a game that was abandoned, "void"
	Reason    string     `json:"reason"`    // why it ended: "line", "full", "fives", "stuck", "resign", "time", "abandoned"
	Line      []string   `json:"line"`      // the winning line
	Link      bool       `json:"link"`      // the board is reached
	Sim       bool       `json:"sim"`       // the board is simulated: the page may play the hand
	Helping   bool       `json:"helping"`   // hands do by themselves on the simulated board what the table asks of people's
	Mending   bool       `json:"mending"`   // after an undo or for a new game the board is to agree with the game before play goes on
	Fault     string     `json:"fault"`     // what is wrong with a device, if anything

	// Said is Message and Fault in every language, by its code: "en" and "zh".
	Said map[string]Said `json:"said"`

	Side     string              `json:"side"` // the colour of who is to act: in an opening not always that of the turn
	Opening  Opening             `json:"opening"`
	Openings map[string][]string `json:"openings"` // how each of Games can begin

	Shutdown bool  `json:"shutdown"` // the command shutdown can be given
	Buttons  []Key `json:"buttons"`  // those of the board

	// Pondering: the machine thinks on while a person does.
	Pondering bool `json:"pondering"`
	Arm       bool `json:"arm"` // an arm is putting the machine's stones down
	// ArmState is what the arm is doing; empty where there is none, or none that
	// says so.
	ArmState hw.ArmState `json:"arm_state"`
	ArmCause hw.ArmCause `json:"arm_cause"` // why the arm is held or stopped; empty where it waits for nobody
	// ArmPressed is that what stopped the arm is still pressed or open.
	ArmPressed bool   `json:"arm_pressed"`
	Trays      []Tray `json:"trays"` // those of the arm

	Voice *Speech `json:"voice"` // nil: the board does not speak

	SetUp []Stone `json:"set_up"` // the position that people set up for the game to begin from
	First string  `json:"first"`  // who plays the first turn of Moves: "black", unless a position was set up
	// Guide is the one stone, of all Marks, to be put right next, which is lit:
	// one point, or where it stands and where it belongs.
	Guide    []string `json:"guide"`
	Question *Inquiry `json:"question"` // nil: nothing is being asked

	Calibration *Calibration `json:"calibration"` // nil: this board cannot be calibrated

	Elsewhere *Elsewhere `json:"elsewhere"` // nil: nobody plays at another table
}

// Thought is what the machine is thinking now: the body of a "thinking" event.
type Thought struct {
	Depth int `json:"depth"` // turns looked ahead
	Score int `json:"score"` // for the side to move
	// Chance is the side to move's chance to win, from 0 to 1; exactly these where
	// the game is decided. It is nil where a score is not known to say so much.
	Chance  *float64   `json:"chance,omitempty"`
	Line    [][]string `json:"line"`     // principal variation, a list of turns
	Nodes   uint64     `json:"nodes"`    // turns tried
	NPS     uint64     `json:"nps"`      // nodes a second
	LeftMS  int64      `json:"left_ms"`  // time left of the budget
	TotalMS int64      `json:"total_ms"` // the budget
}

// Command is what somebody asks of the table: the body of POST /api/command.
type Command struct {
	Do       string         `json:"do"` // one of the Do constants
	Game     string         `json:"game,omitempty"`
	Opening  string         `json:"opening,omitempty"`  // new-game: how it begins; "" keeps the present way
	Human    Colors         `json:"human,omitempty"`    // new-game, seats: colours that people play; nil keeps the present ones
	Level    *int           `json:"level,omitempty"`    // new-game, seats; nil keeps the present one
	Time     *time.Duration `json:"-"`                  // new-game, seats: the machine's budget a turn; "time" in JSON, seconds or "5s"
	Clock    *clock.Control `json:"-"`                  // new-game, seats: how the sides are given time; "clock" in JSON, as [clock.Parse] reads it
	Question uint64         `json:"question,omitempty"` // answer: which question, by ID; 0 for whatever is asked
	Answer   string         `json:"answer,omitempty"`   // answer: one of the question's options; choose: one of the opening's choices; calibrate: what, one of the Calibrate constants, "" for whole; hands: HandsHelp or HandsOwn
	Volume   *int           `json:"volume,omitempty"`   // volume: 0, not at all, to 100
	Link     *LinkOrder     `json:"-"`                  // link: what the link to another table says; never from outside the program
}

// The commands of the contract.
const (
	DoNewGame = "new-game"
	DoSeats   = "seats" // who plays which side, how strong and how fast, from this moment on
	DoUndo    = "undo"
	DoResign  = "resign"
	DoMoveNow = "move-now"
	DoPause   = "pause"
	DoResume  = "resume"
	DoAnswer  = "answer"
	DoChoose  = "choose" // the opening's choice: Answer is one of the Choices of [Opening]
	DoVolume  = "volume" // how loud the board speaks
	// DoShutdown saves everything, darkens the board and asks the computer to
	// shut down.
	DoShutdown = "shutdown"
	DoRefill   = "refill" // the arm's trays have been filled
	// DoResumeArm is a person's word that an arm which was stopped may go on.
	DoResumeArm = "resume-arm"
	// DoCalibrate leads people through a calibration of the board.
	DoCalibrate = "calibrate"
	// DoHands says whose hands move the stones that the table asks for on a simulated
	// board: Answer is HandsHelp or HandsOwn.
	DoHands = "hands"
	// DoLink is what the link to a player elsewhere says.
	DoLink = "link"
)

// What [DoHands] is told.
const (
	HandsHelp = "help" // helping hands do it by themselves
	HandsOwn  = "own"  // people do it, as on a real board
)

// Colors is the set of colours people play, Black before White. In JSON it is
// "black", "white", "both", "none" or a list of colours.
type Colors []board.Color

// Said is what people are told, in one language.
type Said struct {
	Message string `json:"message"`
	Fault   string `json:"fault"`
}

// CommandError is a refusal: a code for programs and a sentence for people.
type CommandError struct {
	// Code is "unknown-command", "bad-value", "not-now", "nothing-to-undo", "over",
	// "not-saved", "game-running" for a game that may only be replaced by who says so,
	// or "too-many" for what comes too fast.
	Code string
	Text string
	say  func(l text.Language) string // Text in any language; nil: Text serves
}

// Error implements error.
func (e *CommandError) Error() string { return e.Text }

// said returns the refusal as a sentence in the language that t speaks.
func (e *CommandError) said(t *core) func() string {
	return func() string {
		if e.say == nil {
			return e.Text
		}
		return e.say(t.lang)
	}
}

// ErrStopped answers commands after the table has stopped.
var ErrStopped = errors.New("the table has stopped")

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

// Entry is one line of the journal: a fact that replaying the journal repeats.
type Entry struct {
	Seq   uint64    `json:"seq"` // 1, 2, 3 ... without gaps
	At    time.Time `json:"at"`
	Kind  string    `json:"kind"` // one of the Kind constants
	Game  string    `json:"game,omitempty"`
	ID    string    `json:"id,omitempty"`    // new-game: the game's identity
	Human []string  `json:"human,omitempty"` // new-game, seats: all colours that people play
	Level int       `json:"level,omitempty"`
	Time  int64     `json:"time_ms,omitempty"` // the machine's budget a turn
	Color string    `json:"color,omitempty"`   // turn, decision, resign; set-up: who is to move
	Turn  []string  `json:"turn,omitempty"`    // turn, decision, spent: points; seats: stones that the machine takes over with the turn
	Back  int       `json:"back,omitempty"`    // undo: turns taken back; 0 withdraws a resignation
	Clock string    `json:"clock,omitempty"`   // new-game, set-up: how the sides are given time, none if left out; seats: a new clock, if not left out
	Left  *Times    `json:"left,omitempty"`    // all others, in a game with a clock: what the sides had left before the entry
	Black []string  `json:"black,omitempty"`   // set-up: points with black stones
	White []string  `json:"white,omitempty"`   // set-up: points with white stones

	// Version is that of the format, for a game that a program of an earlier one
	// would take for another; 0: the first. Fields that are not known are let pass.
	Version  int    `json:"v,omitempty"`
	Opening  string `json:"opening,omitempty"`  // new-game: how it begins; left out: "free"
	Choice   string `json:"choice,omitempty"`   // choice: what was chosen, by the player with the colour Color
	Unchosen bool   `json:"unchosen,omitempty"` // undo: the choice after the turn that is last then is taken back too
	Question string `json:"question,omitempty"` // dismiss: the kind of question; "" for none any more

	Elsewhere string `json:"elsewhere,omitempty"` // new-game, set-up, seats: the colour that is played at another table; "" for none
	// Guest says that Elsewhere is a program, see [GuestOrder].
	Guest bool `json:"guest,omitempty"`
	// Pressed says that Left is what the sides have once the turn is complete:
	// decision, choice.
	Pressed bool `json:"pressed,omitempty"`
	// State is the rest of what a checkpoint has.
	State *State `json:"state,omitempty"`
}

// Begins reports whether a game begins with e.
func (e Entry) Begins() bool { return e.Kind == KindNewGame || e.Kind == KindSetUp }

// Whole reports whether e has the whole state, so that nothing before it matters
// for it: a game begins, or all that has become of one is told again.
func (e Entry) Whole() bool { return e.Begins() || e.Kind == KindCheckpoint }

// formatVersion is the highest version of entries that is understood.
const formatVersion = exchangeVersion

// openingVersion is that of games with an opening.
const openingVersion = 2

// exchangeVersion is that of games with an opening and a player elsewhere: what is
// chosen may give them the other colour.
const exchangeVersion = 3

// Kinds of journal entries.
const (
	KindNewGame  = "new-game"
	KindSeats    = "seats"    // who plays which side, from this moment on
	KindDecision = "decision" // the machine has chosen; the stones are not down yet
	KindTurn     = "turn"     // a turn is complete
	KindUndo     = "undo"     // turns, or a resignation, were taken back
	KindMended   = "mended"   // the board agrees with the game again, after new-game or undo
	KindChoice   = "choice"   // the opening's choice was made
	KindResign   = "resign"
	KindDismiss  = "dismiss" // a question was answered with no; it is not asked again for as long as there is reason for it
	KindSpent    = "spent"   // stones answered the board's questions and lie there still; they are no part of the game
	KindClock    = "clock"   // time has run
	KindFlag     = "flag"    // a side has no time left, and has lost
	KindAbandon  = "abandon" // people ended a game whose player elsewhere was gone
	KindPause    = "pause"
	KindResume   = "resume"
	KindSetUp    = "set-up" // a new game from a position that people set up; has all that new-game has

	// KindCheckpoint tells the whole state in the middle of a game, for those who have
	// not what came before: all that new-game or set-up has, as it is, and State. Its
	// Turn, Black, White and Color are those of set-up, its Question that of dismiss.
	KindCheckpoint = "checkpoint"
)

// Journal keeps entries. Append returns only when the entry would survive a
// power cut.
type Journal interface {
	Append(Entry) error
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
	ID      string
	Game    string
	Cols    int
	Rows    int
	Started time.Time
	Ended   time.Time
	Opening opening.Kind   // how it began
	Made    []opening.Made // the choices of that
	Offer   []board.Point  // the two fifth stones, the one that was kept first
	Black   string         // who played: "human", "Stonehand level 5", or both in the order in which they took over
	White   string
	Start   game.Start      // the position it began from, if one was set up
	Turns   [][]board.Point // in turn, Black first unless Start says otherwise
	Result  string          // "black", "white", "draw", "void"; "unfinished" if another began in its place
	Reason  string
	Clock   clock.Control
	Left    []clock.Side // what the side that played a turn had left after it, for the last len(Left) turns
}
