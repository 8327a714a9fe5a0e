package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/advice"
	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/buttons"
	"stonehand/cmd/internal/table/hours"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/engine/referee"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/debounce"
	"stonehand/hw/soc"
)

// Sensor is what the table needs of a [hw.Sensor].
type Sensor interface {
	Sense(ctx context.Context, out chan<- hw.Reading) error
}

// Lamps is what the table needs of [hw.Lamps].
type Lamps interface {
	Show(p hw.Picture)
}

// Lighter is [Lamps] that have to be driven while the table runs.
type Lighter interface {
	Lamps
	// Light shows the pictures until ctx ends. It reports on out what keeps it from
	// that, and its end with an empty text.
	Light(ctx context.Context, out chan<- hw.Fault) error
}

// Config is what a table is made of. Sensor, Player and Journal are needed;
// everything else has a default.
type Config struct {
	Sensor  Sensor
	Player  player.Player // of the machine; asked one question at a time
	Journal api.Journal
	Lamps   Lamps       // nil: the board has no lights; a Lighter is driven
	Archive api.Archive // nil: finished games are not kept
	// After is the greatest number that ends an ID in the archive, so that later games
	// have greater ones even if the journal was lost, and Restore knows which it lacks.
	After uint64
	// Remade reports whether the folder of journal and archive had to be made again
	// since it was asked last, because somebody had deleted it; nil: it never is.
	Remade func() bool
	// Settings saves what people have set and could not be saved before, and all that they have
	// set where remade says that the folder is a new one. It returns why something is still not
	// saved; nil: what is set need not be saved again.
	Settings func(remade bool) error

	Buttons Buttons // nil: the board has no buttons
	Arm     Arm     // nil: people put down the machine's stones
	// ArmMoves says that the arm is a [hw.Mover]; New finds out.
	ArmMoves bool
	// KeepArm keeps once more what is kept of the arm beside the games; it does not wait for
	// long. Nil: nothing is.
	KeepArm func()
	// ArmClears says that the arm clears the board after a game, if it is a [hw.Lifter].
	ArmClears bool
	Wiring    []api.Wiring  // what they do
	HoldTime  time.Duration // how long a button is held for its second meaning, 0: 3 s
	// Lever says that people have a lever, as on a chess clock: their own turns
	// count when a button ends them, and never by themselves. A button must be
	// able to.
	Lever bool

	Voice  Voice // nil: the board does not speak
	Volume int   // of the voice at first, 0 to 100
	// KeepLanguage is told when people have set another language than the one that held; nil:
	// it is forgotten.
	KeepLanguage func(text.Language)
	// KeepVolume is told when people have set another; nil: it is forgotten.
	KeepVolume func(percent int)
	// PIN returns the PIN that the voice says at the press of a button, "" if there is
	// none; nil: there never is.
	PIN       func() string
	TellTurns bool // the voice says whose turn it is every time, not only where that may be in doubt

	Programs []api.Program // other programs that Player asks where a question names one

	Hints   advice.Hinter // nil: nobody gives hints
	Adviser string        // of Programs, who gives hints of the games that it plays; "": the machine
	// Candidates says that the lights show the adviser's next best turns beside its hint.
	Candidates bool
	Ponderer   player.Ponderer // the same player; nil: the machine does not think while a person does
	// Wish is told what people want of the player at another table; it does not
	// wait. Nil: no remote games.
	Wish func(api.Wish)
	// Invite opens an invitation for a remote opponent and returns its code, and Leave
	// ends the game with one, or the invitation; nil: not from the board's menu.
	Invite func(context.Context) (code string, err error)
	Leave  func(context.Context) error
	// Patience is how long the link to a remote opponent is down before people are
	// asked whether to end the game, 0: 10 min.
	Patience time.Duration

	Heat   <-chan soc.State // what is new of the computer's heat; nil: it is never hot
	Faults <-chan hw.Fault  // complaints of devices that are no sensor; nil: there are none

	// Shutdown asks the computer to shut down; it returns once that is certain, or
	// says why it cannot be. Nil: nobody can ask for it.
	Shutdown func(context.Context) error

	Opening opening.Kind // how games begin that have such an opening, until a command changes it

	Games []game.Rules // what the table plays, the first at the start; nil: Connect6

	// The first game's settings, and every later one's until a command changes
	// them.
	Human    api.Colors    // colours that people play; nil: Black
	Level    int           // MinLevel to MaxLevel; 0: 5
	TurnTime time.Duration // the machine's budget a turn, MinTime to MaxTime; 0: 5 s
	Clock    clock.Control // how the sides are given time

	// Votes of Window frames must agree before a point counts as changed. 0 for
	// both: 3 of 5.
	Votes, Window int
	// Masked are points whose sensors are not believed, because they are dead or
	// stuck. A stone that the game has there counts as present.
	Masked []board.Point
	// Calibrations keeps what is known of the board's points; nil: the board cannot
	// be calibrated. Calibration is what was kept, nil if nothing was, and Uncalibrated
	// why that cannot be used, as a sentence, nil if it can.
	Calibrations api.Calibrations
	Calibration  *calib.Calibration
	Uncalibrated text.Words
	LampsID      string    // which lamps they are, by their wiring; "": not known
	Prober       hw.Prober // the Sensor's own; nil: it measures no fields

	// Settle is how long the board must stand unchanged before a turn counts,
	// 0: 700 ms. TakeBack is how long a turn's stones must stay lifted for it
	// to be taken back, 0: 5 s. Bare and SetUp are how long a bare board, and a
	// position that is not the game's, must stand before people are asked what
	// they want, 0: 3 s and 15 s. Menu is how long a stone of the game must lie on a
	// corner to open the menu, 0: 3 s.
	Settle, TakeBack, Bare, SetUp, Menu time.Duration

	// Attract says what the table does that nobody is at; the zero value is nothing.
	Attract attract.Settings
	// Hours are when it is open; Wall is the clock on the wall that they go by, nil: the
	// computer's in the time zone of the program's start.
	Hours hours.Timetable
	// KeepHours is told when people have set another timetable; nil: it is forgotten.
	KeepHours func(api.Timetable)
	// OpenUntil is until when people have opened an exhibit that would be closed; zero: they
	// have not. KeepOpen is told when they open it; nil: it is forgotten.
	OpenUntil time.Time
	KeepOpen  func(until time.Time)
	// Tally counts visitors and their games; nil: nobody does.
	Tally api.Tally
	Wall  func() time.Time

	Timekeeper Timekeeper // nil: the computer's time

	Language  text.Language
	Simulated bool // the board is simulated: the page may play the hand
	// Helping is whether helping hands are at work on the simulated board at first.
	Helping bool
	// KeepHelping is told when people have said otherwise; nil: it is forgotten.
	KeepHelping func(on bool)
	Logger      *slog.Logger
}

// complete fills in the defaults and looks for faults.
func (c *Config) complete() error {
	switch {
	case c.Sensor == nil:
		return errors.New("no sensor is configured")
	case c.Player == nil:
		return errors.New("no player is configured")
	case c.Journal == nil:
		return errors.New("no journal is configured")
	}
	if len(c.Games) == 0 {
		c.Games = []game.Rules{game.Connect6()}
	}
	if c.Human == nil {
		c.Human = api.Colors{board.Black}
	}
	c.Level = cmp.Or(c.Level, 5)
	c.TurnTime = cmp.Or(c.TurnTime, 5*time.Second)
	if c.Votes == 0 && c.Window == 0 {
		c.Votes, c.Window = 3, 5
	}
	std := referee.Default()
	c.Settle = cmp.Or(c.Settle, std.Settle)
	c.TakeBack = cmp.Or(c.TakeBack, std.TakeBack)
	c.Bare = cmp.Or(c.Bare, std.Bare)
	c.Patience = cmp.Or(c.Patience, 10*time.Minute)
	c.SetUp = cmp.Or(c.SetUp, std.SetUp)
	c.Menu = cmp.Or(c.Menu, std.Menu)
	c.HoldTime = cmp.Or(c.HoldTime, 3*time.Second)
	if c.HoldTime < 0 || c.HoldTime > time.Minute {
		return fmt.Errorf("a hold time of %v is out of range: use 100ms to 1m", c.HoldTime)
	}
	if err := buttons.Check(c.Wiring); err != nil {
		return err
	}
	if c.Lever && !slices.ContainsFunc(c.Wiring, func(w api.Wiring) bool { return buttons.EndsTurn(w.Press) }) {
		return errors.New("turns are to count when a lever is pressed, and no button ends them")
	}
	_, c.ArmMoves = c.Arm.(hw.Mover)
	if c.Wall == nil {
		c.Wall = time.Now
	}
	c.Timekeeper = cmp.Or[Timekeeper](c.Timekeeper, &computerTime{})
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	if c.Volume < 0 || c.Volume > 100 {
		return fmt.Errorf("a volume of %d is out of range: use 0 to 100", c.Volume)
	}
	if c.Settle < 0 || c.Settle > time.Minute {
		return fmt.Errorf("a settle time of %v is out of range: use 1ms to 1m", c.Settle)
	}
	for name, d := range map[string]time.Duration{"take-back": c.TakeBack, "bare-board": c.Bare, "set-up": c.SetUp, "menu": c.Menu} {
		if d < 0 || d > time.Hour {
			return fmt.Errorf("a %s time of %v is out of range: use 1ms to 1h", name, d)
		}
	}
	if _, err := debounce.New(1, c.Votes, c.Window); err != nil {
		return err
	}
	if !slices.Contains(opening.Kinds(), c.Opening) {
		return fmt.Errorf("there is no opening %q", c.Opening)
	}
	for _, r := range c.Games {
		if !r.Size().Valid() {
			return fmt.Errorf("%s is played on %d x %d points: sides go from 1 to %d", r.Name(), r.Size().Cols, r.Size().Rows, board.MaxSide)
		}
	}
	if e := checkLevel(c.Language, c.Level); e != nil {
		return e
	}
	if e := checkTime(c.Language, c.TurnTime); e != nil {
		return e
	}
	return c.Clock.Check()
}

// refusal is a refusal at a table that speaks a language.
func refusal(l text.Language, code string, w text.Words) *api.CommandError {
	return &api.CommandError{Code: code, Text: w.In(l), Words: w}
}

func checkLevel(l text.Language, level int) *api.CommandError {
	if level < api.MinLevel || level > api.MaxLevel {
		return refusal(l, "bad-value", text.Tell(text.BadLevel, level, api.MinLevel, api.MaxLevel))
	}
	return nil
}

func checkTime(l text.Language, d time.Duration) *api.CommandError {
	if d < api.MinTime || d > api.MaxTime {
		return refusal(l, "bad-value", text.Tell(text.BadTime, d, api.MinTime, api.MaxTime))
	}
	return nil
}

// Arm is what the table needs of a [hw.Arm]. One that is also an
// [hw.ArmKeeper] is kept while the table runs, and held when the board changes
// where it should not; one that is a [hw.Lifter] takes captured stones off.
type Arm interface {
	Place(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error
}

// Buttons is what the table needs of [hw.Buttons].
type Buttons interface {
	Press(ctx context.Context, out chan<- hw.Button) error
}

// Voice is what the table needs of [hw.Voice].
type Voice interface {
	Say(text string)
	Hush()
	SetVolume(percent int)
	SetLanguage(text.Language)
	Speak(ctx context.Context, out chan<- hw.Fault) error
	Finish(ctx context.Context)
}
