// Package mcu drives a board that sits behind a microcontroller on a serial
// line and speaks firmware-protocol. It is the board's sensor and its lamps.
//
// [Board.Sense] holds the line: it opens it, greets the board, keeps both
// informed that the other is alive, and starts again with growing pauses when
// anything of that fails. Whatever the line does to bytes, the game sees whole
// pictures only: a gap in the scan numbers, a restart of the board or a frame
// that does not fit stops the frames until a snapshot has told the truth again.
//
// The board reports changes, but filters count frames. So Sense delivers the
// picture it holds as a frame at a steady rate, by default 50 a second, as a
// board that is read directly would: a point that bounces between two frames
// is as it was at the moment of each, and a filter over M frames spans the same
// time on every device. The first frame comes together with the link. When
// nothing has changed for [hw.RestFrames] frames they become few; with the next
// change comes a frame, and others follow it at the old rate.
//
// The lights are brought to the picture of the last [Board.Show] with as few
// bytes as it takes: what has changed, then a commit that shows it all at once.
// When the line is idle the first byte goes out at once. After a fault of any
// kind the picture is sent whole.
package mcu

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/serialport"
)

// DefaultFrameRate is how many frames a second Sense delivers where Options say
// nothing.
const DefaultFrameRate = 50

// MaxFrameRate is the highest rate that New accepts, in frames a second.
const MaxFrameRate = 1000

// Dial opens the line to a board, again for each attempt. Its errors are shown
// to people. A Read of the line waits for bytes or for Close.
type Dial func(ctx context.Context) (io.ReadWriteCloser, error)

// Options are what a board is to be. The zero Options take any board.
type Options struct {
	Name      string          // how logs and faults call the board; empty: "board"
	Board     hw.Geometry     // columns and rows it must have; zero: any. Colors is not looked at
	FrameRate float64         // frames a second, above 0 to MaxFrameRate; zero: DefaultFrameRate
	Settings  protocol.Config // what the board is told at each start; zero fields stay as they are
	Log       *slog.Logger    // nil: none
}

// Board is a board behind a serial line. It is safe for concurrent use.
type Board struct {
	name     string
	dial     Dial
	want     hw.Geometry
	period   time.Duration // between frames
	settings protocol.Config
	pause    time.Duration // before the second attempt to reach the board
	log      *slog.Logger
	wake     chan struct{} // holds one token when there is a new picture
	run      *hw.Run       // of Sense
	counts   hw.Counts[Stats]

	mu      sync.Mutex
	picture picture
	bright  uint8 // that all lights are to have, 1 to 255; 0: nobody has said
	probing probing
	seq     protocol.Sequence // runs on from one line to the next, so that late answers fit nothing
}

var (
	_ hw.Sensor = (*Board)(nil)
	_ hw.Lamps  = (*Board)(nil)
	_ hw.Prober = (*Board)(nil)
	_ hw.Dimmer = (*Board)(nil)
)

// New returns the board at the end of the line that dial opens. Nothing is
// opened before Sense.
func New(dial Dial, o Options) (*Board, error) {
	o.FrameRate = cmp.Or(o.FrameRate, DefaultFrameRate)
	switch g := o.Board; {
	case dial == nil:
		return nil, fmt.Errorf("mcu: a board needs a line; give it a Dial, as Serial returns")
	case !(o.FrameRate > 0 && o.FrameRate <= MaxFrameRate):
		return nil, fmt.Errorf("mcu: a frame rate of %v Hz is out of range; use more than 0 to %d", o.FrameRate, MaxFrameRate)
	case g.Cols < 0 || g.Rows < 0 || (g.Cols == 0) != (g.Rows == 0):
		return nil, fmt.Errorf("mcu: no board has %d columns and %d rows; give both, or neither to take any board", g.Cols, g.Rows)
	}
	o.Name = cmp.Or(o.Name, "board")
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Board{
		name:     o.Name,
		dial:     dial,
		want:     o.Board,
		period:   time.Duration(float64(time.Second) / o.FrameRate),
		settings: o.Settings,
		pause:    firstPause,
		log:      o.Log.With("device", o.Name),
		wake:     make(chan struct{}, 1),
		run:      hw.NewRun(),
		seq:      protocol.Sequence(rand.N[uint8](255)),
	}, nil
}

// String returns the board's name.
func (b *Board) String() string { return b.name }

// haltPatience is how long Halt gives a reachable board to go dark: several
// round trips of a whole picture at 115200 baud, which take some 100 ms.
const haltPatience = time.Second

// Halt darkens the lights if the board can be reached, ends Sense and waits for
// its end. A Sense whose context ends leaves the picture standing instead, so
// that a program that restarts does not darken a game.
func (b *Board) Halt() error { return b.run.Halt() }

// Dim implements [hw.Dimmer]. A board takes its brightness at any time, of every version of
// the protocol; 100 is that of the Options, or else the brightest that it has.
func (b *Board) Dim(percent int) {
	full := int(cmp.Or(b.settings.Brightness, math.MaxUint8))
	b.mu.Lock()
	b.bright = uint8(max(1, full*min(max(percent, 1), 100)/100))
	b.mu.Unlock()
	hw.Ring(b.wake)
}

// config is what the board is to be told.
func (b *Board) config() protocol.Config {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.settings
	c.Brightness = cmp.Or(b.bright, c.Brightness)
	return c
}

// Show makes p the picture to be shown. Points that p lacks and signals that
// there are not are dark.
func (b *Board) Show(p hw.Picture) {
	b.mu.Lock()
	b.picture.take(p)
	b.mu.Unlock()
	hw.Ring(b.wake)
}

// picture is the last that was shown, in the wire's numbers.
type picture struct {
	points []uint8
	edge   uint8
	set    bool // Show was called
}

func (p *picture) take(from hw.Picture) {
	p.points = p.points[:0]
	for _, s := range from.Points {
		p.points = append(p.points, wireSignal(s))
	}
	p.edge, p.set = wireSignal(from.Edge), true
}

func wireSignal(s hw.Signal) uint8 {
	if !s.Valid() {
		return uint8(hw.Off)
	}
	return uint8(s)
}

// Stats counts what happened since New. Counters only grow.
type Stats struct {
	Up          bool            // the board is reached now
	Board       protocol.Caps   // what the board reached last said of itself
	Firmware    protocol.Stats  // what it last counted itself; asked for every half minute
	Line        protocol.Counts // frames received, and those lost to noise
	Connects    uint64          // times the board was reached
	Losses      uint64          // times it was lost after that
	Restarts    uint64          // times it was found to have started again
	Gaps        uint64          // scan numbers that did not follow, each mended by a snapshot
	Ignored     uint64          // good frames that made no sense where they came
	Retries     uint64          // commands sent again for want of an answer
	Refusals    uint64          // commands that the board refused
	Commits     uint64          // pictures that the board confirmed to show
	LastFailure string          // why the last attempt or link ended, as a sentence
}

// Stats returns the present counts.
func (b *Board) Stats() Stats { return b.counts.Now() }

// Serial returns a Dial for the serial port at address, a device's path or a USB
// identity, as [serialport.New] explains. baud is the line's speed; 0 is the
// protocol's, 115200.
func Serial(address string, baud int) (Dial, error) {
	baud = cmp.Or(baud, protocol.BaudRate)
	dial, err := serialport.New("board", address, baud)
	return Dial(dial), err
}

// outbox holds the readings that the receiver has not taken yet. It stays small
// whatever the receiver does: of frames and fields only the newest are kept, and links that
// nobody saw come and go are merged, so that a loss is never left out.
type outbox struct {
	out    chan<- hw.Reading
	links  []*hw.Link
	faults []*hw.Fault
	frame  *hw.Frame
	field  *hw.Field
}

// maxFaults is how many faults wait at most; older ones are dropped.
const maxFaults = 16

func (o *outbox) link(l hw.Link) {
	if !l.Up {
		o.frame, o.field = nil, nil
		if n := len(o.links); n >= 2 && o.links[n-1].Up && !o.links[n-2].Up {
			o.links = o.links[:n-1]
		}
		if n := len(o.links); n >= 1 && !o.links[n-1].Up {
			o.links = o.links[:n-1]
		}
	}
	o.links = append(o.links, &l)
}

func (o *outbox) fault(f hw.Fault) {
	if len(o.faults) == maxFaults {
		o.faults = o.faults[1:]
	}
	o.faults = append(o.faults, &f)
}

// head returns the reading that is next and the channel it goes to: nil, which
// never takes anything, when there is none.
func (o *outbox) head() (chan<- hw.Reading, hw.Reading) {
	switch {
	case len(o.links) > 0:
		return o.out, hw.Reading{Link: o.links[0]}
	case len(o.faults) > 0:
		return o.out, hw.Reading{Fault: o.faults[0]}
	case o.frame != nil:
		return o.out, hw.Reading{Frame: o.frame}
	case o.field != nil:
		return o.out, hw.Reading{Field: o.field}
	}
	return nil, hw.Reading{}
}

// sent removes what head returned.
func (o *outbox) sent() {
	switch {
	case len(o.links) > 0:
		o.links = o.links[1:]
	case len(o.faults) > 0:
		o.faults = o.faults[1:]
	case o.frame != nil:
		o.frame = nil
	default:
		o.field = nil
	}
}
