package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/gametree"
	"stonehand/engine/puzzle"
	"stonehand/engine/record"
	"stonehand/hw"
)

// Command is what somebody asks of the table: the body of POST /api/command. Its fields are in
// the order in which they are written.
type Command struct {
	Adviser  string         `json:"adviser,omitempty"` // hint: who gives it, by name: one of those in [Snapshot.Players], or AdviserMachine; "" for who the settings name
	Answer   string         `json:"answer,omitempty"`  // answer: one of the question's options; choose: one of the opening's choices; calibrate: what, one of the Calibrate constants, "" for whole; hands: HandsHelp or HandsOwn; language: "en" or "zh"; review: what to do; show: one of Shows
	Clock    *clock.Control `json:"clock,omitempty"`   // new-game, seats: how the sides are given time, as [clock.Parse] reads it
	Color    board.Color    `json:"color,omitempty"`   // agree: the side; "" for all that people play here
	Do       string         `json:"do"`                // one of the Do constants
	Game     string         `json:"game,omitempty"`
	Games    int            `json:"games,omitempty"`    // new-game: a match of so many games, of programs alone, who take each colour in turn; 0: one game
	Human    Colors         `json:"human,omitzero"`     // new-game, seats: colours that people play; nil keeps the present ones
	Level    *int           `json:"level,omitempty"`    // new-game, seats; nil keeps the present one
	Opening  string         `json:"opening,omitempty"`  // new-game: how it begins; "" keeps the present way
	Players  *Sides         `json:"players,omitempty"`  // new-game, seats: the other programs that play, by their names in the configuration; a colour left out, "", or named in Human is not a program's
	Point    *board.Point   `json:"point,omitempty"`    // dead: a stone of the chain
	Question uint64         `json:"question,omitempty"` // answer: which question, by ID; 0 for whatever is asked
	Size     board.Size     `json:"size,omitzero"`      // new-game of Go: the board, "9x9"; zero keeps the present one
	Terms    *game.Terms    `json:"terms,omitempty"`    // new-game of Go: what the players agreed on, "chinese komi 7.5 handicap 3"; nil keeps the present ones
	Volume   *int           `json:"volume,omitempty"`   // volume: 0, not at all, to 100
	Time     *time.Duration `json:"-"`                  // new-game, seats: the machine's budget a turn; "time" in JSON, seconds or "5s"
	Review   *ReviewOrder   `json:"-"`                  // review: what is replayed from here on; nil: Answer says what to do with what is
	Queue    *QueueOrder    `json:"-"`                  // queue: what somebody who waits says
	Arm      *ArmOrder      `json:"-"`                  // arm: what is done with it by hand
	Told     *hw.ArmCause   `json:"-"`                  // resume-arm: what the arm waited for, as who asks was told; nil for what the table knows
	Hours    *Timetable     `json:"-"`                  // timetable: the one to follow
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
	DoPass    = "pass"   // a turn of Go without a stone
	// While a game of Go is counted: the chain of the stone on Point is dead, or lives
	// again; Color agrees to the dead stones; play goes on.
	DoDead   = "dead"
	DoAgree  = "agree"
	DoPlayOn = "play-on"
	// DoHint asks what the person whose turn it is should play, and DoShow has the lights
	// show something of a game of Go: Answer is one of Shows.
	DoHint   = "hint"
	DoShow   = "show"
	DoVolume = "volume" // how loud the board speaks
	// DoLanguage sets the language of all that the table shows and speaks: Answer is "en" or "zh".
	DoLanguage = "language"
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
	// DoReview leads people through a recorded game on the board: Answer is "on", "back",
	// "first", "last", "guess" or "end".
	DoReview = "review"
	// DoHere says that somebody uses the page, and DoRules shows the rules of the game on
	// the board by its lights, once it is clear: until then a game is kept, and not played.
	DoHere  = "here"
	DoRules = "rules"
	// DoOpen opens an exhibit that is closed until it would close next.
	DoOpen = "open"
	// DoTest tries a part: Answer is TestLights or TestVoice.
	DoTest = "test"
	// DoArm is what is done with the arm by hand. DoSensors has the sensors measured for a while, and DoTimetable changes when an exhibit
	// is open. They have requests of their own in the HTTP contract.
	DoArm       = "arm"
	DoSensors   = "sensors"
	DoTimetable = "timetable"
	// DoQueue is what somebody says who waits to play. It comes from the server alone, which
	// knows whose place is whose.
	DoQueue = "queue"
	// DoLink is what the link to a remote opponent says.
	DoLink = "link"
)

// What [DoHands] is told.
const (
	HandsHelp = "help" // helping hands do it by themselves
	HandsOwn  = "own"  // people do it, as on a real board
)

// ReviewOrder is a recorded game that people are to be led through.
type ReviewOrder struct {
	ID    string // of the game, as its library has it
	Title string // who played
	Size  board.Size
	Steps []gametree.Step // at least one, the beginning
	At    int             // the step to begin with
	Guess bool            // people guess the next turn
	// Puzzle is posed in the place of a game; then Steps are its position.
	Puzzle *puzzle.Puzzle
}

// readObject reads an object that has no fields but those known.
func readObject(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Sides has a name for each side, "" for none.
type Sides struct {
	Black string `json:"black,omitempty"`
	White string `json:"white,omitempty"`
}

// SidesOf are names by colour.
func SidesOf(names [3]string) Sides { return Sides{names[board.Black], names[board.White]} }

// Colors is the set of colours people play, Black before White. In JSON it is
// "black", "white", "both", "none" or a list of colours.
type Colors []board.Color

// CommandError is a refusal: a code for programs and a sentence for people. [Refuse] makes one.
type CommandError struct {
	// Code is "unknown-command", "bad-value", "not-now", "nothing-to-undo", "over",
	// "not-saved", "game-running" for a game that may only be replaced by who says so,
	// or "too-many" for what comes too fast.
	Code  string
	Text  string
	Words text.Words // Text in any language; nil: Text serves
}

// Error implements error.
func (e *CommandError) Error() string { return e.Text }

// In says the refusal in a language.
func (e *CommandError) In(l text.Language) string {
	if e.Words == nil {
		return e.Text
	}
	return e.Words.In(l)
}

// ErrStopped answers commands after the table has stopped.
var ErrStopped = errors.New("the table has stopped")

// ParseCommand reads a command from JSON. What cannot be read is a
// [*CommandError] that says why.
func ParseCommand(data []byte) (Command, error) {
	var c Command
	if err := json.Unmarshal(data, &c); err != nil {
		if e, ok := err.(*CommandError); ok {
			return Command{}, e
		}
		return Command{}, Bad("The command is not valid JSON: %v. Write it like {\"do\":\"undo\"}.", err)
	}
	return c, nil
}

// Refuse is a refusal in every language; its Text is English.
func Refuse(code string, w text.Words) *CommandError {
	return &CommandError{Code: code, Text: w.In(text.English), Words: w}
}

// chinese has what is wrong with commands in Chinese.
const chinese text.Section = "api"

// Bad refuses what a command says; [chinese] has its format in Chinese.
func Bad(format string, args ...any) *CommandError {
	return Refuse("bad-value", chinese.Of(format, args...))
}

// UnmarshalJSON implements json.Unmarshaler; its errors are [*CommandError]s.
func (c *Command) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return Bad("A command is an object, like {\"do\":\"undo\"}.")
	}
	*c = Command{}
	for name, value := range fields {
		if err := c.read(name, value); err != nil {
			return err
		}
	}
	return nil
}

// read takes the field of that name from JSON.
func (c *Command) read(name string, value json.RawMessage) (err error) {
	// plain reads what JSON can read by itself; wanted says what that is.
	plain := func(into any, wanted string, args ...any) error {
		if json.Unmarshal(value, into) != nil {
			return Bad("%q must be %s, not %s.", name, chinese.Of(wanted, args...), text.Clip(value))
		}
		return nil
	}
	switch name {
	case "do":
		return plain(&c.Do, `a word in quotes, like "undo"`)
	case "game":
		return plain(&c.Game, `a name in quotes, like "connect6"`)
	case "adviser":
		return plain(&c.Adviser, `a name in quotes, like "gnugo"`)
	case "opening":
		return plain(&c.Opening, `a name in quotes, like "swap2"`)
	case "size":
		return plain(&c.Size, `a board in quotes, like "9x9"`)
	case "color":
		return plain(&c.Color, `"black" or "white"`)
	case "level":
		return plain(&c.Level, "a whole number from %d to %d", MinLevel, MaxLevel)
	case "games":
		return plain(&c.Games, "a whole number from %d to %d", record.MinSeries, record.MaxSeries)
	case "question":
		return plain(&c.Question, "the question's number, its id")
	case "answer":
		return plain(&c.Answer, `a word in quotes, like "yes"`)
	case "volume":
		return plain(&c.Volume, "a whole number from %d to %d", 0, 100)
	case "point":
		if json.Unmarshal(value, &c.Point) != nil || c.Point != nil && *c.Point == board.Nowhere {
			return Bad("\"point\" must be a point in quotes, like \"J10\", not %s.", text.Clip(value))
		}
	case "terms":
		err := json.Unmarshal(value, &c.Terms)
		if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
			return Bad("\"terms\" must be words in quotes, like \"chinese komi 7.5 handicap 3\", not %s.", text.Clip(value))
		} else if err != nil {
			return Bad("\"terms\" must be words in quotes, like \"chinese komi 7.5 handicap 3\": %v.", err)
		}
	case "players":
		if err := readObject(value, &c.Players); err != nil {
			return Bad("\"players\" must name a program for a colour, like {\"white\": \"gnugo\"}, not %s.", text.Clip(value))
		}
	case "human":
		return c.Human.UnmarshalJSON(value)
	case "time":
		c.Time, err = parseTime(value)
	case "clock":
		c.Clock, err = parseClock(value)
	default:
		return Bad("A command has no field %q: it may have do, game, size, terms, opening, human, players, level, time, clock, games, adviser, question, answer, point, color and volume.", name)
	}
	return err
}

// MarshalJSON implements json.Marshaler.
func (c Command) MarshalJSON() ([]byte, error) {
	type plain Command
	fields := struct {
		plain
		Time *float64 `json:"time,omitempty"`
	}{plain: plain(c)}
	if c.Time != nil {
		fields.Time = new(c.Time.Seconds())
	}
	return json.Marshal(fields)
}

// parseTime reads a number of seconds, or a duration like "5s"; null is nil.
func parseTime(value json.RawMessage) (*time.Duration, error) {
	if bytes.Equal(value, []byte("null")) {
		return nil, nil
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		s = string(value)
	}
	s = strings.TrimSpace(s)
	if seconds, err := strconv.ParseFloat(s, 64); err == nil && !math.IsNaN(seconds) {
		ns := seconds * float64(time.Second)
		// Beyond this it would not fit a Duration; the range is checked later.
		ns = max(min(ns, math.MaxInt64/2), math.MinInt64/2)
		d := time.Duration(ns)
		return &d, nil
	}
	if d, err := time.ParseDuration(s); err == nil {
		return &d, nil
	}
	return nil, Bad("\"time\" must be the machine's seconds a turn, like 5 or \"5s\", not %s.", text.Clip(value))
}

// parseClock reads a clock's control, "10m+5s"; null is nil.
func parseClock(value json.RawMessage) (*clock.Control, error) {
	if bytes.Equal(value, []byte("null")) {
		return nil, nil
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return nil, Bad("\"clock\" must be a text like \"10m+5s\", not %s.", text.Clip(value))
	}
	c, err := clock.Parse(s)
	if err != nil {
		return nil, Bad("\"clock\": %v.", err)
	}
	return &c, nil
}

// UnmarshalJSON implements json.Unmarshaler; its errors are [*CommandError]s.
func (c *Colors) UnmarshalJSON(data []byte) error {
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		*c = nil
		return nil
	}
	wrong := Bad("\"human\" must be \"black\", \"white\", \"both\", \"none\" or a list of colours, not %s.", text.Clip(data))
	var list []string
	if json.Unmarshal(data, &list) != nil {
		var one string
		if json.Unmarshal(data, &one) != nil {
			return wrong
		}
		switch strings.ToLower(one) {
		case "none", "":
		case "both":
			list = []string{"black", "white"}
		default:
			list = []string{one}
		}
	}
	people := [3]bool{}
	for _, name := range list {
		color, ok := board.ParseColor(name)
		if !ok {
			return wrong
		}
		people[color] = true
	}
	*c = Colors{}
	for _, color := range []board.Color{board.Black, board.White} {
		if people[color] {
			*c = append(*c, color)
		}
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (c Colors) MarshalJSON() ([]byte, error) {
	switch {
	case c == nil:
		return []byte("null"), nil
	case len(c) == 0:
		return []byte(`"none"`), nil
	case len(c) == 1:
		return json.Marshal(c[0].String())
	}
	return []byte(`"both"`), nil
}

// What is to be calibrated, for [Command.Answer] of the command calibrate and in
// the menu.
const (
	CalibrateWhole  = "whole"  // how sensors and lamps lie, and every point
	CalibratePoints = "points" // the points alone
	CalibrateForget = "forget" // nothing: what is known is forgotten
)

// Limits of what people may choose.
const (
	MinLevel = 1
	MaxLevel = 15
	MinTime  = 10 * time.Millisecond
	MaxTime  = time.Hour
)

// DoMask is a choice of people who were asked about a point: to go on without its
// sensor.
const DoMask = "mask"
