// Package sim is a whole board without hardware: it senses, it has lights, and
// it has a hand that puts stones down on it. It is as honest as it is asked to
// be: stones bounce, sensors misread, stick and leak to their neighbours, hands
// are slow, plugs come out. The same table code drives it and a real board.
//
// Everything random comes from one seeded source that is used scan by scan, so
// the same seed and the same scans give the same noise. Time is the time
// package's, so a board runs under testing/synctest.
package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"stonehand/hw"
	"stonehand/hw/calib"
)

// DefaultScanRate is how often a board is read, in scans a second, where
// Settings say nothing.
const DefaultScanRate = 50

// MaxScanRate is the highest rate that New accepts, in scans a second.
const MaxScanRate = 1000

// MaxPoints is the largest board that New accepts.
const MaxPoints = 64 * 64

// Noise is what goes wrong with readings though nothing is broken. The zero
// Noise is a perfect board.
type Noise struct {
	Bounce    time.Duration // how long a point flickers between old and new after a stone moved there
	FalseRead float64       // probability that a scan reads one point wrong, per point
	Leak      float64       // probability that a scan sees a stone on an empty neighbour too, per neighbour (four a stone)
}

func (n Noise) check() error {
	switch {
	case n.Bounce < 0:
		return fmt.Errorf("sim: a bounce of %v is negative; use 0 or more", n.Bounce)
	case !(n.FalseRead >= 0 && n.FalseRead <= 1):
		return fmt.Errorf("sim: a false-read probability of %v is out of range; use 0 to 1", n.FalseRead)
	case !(n.Leak >= 0 && n.Leak <= 1):
		return fmt.Errorf("sim: a leak probability of %v is out of range; use 0 to 1", n.Leak)
	}
	return nil
}

// Settings are what a board is to be. The zero Settings are a perfect 19x19
// board that tells colours apart, scanned at DefaultScanRate, with a hand that
// takes no time.
type Settings struct {
	Board     hw.Geometry       // zero: 19x19 with colours
	ScanRate  float64           // scans a second, above 0 to MaxScanRate; zero: DefaultScanRate
	Noise     Noise             // of the sensors
	HandDelay time.Duration     // what each action of the hand takes before the board feels it
	Stuck     map[int]hw.State  // points whose sensors always report this; Empty is a dead sensor
	Weak      []int             // points whose sensors see a stone in half of the scans; with Fields, a faint field
	Fields    bool              // the board measures the field at its points, see [Board.Probe]
	Sensors   calib.Orientation // how the sensors lie on the board
	Lamps     calib.Orientation // how the lamps lie on it
	Buttons   []string          // names of the buttons beside the board
	Seed      uint64            // of the noise
}

// Board is a simulated board. It is safe for concurrent use.
type Board struct {
	geo    hw.Geometry
	period time.Duration
	delay  time.Duration
	wake   chan struct{} // holds one token when the plug was moved, or anything changed on a board at rest
	run    *hw.Run       // of Sense and Press

	buttons []string
	pushes  chan hw.Button

	mu       sync.Mutex
	noise    Noise
	rng      *rand.Rand
	stuck    map[int]hw.State
	plan     []hw.State // where every stone is once the hand has done all it was told
	cells    []cell     // where the stones are now
	pending  []action   // what the hand is still to do, in order of time
	handFree time.Time  // when the hand has done all it was told
	restless time.Time  // until when some cell bounces
	quiet    []hw.State // the last noiseless reading while it holds, shared by frames; nil: read again
	shown    hw.Picture
	plugged  bool
	unplugs  int // how often the plug came out
	wired    wired
	sensing  bool
	resting  bool // Sense delivers the frames of a board at rest
	halted   bool
}

var (
	_ hw.Sensor  = (*Board)(nil)
	_ hw.Lamps   = (*Board)(nil)
	_ hw.Buttons = (*Board)(nil)
	_ hw.Prober  = (*Board)(nil)
)

// New returns a board, empty, dark and plugged in.
func New(s Settings) (*Board, error) {
	s.Board = cmp.Or(s.Board, hw.Geometry{Cols: 19, Rows: 19, Colors: true})
	s.ScanRate = cmp.Or(s.ScanRate, DefaultScanRate)
	g := s.Board
	switch {
	case g.Cols < 1 || g.Rows < 1 || g.Cols > MaxPoints || g.Rows > MaxPoints || g.Cols*g.Rows > MaxPoints:
		return nil, fmt.Errorf("sim: a board of %d columns and %d rows cannot be simulated; use 1 to %d points", g.Cols, g.Rows, MaxPoints)
	case !(s.ScanRate > 0 && s.ScanRate <= MaxScanRate):
		return nil, fmt.Errorf("sim: a scan rate of %v Hz is out of range; use more than 0 to %d", s.ScanRate, MaxScanRate)
	case s.HandDelay < 0:
		return nil, fmt.Errorf("sim: a hand delay of %v is negative; use 0 or more", s.HandDelay)
	}
	if err := s.Noise.check(); err != nil {
		return nil, err
	}
	points := g.Cols * g.Rows
	b := &Board{
		geo:     g,
		period:  max(time.Duration(float64(time.Second)/s.ScanRate), time.Nanosecond),
		delay:   s.HandDelay,
		wake:    make(chan struct{}, 1),
		run:     hw.NewRun(),
		buttons: slices.Clone(s.Buttons),
		pushes:  make(chan hw.Button, mostPushes),
		noise:   s.Noise,
		rng:     rand.New(rand.NewPCG(s.Seed, 0x53746f6e6568616e)),
		stuck:   make(map[int]hw.State),
		plan:    make([]hw.State, points),
		cells:   make([]cell, points),
		shown:   hw.Picture{Points: make([]hw.Signal, points)},
		plugged: true,
	}
	if err := b.wire(s); err != nil {
		return nil, err
	}
	for p, state := range s.Stuck {
		if err := b.Stick(p, state); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// String names the board for a log line.
func (b *Board) String() string {
	return fmt.Sprintf("simulated board %dx%d", b.geo.Cols, b.geo.Rows)
}

// Halt ends Sense and darkens the lights, for good. Stones stay where they are.
func (b *Board) Halt() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.halted {
		b.halted = true
		clear(b.shown.Points)
		b.shown.Edge = hw.Off
		b.run.Halt()
	}
	return nil
}

// SetNoise changes what goes wrong with readings from the next scan on.
func (b *Board) SetNoise(n Noise) error {
	if err := n.check(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.noise, b.quiet = n, nil
	b.stir()
	return nil
}

// Stick breaks a point's sensor: from the next scan on it reports s, whatever
// stands there. Empty is a dead sensor, Unknown one that the board itself knows
// to be broken.
func (b *Board) Stick(point int, s hw.State) error {
	if err := b.on(point); err != nil {
		return fmt.Errorf("sim: the sensor cannot be stuck: %w", err)
	}
	if s > hw.Unknown {
		return fmt.Errorf("sim: the sensor of %s cannot be stuck at state %d; there is no such state", b.name(point), s)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stuck[point], b.quiet = s, nil
	b.stir()
	return nil
}

// Mend makes every sensor work again.
func (b *Board) Mend() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.stuck)
	b.quiet = nil
	b.stir()
}

// stir ends the rest of a board that something happens on. Its caller holds
// b.mu.
func (b *Board) stir() {
	if b.resting {
		hw.Ring(b.wake)
	}
}

// Stuck returns the points whose sensors are stuck, and what they report.
func (b *Board) Stuck() map[int]hw.State {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.stuck)
}

// Unplug takes the board off its host: Sense says that the link is down, and
// the lights say so too. The hand can still move stones.
func (b *Board) Unplug() { b.plug(false) }

// Plug brings it back. Sense says that the link is up, and the lights show the
// present picture.
func (b *Board) Plug() { b.plug(true) }

func (b *Board) plug(in bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if in == b.plugged {
		return
	}
	if b.plugged = in; !in {
		b.unplugs++
	}
	hw.Ring(b.wake)
}

// Show makes p the picture that the lights show while the board is plugged in.
// Points that p lacks are dark.
func (b *Board) Show(p hw.Picture) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.halted {
		return
	}
	b.light(p.Points)
	b.shown.Edge = p.Edge
}

// Lights returns what a person sees now: the picture that was shown last, or,
// while the board is unplugged, that picture with the edge saying LinkLost.
func (b *Board) Lights() hw.Picture {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := hw.Picture{Points: append([]hw.Signal(nil), b.shown.Points...), Edge: b.shown.Edge}
	if !b.plugged && !b.halted {
		p.Edge = hw.LinkLost
	}
	return p
}

// errSensing answers a second Sense.
var errSensing = errors.New("sim: the board is already being sensed; end the first Sense before the next")

// Sense delivers a Link and then a Frame a scan, fewer of a board at rest, until
// ctx ends or the board is halted. When out is not read in time, scans are left
// out, link changes never.
func (b *Board) Sense(ctx context.Context, out chan<- hw.Reading) error {
	b.mu.Lock()
	if b.sensing {
		b.mu.Unlock()
		return errSensing
	}
	b.sensing = true
	known := b.unplugs // unplugs that out has been told of
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		b.sensing, b.resting = false, false
		b.mu.Unlock()
	}()

	ctx, stop := b.run.Until(ctx)
	defer stop()
	const gone = "the simulated board is unplugged; plug it in again"
	scan := time.NewTicker(b.period)
	defer scan.Stop()
	up, begun := false, false
	var last []hw.State // the points of the frame before
	alike := 0          // how many frames had them
	for {
		now := time.Now()
		b.mu.Lock()
		select {
		case <-b.wake: // of what is about to be looked at
		default:
		}
		plugged, unplugs := b.plugged, b.unplugs
		var frame *hw.Frame
		var field *hw.Field
		rested := b.resting
		b.resting = false
		if plugged {
			frame = &hw.Frame{At: now, Points: b.read(now)}
			field = b.measure(now)
			if last == nil || &frame.Points[0] != &last[0] {
				last, alike = frame.Points, 0
			}
			alike++
			b.resting = up && alike > hw.RestFrames && len(b.pending) == 0 && !b.wired.probed
		}
		switch {
		case b.resting && !rested:
			scan.Reset(max(b.period, hw.RestPeriod))
		case rested && !b.resting:
			scan.Reset(b.period)
		}
		b.mu.Unlock()

		if up && unplugs != known || !begun && !plugged {
			if !hw.Send(ctx, out, hw.Reading{Link: &hw.Link{At: now, Reason: gone}}) {
				return nil
			}
			up = false
		}
		known, begun = unplugs, true
		if plugged && !up {
			if !hw.Send(ctx, out, hw.Reading{Link: &hw.Link{At: now, Up: true, Board: b.geo, ID: ID, Fields: b.wired.fields}}) {
				return nil
			}
			up, alike = true, 1
		}
		if frame != nil && !hw.Send(ctx, out, hw.Reading{Frame: frame}) {
			return nil
		}
		if field != nil && !hw.Send(ctx, out, hw.Reading{Field: field}) {
			return nil
		}

		tick := scan.C
		if !plugged {
			tick = nil
		}
		select {
		case <-tick:
		case <-b.wake:
		case <-ctx.Done():
			return nil
		}
	}
}
