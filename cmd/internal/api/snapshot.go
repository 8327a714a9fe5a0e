package api

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// Phase is what the table is waiting for.
type Phase string

// The phases.
const (
	PhaseClear    Phase = "clear"    // the board is to be brought to the start of a new game, or cleared for the rules
	PhaseHuman    Phase = "human"    // a person is to put down the stones of a turn
	PhaseThinking Phase = "thinking" // the machine is choosing its turn
	PhasePlace    Phase = "place"    // the machine's stones are to be put down where it asks
	PhaseChoose   Phase = "choose"   // a person is to make the opening's choice
	PhaseCount    Phase = "count"    // both sides of a game of Go have passed: dead stones are to be agreed on
	PhaseRepair   Phase = "repair"   // the board differs from the game and is to be fixed
	PhasePaused   Phase = "paused"
	PhaseOver     Phase = "over"
	PhaseLost     Phase = "lost" // the board cannot be reached
	PhaseOff      Phase = "off"  // the computer shuts down

	// PhaseRemote is that the remote opponent is to move.
	PhaseRemote Phase = "elsewhere"

	// PhaseCalibrate is that a person shows stones to the board's points.
	PhaseCalibrate Phase = "calibrate"

	// PhaseReview is that people are led through a recorded game.
	PhaseReview Phase = "review"

	// PhaseAttract is that nobody is at an exhibit, which shows something by itself.
	PhaseAttract Phase = "attract"
	// PhaseClosed is that the exhibit is closed.
	PhaseClosed Phase = "closed"
)

// Demonstration is [Snapshot.GameID] while an exhibit that nobody is at shows a game, which is
// on no record.
const Demonstration = "demonstration"

// Stone is one stone, as in the HTTP contract.
type Stone struct {
	Point board.Point `json:"point"` // "J10"
	Color board.Color `json:"color"`
}

// Review is how far the replay of a recorded game is.
type Review struct {
	ID    string `json:"id"`    // of the game, as the library has it
	Title string `json:"title"` // who played
	Node  int    `json:"node"`  // that the board is to show
	At    int    `json:"at"`    // turns that were played until there
	All   int    `json:"all"`   // turns of the line
	Guess bool   `json:"guess"` // people guess the next turn
	Right int    `json:"right"` // turns that were guessed at the first try
	Tried int    `json:"tried"` // turns that were guessed or shown
}

// Attract is what an exhibit shows when nobody is at it.
type Attract struct {
	Scene string `json:"scene"` // "ask", "offer", "clear", "lesson", "demo"; "": somebody may be there
	Step  int    `json:"step"`  // lesson: which step, from 1
	Of    int    `json:"of"`    // lesson: how many steps there are
	// Opens is when an exhibit that is closed opens; nil: it is open, or never opens.
	Opens *time.Time `json:"opens,omitempty"`
}

// Seen is one stone that the board shows.
type Seen struct {
	Point board.Point   `json:"point"`
	Color referee.Sight `json:"color"` // "black", "white"; "stone" where the board cannot tell
}

// List is a list that is in JSON never null.
type List[T any] []T

// MarshalJSON implements json.Marshaler.
func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(l))
}

// Points is a list of points, in JSON never null. None of them is
// [board.Nowhere].
type Points []board.Point

// MarshalJSON implements json.Marshaler.
func (p Points) MarshalJSON() ([]byte, error) { return List[board.Point](p).MarshalJSON() }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Points) UnmarshalJSON(data []byte) error {
	var list []board.Point
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if slices.Contains(list, board.Nowhere) {
		return errors.New("a point has no name")
	}
	*p = list
	return nil
}

// Mark is something the lights say of one point.
type Mark struct {
	Point board.Point `json:"point"`
	Kind  string      `json:"kind"` // "missing", "extra", "wrong", "accepted", "refused", "captured"
	Color board.Color `json:"color,omitempty"`
}

// Inquiry is something that people are being asked. It may be answered at the
// board, by the command [DoAnswer], or not at all.
type Inquiry struct {
	ID      uint64       `json:"id"`      // different for every question while the program runs
	Kind    string       `json:"kind"`    // "new-game", "set-up", "unseen", "turns", "capture", "colours", "menu", "choice", "calibration", "take-back", "abandon"
	Path    List[string] `json:"path"`    // menu: what has been chosen so far
	Text    string       `json:"text"`    // the question as a sentence, and how to answer it at the board
	Points  Points       `json:"points"`  // what it is about, if it is about points
	Options List[Option] `json:"options"` // the answers it has
}

// Option is one answer to a question.
type Option struct {
	Answer string       `json:"answer"`          // for [Command.Answer]
	Text   string       `json:"text"`            // for a button
	Point  *board.Point `json:"point,omitempty"` // where a stone gives this answer
	Color  board.Color  `json:"color,omitempty"` // which colour that stone must have, if not any
	Set    bool         `json:"set,omitempty"`   // menu: it is so already
	// Said is Text in every language, by its code: "en" and "zh".
	Said map[string]string `json:"said,omitempty"`
}

// Key is a button on the board, and what it does.
type Key struct {
	Name  string `json:"name"`
	Press string `json:"press"` // when pressed: "undo", "level-up"; "" for nothing
	Hold  string `json:"hold"`  // when held
	// Said is what that is called in every language, by its code: "en" and "zh".
	Said map[string]KeySaid `json:"said,omitempty"`
}

// KeySaid names what a button does in one language; "" for nothing.
type KeySaid struct {
	Press string `json:"press"`
	Hold  string `json:"hold"`
}

// Speech is the board's voice.
type Speech struct {
	Volume int    `json:"volume"` // 0, not at all, to 100
	Fault  string `json:"fault"`  // what keeps it from speaking, if anything
}

// Tray is where an arm takes stones of one colour.
type Tray struct {
	Color board.Color `json:"color"`
	Left  int         `json:"left"`
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

// PlayedBy is who played a game that is over, as it ended. Its parts are as those of
// [Snapshot].
type PlayedBy struct {
	Human    List[board.Color] `json:"human"`
	Level    int               `json:"level"`
	Programs Sides             `json:"programs,omitzero"`
}

// Snapshot is everything there is to know of the table at one moment: the body
// of GET /api/state. It is immutable.
type Snapshot struct {
	Version   uint64            `json:"version"` // grows with every change
	GameID    string            `json:"game_id"`
	Game      string            `json:"game"` // "connect6"
	Cols      int               `json:"cols"`
	Rows      int               `json:"rows"`
	Board     Area              `json:"board"`
	Games     List[string]      `json:"games"` // those that can be played on this board
	Phase     Phase             `json:"phase"`
	ToMove    board.Color       `json:"to_move"` // the colour of the present turn, "black" or "white"; empty when the game is over
	Due       int               `json:"due"`     // stones the present turn takes
	Human     List[board.Color] `json:"human"`   // colours that people play
	Level     int               `json:"level"`
	Programs  Sides             `json:"programs,omitzero"` // the other programs that play, by colour
	Players   List[Program]     `json:"players,omitempty"` // the other programs that can play here
	TurnTime  float64           `json:"time"`              // the machine's budget a turn, seconds; meaningless with a clock
	Clock     Clock             `json:"clock"`
	Moves     List[Points]      `json:"moves"`     // every turn, each a list of points
	Record    List[Stone]       `json:"record"`    // the stones the game on record has on the board
	Stones    List[Seen]        `json:"stones"`    // as the board shows them now
	Partial   Points            `json:"partial"`   // the present turn's stones that have settled
	Wanted    Points            `json:"wanted"`    // points lit for the machine's stones, those still missing
	Turn      Points            `json:"turn"`      // the machine's whole turn while Wanted is shown
	Marks     List[Mark]        `json:"marks"`     // everything that is wrong
	Forbidden Points            `json:"forbidden"` // empty points that the person to move may not play on
	Message   string            `json:"message"`   // one sentence for the person at the board
	Result    string            `json:"result"`    // "", "black", "white", "draw" or, of a game that was abandoned, "void"
	Reason    string            `json:"reason"`    // why it ended: "line", "full", "fives", "stuck", "score", "capture", "resign", "time", "abandoned"
	Line      Points            `json:"line"`      // the winning line
	Link      bool              `json:"link"`      // the board is reached
	Sim       bool              `json:"sim"`       // the board is simulated: the page may play the hand
	Helping   bool              `json:"helping"`   // hands do by themselves on the simulated board what the table asks of people's
	Mending   bool              `json:"mending"`   // after an undo or for a new game the board is to agree with the game before play goes on
	Fault     string            `json:"fault"`     // what is wrong with a device, if anything

	// Said is Message and Fault in every language, by its code: "en" and "zh".
	Said map[string]Said `json:"said"`

	Side     board.Color               `json:"side"` // the colour of who is to act: in an opening not always that of the turn
	Opening  Opening                   `json:"opening"`
	Openings map[string][]opening.Kind `json:"openings"` // how each of Games can begin

	Shutdown bool      `json:"shutdown"` // the command shutdown can be given
	Buttons  List[Key] `json:"buttons"`  // those of the board

	// Pondering: the machine thinks on while a person does.
	Pondering bool `json:"pondering"`
	Arm       bool `json:"arm"` // an arm is placing or removing stones
	// ArmState is what the arm is doing; empty where there is none, or none that
	// says so.
	ArmState hw.ArmState `json:"arm_state"`
	ArmCause hw.ArmCause `json:"arm_cause"` // why the arm is held or stopped; empty where it waits for nobody
	// ArmPressed is that what stopped the arm is still pressed or open.
	ArmPressed bool       `json:"arm_pressed"`
	Trays      List[Tray] `json:"trays"` // those of the arm

	Voice *Speech `json:"voice"` // nil: the board does not speak

	SetUp List[Stone] `json:"set_up"` // the position that people set up for the game to begin from
	First board.Color `json:"first"`  // who plays the first turn of Moves: "black", unless a position was set up
	// Guide is the one stone, of all Marks, to be put right next, which is lit:
	// one point, or where it stands and where it belongs.
	Guide    Points   `json:"guide"`
	Question *Inquiry `json:"question"` // nil: nothing is being asked

	Calibration *Calibration `json:"calibration"` // nil: this board cannot be calibrated

	Review *Review `json:"review,omitempty"` // nil: no recorded game is being replayed

	Hint    *Hint    `json:"hint,omitempty"`    // nil: none was asked for in this position
	Attract *Attract `json:"attract,omitempty"` // nil: this is no exhibit

	// ArmManual is "asked" while a person at the board is asked whether those who operate
	// may move the arm, "on" while they may, and "moving" while it moves.
	ArmManual string `json:"arm_manual,omitempty"`

	Devices List[Device] `json:"devices,omitempty"` // the table's parts

	Queue *Queue `json:"queue,omitempty"` // nil: nobody waits to play

	// PlayedBy is who played the game that is over, where Human, Level and Programs are
	// already others, of the next one.
	PlayedBy *PlayedBy `json:"played_by,omitempty"`

	Remote *Remote `json:"elsewhere"` // nil: no remote opponent

	Match *Match `json:"match,omitempty"` // nil: the game is not part of a match

	Go      *Go          `json:"go,omitempty"`       // nil: another game is played
	GoSizes List[string] `json:"go_sizes,omitempty"` // the boards that Go can be played on here: "9x9"
}

// Go is what a game of Go has beside the stones on the board, as in the HTTP contract.
type Go struct {
	Terms     game.Terms `json:"terms"`
	Komi      float64    `json:"komi"`      // points that White gets
	Handicap  int        `json:"handicap"`  // stones that Black had before White began
	Capture   int        `json:"capture"`   // who captures so many stones first wins; 0: the points are counted
	Prisoners Two        `json:"prisoners"` // stones that each side has captured
	Captured  Points     `json:"captured"`  // points whose captured stones still lie on the board
	Counting  bool       `json:"counting"`  // both sides have passed, and the dead stones are to be agreed on
	Dead      Points     `json:"dead"`      // stones that count as dead
	// Agreed are the sides that have agreed to them.
	Agreed List[board.Color] `json:"agreed"`
	// Owner has whose every point is, row by row from A1: "b", "w", or "." for a half
	// each; "" while play goes on.
	Owner  string `json:"owner"`
	Area   Two    `json:"area"`   // points that each side owns, halves included: together the whole board
	Points Two    `json:"points"` // what counts by the rules, komi included
	Score  string `json:"score"`  // of the count as it stands: "B+7.5", "0" for a draw; "" while play goes on
	// Touched is the chain of the stone that was touched last, for a while, Liberties are
	// its.
	Touched   Points `json:"touched"`
	Liberties Points `json:"liberties"`
	// Ko is the point that the side to move may not play because it would take back a ko.
	Ko    *board.Point `json:"ko,omitempty"`
	Shown string       `json:"shown"` // what the lights show while a person is to move, one of Shows
}

// Program is another program that can play at the table.
type Program struct {
	Name  string       `json:"name"`  // for [Command.Players]
	Shown string       `json:"shown"` // for people
	Games List[string] `json:"games"` // what it plays
}

// Two has a number for each side.
type Two struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
}

// Thought is what the machine is thinking now: the body of a "thinking" event.
type Thought struct {
	Depth int `json:"depth"` // turns looked ahead
	Score int `json:"score"` // for the side to move
	// Chance is the side to move's chance to win, from 0 to 1; exactly these where a
	// forced win is proved. It is nil where a score is not known to say so much.
	Chance  *float64     `json:"chance,omitempty"`
	Line    List[Points] `json:"line"`     // principal variation, a list of turns
	Nodes   uint64       `json:"nodes"`    // turns tried
	NPS     uint64       `json:"nps"`      // nodes a second
	LeftMS  int64        `json:"left_ms"`  // time left of the budget
	TotalMS int64        `json:"total_ms"` // the budget
	// Candidates are the turns that it likes best, the best first, where it tells of
	// several.
	Candidates List[Candidate] `json:"candidates,omitempty"`
}

// Said is what people are told, in one language.
type Said struct {
	Message string `json:"message"`
	Fault   string `json:"fault"`
	Scene   string `json:"scene,omitempty"` // what is happening, for those who look on
}

// Clock is the clock of the game, as in the HTTP contract.
type Clock struct {
	Control  clock.Control `json:"control"`            // as [clock.Parse] reads it; "none"
	Running  board.Color   `json:"running"`            // whose time runs, "black" or "white"; empty when both stand
	PeriodMS int64         `json:"period_ms"`          // how long a byo-yomi period is, or Canadian overtime; 0: there are none
	Canadian bool          `json:"canadian,omitempty"` // the period is for several turns together
	Black    ClockSide     `json:"black"`
	White    ClockSide     `json:"white"`
}

// ClockSide is what one side has left.
type ClockSide struct {
	LeftMS   int64 `json:"left_ms"`  // of the main time, of the turn, or of the running period
	Periods  int   `json:"periods"`  // byo-yomi periods, the running one included; in Canadian overtime the turns to be completed in it
	Overtime bool  `json:"overtime"` // the main time is used up, and a period is running
}

// Opening is how the game begins, and how far that has come, as in the HTTP
// contract.
type Opening struct {
	Kind opening.Kind `json:"kind"` // "free", "swap2", "renju", "renju-rif", "swap"
	// Player says who acts, whatever the colour: 1 who began, 2 the other; 0 once
	// the colours alone say it.
	Player int `json:"player"`
	Black  int `json:"black"` // which of the two has Black: 1 or 2
	// Choices are what the side that acts is to choose from, for the command
	// choose: "black", "white", "more", or the points of the two fifth stones;
	// empty while stones are due.
	Choices List[opening.Choice] `json:"choices"`
	Made    List[Made]           `json:"made"` // what was chosen
	Code    string               `json:"code"` // of Renju's 26 openings, the one that was put down: "D4"
	Name    string               `json:"name"` // its name in the table's language
	// Named is its name by language, "en" and "zh"; nil where Code is empty.
	Named   map[string]string `json:"named,omitempty"`
	Offer   Points            `json:"offer"`   // the two fifth stones between which White chooses or has chosen, the one that was kept first; empty for none
	Allowed Points            `json:"allowed"` // where the stone that a person is to put down may go; empty: everywhere
}

// Made is a choice that was made after so many turns.
type Made struct {
	After  int            `json:"after"`
	Choice opening.Choice `json:"choice"`
}

// Calibration is what is known of the board's points, and the calibration under
// way, as in the HTTP contract.
type Calibration struct {
	Step    string    `json:"step"`    // "wait", "clear", "left", "right", "lit", "sweep", "review"; empty: none is under way
	Mistake string    `json:"mistake"` // "no-corner", "not-the-other", "not-lit", "too-many", or empty
	Seen    int       `json:"seen"`    // while one is: points that have shown both a stone and none
	Left    Points    `json:"left"`    // and those that have not
	Stuck   Points    `json:"stuck"`   // points that always show a stone
	Dead    Points    `json:"dead"`    // points that never show one
	Weak    Points    `json:"weak"`    // points that lose stones
	Masked  Points    `json:"masked"`  // points whose sensors are not believed
	Heat    List[int] `json:"heat"`    // while one is under way, by point, row by row from A1: how well each sees stones, 0 to 100, -1 where it is not known
	Fields  bool      `json:"fields"`  // Heat is the strength of measured fields, and not the share of readings
	Sensors string    `json:"sensors"` // how they lie, "as numbered", "turned by 90 degrees"
	Lamps   string    `json:"lamps"`   // the same
	Made    string    `json:"made"`    // when the calibration in force was made, RFC 3339; empty: there is none
	Foreign bool      `json:"foreign"` // there is one, of another board, which is not in force
}

// Match is a match of programs at this table, as it stands with the present game.
type Match struct {
	Games int         `json:"games"` // in all
	Game  int         `json:"game"`  // the present one, from 1
	First board.Color `json:"first"` // the colour that the first player has in the present game
	// Wins, Draws and Losses are the first player's.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Elo is how much stronger the first player has been, and Bar half the width of its
	// 95 % interval; nil before both have had each colour.
	Elo *float64 `json:"elo,omitempty"`
	Bar *float64 `json:"bar,omitempty"`
	// NextMS is how long it is until the next game begins; 0: one is under way, or it was
	// the last.
	NextMS int64 `json:"next_ms,omitempty"`
}

// Remote is a remote opponent: a player at another table or a program, who plays one colour.
type Remote struct {
	Color   board.Color `json:"color"`
	Host    bool        `json:"host"`    // this table begins the games
	Link    string      `json:"link"`    // "up", "down", "left" when the player has left for good, "stopped" when the game cannot go on
	Name    string      `json:"name"`    // who plays there, as they say; may be empty
	Asking  int         `json:"asking"`  // turns that this table has asked to take back; 0 for none
	Problem string      `json:"problem"` // stopped: why
	Guest   bool        `json:"guest"`   // it is a program, see [GuestOrder]
}
