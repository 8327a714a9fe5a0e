// Package hw names what a table's devices do, and the words they do it in. It
// knows no game: a device reports what stands on its points and shows the
// picture it is given.
//
// # Vocabulary
//
//   - A point is a crossing of the board, numbered row by row from the lower
//     left corner as the player called Black sees it: row*cols + col.
//   - A frame is one whole reading of the board, raw: no device debounces.
//   - A picture is what the lights should show now, whole. Pictures are desired
//     state, not commands: showing the same picture twice changes nothing, and a
//     device that comes back after a fault is shown the present picture again.
//   - A signal is one meaning a light can carry. How it looks (colour and
//     rhythm) is the device's matter, after [Signal.Look].
//   - A fault is something a person must know of: a dead line, a stuck sensor.
package hw

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"
)

// Resource is what every device is: it can name itself for a log line, and it
// can be brought to rest.
type Resource interface {
	fmt.Stringer
	// Halt stops sensing, light and motion and leaves the device inert. It can
	// be called at any time and more than once.
	Halt() error
}

// State is what one point of a board shows to its sensor.
type State uint8

// The states. A board that senses only occupancy reports Stone instead of Black
// and White.
const (
	Empty State = iota
	Black
	White
	Stone   // a stone of a colour the board cannot tell
	Unknown // the point cannot be read: masked, or its sensor is dead
)

// String names the state for people.
func (s State) String() string {
	return [...]string{Empty: "empty", Black: "black", White: "white", Stone: "stone", Unknown: "unknown"}[min(s, Unknown)]
}

// Frame is one reading of the whole board. Its receiver must not change it.
type Frame struct {
	At     time.Time // when it was read, on the clock of the host
	Points []State   // by point number, Rows*Cols long
}

// Geometry is what a board can sense.
type Geometry struct {
	Cols, Rows int
	Colors     bool // tells Black from White
}

// Reading is one thing a sensor reports: exactly one field is set.
type Reading struct {
	Frame *Frame
	Link  *Link
	Fault *Fault
	Field *Field // comes only while a [Prober] was told to measure
}

// Link is a change in whether the board can be reached at all.
type Link struct {
	At     time.Time
	Up     bool
	Board  Geometry // as the board itself says; valid when Up
	Fields bool     // it measures fields, and its Sensor is a [Prober]
	ID     string   // which board it is, the same whenever it is met; empty: it does not say
	Reason string   // why it is down, as a sentence for a person
	Cause  error    // the same for a program, which may know its kind; nil: Reason says all
}

// Field is how strong the field is at every point of a board that measures it:
// at Black's pole positive, at White's negative, 127 the most that the sensors
// can tell. Its receiver must not change it.
type Field struct {
	At       time.Time
	Strength []int8 // by point number
}

// Level is from what field on a point counts as a stone's: by Stone or more away
// from Zero. A Stone of 0 leaves that to the board.
type Level struct {
	Zero  int8 `json:"zero"`  // what the sensor shows with no stone near
	Stone int8 `json:"stone"` // 1 to 127; 0: as the board sees fit
}

// Prober is a [Sensor] that can measure the field. Its methods may be called at
// any time; what they say holds for every board that the sensor meets later.
type Prober interface {
	// Probe begins or ends the measuring. While it goes on, Sense delivers a Field
	// several times a second, beside its frames.
	Probe(on bool)
	// SetLevels says from what field on a point counts as a stone's, by point
	// number; nil leaves that to the board.
	SetLevels(levels []Level)
}

// Fault is a device's complaint that does not end its service.
type Fault struct {
	At     time.Time
	Device string
	Text   string // what is wrong and what to do, as a sentence; empty: what the device told of last is over
	Cause  error  // the same for a program, which may know its kind; nil: Text says all
}

// FaultOf is the complaint that err makes; nil: what the device told of last is over.
func FaultOf(at time.Time, device string, err error) Fault {
	f := Fault{At: at, Device: device, Cause: err}
	if err != nil {
		f.Text = err.Error()
	}
	return f
}

// A sensor delivers frames at a rate of its own. Once RestFrames of them have
// been alike, the board is at rest: then the sensor may let RestPeriod pass from
// one frame to the next, so that a computer with nothing to do can sleep. The
// first change ends the rest: it comes in a frame at once, and the frames after
// it at the usual rate.
const (
	RestFrames = 64
	RestPeriod = 250 * time.Millisecond
)

// Sensor reads a board.
type Sensor interface {
	Resource
	// Sense delivers readings on out until ctx ends, and then returns nil. It
	// begins with a Link. It never gives up on a line that dies: it says Link
	// down, tries again with growing pauses, and says Link up when it is back.
	// It returns an error only for what no waiting can mend. It waits for out
	// no longer than ctx lasts.
	Sense(ctx context.Context, out chan<- Reading) error
}

// Picture is what the lights should show: one signal a point, in point order.
// Edge is what the board as a whole should show; boards without lights of their
// own for it use the corners or the rim.
type Picture struct {
	Points []Signal
	Edge   Signal
}

// Lamps shows pictures.
type Lamps interface {
	Resource
	// Show makes p the picture to be shown from now on and returns at once; the
	// device is brought to it as soon as it can be, and again after every fault.
	// Show keeps no reference to p.Points. It is safe for concurrent use.
	Show(p Picture)
}

// Dimmer is [Lamps] whose brightness can be changed while they shine.
type Dimmer interface {
	// Dim makes the lamps as bright as so many percent of what they are configured to
	// be, 1 to 100, from now on. It is safe for concurrent use.
	Dim(percent int)
}

// Button is a press of a button or a move of a lever.
type Button struct {
	At   time.Time
	Name string // as the configuration calls it
	Down bool
}

// Buttons reports presses.
type Buttons interface {
	Resource
	// Press delivers presses on out until ctx ends.
	Press(ctx context.Context, out chan<- Button) error
}

// Voice speaks.
type Voice interface {
	Resource
	// Say queues a sentence and returns at once; a sentence not yet begun is
	// replaced by a newer one, so that speech never lags behind play.
	Say(text string)
	// Hush breaks off what is being said and drops what has not begun.
	Hush()
	// SetVolume sets how loud it speaks from the next sentence on, 0 (not at all;
	// that hushes it too) to 100. Others count as the nearest of these.
	SetVolume(percent int)
	// Speak speaks until ctx ends, and then returns nil. It reports on out what
	// keeps it from speaking, once, and a Fault without a text when it speaks
	// again; it goes on trying whatever happens.
	Speak(ctx context.Context, out chan<- Fault) error
	// Finish returns when nothing is left to be said, or when ctx ends.
	Finish(ctx context.Context)
}

// Clip shortens foreign text, which may hold anything, before it is quoted in a
// sentence.
func Clip(s string) string {
	const most = 48
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return strings.ToValidUTF8(s, "?")
}

// Ring wakes the goroutine that waits for c, which has room for one, however often it rings.
func Ring(c chan<- struct{}) { Offer(c, struct{}{}) }

// Offer sends v if that need not wait, and reports whether it has.
func Offer[T any](c chan<- T, v T) bool {
	select {
	case c <- v:
		return true
	default:
		return false
	}
}

// Send sends v unless ctx ends first, and reports whether it has.
func Send[T any](ctx context.Context, c chan<- T, v T) bool {
	select {
	case c <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// Sleep waits for d, and reports whether ctx is still there.
func Sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// Counts is what a device counts. It is safe for concurrent use.
type Counts[T any] struct {
	mu  sync.Mutex
	now T
}

// Now returns the present counts.
func (c *Counts[T]) Now() T {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Count changes them.
func (c *Counts[T]) Count(f func(now *T)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(&c.now)
}

// Run is what a device does until it is halted: a board's Sense, an arm's Keep, a
// strip's Light. It goes on once at a time. Make it with [NewRun].
type Run struct {
	halted context.Context // ends with Halt
	halt   context.CancelFunc

	mu  sync.Mutex
	now chan struct{} // closed when the present run ends; nil: there is none
}

// NewRun returns a run that has not begun.
func NewRun() *Run {
	ctx, cancel := context.WithCancel(context.Background())
	return &Run{halted: ctx, halt: cancel}
}

// Begin begins the run; end is to be called when it is over. A run that may not
// begin has a nil end: with the given error where one is going on already, and with
// none after Halt.
func (r *Run) Begin(already error) (end func(), err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now != nil {
		return nil, already
	}
	if r.halted.Err() != nil {
		return nil, nil
	}
	done := make(chan struct{})
	r.now = done
	return func() {
		r.mu.Lock()
		r.now = nil
		r.mu.Unlock()
		close(done)
	}, nil
}

// Halted is closed by the first Halt.
func (r *Run) Halted() <-chan struct{} { return r.halted.Done() }

// Until returns ctx as it lasts until Halt; stop is to be called when it has served.
func (r *Run) Until(ctx context.Context) (until context.Context, stop func()) {
	until, cancel := context.WithCancel(ctx)
	forget := context.AfterFunc(r.halted, cancel)
	return until, func() {
		forget()
		cancel()
	}
}

// Halt ends the run for good, and waits for its end. It never fails: its error is for
// devices, whose [Resource].Halt returns one.
func (r *Run) Halt() error {
	r.mu.Lock()
	r.halt()
	now := r.now
	r.mu.Unlock()
	if now != nil {
		<-now
	}
	return nil
}
