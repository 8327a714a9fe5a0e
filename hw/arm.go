package hw

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Placement is what an arm did with one stone.
type Placement struct {
	Point int
	// Err is nil where the arm let the stone go over the point, or took it off and put
	// it away; whether it stands there the sensors decide.
	Err error
}

// Arm puts stones down.
type Arm interface {
	Resource
	// Place fetches a stone and puts it on each point in turn, reporting each
	// on out, until done or ctx ends. It stops at the first error, which may be
	// an [*ArmError]; on out that may be missing, if nobody takes it at once.
	Place(ctx context.Context, s State, points []int, out chan<- Placement) error
}

// Lifter is an arm that takes stones off the board, too.
type Lifter interface {
	Arm
	// Lift takes a stone of a colour off each point in turn and puts it into the tray
	// of that colour, or into a bin, reporting each on out, until done or ctx ends. A
	// stone that is in the gripper when ctx ends is put away all the same. It stops at
	// the first error, which may be an [*ArmError].
	Lift(ctx context.Context, s State, points []int, out chan<- Placement) error
	// Remained says that a stone still stands on a point that Lift took it off. The
	// arm homes before its next motion, and the stone counts as not in its tray. It
	// returns at once.
	Remained(point int)
}

// ArmKeeper is an arm with a line of its own that has to be held, and with news.
type ArmKeeper interface {
	Arm
	// Keep holds the arm until ctx ends, and then parks it and returns nil. It
	// delivers news on out until it returns, the first soon, and waits for nobody to
	// take them. Place works only while Keep runs. It never gives up on a line that
	// dies; it returns an error only for what no waiting can mend.
	Keep(ctx context.Context, out chan<- ArmNews) error
	// Hold stops all motion at once (true) until it may go on (false). What the
	// gripper holds it goes on holding. It returns at once.
	Hold(on bool)
	// GiveUp tells an arm that is held, in a job whose context has ended, to end the job
	// where it is: whatever that takes, but without moving. It returns at once.
	GiveUp()
	// Refill says that all trays are full again. It returns at once.
	Refill()
	// Resume is the word of a person who was told why the arm is held or stopped, and has
	// seen that nobody is near: it goes on, and one that was stopped homes first. While that
	// is still pressed or open, or where the arm waits for something else by now, it changes
	// nothing. It returns at once.
	Resume(told ArmCause)
	// Stop keeps an arm from moving until Resume, for a reason that others found. Where
	// that may have been a person, motion ends at once, whatever it is for, and a stone in
	// the gripper may fall; else the arm goes out of the way first. It returns at once.
	Stop(ArmCause)
	// Missed says that a stone of a colour did not come up where it was let go.
	// The arm homes before its next motion, and counts the stone as uncertain. It returns
	// at once.
	Missed(State)
}

// MaxStep is how far an arm is moved by hand at once, in mm along each axis: a person who moves
// it sees what each step does before the next.
const MaxStep = 5

// Mover is an arm that a person may move by hand. Everything that stops an arm stops
// these motions too.
type Mover interface {
	ArmKeeper
	// Move moves the homed arm by so many mm along its axes, each at most [MaxStep], slowly;
	// across only at its safe height or above. An error that is an [*ArmError] of kind
	// ArmNotReady has moved nothing.
	Move(ctx context.Context, by [3]float64) error
	// Home homes it, and stays there. Park goes out of the way.
	Home(ctx context.Context) error
	Park(ctx context.Context) error
}

// ArmState is what an arm is doing, in a word for programs.
type ArmState string

// The states.
const (
	ArmAway    ArmState = "away"    // it cannot be reached
	ArmRefused ArmState = "refused" // it is reached and set up so that it must not move
	ArmUnhomed ArmState = "unhomed" // its position is not known: it homes before its next motion
	ArmHoming  ArmState = "homing"
	ArmWorking ArmState = "working" // it fetches, places or lifts a stone
	ArmHeld    ArmState = "held"    // a hold or an open door keeps it from moving until that ends
	ArmStopped ArmState = "stopped" // it moves only after a person has said so: [ArmKeeper.Resume]
	ArmParked  ArmState = "parked"  // homed, out of the way, ready
)

// ArmCause is why an arm is held or stopped, in a word for programs.
type ArmCause string

// The causes. All but missing and failing may have been somebody who wanted it to stop.
const (
	ArmEmergency ArmCause = "emergency-stop" // the controller's abort input was held
	ArmReset     ArmCause = "reset"          // the controller was reset, or lost its power
	ArmDoor      ArmCause = "door"           // its safety door was opened
	ArmHold      ArmCause = "hold"           // feed hold was pressed at the controller
	ArmCut       ArmCause = "cut"            // line, power or program ended in the middle of a motion
	ArmMissing   ArmCause = "missing"        // its stones do not come up where it puts them
	ArmFailing   ArmCause = "failing"        // it failed twice in a row
	ArmOperator  ArmCause = "operator"       // somebody stopped it on the page
)

// ByPerson reports whether it may have been somebody who wanted the arm to stop.
func (c ArmCause) ByPerson() bool { return c != "" && c != ArmMissing && c != ArmFailing }

// Ready reports whether an arm in this state can be asked to place stones.
func (s ArmState) Ready() bool {
	return s == ArmUnhomed || s == ArmHoming || s == ArmWorking || s == ArmParked
}

// Moving reports whether an arm in this state is, or may be, in motion.
func (s ArmState) Moving() bool { return s == ArmHoming || s == ArmWorking || s == ArmHeld }

// ArmTray is how many stones an arm has of one colour.
type ArmTray struct {
	Color State // Black or White
	Left  int
	Full  int // of a full tray
	Low   int // people are told when so many are left
	// Unsure is how many stones may be in it beside Left: they were fetched, and
	// did not come up where they were let go.
	Unsure int
	// Room is how many stones that the arm lifts it can take.
	Room int
}

// ArmNews is how an arm stands.
type ArmNews struct {
	At    time.Time
	State ArmState
	Text  string   // away, refused, held, stopped: why and what to do, as a sentence
	Why   error    // the same, which may know its kind; nil: Text says all
	Cause ArmCause // held, stopped: the kind of it; empty for a hold of [ArmKeeper.Hold]
	// Pressed is that what stopped it is still pressed or open.
	Pressed bool
	Trays   []ArmTray // those it has
	Bin     bool      // lifted stones that no tray takes have a place
	Unkept  error     // why what a restart has to know cannot be kept: what is in the trays, that it was stopped
	// Onto is the point that a stone is being lowered onto or taken off, -1 while
	// none is: what changes on any other point is somebody else's.
	Onto int
}

// Lifts reports whether there is a place for a lifted stone of a colour.
func (n *ArmNews) Lifts(s State) bool {
	return n.Bin || slices.ContainsFunc(n.Trays, func(t ArmTray) bool { return t.Color == s && t.Room > 0 })
}

// ArmTrouble is the kind of an [ArmError]: what can be done about it.
type ArmTrouble uint8

// The kinds of trouble.
const (
	ArmFailed   ArmTrouble = iota // something went wrong; it may be tried again
	ArmDropped                    // and the stone that was in the gripper has fallen
	ArmEmpty                      // the tray has no more stones of that colour
	ArmNotReady                   // it is away, refused or stopped, as its news say
	ArmFull                       // there is no place for lifted stones of that colour
)

// ArmError is why an arm did not place or lift a stone.
type ArmError struct {
	Trouble ArmTrouble
	Color   State // of the stone
	Held    bool  // a hold or a stop broke it off: it is no fault of the arm's
	Err     error
}

// Error implements error.
func (e *ArmError) Error() string {
	return e.Unwrap().Error()
}

// Unwrap returns the cause.
func (e *ArmError) Unwrap() error {
	if e.Trouble == ArmDropped {
		return Errorf("a %s stone has fallen: %w", e.Color, e.Err)
	}
	return e.Err
}

// ArmTroubleOf returns the kind of trouble that err is of, ArmFailed if it does
// not say.
func ArmTroubleOf(err error) ArmTrouble {
	if e, ok := errors.AsType[*ArmError](err); ok {
		return e.Trouble
	}
	return ArmFailed
}
